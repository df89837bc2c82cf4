#pragma once

#include <string>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "ui/snapshot.h"

namespace octo::ui {

/// A piece that a line of the sheet tells of; one that does not count is drawn faintly.
struct SheetPiece {
  Face face;
  bool counts = true;
};

/// One line: what it is, why it counts as it does, and what it adds.
struct SheetLine {
  std::string text;
  /// Empty where the line only explains.
  std::string figure = {};
  std::vector<SheetPiece> pieces = {};
};

/// A player's part of the sheet, or a pair's.
struct SheetPart {
  std::string title;
  std::string figure;
  bool won = false;
  std::vector<SheetLine> lines = {};
};

/// What everybody has and why: shown while a game is played and at its end, in words of one language.
struct ScoreSheet {
  std::string title;
  /// How the game ended, or what wins.
  std::vector<std::string> lead;
  std::vector<SheetPart> parts;
  /// How equal ones are told apart, and what is not known.
  std::vector<std::string> notes;
};

/// What the snapshot does not tell is left out. `language` as of `tracker::languages()`.
ScoreSheet scoreSheetOf(const GameSnapshot& game, const std::string& language);

/// What the table is worth as the camera sees it now, without how it came to that (`tracker::tally`); it says what that
/// assumes and what could not be read. `seen`: what lies there.
ScoreSheet tableSheetOf(const GameSnapshot& game, const std::vector<SeenPiece>& seen, const std::string& language);

/// All its text.
std::string textOf(const ScoreSheet& sheet);

}  // namespace octo::ui
