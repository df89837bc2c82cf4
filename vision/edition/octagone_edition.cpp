#include "vision/edition/octagone_edition.h"

#include <cairo.h>

#include <toml++/toml.h>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "seeds/seeds.h"
#include "tracker/vocabulary/cell.h"
#include "tracker/vocabulary/layout.h"
#include "vision/edition/paint.h"
#include "vision/edition/pattern.h"
#include "vision/edition/symbol.h"
#include "vision/edition/table_markers.h"

namespace octo::vision {
namespace {

using Node = toml::node_view<const toml::node>;

struct ShieldStyle {
  Ink field;
  Ink arrow;
  std::string symbol;
};

struct BoardStyle {
  double width, height, box;
  std::vector<std::string> rows;
  Grid grid;
};

struct Style {
  Ink ink, paper, ground, frame;
  double across, rim;
  std::map<std::string, ShieldStyle, std::less<>> shields;
  BoardStyle board;
  std::vector<PrintedMark> marks;
  std::vector<std::string> instructions;
};

// The seeds are part of the program: what is missing in them is our own mistake, and at() says which.
template <class T>
T value(Node node, const char* what) {
  const auto found = node.value<T>();
  if (!found) throw std::out_of_range(std::string("seeds/octagone: no ") + what);
  return *found;
}

Ink inkOf(Node node, const char* what) { return Ink::parse(value<std::string_view>(node, what)); }

Grid readGrid() {
  const toml::table layout = toml::parse(seeds::text("octagone/layout.toml"));
  const Node grid = Node(&layout)["zone"][0]["grid"];
  return {{value<double>(grid["first"][0], "grid.first"), value<double>(grid["first"][1], "grid.first")},
          value<double>(grid["step"][0], "grid.step"),
          value<double>(grid["step"][1], "grid.step"),
          value<int>(grid["columns"], "grid.columns"),
          value<int>(grid["rows"], "grid.rows")};
}

std::map<std::string, ShieldStyle, std::less<>> readShields(Node seed, const Style& style) {
  std::map<std::string, ShieldStyle, std::less<>> shields;
  for (std::size_t i = 0; const auto colour = seed["colour"][i]; ++i) {
    const bool light = value<std::string_view>(colour["arrow"], "arrow") == "paper";
    shields[value<std::string>(colour["name"], "name")] = {inkOf(colour["field"], "field"),
                                                           light ? style.paper : style.ink,
                                                           value<std::string>(colour["symbol"], "symbol")};
  }
  return shields;
}

std::vector<PrintedMark> readMarks(Node seed) {
  std::vector<PrintedMark> marks;
  const double size = value<double>(seed["size"], "marks.size");
  for (std::size_t i = 0; const auto place = seed["place"][i]; ++i)
    marks.push_back({value<int>(place["id"], "marks.place.id"),
                     {value<double>(place["at"][0], "marks.place.at"), value<double>(place["at"][1], "marks.place.at")},
                     size});
  return marks;
}

BoardStyle readBoard(Node seed) {
  BoardStyle board{value<double>(seed["width"], "board.width"),
                   value<double>(seed["height"], "board.height"),
                   value<double>(seed["box"], "board.box"),
                   {},
                   readGrid()};
  for (std::size_t i = 0; const auto row = seed["rows"][i]; ++i)
    board.rows.push_back(value<std::string>(row, "board.rows"));
  return board;
}

Style readStyle() {
  const toml::table table = toml::parse(seeds::text("octagone/edition.toml"));
  const Node seed(&table);
  Style style{};
  const auto palette = seed["palette"];
  style.ink = inkOf(palette["ink"], "palette.ink");
  style.paper = inkOf(palette["paper"], "palette.paper");
  style.ground = inkOf(palette["ground"], "palette.ground");
  style.frame = inkOf(palette["frame"], "palette.frame");
  style.across = value<double>(seed["shield"]["across"], "shield.across");
  style.rim = value<double>(seed["shield"]["rim"], "shield.rim");
  style.shields = readShields(seed, style);
  style.board = readBoard(seed["board"]);
  style.marks = readMarks(seed["marks"]);
  for (std::size_t i = 0; const auto paragraph = seed["instructions"][i]; ++i)
    style.instructions.push_back(value<std::string>(paragraph, "instructions"));
  return style;
}

// --- shields, drawn about their centre ---

/// A tone of the field for its pattern: enough to be seen near by, too little to change the field's colour from afar.
Ink patternInk(const ShieldStyle& shield, const Style& style) {
  return shield.field.mixedWith(shield.symbol == "crown" || shield.symbol == "star" ? style.paper : style.ink, 0.14);
}

void arrowPath(cairo_t* c) {
  // As wide as the field allows: the head two thirds of it, so that half hidden it still tells its direction.
  cairo_move_to(c, 0, -19.4);
  cairo_line_to(c, 17.0, -1.6);
  cairo_line_to(c, 8.2, -1.6);
  cairo_line_to(c, 8.2, 18.2);
  cairo_line_to(c, 0, 14.2);
  cairo_line_to(c, -8.2, 18.2);
  cairo_line_to(c, -8.2, -1.6);
  cairo_line_to(c, -17.0, -1.6);
  cairo_close_path(c);
}

void drawArrow(cairo_t* c, const ShieldStyle& shield) {
  cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
  arrowPath(c);
  setInk(c, shield.field);
  cairo_set_line_width(c, 3.0);  // a clear border between arrow and pattern
  cairo_stroke_preserve(c);
  setInk(c, shield.arrow);
  cairo_fill_preserve(c);
  cairo_set_line_width(c, 1.2);  // rounds the corners
  cairo_stroke(c);
  setInk(c, shield.field);
  drawSymbol(c, shield.symbol, 0, -2.6, 6.2);
}

void drawShield(cairo_t* c, const ShieldStyle& shield, const Style& style) {
  octagonPath(c, 0, 0, style.across);
  setInk(c, style.ink);
  cairo_fill(c);
  const double inner = style.across - 2 * style.rim;
  octagonPath(c, 0, 0, inner);
  setInk(c, shield.field);
  cairo_fill_preserve(c);
  cairo_save(c);
  cairo_clip(c);
  setInk(c, patternInk(shield, style));
  drawPattern(c, shield.symbol, inner / 2);
  cairo_restore(c);
  setInk(c, shield.arrow);
  drawSymbol(c, shield.symbol, -13.6, 9.2, 3.4);
  drawSymbol(c, shield.symbol, 13.6, 9.2, 3.4);
  drawArrow(c, shield);
  octagonPath(c, 0, 0, inner - 1.1);
  cairo_set_line_width(c, 0.45);
  setInk(c, shield.arrow);
  cairo_stroke(c);
}

// --- the board, drawn about its centre, y down ---

void drawBox(cairo_t* c, const ShieldStyle& row, const Style& style) {
  const double box = style.board.box;
  octagonPath(c, 0, 0, box);
  setInk(c, row.field);
  cairo_fill_preserve(c);
  setInk(c, row.field.mixedWith(style.ink, 0.45));
  cairo_set_line_width(c, 0.35);
  cairo_stroke(c);
  // The ring of full colour is what stays visible beside a shield.
  const double inner = box - 9.0;
  octagonPath(c, 0, 0, inner);
  setInk(c, row.field.mixedWith(style.ground, 0.72));
  cairo_fill_preserve(c);
  cairo_save(c);
  cairo_clip(c);
  setInk(c, row.field.mixedWith(style.ground, 0.58));
  drawPattern(c, row.symbol, inner / 2);
  cairo_restore(c);
  cairo_arc(c, 0, 0, 12.6, 0, kTurn);
  setInk(c, row.field.mixedWith(style.ground, 0.72));
  cairo_fill(c);
  setInk(c, row.field);
  drawSymbol(c, row.symbol, 0, 0, 9.6);
}

/// The colour row of the first box after the connection, or nothing where the step does not leave the board or leaves
/// it by a corner.
std::optional<int> rowBeyond(Cell cell, Facing facing, const Grid& grid) {
  const int column = cell.column() + facing.columnStep(), row = cell.row() + facing.rowStep();
  const bool leavesSide = column < 0 || column >= grid.columns;
  const bool leavesEnd = row < 0 || row >= grid.rows;
  if (leavesSide == leavesEnd) return std::nullopt;
  // By the side: A1 lies beyond the other side in the same row. By the end: beyond the other end, same column.
  if (leavesSide) return row;
  return row < 0 ? grid.rows - 1 : 0;
}

/// Drawn upright (facing N) above a box; a slanting one lies in the box's own corner.
void trianglePath(cairo_t* c, double box, bool slanting) {
  const double half = box / 2;
  if (slanting) {
    const double side = box * std::tan(kTurn / 16);  // length of an octagon's side
    const double base = side / 2 - 2.2;
    cairo_move_to(c, -base, -half - 1.4);
    cairo_line_to(c, base, -half - 1.4);
    cairo_line_to(c, 0, -half - 1.4 - base);
  } else {
    cairo_move_to(c, -8.0, -half - 1.4);
    cairo_line_to(c, 8.0, -half - 1.4);
    cairo_line_to(c, 0, -half - 8.0);
  }
  cairo_close_path(c);
}

void drawTriangle(cairo_t* c, Facing facing, const Ink& ink, const Style& style) {
  cairo_save(c);
  cairo_rotate(c, facing.degrees() * kTurn / 360);
  trianglePath(c, style.board.box, facing.eighths() % 2 == 1);
  setInk(c, ink);
  cairo_fill_preserve(c);
  setInk(c, style.ink);
  cairo_set_line_width(c, 0.35);
  cairo_stroke(c);
  cairo_restore(c);
}

void drawTriangles(cairo_t* c, Cell cell, const Style& style) {
  for (int eighth = 0; eighth < Facing::kCount; ++eighth) {
    const Facing facing = Facing::eighth(eighth);
    const auto row = rowBeyond(cell, facing, style.board.grid);
    if (!row) continue;
    drawTriangle(c, facing, style.shields.at(style.board.rows.at(static_cast<std::size_t>(*row))).field, style);
  }
}

void drawBoxes(cairo_t* c, const Style& style) {
  const Grid& grid = style.board.grid;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const TablePoint centre = grid.centre(Cell::at(column, row));
      cairo_save(c);
      cairo_translate(c, centre.x, -centre.y);
      drawBox(c, style.shields.at(style.board.rows.at(static_cast<std::size_t>(row))), style);
      drawTriangles(c, Cell::at(column, row), style);
      cairo_restore(c);
    }
}

/// A small compass between four boxes: pretty, and of no meaning.
void drawCompass(cairo_t* c, double x, double y, const Style& style) {
  setInk(c, style.frame.mixedWith(style.ground, 0.55));
  for (int point = 0; point < 8; ++point) {
    const double radius = point % 2 == 0 ? 6.4 : 1.7, angle = point * kTurn / 8;
    cairo_line_to(c, x + radius * std::sin(angle), y - radius * std::cos(angle));
  }
  cairo_close_path(c);
  cairo_fill(c);
}

void drawCompasses(cairo_t* c, const Style& style) {
  const Grid& grid = style.board.grid;
  for (int row = 0; row + 1 < grid.rows; ++row)
    for (int column = 0; column + 1 < grid.columns; ++column) {
      const TablePoint corner = grid.centre(Cell::at(column, row));
      drawCompass(c, corner.x + grid.columnStep / 2, -corner.y + grid.rowStep / 2, style);
    }
}

void drawNames(cairo_t* c, const Style& style) {
  const Grid& grid = style.board.grid;
  const double side = style.board.width / 2 - 13.5, end = style.board.height / 2 - 13.0;
  setInk(c, style.frame);
  for (int column = 0; column < grid.columns; ++column) {
    const std::string name(1, static_cast<char>('a' + column));
    const double x = grid.centre(Cell::at(column, 0)).x;
    drawText(c, name, x, end, 5.0);
    cairo_save(c);  // the far edge is read from the other side
    cairo_rotate(c, kTurn / 2);
    drawText(c, name, -x, end, 5.0);
    cairo_restore(c);
  }
  for (int row = 0; row < grid.rows; ++row)
    for (const double x : {-side, side}) drawText(c, std::to_string(row + 1), x, -grid.centre(Cell::at(0, row)).y, 5.0);
}

void drawFrame(cairo_t* c, const Style& style) {
  const double width = style.board.width, height = style.board.height;
  cairo_rectangle(c, -width / 2, -height / 2, width, height);
  setInk(c, style.frame);
  cairo_fill(c);
  constexpr double kBand = 3.4;
  roundedPath(c, -width / 2 + kBand, -height / 2 + kBand, width - 2 * kBand, height - 2 * kBand, 3.0);
  setInk(c, style.ground);
  cairo_fill(c);
}

void drawBoard(cairo_t* c, const Style& style) {
  drawFrame(c, style);
  drawCompasses(c, style);
  drawBoxes(c, style);
  drawNames(c, style);
  for (const PrintedMark& mark : style.marks) drawMarker(c, mark.id, mark.centre.x, -mark.centre.y, mark.sizeMm);
}

int copies(std::string_view colour) { return colour == "lady" ? 1 : 6; }

void drawBack(cairo_t* c, const Style& style) {
  octagonPath(c, 0, 0, style.across);
  setInk(c, style.frame);
  cairo_fill(c);
  setInk(c, style.frame.mixedWith(style.ground, 0.2));
  cairo_set_line_width(c, 0.5);
  for (double across = style.across - 6.0; across > 4.0; across -= 6.0) {
    octagonPath(c, 0, 0, across);
    cairo_stroke(c);
  }
}

class OctagoneEdition final : public Edition {
 public:
  OctagoneEdition() : style_(readStyle()) {
    for (const auto* name : {"red", "orange", "yellow", "green", "blue", "purple", "joker", "lady"})
      faces_.push_back(
          {Face(std::string("shield:") + name), Shape::Octagon, style_.across, style_.across, copies(name)});
    faces_.push_back({Face::back(), Shape::Octagon, style_.across, style_.across, 0});
    faces_.push_back({Face("board"), Shape::Board, style_.board.width, style_.board.height});
    addTableMarkers(faces_);
  }

