#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "vision/edition/edition.h"
#include "vision/edition/reference_card.h"

namespace octo::vision {

/// A sheet of paper, upright, mm.
struct Paper {
  std::string_view name;
  double widthMm;
  double heightMm;
};

/// "a4", "letter", "a3" or "a2".
std::optional<Paper> parsePaper(std::string_view name);

struct PrintOptions {
  Paper paper;
  /// After every sheet of pieces the sheet of their backs, mirrored, for printing on both sides: paper flipped on its
  /// long edge.
  bool backs = false;
  /// Which of the game's mats to print too, at the end; a board is always printed.
  std::optional<Face> mat;
  /// A page of these after pieces and markers, one for each of as many players as can play.
  std::optional<ReferenceCard> reference = {};
};

/// A print edition as a vector PDF true to scale, every page of the paper's size (a board's pages lie sideways): a page
/// of instructions, one of the tables, the pieces with cutting ticks and 3 mm of bleed, the markers, reference cards,
/// and the board or mat on as many sheets as it takes. The same edition and options give the same bytes. Throws
/// std::runtime_error.
std::string printSheets(const Edition& edition, std::string_view title, const PrintOptions& options);

}  // namespace octo::vision
