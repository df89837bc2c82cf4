#include "vision/edition/pattern.h"

#include <cairo.h>

#include <cmath>

#include "vision/edition/paint.h"

namespace octo::vision {
namespace {

void strokeRays(cairo_t* c, int rays, double radius) {
  for (int ray = 0; ray < rays; ++ray) {
    const double from = (ray - 0.25) * kTurn / rays, to = (ray + 0.25) * kTurn / rays;
    cairo_move_to(c, 0, 0);
    cairo_line_to(c, radius * std::sin(from), -radius * std::cos(from));
    cairo_line_to(c, radius * std::sin(to), -radius * std::cos(to));
    cairo_close_path(c);
  }
  cairo_fill(c);
}

void strokeRings(cairo_t* c, double step, double radius) {
  for (double r = step; r < radius; r += step) {
    cairo_arc(c, 0, 0, r, 0, kTurn);
    cairo_stroke(c);
  }
}

void strokeLines(cairo_t* c, double step, double radius, double slope) {
  for (double at = -2 * radius; at < 2 * radius; at += step) {
    cairo_move_to(c, -radius, at - slope * radius);
    cairo_line_to(c, radius, at + slope * radius);
    cairo_stroke(c);
  }
}

void strokeChevrons(cairo_t* c, double step, double radius) {
  for (double at = -2 * radius; at < 2 * radius; at += step) {
    cairo_move_to(c, -radius, at + radius);
    cairo_line_to(c, 0, at);
    cairo_line_to(c, radius, at + radius);
    cairo_stroke(c);
  }
}

void strokeWaves(cairo_t* c, double step, double radius) {
  for (double y = -radius; y < radius + step; y += step) {
    cairo_move_to(c, -radius - step, y);
    for (double x = -radius - step; x < radius + step; x += 2 * step)
      cairo_curve_to(c, x + step * 0.7, y - step * 0.8, x + step * 1.3, y + step * 0.8, x + 2 * step, y);
    cairo_stroke(c);
  }
}

void fillDots(cairo_t* c, double step, double radius) {
  int row = 0;
  for (double y = -radius; y <= radius; y += step * 0.87, ++row)
    for (double x = -radius + (row % 2 == 0 ? 0 : step / 2); x <= radius; x += step) {
      cairo_new_sub_path(c);
      cairo_arc(c, x, y, step * 0.24, 0, kTurn);
    }
  cairo_fill(c);
}

/// Rows of half rings, each row half a scale aside of the one above.
void strokeScales(cairo_t* c, double step, double radius) {
  int row = 0;
  for (double y = -radius - step; y <= radius + step; y += step / 2, ++row)
    for (double x = -radius - (row % 2 == 0 ? 0 : step / 2); x <= radius + step; x += step)
      for (const double scale : {0.5, 0.28}) {
        cairo_new_sub_path(c);
        cairo_arc(c, x, y, step * scale, 0, kTurn / 2);
      }
  cairo_set_line_width(c, step * 0.09);
  cairo_stroke(c);
}

}  // namespace

void drawPattern(cairo_t* c, std::string_view symbol, double radius) {
  cairo_set_line_width(c, radius * 0.055);
  if (symbol == "flame") strokeLines(c, radius * 0.2, radius, 1.0);
  if (symbol == "sun") strokeRays(c, 16, radius * 1.2);
  if (symbol == "bolt") fillDots(c, radius * 0.22, radius);
  if (symbol == "leaf") strokeChevrons(c, radius * 0.22, radius);
  if (symbol == "wave") strokeWaves(c, radius * 0.19, radius);
  if (symbol == "moon") strokeRings(c, radius * 0.14, radius * 1.2);
  if (symbol == "star") strokeRays(c, 8, radius * 1.2);
  if (symbol == "dragon") strokeScales(c, radius * 0.22, radius);
}

}  // namespace octo::vision
