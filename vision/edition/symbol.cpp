#include "vision/edition/symbol.h"

#include <cairo.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "vision/edition/paint.h"

namespace octo::vision {
namespace {

void drawFlame(cairo_t* c) {
  cairo_move_to(c, 0.1, -1);
  cairo_curve_to(c, 0.25, -0.45, 0.8, -0.2, 0.72, 0.36);
  cairo_curve_to(c, 0.65, 0.8, 0.3, 1, 0, 1);
  cairo_curve_to(c, -0.4, 1, -0.74, 0.72, -0.74, 0.3);
  cairo_curve_to(c, -0.74, 0, -0.55, -0.2, -0.45, -0.48);
  cairo_curve_to(c, -0.3, -0.35, -0.22, -0.2, -0.2, -0.05);
  cairo_curve_to(c, 0.02, -0.3, 0.15, -0.6, 0.1, -1);
  cairo_new_sub_path(c);
  cairo_move_to(c, 0.06, 0.84);
  cairo_curve_to(c, 0.36, 0.8, 0.42, 0.42, 0.12, 0.12);
  cairo_curve_to(c, 0.06, 0.36, -0.3, 0.36, -0.26, 0.6);
  cairo_curve_to(c, -0.24, 0.76, -0.1, 0.86, 0.06, 0.84);
  cairo_fill(c);
}

void drawSun(cairo_t* c) {
  cairo_arc(c, 0, 0, 0.46, 0, kTurn);
  cairo_fill(c);
  for (int ray = 0; ray < 8; ++ray) {
    const double angle = ray * kTurn / 8;
    const auto at = [&](double radius, double turn) {
      cairo_line_to(c, radius * std::cos(angle + turn), radius * std::sin(angle + turn));
    };
    cairo_new_sub_path(c);
    at(0.6, -0.3), at(1.0, 0), at(0.6, 0.3);
    cairo_close_path(c);
  }
  cairo_fill(c);
}

void drawBolt(cairo_t* c) {
  constexpr std::array<std::pair<double, double>, 6> kCorners{
      {{0.28, -1}, {-0.66, 0.16}, {-0.08, 0.16}, {-0.3, 1}, {0.66, -0.26}, {0.06, -0.26}}};
  for (const auto& [x, y] : kCorners) cairo_line_to(c, x, y);
  cairo_close_path(c);
  cairo_fill(c);
}

void leafHalf(cairo_t* c, double side) {
  cairo_move_to(c, side * 0.07, -0.98);
  cairo_curve_to(c, side * 0.85, -0.55, side * 0.95, 0.35, side * 0.07, 0.68);
  cairo_close_path(c);
  cairo_fill(c);
}

void drawLeaf(cairo_t* c) {
  leafHalf(c, -1);
  leafHalf(c, 1);
  cairo_rectangle(c, -0.07, 0.7, 0.14, 0.3);
  cairo_fill(c);
}

void drawWave(cairo_t* c) {
  cairo_set_line_width(c, 0.26);
  cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
  for (const double y : {-0.56, 0.0, 0.56}) {
    cairo_move_to(c, -0.86, y + 0.1);
    cairo_curve_to(c, -0.6, y - 0.42, -0.3, y - 0.3, 0, y);
    cairo_curve_to(c, 0.3, y + 0.3, 0.6, y + 0.42, 0.86, y - 0.1);
    cairo_stroke(c);
  }
}

void drawMoon(cairo_t* c) {
  const double tip = 0.9;
  cairo_arc(c, 0, 0, 0.95, tip, kTurn - tip);
  const double x = 0.95 * std::cos(tip), y = 0.95 * std::sin(tip);
  const double bend = 0.28, radius = std::hypot(x - bend, y);
  const double inner = std::atan2(y, x - bend);
  cairo_arc_negative(c, bend, 0, radius, kTurn - inner, inner);
  cairo_close_path(c);
  cairo_fill(c);
}

void drawStar(cairo_t* c) {
  for (int corner = 0; corner < 16; ++corner) {
    const double radius = corner % 2 == 0 ? 1.0 : 0.5;
    const double angle = corner * kTurn / 16 - kTurn / 4;
    cairo_line_to(c, radius * std::cos(angle), radius * std::sin(angle));
  }
  cairo_close_path(c);
  cairo_fill(c);
}

void drawCrown(cairo_t* c) {
  constexpr std::array<std::pair<double, double>, 7> kCorners{
      {{-0.68, 0.42}, {-0.9, -0.5}, {-0.4, -0.02}, {0, -0.74}, {0.4, -0.02}, {0.9, -0.5}, {0.68, 0.42}}};
  for (const auto& [x, y] : kCorners) cairo_line_to(c, x, y);
  cairo_close_path(c);
  cairo_fill(c);
  cairo_rectangle(c, -0.68, 0.56, 1.36, 0.24);
  cairo_fill(c);
  for (const auto& [x, y] : {std::pair{-0.9, -0.56}, std::pair{0.0, -0.82}, std::pair{0.9, -0.56}}) {
    cairo_arc(c, x, y, 0.14, 0, kTurn);
    cairo_fill(c);
  }
}

using Drawing = void (*)(cairo_t*);
constexpr std::array<std::pair<std::string_view, Drawing>, 8> kSymbols{{{"flame", drawFlame},
                                                                        {"sun", drawSun},
                                                                        {"bolt", drawBolt},
                                                                        {"leaf", drawLeaf},
                                                                        {"wave", drawWave},
                                                                        {"moon", drawMoon},
                                                                        {"star", drawStar},
                                                                        {"crown", drawCrown}}};

}  // namespace

void drawSymbol(cairo_t* context, std::string_view symbol, double centreX, double centreY, double radius) {
  for (const auto& [name, drawing] : kSymbols) {
    if (name != symbol) continue;
    cairo_save(context);
    cairo_translate(context, centreX, centreY);
    cairo_scale(context, radius, radius);
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_new_path(context);
    drawing(context);
    cairo_restore(context);
    return;
  }
  throw std::invalid_argument("no symbol named " + std::string(symbol));
}

}  // namespace octo::vision
