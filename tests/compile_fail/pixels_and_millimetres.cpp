// Pixels and millimetres are different types, and only a view of the table converts.
#include "vision/geometry/geometry.h"

using namespace octo;
using namespace octo::vision;

double mixed(const TableView& view, ImagePoint pixels, TablePoint millimetres) {
  const TablePoint onTable = view.tableFromImage(pixels);
#if CASE == 1
  const TablePoint wrong = view.tableFromImage(millimetres);
#elif CASE == 2
  const TablePoint wrong = pixels;
#elif CASE == 3
  const TablePoint wrong = view.imageFromTable(millimetres);
#elif CASE == 4
  const double wrong = distance(onTable, pixels);
#elif CASE == 5
  const TableView wrong(view.homography(), view.homography());
#endif
  return distance(onTable, millimetres);
}
