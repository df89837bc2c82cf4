#pragma once

#include <functional>
#include <string_view>

#include "vision/edition/edition.h"
#include "vision/edition/paint.h"
#include "vision/edition/seed.h"

/// What the cards of our editions have in common: size, frame, the row of dots, and that all of it is there
/// again after half a turn.
namespace octo::vision {

struct CardStock {
  double width, height;
  CardFrame frame;
  CodeRow code;
  CardWindow index;

  /// From the tables [card], [code] and [index] of an edition's seed.
  static CardStock read(const Seed& seed);
};

/// The whole card in the colour of its paper, and the frame upon it with what is inside painted `inside`.
void drawCardFrame(cairo_t* context, const CardStock& stock, const Ink& paper, const Ink& line, const Ink& inside);

/// The window inside the frame, as a path.
void insideFramePath(cairo_t* context, const CardStock& stock);

/// A pattern of `pattern.h` all over the inside of the frame.
void drawCardPattern(cairo_t* context, const CardStock& stock, const Ink& ink, std::string_view pattern);

/// Both index windows in one colour, so that nothing behind them disturbs.
void clearIndex(cairo_t* context, const CardStock& stock, const Ink& ink);

/// Both rows of dots. `ink` of the dots, `ground` what they lie on.
void drawCode(cairo_t* context, const CardStock& stock, std::uint16_t word, const Ink& ink, const Ink& ground);

/// Draws something as it stands, and again after half a turn of the card.
void drawTwice(cairo_t* context, const CardStock& stock, const std::function<void()>& drawing);

}  // namespace octo::vision
