#include "vision/read/coded/row_memory.h"

#include <algorithm>
#include <cmath>

namespace octo::vision {
namespace {

/// Millimetres and the cosine of an angle within which a row is the same.
constexpr double kSameRow = 5.0, kSameWay = 0.985;
/// Looks share light, focus and place: each further one counts as half a new one.
constexpr double kLaterLook = 0.5;
/// Of the looks, at least so many must have shown a row, counted with one more on both sides.
constexpr double kLeastPresence = 0.5;

cv::Point2d middleOf(const FoundRow& row) {
  return {(row.seen[0].x + row.seen[1].x) / 2, (row.seen[0].y + row.seen[1].y) / 2};
}

cv::Point2d wayOf(const FoundRow& row) {
  const cv::Point2d way(row.seen[1].x - row.seen[0].x, row.seen[1].y - row.seen[0].y);
  return way * (1 / std::max(1e-9, cv::norm(way)));
}

}  // namespace

RowMemory::Known* RowMemory::same(const FoundRow& row) {
  const auto found = std::find_if(known_.begin(), known_.end(), [&](const Known& known) {
    return known.row.face == row.face && cv::norm(middleOf(known.row) - middleOf(row)) < kSameRow &&
           wayOf(known.row).dot(wayOf(row)) > kSameWay;
  });
  return found == known_.end() ? nullptr : &*found;
}

void RowMemory::add(Known& known, const FoundRow& row) {
  known.doubt *= std::pow(1 - row.sure, known.seen == 0 ? 1.0 : kLaterLook);
  if (known.seen == 0 || row.sure >= known.row.sure) known.row = row;
  ++known.seen;
  known.lost = known.covered = known.seenOtherwise = false;
}

void RowMemory::rest(const std::vector<FoundRow>& found, const IsSo& mayHaveChanged) {
  for (Known& known : known_) {
    known.lost = known.unexplained || known.seenOtherwise || mayHaveChanged(known.row);
    known.covered = false;
    if (known.lost) known.looks = known.seen;  // each rest is counted by itself
  }
  look(found, [](const FoundRow&) { return false; });
}

void RowMemory::settle(const IsSo& isCovered, const IsSo& isSeenOtherwise) {
  for (Known& known : known_) {
    known.covered = known.lost && isCovered(known.row);
    known.seenOtherwise = known.covered && (known.seenOtherwise || isSeenOtherwise(known.row));
  }
  std::erase_if(known_, [](const Known& known) { return known.lost && !known.covered; });
  for (Known& known : known_) known.unexplained = !known.lost && isCovered(known.row);
}

std::vector<FoundRow> RowMemory::toBeFoundAgain() const {
  std::vector<FoundRow> rows;
  for (const Known& known : known_)
    if (known.seenOtherwise) rows.push_back(known.row);
  return rows;
}

void RowMemory::look(const std::vector<FoundRow>& found, const IsSo& wasLookedAt) {
  std::vector<bool> counted(known_.size(), false);
  for (std::size_t i = 0; i < known_.size(); ++i) counted[i] = wasLookedAt(known_[i].row);
  for (std::size_t i = 0; i < counted.size(); ++i) known_[i].looks += counted[i] ? 1 : 0;
  for (const FoundRow& row : found) {
    if (Known* known = same(row)) {
      const auto at = static_cast<std::size_t>(known - known_.data());
      if (at < counted.size() && !counted[at]) ++known->looks, counted[at] = true;
      add(*known, row);
      continue;
    }
    Known known{row};
    known.looks = 1;
    add(known, row);
    known_.push_back(known);
  }
}

std::vector<RowMemory::Kept> RowMemory::rows() const {
  std::vector<Kept> rows;
  for (const Known& known : known_) {
    const double presence = (known.seen + 1.0) / (known.looks + 1.0);
    if (known.lost || known.covered || presence < kLeastPresence) continue;
    rows.push_back({known.row, std::min(1.0, presence)});
    rows.back().row.sure = 1 - known.doubt;
  }
  return rows;
}

std::vector<FoundRow> RowMemory::there() const {
  std::vector<FoundRow> rows;
  for (const Known& known : known_) rows.push_back(known.row);
  return rows;
}

bool RowMemory::inDoubt() const {
  return std::any_of(known_.begin(), known_.end(),
                     [](const Known& known) { return known.covered || known.seen < known.looks; });
}

}  // namespace octo::vision
