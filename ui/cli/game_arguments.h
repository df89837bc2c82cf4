#pragma once

#include <optional>
#include <string>

#include "tracker/vocabulary/event.h"

namespace CLI {
class App;
}

namespace octo::ui {

/// Which game, who plays and by which options, as a command line says it.
struct GameArguments {
  std::string game;
  /// "Ann,Ben"; empty for two nameless ones.
  std::string players;
  /// "part=1,lady=marks".
  std::string options;
  /// The starting player; absent where the table tells.
  std::optional<int> first;
};

/// Adds --game, --players, --options and --first.
void addGameArguments(CLI::App& command, GameArguments& arguments);

/// What --game says. Throws BadInput.
GameId gameOf(const std::string& text);
GameId gameOf(const GameArguments& arguments);

/// "part=1,lady=marks" as the options of a header. Throws BadInput where it is no such list.
Json optionsOf(const std::string& list);

/// Throws BadInput, with a list of what there is, where the game has no such number of players, option or value.
void checkPlayable(GameId game, int players, const Json& options);

/// Throws BadInput where names, options or the first player are not the game's, with what was expected.
GameHeader headerOf(const GameArguments& arguments);

}  // namespace octo::ui
