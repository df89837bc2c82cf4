#include "tracker/follow/position.h"

namespace octo::tracker {

void playIn(Position& position, const Event& event) {
  if (event.takenBack) return;
  if (event.stands || !position.judge(event).isBreach()) position.apply(event);
}

}  // namespace octo::tracker
