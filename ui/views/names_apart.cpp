#include "ui/views/names_apart.h"

#include <algorithm>

namespace octo::ui {
namespace {

bool liesUpon(const Area& left, const Area& right, float gap) {
  return left.at.y < right.bottom() && right.at.y < left.bottom() && left.right() + gap > right.at.x;
}

}  // namespace

void moveApart(std::vector<Area>& names, float gap) {
  std::vector<Area*> fromLeft;
  for (Area& name : names) fromLeft.push_back(&name);
  std::stable_sort(fromLeft.begin(), fromLeft.end(),
                   [](const Area* a, const Area* b) { return a->at.x + a->right() < b->at.x + b->right(); });
  // Who is moved may come to lie upon the next one.
  for (std::size_t pass = 0; pass < 4 * names.size(); ++pass)
    for (std::size_t left = 0; left < names.size(); ++left)
      for (std::size_t right = left + 1; right < names.size(); ++right) {
        if (!liesUpon(*fromLeft[left], *fromLeft[right], gap)) continue;
        const float lacking = fromLeft[left]->right() + gap - fromLeft[right]->at.x;
        fromLeft[left]->at.x -= lacking / 2;
        fromLeft[right]->at.x += lacking / 2;
      }
}

}  // namespace octo::ui
