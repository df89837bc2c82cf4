#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/views/game_options.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// A new game: which, who plays, by which options, seen by what. And games that were cut off, to go on with.
class StartScreen {
 public:
  /// `trouble`: why the last start did not work; empty otherwise. `history` may be null while it is being
  /// read.
  Requests draw(const Theme& theme, const Area& area, const HistorySnapshot* history, const std::string& trouble);

  /// The game that is chosen.
  GameId game() const { return game_; }
  /// The texts that were typed, for their letters.
  std::string typed() const;

 private:
  void drawGame(const Theme& theme);
  void drawPlayers(const Theme& theme, float width);
  void drawOptions(const Theme& theme);
  void drawSource(const Theme& theme, float width);
  Requests drawUnfinished(const Theme& theme, const Area& area, const HistorySnapshot* history) const;
  void drawFirst(const Theme& theme);
  /// Takes out what cannot be with these players, and says so.
  void adjust();
  GameHeader header() const;
  std::string source() const;

  static constexpr std::size_t kMostPlayers = 6;
  enum class SourceKind { Camera, File, Folder, Stream };

  GameId game_ = GameId::Octagone;
  int players_ = 2;
  std::array<std::string, kMostPlayers> names_;
  /// Who begins; nothing: that is found out.
  std::optional<int> first_;
  /// What was chosen of the game's options.
  std::map<std::string, ChosenOption> options_;
  /// What the latest change of the players changed beside.
  std::string adjusted_;
  SourceKind kind_ = SourceKind::Camera;
  std::array<std::string, 4> places_{"0", "", "", ""};
};

}  // namespace octo::ui
