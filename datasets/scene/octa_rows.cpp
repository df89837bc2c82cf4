#include "datasets/scene/octa_rows.h"

#include <algorithm>

namespace octo::datasets {
namespace {

constexpr double kCard = 63;
/// Between the edges of two runs: what people leave, and what they leave at least.
constexpr double kGap = 22, kLeastGap = 9;

}  // namespace

double OctaRows::Lying::width() const { return kCard + kStep * (cards - 1); }

std::size_t OctaRows::find(int run) const {
  const auto found = std::find_if(lying_.begin(), lying_.end(), [run](const Lying& each) { return each.run == run; });
  return static_cast<std::size_t>(found - lying_.begin());
}

double OctaRows::up(int run) const { return height_ * (lying_[find(run)].row == 0 ? 0.25 : -0.25); }

std::vector<OctaRows::Lying*> OctaRows::inRow(int row) {
  std::vector<Lying*> runs;
  for (Lying& each : lying_)
    if (each.row == row) runs.push_back(&each);
  std::sort(runs.begin(), runs.end(), [](const Lying* a, const Lying* b) { return a->left < b->left; });
  return runs;
}

/// Of the row's width, with the least gaps between runs.
double OctaRows::taken(int row) const {
  double sum = 0;
  for (const Lying& each : lying_)
    if (each.row == row) sum += each.width() + kLeastGap;
  return sum;
}

double OctaRows::rightEnd(int row) const {
  double end = -width_ / 2 - kGap;
  for (const Lying& each : lying_)
    if (each.row == row) end = std::max(end, each.left - kCard / 2 + each.width());
  return end;
}

void OctaRows::add(int run, int cards) {
  Lying added{run, cards, 0, 0};
  const auto roomAtEnd = [&](int row) { return width_ / 2 - rightEnd(row) - kGap >= added.width(); };
  const auto room = [&](int row) { return width_ - taken(row); };
  const bool first = roomAtEnd(0) || (!roomAtEnd(1) && room(0) >= room(1));
  added.row = first ? 0 : 1;
  added.left = rightEnd(added.row) + kGap + kCard / 2;
  lying_.push_back(added);
  settle(added.row);
}

void OctaRows::resize(int run, int cards, int below) {
  Lying& changed = lying_[find(run)];
  changed.cards = cards;
  changed.left -= kStep * below;
  if (taken(changed.row) - kLeastGap > width_ && taken(1 - changed.row) + changed.width() <= width_) {
    changed.left = rightEnd(1 - changed.row) + kGap + kCard / 2;
    changed.row = 1 - changed.row;
  }
  settle(changed.row);
}

void OctaRows::remove(int run) {
  std::erase_if(lying_, [run](const Lying& each) { return each.run == run; });
}

/// Pushes runs to the right until none overlap, then to the left until all are in the row.
void OctaRows::settle(int row) {
  const std::vector<Lying*> runs = inRow(row);
  double from = -width_ / 2;
  for (Lying* each : runs) {
    each->left = std::max(each->left, from + kCard / 2);
    from = each->left - kCard / 2 + each->width() + kLeastGap;
  }
  double to = width_ / 2;
  for (auto each = runs.rbegin(); each != runs.rend(); ++each) {
    (*each)->left = std::min((*each)->left, to - (*each)->width() + kCard / 2);
    to = (*each)->left - kCard / 2 - kLeastGap;
  }
}

}  // namespace octo::datasets
