#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/history/game_filter.h"
#include "ui/history/statistics.h"
#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The stored games: searched, sorted, opened with a click, noted on, deleted and brought back; and their statistics.
class GameList {
 public:
  /// `history` and `statistics` are null while they are being read. `followed`: the number of the game that is being
  /// followed, which is not deleted; 0 for none.
  Requests draw(const Theme& theme, const Area& area, const HistorySnapshot* history, const Statistics* statistics,
                std::int64_t followed, const Words& words);

  /// The texts that were typed, for their letters.
  std::string typed() const { return filter_.text + notes_ + newName_; }

 private:
  enum class Shows { Games, Bin, Statistics };
  void drawTabs(const Theme& theme, const HistorySnapshot& history, const Words& words);
  void drawFilter(const Theme& theme, const Words& words);
  /// The columns of the list and how high its rows are: the short columns as wide as what stands in them, the players
  /// and the result in what is left, in as many lines as they need.
  struct Table;
  void drawTitles(const Theme& theme, const Table& table, const Words& words);
  void drawRows(const Theme& theme, const Table& table, const std::vector<db::GameSummary>& games,
                std::int64_t followed, const Words& words, Requests& requests);
  void drawMenu(const Theme& theme, const db::GameSummary& game, std::int64_t followed, const Words& words,
                Requests& requests);
  void drawBinFoot(const Theme& theme, const Words& words, Requests& requests) const;
  void drawUndo(const Theme& theme, const Words& words, Requests& requests);
  void drawNotes(const Theme& theme, const Words& words, Requests& requests);
  void drawRename(const Theme& theme, const Words& words, Requests& requests);

  Shows shows_ = Shows::Games;
  GameFilter filter_;
  /// Of the last days; 0 for any time.
  int days_ = 0;
  /// Deleted last, to be undone.
  std::vector<std::int64_t> deleted_;
  /// Whose notes or names are being changed.
  std::optional<db::GameSummary> edited_;
  std::string notes_, oldName_, newName_;
  bool openNotes_ = false, openRename_ = false;
  /// Statistics: of whom; empty for everybody.
  std::string player_;
  GameId statisticsOf_ = GameId::Octagone;
};

/// How a game went for its players: bars and curves. `game` and `player` are what was chosen, and are changed by
/// clicks.
void drawStatistics(const Theme& theme, const Statistics& statistics, GameId& game, std::string& player,
                    const Words& words);

}  // namespace octo::ui