  const std::vector<FaceArt>& faces() const override { return faces_; }

  const FaceArt& art(const Face& face) const override {
    for (const FaceArt& art : faces_)
      if (art.face == face) return art;
    throw std::out_of_range("the Octagone print edition has no " + face.text());
  }

  void draw(cairo_t* context, const Face& face) const override {
    const FaceArt& found = art(face);
    cairo_save(context);
    cairo_new_path(context);
    cairo_translate(context, found.widthMm / 2, found.heightMm / 2);
    if (face.family() == "shield") drawShield(context, style_.shields.find(face.detail())->second, style_);
    if (face.isBack()) drawBack(context, style_);
    if (face.family() == "board") drawBoard(context, style_);
    if (isTableMarker(face)) drawTableMarker(context, face, style_.frame);
    cairo_restore(context);
  }

  void fillBleed(cairo_t* context, const Face& face) const override {
    if (isTableMarker(face)) return;
    setInk(context, face.family() == "shield" ? style_.ink : style_.frame);
    cairo_fill_preserve(context);
  }

  std::vector<std::string> instructions() const override { return style_.instructions; }

  std::vector<PrintedMark> marks() const override { return style_.marks; }
  std::optional<Grid> boxes() const override { return style_.board.grid; }
  double boxAcrossMm() const override { return style_.board.box; }

 private:
  Style style_;
  std::vector<FaceArt> faces_;
};

}  // namespace

std::unique_ptr<Edition> makeOctagoneEdition() { return std::make_unique<OctagoneEdition>(); }

}  // namespace octo::vision
