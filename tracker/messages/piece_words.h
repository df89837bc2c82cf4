#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tracker/vocabulary/game_id.h"
#include "tracker/vocabulary/json.h"

namespace octo::tracker {

/// Pieces and places as players call them, in one language: what a record writes as `7C`, `s2`, `p3.2`, `red:5`, `NE`
/// or `r4` is "7♣", "the middle octopus", "Gül's second octopus", "red 5", "↗", "4♥–8♥".
class PieceWords {
 public:
  PieceWords(GameId game, std::vector<std::string> players, std::string language);

  /// The state (`Match::describe`) in which names are meant: it tells which cards a run of Octa has, and which card
  /// lies on a place of its pot. Without it a run has its number, a place its own.
  void know(const Json& state);

  /// A name of a record, or several with ", " or a blank between them; what is no name stays as it is.
  std::string spoken(std::string_view name) const;
  /// Where in Oct8 the head of a slot lies: "the middle slot".
  std::string slot(std::string_view name) const;
  /// The card on a place of Octa's pot, or the place's number where none is known to lie there.
  std::string potPlace(int place) const;
  /// A player's name; "Player 2" where the record has none.
  std::string player(int player) const;
  /// A run of Octa by the cards that it has, or by its number; empty for what is no run's name.
  std::string run(std::string_view name) const;

  /// The game's sentence of that key, and whether there is one.
  std::string say(const std::string& key, std::vector<std::pair<std::string, std::string>> values = {}) const;
  bool has(const std::string& key) const;
  /// The word "word.<name>", such as a colour's; the name itself where there is none.
  std::string word(std::string_view name) const;

 private:
  std::string one(std::string_view name) const;

  GameId game_;
  std::vector<std::string> players_;
  std::string language_;
  std::map<std::string, std::string, std::less<>> runs_;
  std::vector<std::string> pot_;
};

}  // namespace octo::tracker
