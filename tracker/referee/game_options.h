#pragma once

#include <string>
#include <vector>

#include "tracker/vocabulary/event.h"

namespace octo::tracker {

/// A number of players from `fewest` to `most`.
struct PlayerRange {
  int fewest = 1;
  int most = 99;
  bool contains(int players) const { return fewest <= players && players <= most; }
};

struct OptionChoice {
  Json value;
  /// A game of another number of players cannot be played so: the referee refuses the header.
  PlayerRange possible = {};
  /// The rulebook knows it for these numbers of players: others are not asked.
  PlayerRange offered = {};
};

/// An option of the rules page.
struct GameOption {
  std::string name;
  /// All values that there are. Where the header says nothing the first counts, or the first that is possible for
  /// that number of players.
  std::vector<OptionChoice> choices;
  /// The table shows it, so that a follower can find it out where the header says nothing.
  bool seenOnTable = false;
};

/// How a game can be played: the one list of what command line and window offer and accept. How an option is understood
/// is the referee's business (`tracker/GAME/state.cpp`).
struct GameChoices {
  /// Numbers of players, rising.
  std::vector<int> players;
  std::vector<GameOption> options;

  /// The option of that name, or nullptr.
  const GameOption* option(std::string_view name) const;
};

const GameChoices& choicesOf(GameId game);

/// The values that can be chosen with so many players, the default first.
std::vector<OptionChoice> offered(const GameOption& option, int players);

/// What a person asked for and the game does not have: a number of players, an option's name, a value, or a value that
/// so many players cannot have. A sentence that lists what there is; empty where all is well. `options` is an object as
/// in a record's header.
std::string troubleWith(GameId game, int players, const Json& options);

}  // namespace octo::tracker
