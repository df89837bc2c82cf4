#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "tracker/infer/situation.h"

namespace octo::tracker::infer {

/// A game of which somebody says what happened: only that may happen next, in that order, and what is no event of the
/// game or cannot be named yet. What was taken back may be left out, as it may not have been seen.
class ToldSituation final : public Situation {
 public:
  /// Whether an event of the game's situation is the one told.
  using IsSame = std::function<bool(const Event& event, const Event& told)>;
  struct Told {
    /// As a record has them.
    std::vector<Event> events;
    IsSame isSame = sameMove;
  };

  ToldSituation(std::shared_ptr<const Situation> game, std::shared_ptr<const Told> told, std::size_t next = 0);

  std::uint64_t hash() const override;
  int faces() const override { return game_->faces(); }
  Side sideOf(int player) const override { return game_->sideOf(player); }
  std::optional<int> toMove() const override { return game_->toMove(); }
  bool concerns(const SeenPiece& piece) const override { return game_->concerns(piece); }
  std::span<const ExpectedPiece> expected() const override { return game_->expected(); }
  std::vector<NextEvent> nextEvents(const Difference& difference, double least) const override;
  std::vector<NextEvent> turnsOut(const NextEvent& open, const Difference& difference, double least) const override;
  std::optional<Event> meant(const NextEvent& open) const override { return game_->meant(inGame(open)); }
  NextEvent told(const Event& event) const override { return game_->told(event); }
  double chanceOf(const Sign& sign) const override { return game_->chanceOf(sign); }
  bool changesOnly(const Event& undone, const Event& event) const override { return game_->changesOnly(undone, event); }
  /// How many of the events have happened.
  std::size_t happened() const { return next_; }

 private:
  bool wasTakenBack() const { return next_ > 0 && told_->events[next_ - 1].takenBack; }
  static NextEvent inGame(NextEvent event);
  std::vector<NextEvent> thoseTold(std::vector<NextEvent> events) const;

  std::shared_ptr<const Situation> game_;
  std::shared_ptr<const Told> told_;
  /// The event that happens next.
  std::size_t next_;
};

}  // namespace octo::tracker::infer
