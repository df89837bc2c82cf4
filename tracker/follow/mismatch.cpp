#include "tracker/follow/mismatch.h"

#include <utility>

namespace octo::tracker {
namespace {

/// Where the likeliest game leaves something unexplained for so many rests in a row, people are asked.
constexpr int kPatience = 3;

}  // namespace

void Mismatch::clear() {
  other_.reset();
  goesOn_.reset();
  doubts_.clear();
}

void Mismatch::showOther(const Observation& look, std::optional<TakenTable> goesOn, std::vector<Doubt> doubts) {
  other_ = look;
  ask(std::move(doubts), std::move(goesOn));
}

bool Mismatch::hasLasted(std::size_t unexplained, bool again, bool first) {
  if (unexplained == 0)
    puzzled_ = 0;
  else if (first)
    puzzled_ = kPatience;
  else if (!again)
    ++puzzled_;
  return puzzled_ >= kPatience;
}

void Mismatch::ask(std::vector<Doubt> doubts, std::optional<TakenTable> goesOn) {
  doubts_ = std::move(doubts);
  goesOn_ = std::move(goesOn);
}

void Mismatch::settle() {
  doubts_.clear();
  puzzled_ = 0;
}

TakenTable Mismatch::take() {
  TakenTable taken = *std::move(goesOn_);
  clear();
  settle();
  return taken;
}

std::vector<Difference> Mismatch::differences(const Position* game, const PinnedFaces& pins) const {
  std::vector<Difference> differences;
  if (other_ && game) differences = game->otherTable(pins.apply(*other_));
  if (other_ && !game)
    for (const SeenPiece& piece : other_->pieces)
      if (!piece.face().isUnknown()) differences.push_back({piece.pose.at, {}, piece.face()});
  for (const Doubt& doubt : doubts_) {
    Difference difference{doubt.at};
    if (!doubt.answers.empty()) difference.seen = doubt.answers.front().face;
    differences.push_back(std::move(difference));
  }
  return differences;
}

}  // namespace octo::tracker
