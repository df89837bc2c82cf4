#include "vision/edition/card_stock.h"

#include <cairo.h>

#include <algorithm>
#include <numbers>

#include "vision/edition/face_code.h"
#include "vision/edition/pattern.h"

namespace octo::vision {
namespace {

/// What stands where a dot is not there: seen near by, and less than a twelfth of a dot's area.
constexpr double kSpeckMm = 0.9;
/// From the middle of a card to where a pattern ends: beyond its longer side.
constexpr double kPatternReach = 46.0;

void dotPath(cairo_t* c, double x, double y, double width, double height) {
  roundedPath(c, x - width / 2, y - height / 2, width, height, std::min(width, height) / 2);
}

void drawRow(cairo_t* c, const CodeRow& row, std::uint16_t word, const Ink& ink, const Ink& ground) {
  for (int dot = 0; dot < kCodeDots; ++dot) {
    const double x = row.firstX + dot * row.stepX, y = row.firstY + dot * row.stepY;
    cairo_new_path(c);
    if (codeDot(word, dot)) {
      dotPath(c, x, y, row.dotWidth, row.dotHeight);
      setInk(c, ink);
    } else {
      dotPath(c, x, y, kSpeckMm, kSpeckMm);
      setInk(c, ground.mixedWith(ink, 0.5));
    }
    cairo_fill(c);
  }
}

}  // namespace

CardStock CardStock::read(const Seed& seed) {
  CardStock stock{};
  stock.width = seed.number("card.width");
  stock.height = seed.number("card.height");
  stock.frame = {seed.number("card.margin"), seed.number("card.line"), seed.number("card.band")};
  stock.code = {seed.number("code.first[0]"),     seed.number("code.first[1]"), seed.number("code.step[0]"),
                seed.number("code.step[1]"),      seed.number("code.dot[0]"),   seed.number("code.dot[1]"),
                seed.text("code.dots") == "light"};
  stock.index = {seed.number("index.area[0]"), seed.number("index.area[1]"), seed.number("index.area[2]"),
                 seed.number("index.area[3]")};
  return stock;
}

void insideFramePath(cairo_t* c, const CardStock& stock) {
  const double side = stock.frame.marginMm + stock.frame.lineMm, end = stock.frame.marginMm + stock.frame.bandMm;
  roundedPath(c, side, end, stock.width - 2 * side, stock.height - 2 * end, 1.6);
}

void drawCardFrame(cairo_t* c, const CardStock& stock, const Ink& paper, const Ink& line, const Ink& inside) {
  cairo_rectangle(c, 0, 0, stock.width, stock.height);
  setInk(c, paper);
  cairo_fill(c);
  const double margin = stock.frame.marginMm;
  roundedPath(c, margin, margin, stock.width - 2 * margin, stock.height - 2 * margin, 2.0);
  setInk(c, line);
  cairo_fill(c);
  insideFramePath(c, stock);
  setInk(c, inside);
  cairo_fill(c);
}

void drawCardPattern(cairo_t* c, const CardStock& stock, const Ink& ink, std::string_view pattern) {
  cairo_save(c);
  insideFramePath(c, stock);
  cairo_clip(c);
  cairo_translate(c, stock.width / 2, stock.height / 2);
  setInk(c, ink);
  drawPattern(c, pattern, kPatternReach);
  cairo_restore(c);
}

void clearIndex(cairo_t* c, const CardStock& stock, const Ink& ink) {
  const CardWindow& index = stock.index;
  drawTwice(c, stock, [&] {
    cairo_save(c);
    insideFramePath(c, stock);
    cairo_clip(c);
    cairo_rectangle(c, index.x0, index.y0, index.x1 - index.x0, index.y1 - index.y0);
    setInk(c, ink);
    cairo_fill(c);
    cairo_restore(c);
  });
}

void drawCode(cairo_t* c, const CardStock& stock, std::uint16_t word, const Ink& ink, const Ink& ground) {
  drawTwice(c, stock, [&] { drawRow(c, stock.code, word, ink, ground); });
}

void drawTwice(cairo_t* c, const CardStock& stock, const std::function<void()>& drawing) {
  drawing();
  cairo_save(c);
  cairo_translate(c, stock.width, stock.height);
  cairo_rotate(c, std::numbers::pi);
  drawing();
  cairo_restore(c);
}

}  // namespace octo::vision
