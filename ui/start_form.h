#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tracker/vocabulary/event.h"
#include "ui/standing/words.h"
#include "ui/views/game_options.h"
#include "vision/locate/which_table.h"

namespace octo::ui {

/// What the start form holds, without how it looks: which game, who plays by which options, seen by what.
struct StartForm {
  static constexpr std::size_t kMostPlayers = 6;
  enum class Source { Camera, Recording, Stream };
  static constexpr std::size_t kSources = 3;

  GameId game = GameId::Octagone;
  int players = 2;
  /// Empty: not named.
  std::array<std::string, kMostPlayers> names;
  /// Who begins; nothing: that is found out.
  std::optional<int> first;
  /// What was chosen of the options, by game: whoever comes back to a game finds them as they were.
  std::map<GameId, std::map<std::string, ChosenOption>> options;
  /// The folder's name of the taught edition played with, by game; ours, or any deck, where there is none.
  std::map<GameId, std::string> editions;
  Source kind = Source::Camera;
  /// What was chosen last of each kind of source.
  std::array<std::string, kSources> places;

  /// As `openSource` takes it; empty where nothing was chosen.
  const std::string& source() const { return places[static_cast<std::size_t>(kind)]; }
  std::string& source() { return places[static_cast<std::size_t>(kind)]; }
  /// Of the game's option of that name.
  ChosenOption& chosen(const std::string& option) { return options[game][option]; }
  void choose(GameId chosen);
  /// What so many players cannot have is taken out: one sentence for each such thing.
  std::vector<std::string> choosePlayers(int count, const Words& words);
  /// Whether the form has that game, and a number of players that the table is for.
  bool fits(const vision::WhichTable& table) const;
  /// Takes the game over, and the fewest players that the table is for where the form has another number. The sentences
  /// are those of `choosePlayers`.
  std::vector<std::string> take(const vision::WhichTable& table, const Words& words);
  /// Players without a name are called by their number.
  GameHeader header(const Words& words) const;

  /// Without the name and password of a stream.
  Json toJson() const;
  /// What a form does not know or cannot have is left out: reading never fails.
  static StartForm fromJson(const Json& json);
  friend bool operator==(const StartForm&, const StartForm&) = default;
};

}  // namespace octo::ui
