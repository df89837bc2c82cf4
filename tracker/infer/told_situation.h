#pragma once

#include <memory>
#include <vector>

#include "tracker/infer/situation.h"

namespace octo::tracker::infer {

/// A game of which somebody says what happened: only that may happen next, in that order. What was taken back may be
/// left out, as it may not have been seen.
class ToldSituation final : public Situation {
 public:
  using Events = std::shared_ptr<const std::vector<Event>>;

  /// `events` as a record has them.
  ToldSituation(std::shared_ptr<const Situation> game, Events events, std::size_t next = 0);

  std::uint64_t hash() const override;
  int faces() const override { return game_->faces(); }
  Side sideOf(int player) const override { return game_->sideOf(player); }
  std::optional<int> toMove() const override { return game_->toMove(); }
  bool concerns(const SeenPiece& piece) const override { return game_->concerns(piece); }
  std::span<const ExpectedPiece> expected() const override { return game_->expected(); }
  std::vector<NextEvent> nextEvents(const Difference& difference) const override;
  NextEvent told(const Event& event) const override { return game_->told(event); }
  double chanceOf(const Sign& sign) const override { return game_->chanceOf(sign); }
  bool changesOnly(const Event& undone, const Event& event) const override { return game_->changesOnly(undone, event); }
  /// How many of the events have happened.
  std::size_t happened() const { return next_; }

 private:
  bool wasTakenBack() const { return next_ > 0 && (*events_)[next_ - 1].takenBack; }

  std::shared_ptr<const Situation> game_;
  Events events_;
  /// The event that happens next.
  std::size_t next_;
};

}  // namespace octo::tracker::infer
