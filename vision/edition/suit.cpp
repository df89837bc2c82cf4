#include "vision/edition/suit.h"

#include <cairo.h>

#include <utility>

#include "vision/edition/paint.h"

namespace octo::vision {
namespace {

// Each within -1 to 1 both ways.

void heart(cairo_t* c) {
  cairo_move_to(c, 0, 1);
  cairo_curve_to(c, -0.35, 0.5, -0.95, 0.1, -0.95, -0.42);
  cairo_curve_to(c, -0.95, -1.12, -0.16, -1.18, 0, -0.5);
  cairo_curve_to(c, 0.16, -1.18, 0.95, -1.12, 0.95, -0.42);
  cairo_curve_to(c, 0.95, 0.1, 0.35, 0.5, 0, 1);
}

void diamond(cairo_t* c) {
  cairo_move_to(c, 0, -1);
  cairo_curve_to(c, 0.22, -0.6, 0.5, -0.25, 0.78, 0);
  cairo_curve_to(c, 0.5, 0.25, 0.22, 0.6, 0, 1);
  cairo_curve_to(c, -0.22, 0.6, -0.5, 0.25, -0.78, 0);
  cairo_curve_to(c, -0.5, -0.25, -0.22, -0.6, 0, -1);
}

void stem(cairo_t* c) {
  cairo_move_to(c, 0.08, 0.1);
  cairo_curve_to(c, 0.08, 0.6, 0.2, 0.86, 0.42, 1);
  cairo_line_to(c, -0.42, 1);
  cairo_curve_to(c, -0.2, 0.86, -0.08, 0.6, -0.08, 0.1);
  cairo_close_path(c);
}

void spade(cairo_t* c) {
  cairo_move_to(c, 0, -1);
  cairo_curve_to(c, 0.3, -0.5, 0.92, -0.2, 0.92, 0.28);
  cairo_curve_to(c, 0.92, 0.86, 0.2, 0.88, 0, 0.36);
  cairo_curve_to(c, -0.2, 0.88, -0.92, 0.86, -0.92, 0.28);
  cairo_curve_to(c, -0.92, -0.2, -0.3, -0.5, 0, -1);
  cairo_fill(c);
  stem(c);
}

void club(cairo_t* c) {
  for (const auto& [x, y] : {std::pair{0.0, -0.5}, std::pair{-0.5, 0.22}, std::pair{0.5, 0.22}}) {
    cairo_new_sub_path(c);
    cairo_arc(c, x, y, 0.48, 0, kTurn);
  }
  cairo_rectangle(c, -0.2, -0.35, 0.4, 0.6);
  cairo_fill(c);
  stem(c);
}

}  // namespace

void drawSuit(cairo_t* c, char suit, double x, double y, double size) {
  cairo_save(c);
  cairo_translate(c, x, y);
  cairo_scale(c, size / 2, size / 2);
  cairo_new_path(c);
  if (suit == 'H') heart(c);
  if (suit == 'D') diamond(c);
  if (suit == 'S') spade(c);
  if (suit == 'C') club(c);
  cairo_fill(c);
  cairo_restore(c);
}

}  // namespace octo::vision
