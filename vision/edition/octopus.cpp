#include "vision/edition/octopus.h"

#include <cairo.h>

#include <array>
#include <cmath>
#include <vector>

#include "vision/edition/paint.h"

namespace octo::vision {
namespace {

struct Station {
  double x, y, heading, width;
};

/// The arm's middle line from foot to tip; heading 0 is up, clockwise. It bends most near the tip.
std::vector<Station> middleLine(double x, double y, double length, double width, double lean, double curl) {
  constexpr int kSteps = 48;
  std::vector<Station> line;
  for (int i = 0; i <= kSteps; ++i) {
    const double t = static_cast<double>(i) / kSteps;
    const double heading = lean * kTurn / 360 + curl * kTurn * (0.06 * t + std::pow(t, 3.2));
    line.push_back({x, y, heading, width * (0.12 + 0.88 * std::pow(1 - t, 0.85))});
    x += length / kSteps * std::sin(heading);
    y -= length / kSteps * std::cos(heading);
  }
  return line;
}

void beside(cairo_t* c, const Station& at, double share) {
  const double off = at.width / 2 * share;
  cairo_line_to(c, at.x + off * std::cos(at.heading), at.y + off * std::sin(at.heading));
}

void armPath(cairo_t* c, const std::vector<Station>& line) {
  cairo_new_path(c);
  for (const Station& at : line) beside(c, at, -1);
  for (auto at = line.rbegin(); at != line.rend(); ++at) beside(c, *at, 1);
  cairo_close_path(c);
}

void drawSuckers(cairo_t* c, const std::vector<Station>& line, double side, const Ink& ink) {
  setInk(c, ink);
  for (std::size_t i = 5; i + 6 < line.size(); i += 5) {
    const Station& at = line[i];
    const double off = side * at.width * 0.24;
    cairo_new_sub_path(c);
    cairo_arc(c, at.x + off * std::cos(at.heading), at.y + off * std::sin(at.heading), at.width * 0.17, 0, kTurn);
  }
  cairo_fill(c);
}

/// A head of width 2 about the origin: its top at -1.25, its chin at 0.85.
void headPath(cairo_t* c) {
  cairo_new_path(c);
  cairo_move_to(c, 0, -1.25);
  cairo_curve_to(c, 0.72, -1.25, 1.06, -0.72, 0.98, -0.2);
  cairo_curve_to(c, 0.92, 0.18, 0.66, 0.35, 0.66, 0.85);
  cairo_line_to(c, -0.66, 0.85);
  cairo_curve_to(c, -0.66, 0.35, -0.92, 0.18, -0.98, -0.2);
  cairo_curve_to(c, -1.06, -0.72, -0.72, -1.25, 0, -1.25);
  cairo_close_path(c);
}

void drawFace(cairo_t* c, const OctopusInks& inks) {
  for (const double side : {-1.0, 1.0}) {
    setInk(c, inks.light);
    fillCircle(c, side * 0.38, -0.18, 0.27);
    setInk(c, inks.outline);
    fillCircle(c, side * 0.36, -0.14, 0.15);
    setInk(c, inks.light);
    fillCircle(c, side * 0.36 + 0.06, -0.2, 0.05);
  }
  cairo_new_path(c);
  cairo_arc(c, 0, 0.22, 0.2, kTurn * 0.06, kTurn * 0.44);
  setInk(c, inks.outline);
  cairo_set_line_width(c, 0.09);
  cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
  cairo_stroke(c);
}

}  // namespace

void drawArm(cairo_t* c, double x, double y, double length, double width, double lean, double curl,
             const OctopusInks& inks) {
  const auto line = middleLine(x, y, length, width, lean, curl);
  armPath(c, line);
  setInk(c, inks.body);
  cairo_fill_preserve(c);
  setInk(c, inks.outline);
  cairo_set_line_width(c, width * 0.09);
  cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke(c);
  drawSuckers(c, line, curl > 0 ? 1 : -1, inks.light);
}

void drawOctopus(cairo_t* c, double x, double y, double size, const OctopusInks& inks) {
  cairo_save(c);
  cairo_translate(c, x, y - size * 0.06);
  cairo_scale(c, size / 4, size / 4);
  // The outer arms lie behind the inner ones.
  struct Pose {
    double foot, lean, length, curl;
  };
  for (const auto& [foot, lean, length, curl] : std::array<Pose, 4>{
           {{0.5, 96, 2.3, -0.62}, {0.46, 124, 2.2, -0.55}, {0.34, 150, 2.0, -0.5}, {0.14, 170, 1.75, -0.45}}})
    for (const double side : {-1.0, 1.0}) drawArm(c, side * foot, 0.55, length, 0.52, side * lean, side * curl, inks);
  headPath(c);
  setInk(c, inks.body);
  cairo_fill_preserve(c);
  setInk(c, inks.outline);
  cairo_set_line_width(c, 0.08);
  cairo_stroke(c);
  drawFace(c, inks);
  cairo_restore(c);
}

void drawOctopusSign(cairo_t* c, double x, double y, double size, const Ink& body, const Ink& eyes) {
  cairo_save(c);
  cairo_translate(c, x, y + size * 0.03);
  cairo_scale(c, size / 2.5, size / 2.5);
  setInk(c, body);
  headPath(c);
  cairo_fill(c);
  cairo_set_line_width(c, 0.36);
  cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
  // Feet that curl outwards: the outer ones more.
  for (const double side : {-1.0, 1.0})
    for (const double foot : {0.22, 0.62}) {
      cairo_new_path(c);
      cairo_move_to(c, side * foot * 0.75, 0.4);
      cairo_curve_to(c, side * foot * 0.9, 0.9, side * foot * 1.2, 1.12, side * foot * 1.9, 0.98 - 0.25 * foot);
      cairo_stroke(c);
    }
  setInk(c, eyes);
  fillCircle(c, -0.36, -0.08, 0.19);
  fillCircle(c, 0.36, -0.08, 0.19);
  cairo_new_path(c);
  cairo_arc(c, 0, 0.12, 0.26, kTurn * 0.07, kTurn * 0.43);
  cairo_set_line_width(c, 0.14);
  cairo_stroke(c);
  cairo_restore(c);
}

}  // namespace octo::vision
