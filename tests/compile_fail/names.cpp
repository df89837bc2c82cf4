// What has a name of its own is not made from a number or a text by accident.
#include "tracker/vocabulary/cell.h"
#include "tracker/vocabulary/face.h"

using namespace octo;

bool named() {
  const Cell cell = Cell::at(3, 2);
  const Facing facing = Facing::eighth(3);
  const Face face("10H");
#if CASE == 1
  const Cell wrong(3, 2);
#elif CASE == 2
  const Facing wrong = 3;
#elif CASE == 3
  const Face wrong = "10H";
#elif CASE == 4
  const Cell wrong = Cell::parse("d3");
#elif CASE == 5
  const bool wrong = cell == facing;
#endif
  return cell.row() == 2 && facing == Facing::SE && !face.isBack();
}
