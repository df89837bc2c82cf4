#pragma once

#include <optional>
#include <vector>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/views/pointed_piece.h"
#include "ui/views/table_drawing.h"
#include "ui/window/piece_art.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The board as the tracker believes it, drawn straight from above and turned as the camera sees it. A click on a box
/// offers what else may lie there.
class BoardView {
 public:
  explicit BoardView(PieceArt& art) : art_(art), table_(art) {}

  /// `seen`: the latest reading, for its second guesses; null where there is none. `correctable`: boxes can
  /// be clicked. `breach`: the one whose place is marked; null where there is none. `turn`: of the drawing.
  Requests draw(const Theme& theme, const Area& area, const GameSnapshot& game, const vision::View* seen,
                bool correctable, const TrackedEvent* breach, const Words& words, QuarterTurn turn = {});

  /// Asks what lies at that place of the table, as a click on it in the drawing does. `near`: what the answers are not
  /// to cover; nothing: the place in the drawing.
  void ask(const GameSnapshot& game, TablePoint at, std::optional<Area> near = std::nullopt);
  /// The same of what the camera's picture shows, beside where it is seen.
  void ask(const GameSnapshot& game, const PointedPiece& pointed, const Area& seen);
  /// Whether something is asked.
  bool asks() const { return asked_ || table_.asks(); }

 private:
  struct Geometry;
  Geometry geometryOf(const Theme& theme, const Area& area, const Grid& grid, QuarterTurn turn) const;
  void drawLabels(const Theme& theme, const Geometry& geometry) const;
  void drawBoxes(const Theme& theme, const Geometry& geometry, const GameSnapshot& game) const;
  void drawPieces(const Geometry& geometry, const GameSnapshot& game) const;
  void drawMarks(const Theme& theme, const Geometry& geometry, const GameSnapshot& game,
                 const TrackedEvent* breach) const;
  void catchClick(const Theme& theme, const Geometry& geometry);
  std::optional<CorrectBox> drawAnswers(const Theme& theme, const Area& box, const GameSnapshot& game,
                                        const vision::View* seen, const Words& words, QuarterTurn turn);

  PieceArt& art_;
  /// Instead of a board, in a game without one.
  TableDrawing table_;
  /// The box that is being corrected.
  std::optional<Cell> asked_;
  /// It is to be asked about with the next frame.
  bool toOpen_ = false;
  /// What the answers must not cover, where that is not the box of the drawing; and how large they were.
  std::optional<Area> near_;
  ImVec2 answersSize_{0, 0};
};

}  // namespace octo::ui
