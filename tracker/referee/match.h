#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tracker/referee/rules.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker {

/// A game being refereed: the fold of its header and its events. A value: copying it is how one looks ahead.
class Match {
 public:
  /// How verdicts call pieces and places: as records do ("s2", "7C"), or as players do (`PieceWords`).
  enum class Names { Recorded, Spoken };

  /// Throws Malformed where the header does not fit its game.
  explicit Match(const GameHeader& header, std::string language = "en", Names names = Names::Recorded);
  Match(const Match& other);
  Match(Match&&) noexcept;
  Match& operator=(const Match& other);
  Match& operator=(Match&&) noexcept;
  ~Match();

  /// Throws Malformed unless the event is well formed for this game; depends on the header only.
  void check(const Event& event) const;
  /// What `play` would say; changes nothing. Throws Malformed.
  Verdict judge(const Event& event) const;
  /// Judges the next event and applies it where it is legal, stands or is a penalty, unless it was taken back.
  /// Throws Malformed, and then nothing has changed.
  Verdict play(const Event& event);

  /// Number of events played.
  int events() const;
  bool over() const;
  Result result() const;
  std::optional<int> toMove() const;
  std::vector<MoveShape> options() const;
  /// The public state, in the game's own words.
  Json describe() const;

  /// Same game, same state (however it came about).
  friend bool operator==(const Match& a, const Match& b);

  class Game;

 private:
  std::string because(const Message& message) const;

  std::unique_ptr<Game> game_;
  std::vector<std::string> players_;
  std::string language_;
  Names names_ = Names::Recorded;
  /// Numbers of the events that a later one has exposed: each is told once, also by an event that was taken back.
  std::set<int> exposed_;
  int events_ = 0;
};

}  // namespace octo::tracker
