#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/views/game_options.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// What nobody can see, a click each: the sentences that make sense now, whose turn it is, and how the game is played.
class SayView {
 public:
  /// Pixels that the buttons take in that width.
  float height(const Theme& theme, const GameSnapshot& game, const Words& words, float width) const;
  Requests draw(const Theme& theme, const Area& area, const GameSnapshot& game, const Words& words);

  /// The names typed, for their letters.
  std::string typed() const;

 private:
  /// What is being changed of the game's header.
  struct Form {
    std::vector<std::string> players;
    std::optional<int> first;
    std::vector<std::pair<std::string, ChosenOption>> options;
    /// Of each pair the player with the second joker; -1 where nobody knows.
    std::array<int, 2> extraJokers{-1, -1};
  };

  void openForm(const GameSnapshot& game);
  Requests drawTurn(const Theme& theme, const GameSnapshot& game, const Words& words) const;
  Requests drawForm(const Theme& theme, const GameSnapshot& game, const Words& words);
  void drawOptions(const Theme& theme, const GameSnapshot& game, const Words& words);
  void drawExtraJokers(const Theme& theme, const Words& words);
  tracker::HeaderChange change(const GameHeader& header) const;

  Form form_;
};

}  // namespace octo::ui
