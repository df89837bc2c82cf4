#pragma once

#include <array>
#include <vector>

#include "datasets/scene/random.h"
#include "tracker/octa/apply.h"
#include "tracker/octa/judge.h"
#include "tracker/vocabulary/event.h"

namespace octo::datasets {

/// A game of Octa with every card known, also the hidden ones: the referee's state, and what its counts stand for.
class OctaPiles {
 public:
  using Cards = std::vector<tracker::octa::Card>;

  /// Shuffles and deals.
  /// The options left out are left to chance.
  explicit OctaPiles(Random random, const Json& options = Json::object());

  const GameHeader& header() const { return header_; }
  const tracker::octa::State& state() const { return state_; }
  int toMove() const { return state_.turn.player; }
  const Cards& hand(int player) const { return hands_[static_cast<std::size_t>(player)]; }
  /// The last is on top.
  const Cards& discardPile() const { return discard_; }
  /// The next card of the action stack. There must be one.
  tracker::octa::Card nextAction() const { return actionStack_.back(); }
  /// The cards that come off the stock next, the first first; fewer where it has fewer.
  Cards nextOfStock(std::size_t count) const;
  /// What fills so many gaps of the pot: the discard pile from its top, then the stock.
  Cards nextFill(std::size_t gaps) const;

  tracker::Ruling judge(const tracker::octa::Move& move) const;
  /// Carries out what the player in turn does. Cards that the move names must be where they are taken from.
  void apply(const tracker::octa::Move& move);

 private:
  /// The card that lies face down in a place of a run.
  struct Closed {
    int run;
    int value;
    tracker::octa::Card card;
  };

  Cards& handInTurn() { return hands_[static_cast<std::size_t>(toMove())]; }
  void draw(std::size_t count);
  void fill(std::size_t count);
  void openedAt(const tracker::octa::State& before, int run);

  void move(const tracker::octa::Draw&);
  void move(const tracker::octa::TurnAction&);
  void move(const tracker::octa::Jack&);
  void move(const tracker::octa::Queen&);
  void move(const tracker::octa::KingFromStock&);
  void move(const tracker::octa::KingFromDiscard&);
  void move(const tracker::octa::Meld&);
  void move(const tracker::octa::TakeLine&);
  void move(const tracker::octa::TakeRun&);
  void move(const tracker::octa::Swap&);
  void move(const tracker::octa::Extend&);
  void move(const tracker::octa::Replace&);
  void move(const tracker::octa::Discard&);
  void move(const tracker::octa::EndTurn&) {}
  void move(const tracker::octa::Restock&);
  void move(const tracker::octa::ReshuffleActions&);
  /// No script takes a table over.
  void move(const tracker::octa::TakePosition&) {}

  Random random_;
  std::array<Cards, tracker::octa::kPlayers> hands_;
  /// The last of each is on top.
  Cards stock_, discard_, actionStack_, aside_;
  std::vector<Closed> closed_;
  GameHeader header_;
  tracker::octa::State state_;
};

}  // namespace octo::datasets
