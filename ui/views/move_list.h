#pragma once

#include <optional>
#include <vector>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/move_words.h"
#include "ui/standing/words.h"
#include "ui/views/table_turn.h"
#include "ui/window/piece_art.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The moves of a game, newest at the end: who, what, and what is to be said of it. Stays at the end while a
/// live game grows, unless someone has scrolled away.
class MoveList {
 public:
  explicit MoveList(PieceArt& art) : art_(art) {}

  /// What a click on a move does: shows the game after it (a stored game), or asks what it was really.
  enum class Click { Steps, Corrects };

  /// `spoken`: of each event of the game. `turn`: how its board is shown, and so its arrows.
  Requests draw(const Theme& theme, const Area& area, const GameSnapshot& game, const std::vector<SpokenEvent>& spoken,
                const Words& words, Click click, QuarterTurn turn = {});

  /// Asks what that move was really, as a click on it does.
  void ask(int n) { toAsk_ = n; }

 private:
  Requests drawRows(const Theme& theme, const GameSnapshot& game, const std::vector<SpokenEvent>& spoken,
                    const Words& words, Click click, QuarterTurn turn);
  Requests drawAnswers(const Theme& theme, const GameSnapshot& game, const std::vector<SpokenEvent>& spoken,
                       const Words& words);

  PieceArt& art_;
  /// The move that is being corrected.
  std::optional<int> asked_;
  /// It is to be asked about with the next frame.
  std::optional<int> toAsk_;

  std::size_t shown_ = 0;
  int played_ = -1;
  /// Of the panel when it was drawn last.
  float height_ = 0;
};

}  // namespace octo::ui
