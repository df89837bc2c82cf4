#pragma once

#include <optional>
#include <vector>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/views/table_turn.h"
#include "ui/window/piece_art.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// A card game's table straight from above, turned as the camera sees it: its zones, whose they are, and the pieces as
/// the tracker believes them; where it believes nothing yet, as they are seen. The last move is marked. A click on a
/// piece offers what else it may be.
class TableDrawing {
 public:
  explicit TableDrawing(PieceArt& art) : art_(art) {}

  /// `seen`: the latest reading; null where there is none. `correctable`: pieces can be clicked. `breach`: the one
  /// whose place is marked; null where there is none.
  Requests draw(const Theme& theme, const Area& area, const GameSnapshot& game, const vision::View* seen,
                bool correctable, const TrackedEvent* breach, const Words& words, QuarterTurn turn);

  /// Asks what the piece there is, as a click on it does. `near`: what the answers are not to cover; nothing: the piece
  /// in the drawing.
  void ask(TablePoint at, std::optional<Area> near);
  /// Asks what that piece is, as it was read and wherever the drawing has it.
  void ask(const tracker::LyingPiece& piece, const Area& near);
  bool asks() const { return asked_ || toAsk_ || pieceToAsk_; }

 private:
  struct Projection;
  Projection projectionOf(const Area& area, const Layout& layout, QuarterTurn turn) const;
  void drawZones(const Theme& theme, const Projection& project, const Layout& layout) const;
  void drawNames(const Theme& theme, const Projection& project, const GameSnapshot& game) const;
  void catchClick(const Projection& project, const std::vector<tracker::LyingPiece>& pieces);
  std::optional<TellPiece> drawAnswers(const Theme& theme, const Area& piece, const GameSnapshot& game,
                                       const vision::View* seen, const Words& words);

  PieceArt& art_;
  /// The piece that is being corrected.
  std::optional<tracker::LyingPiece> asked_;
  /// Where a piece is to be asked about with the next frame.
  std::optional<TablePoint> toAsk_;
  /// The same piece by piece.
  std::optional<tracker::LyingPiece> pieceToAsk_;
  /// What the answers must not cover, where that is not the piece in the drawing; and how large they were.
  std::optional<Area> near_;
  ImVec2 answersSize_{0, 0};
};

}  // namespace octo::ui
