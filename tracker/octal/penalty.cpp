#include "tracker/octal/penalty.h"

#include <algorithm>

namespace octo::tracker::octal {

int cardsDrawn(Penalty penalty) {
  switch (penalty) {
    case Penalty::AllLast:
      return 3;
    case Penalty::Octo:
      return 2;
  }
  return 0;
}

int handAfter(int hand, int cardsLaid) { return std::max(0, hand - cardsLaid); }

std::optional<Penalty> penaltyFor(int hand, int cardsLaid, bool lastIsAll, bool octo) {
  const int left = handAfter(hand, cardsLaid);
  if (left == 0 && lastIsAll) return Penalty::AllLast;
  if (left == 1 && hand >= 2 && !octo) return Penalty::Octo;
  return std::nullopt;
}

}  // namespace octo::tracker::octal
