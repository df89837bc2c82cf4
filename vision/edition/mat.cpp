#include "vision/edition/mat.h"

#include <cairo.h>

#include <algorithm>
#include <numbers>

#include "vision/edition/seed.h"
#include "vision/edition/table_markers.h"
#include "vision/locate/marker_dictionary.h"

namespace octo::vision {
namespace {

constexpr double kLineMm = 0.7;
constexpr double kLetterMm = 5.0;
/// Between two cards of a grid.
constexpr double kGridGapMm = 4.0;

TableRect rectangle(const Seed& seed, const std::string& path) {
  return {seed.number(path + "[0]"), seed.number(path + "[1]"), seed.number(path + "[2]"), seed.number(path + "[3]")};
}

std::optional<Grid> gridOf(const Seed& seed, const std::string& path) {
  if (!seed.has(path)) return std::nullopt;
  return Grid{{seed.number(path + ".first[0]"), seed.number(path + ".first[1]")},
              seed.number(path + ".step[0]"),
              seed.number(path + ".step[1]"),
              seed.whole(path + ".columns"),
              seed.whole(path + ".rows")};
}

void drawGrid(cairo_t* c, const Grid& grid) {
  const double width = grid.columnStep - kGridGapMm, height = grid.rowStep - kGridGapMm;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const TablePoint at = grid.centre(Cell::at(column, row));
      roundedPath(c, at.x - width / 2, -at.y - height / 2, width, height, 3.0);
      cairo_set_line_width(c, kLineMm / 2);
      cairo_stroke(c);
    }
}

std::vector<PrintedMark> cornerMarks(const TableRect& area) {
  return {{kFirstCornerMarker, {area.x0, area.y1}, kCornerMarkerMm},
          {kFirstCornerMarker + 1, {area.x1, area.y1}, kCornerMarkerMm},
          {kFirstCornerMarker + 2, {area.x1, area.y0}, kCornerMarkerMm},
          {kFirstCornerMarker + 3, {area.x0, area.y0}, kCornerMarkerMm}};
}

}  // namespace

Mat::Mat(const Face& face, const std::string& edition, const std::string& layout) : art_{face, Shape::Mat, 0, 0, 1} {
  const Seed look(edition), table(layout);
  ground_ = look.ink("mat.ground");
  line_ = look.ink("mat.line");
  words_ = look.ink("mat.words");
  margin_ = look.number("mat.margin");
  const TableRect area = rectangle(table, "play_area");
  art_.widthMm = area.x1 - area.x0 + 2 * margin_;
  art_.heightMm = area.y1 - area.y0 + 2 * margin_;
  marks_ = cornerMarks(area);
  for (std::size_t i = 0; i < table.count("zone"); ++i) {
    const std::string zone = indexed("zone", i);
    places_.push_back({rectangle(table, zone + ".area"), table.text(zone + ".label", ""),
                       table.number(zone + ".turn", 0), gridOf(table, zone + ".grid")});
  }
}

void Mat::drawGround(cairo_t* c) const {
  const double w = art_.widthMm, h = art_.heightMm;
  cairo_rectangle(c, -w / 2, -h / 2, w, h);
  setInk(c, ground_);
  cairo_fill(c);
  // Two fine lines between the markers, as a border.
  for (const double inset : {3.0, 5.0}) {
    cairo_rectangle(c, -w / 2 + inset, -h / 2 + inset, w - 2 * inset, h - 2 * inset);
    setInk(c, line_);
    cairo_set_line_width(c, inset < 4 ? 0.9 : 0.35);
    cairo_stroke(c);
  }
}

void Mat::drawPlace(cairo_t* c, const Place& place) const {
  const TableRect& a = place.area;
  roundedPath(c, a.x0, -a.y1, a.x1 - a.x0, a.y1 - a.y0, 4.0);
  setInk(c, ground_.mixedWith({1, 1, 1}, 0.45));
  cairo_fill_preserve(c);
  setInk(c, line_);
  cairo_set_line_width(c, kLineMm);
  cairo_stroke(c);
  if (place.grid) drawGrid(c, *place.grid);
  if (place.label.empty()) return;
  const bool across = place.turn == 90 || place.turn == -90;
  const double height = across ? a.x1 - a.x0 : a.y1 - a.y0;
  cairo_save(c);
  cairo_translate(c, (a.x0 + a.x1) / 2, -(a.y0 + a.y1) / 2);
  cairo_rotate(c, place.turn * std::numbers::pi / 180);
  setInk(c, words_);
  // At the place's lower edge: what is laid there covers the word, what is missing shows it.
  drawText(c, place.label, 0, height / 2 - 2.2 * kLetterMm, kLetterMm);
  cairo_restore(c);
}

void Mat::draw(cairo_t* c) const {
  drawGround(c);
  for (const Place& place : places_) drawPlace(c, place);
  for (const PrintedMark& mark : marks_) drawMarker(c, mark.id, mark.centre.x, -mark.centre.y, mark.sizeMm);
}

}  // namespace octo::vision
