#include "vision/edition/octal_sign.h"

#include <cairo.h>

#include <array>
#include <initializer_list>

#include "vision/edition/paint.h"

namespace octo::vision {
namespace {

void strokePath(cairo_t* c, std::initializer_list<std::array<double, 2>> points) {
  bool first = true;
  for (const auto& [x, y] : points) {
    first ? cairo_move_to(c, x, y) : cairo_line_to(c, x, y);
    first = false;
  }
  cairo_stroke(c);
}

}  // namespace

void drawSign(cairo_t* c, std::string_view sign, double x, double y, double size) {
  cairo_save(c);
  cairo_translate(c, x, y);
  cairo_scale(c, size / 2, size / 2);
  cairo_set_line_width(c, 0.42);
  cairo_set_line_cap(c, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join(c, CAIRO_LINE_JOIN_MITER);
  if (sign == ">") strokePath(c, {{-0.75, -0.85}, {0.62, 0}, {-0.75, 0.85}});
  if (sign == "<") strokePath(c, {{0.75, -0.85}, {-0.62, 0}, {0.75, 0.85}});
  if (sign == "=" || sign == "≠") {
    strokePath(c, {{-0.9, -0.38}, {0.9, -0.38}});
    strokePath(c, {{-0.9, 0.38}, {0.9, 0.38}});
  }
  if (sign == "≠") cairo_set_line_width(c, 0.32), strokePath(c, {{0.55, -0.98}, {-0.55, 0.98}});
  if (sign == "×") {
    strokePath(c, {{-0.72, -0.72}, {0.72, 0.72}});
    strokePath(c, {{-0.72, 0.72}, {0.72, -0.72}});
  }
  if (sign == "÷") {
    strokePath(c, {{-0.9, 0}, {0.9, 0}});
    fillCircle(c, 0, -0.62, 0.27), fillCircle(c, 0, 0.62, 0.27);
  }
  cairo_restore(c);
}

}  // namespace octo::vision
