#pragma once

#include <string>
#include <vector>

#include "tracker/vocabulary/game_id.h"
#include "tracker/vocabulary/json.h"

namespace octo::ui {

/// One value of an option as a person chooses it.
struct OptionValue {
  std::string label;
  Json value;
};

/// An option of a game; the first value is the default.
struct GameOption {
  std::string key;
  std::string label;
  std::vector<OptionValue> values;
};

/// What players can choose before a game, as the start screen offers it.
struct GameChoices {
  std::vector<int> players;
  std::vector<GameOption> options;
};

/// Nothing to choose (no numbers of players) for a game that the window cannot start yet.
const GameChoices& choicesOf(GameId game);

}  // namespace octo::ui
