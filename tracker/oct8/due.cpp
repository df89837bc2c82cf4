#include "tracker/oct8/due.h"

#include <algorithm>

#include "tracker/oct8/judge.h"

namespace octo::tracker::oct8 {
namespace {

std::string counted(const char* what, int count) { return std::string(what) + "-" + std::to_string(count); }

/// Collects what is due in the turn in progress.
class DueList {
 public:
  explicit DueList(const State& state) : state_(state), turn_(state.turn), seat_(state.seat(state.turn.player)) {}

  std::vector<std::string> all() {
    if (!turn_.drawn && !turn_.acted && state_.armDeck > 0) due_.emplace_back("turn-draw");
    if (!turn_.drawIsDue() && !turn_.ending && turn_.actions > 0) due_.push_back(counted("actions", turn_.actions));
    if (turn_.isWhole()) addEndOfTurn();
    if (state_.turnsLeft) due_.push_back(counted("last-round", *state_.turnsLeft));
    return std::move(due_);
  }

 private:
  bool isLegal(const Move& move) const { return !judgeMove(state_, turn_.player, move).breach; }

  void addEndOfTurn() {
    if (seat_.onField() > kFieldLimit) due_.push_back(counted("ship", seat_.onField() - kFieldLimit));
    if (seat_.hand > kHandLimit) due_.push_back(counted("discard", seat_.hand - kHandLimit));
    for (int index = 0; index < kSlots; ++index)
      if (takesHead(Slot{index})) due_.push_back("refill-" + name(Slot{index}));
    if (isLegal(EndTurn{})) due_.emplace_back("end-turn");
  }

  bool takesHead(Slot slot) const {
    return std::any_of(kColours.begin(), kColours.end(), [&](Colour head) { return isLegal(Refill{slot, head}); });
  }

  const State& state_;
  const Turn& turn_;
  const Seat& seat_;
  std::vector<std::string> due_;
};

}  // namespace

std::vector<std::string> whatIsDue(const State& state) {
  if (state.over()) return {};
  return DueList(state).all();
}

}  // namespace octo::tracker::oct8
