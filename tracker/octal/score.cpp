#include "tracker/octal/score.h"

namespace octo::tracker::octal {

Result resultOf(const State& state) {
  Result result;
  if (state.counted)
    for (const Seat& seat : state.seats) result.hands.push_back(seat.hand);
  result.scores = result.hands;
  if (!state.over()) return result;
  result.over = true;
  result.reason = "octal.out";
  result.winners = state.finished;
  return result;
}

}  // namespace octo::tracker::octal
