#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tracker/vocabulary/game_id.h"
#include "tracker/vocabulary/json.h"

namespace octo {

/// A record, or a part of one, that does not say what it must. The message says what was expected; whoever knows the
/// file and the line puts them before it.
class Malformed : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The head of a game record (rules page, "Game records").
struct GameHeader {
  GameId game = GameId::Octagone;
  std::vector<std::string> players;
  int first = 0;
  /// Objects; empty where the record has none. Whether they fit the game is the game's business.
  Json options = Json::object();
  Json setup = Json::object();
  /// Fields that no reader knows, kept for writing.
  Json extra = Json::object();

  /// Throws Malformed.
  static GameHeader fromJson(const Json& line);
  Json toJson() const;
};

/// One thing that was done, in the words of the record: `do` and its fields.
struct Event {
  /// Who did it, from 0; absent for what nobody does (`reshuffle`).
  std::optional<int> player;
  /// `do`.
  std::string action;
  /// All other fields in the order they were written, known and unknown.
  Json fields = Json::object();
  bool stands = false;
  bool takenBack = false;

  /// Checks what holds for every game: an object, `do` a string, `player` a whole number, `stands` and `taken_back`
  /// true or false. Throws Malformed.
  static Event fromJson(const Json& line);
  Json toJson() const;

  friend bool operator==(const Event&, const Event&) = default;
};

/// The event without what became of it: neither stands nor taken back.
Event plainly(Event event);

/// Whether they are the same but for what became of them.
bool sameMove(const Event& one, const Event& other);

/// That an earlier event, judged legal then, was not.
struct Exposure {
  std::string rule;
  /// Its number in the record, from 1.
  int n;
  friend bool operator==(const Exposure&, const Exposure&) = default;
};

/// What the referee says of one event.
struct Verdict {
  bool legal = true;
  /// Rule id and a sentence for players; both empty when legal.
  std::string rule;
  std::string because;
  std::vector<Exposure> exposes;
  /// The event changed the state (legal, or a breach that stands or is a penalty, and not taken back).
  bool applied = true;

  /// As the referee prints it, without the event's number.
  Json toJson() const;
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// How a game stands or ended.
struct Result {
  bool over = false;
  /// Rule id of the ending; empty while the game runs.
  std::string reason;
  std::vector<int> hands;
  std::vector<int> scores;
  /// Player numbers; empty while the game runs.
  std::vector<int> winners;
  /// Oct8: players whose octopus colour was not told (they get no bonus).
  std::vector<int> unrevealed;

  Json toJson() const;
  friend bool operator==(const Result&, const Result&) = default;
};

}  // namespace octo
