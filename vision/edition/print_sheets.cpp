#include "vision/edition/print_sheets.h"

#include <cairo-pdf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "vision/edition/paint.h"

namespace octo::vision {
namespace {

constexpr std::array kPapers{Paper{"a4", 210.0, 297.0}, Paper{"letter", 215.9, 279.4}, Paper{"a3", 297.0, 420.0},
                             Paper{"a2", 420.0, 594.0}};

constexpr double kPointsPerMm = 72.0 / 25.4;
/// What home printers leave white at an edge: most need 3 to 4.3 mm, so nothing that matters is nearer than this.
constexpr double kMargin = 8.0;
/// The least margin for a sheet of a board, whose own art runs over its edge.
constexpr double kTileMargin = 4.0;
constexpr double kBleed = 3.0;
constexpr double kTick = 2.0;
/// Between two pieces: both bleeds and room for a tick.
constexpr double kGap = 2 * kBleed + kTick;
/// How far a board's sheets lie over one another where they are glued.
constexpr double kGlue = 8.0;

constexpr Ink kTickInk{0, 0, 0};
constexpr Ink kCutInk{0.6, 0.6, 0.6};
constexpr Ink kTextInk{0.12, 0.2, 0.31};

struct Page {
  double width, height;
};

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

/// A PDF in the making, drawn in millimetres.
class Document {
 public:
  Document(std::string& bytes, std::string_view title)
      : surface_(cairo_pdf_surface_create_for_stream(append, &bytes, 1, 1)), context_(cairo_create(surface_.get())) {
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE, std::string(title).c_str());
    // Without a date of its own the file would differ with every call.
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2026-01-01T00:00:00Z");
  }

  cairo_t* begin(Page page) {
    cairo_pdf_surface_set_size(surface_.get(), page.width * kPointsPerMm, page.height * kPointsPerMm);
    cairo_save(context_.get());
    cairo_scale(context_.get(), kPointsPerMm, kPointsPerMm);
    return context_.get();
  }

  void end() {
    cairo_restore(context_.get());
    cairo_show_page(context_.get());
  }

  void finish() {
    cairo_surface_finish(surface_.get());
    if (cairo_status(context_.get()) != CAIRO_STATUS_SUCCESS)
      throw std::runtime_error(std::string("making the PDF: ") + cairo_status_to_string(cairo_status(context_.get())));
  }

 private:
  std::unique_ptr<cairo_surface_t, CairoDestroy> surface_;
  std::unique_ptr<cairo_t, CairoDestroy> context_;
};

// --- pieces ---

bool isPiece(const FaceArt& art) {
  return art.shape == Shape::Card || art.shape == Shape::Octagon || art.shape == Shape::Round;
}

bool sameCut(const FaceArt& a, const FaceArt& b) {
  return a.shape == b.shape && a.widthMm == b.widthMm && a.heightMm == b.heightMm;
}

/// The outline of a piece, `beyond` millimetres outside its edge, its top left corner at (0, 0).
void outlinePath(cairo_t* c, const FaceArt& art, double beyond) {
  const double width = art.widthMm + 2 * beyond, height = art.heightMm + 2 * beyond;
  switch (art.shape) {
    case Shape::Octagon:
      octagonPath(c, art.widthMm / 2, art.heightMm / 2, width);
      return;
    case Shape::Round:
      cairo_arc(c, art.widthMm / 2, art.heightMm / 2, width / 2, 0, 2 * M_PI);
      return;
    case Shape::Card:
    case Shape::Board:
    case Shape::Mat:
    case Shape::Marker:
      cairo_rectangle(c, -beyond, -beyond, width, height);
      return;
  }
}

void tick(cairo_t* c, double x, double y, double alongX, double alongY, double from) {
  cairo_move_to(c, x + alongX * from, y + alongY * from);
  cairo_line_to(c, x + alongX * (from + kTick), y + alongY * (from + kTick));
}

/// At each corner the two sides that meet there are shown going on beyond the bleed.
void tickCorners(cairo_t* c, const std::vector<std::pair<double, double>>& corners, double from) {
  const std::size_t count = corners.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto [x, y] = corners[i];
    for (const std::size_t other : {(i + 1) % count, (i + count - 1) % count}) {
      const double dx = x - corners[other].first, dy = y - corners[other].second, length = std::hypot(dx, dy);
      tick(c, x, y, dx / length, dy / length, from);
    }
  }
}

std::vector<std::pair<double, double>> corners(const FaceArt& art) {
  const double w = art.widthMm, h = art.heightMm;
  if (art.shape != Shape::Octagon) return {{0, 0}, {w, 0}, {w, h}, {0, h}};
  const double cut = w / (2 + std::sqrt(2.0));
  return {{cut, 0}, {w - cut, 0}, {w, cut}, {w, h - cut}, {w - cut, h}, {cut, h}, {0, h - cut}, {0, cut}};
}

void drawTicks(cairo_t* c, const FaceArt& art) {
  setInk(c, kTickInk);
  cairo_set_line_width(c, 0.15);
  cairo_set_line_cap(c, CAIRO_LINE_CAP_BUTT);
  cairo_new_path(c);
  // A slanting side leaves the bleed later than a straight one.
  tickCorners(c, corners(art), art.shape == Shape::Octagon ? kBleed * std::sqrt(2.0) + 0.3 : kBleed + 0.3);
  cairo_stroke(c);
}

/// A hairline where there is no rim to cut along.
void drawCutLine(cairo_t* c, const FaceArt& art) {
  cairo_new_path(c);
  outlinePath(c, art, 0);
  setInk(c, kCutInk);
  cairo_set_line_width(c, 0.1);
  cairo_stroke(c);
}

void drawPiece(cairo_t* c, const Edition& edition, const FaceArt& art) {
  cairo_new_path(c);
  outlinePath(c, art, kBleed);
  edition.fillBleed(c, art.face);
  cairo_new_path(c);
  edition.draw(c, art.face);
  if (art.shape == Shape::Card || art.shape == Shape::Round) drawCutLine(c, art);
  if (art.shape != Shape::Round) drawTicks(c, art);
}

/// A piece to be cut out, and what is printed behind it; null for nothing.
struct Cut {
  const FaceArt* front;
  const FaceArt* back;
};

/// How pieces of one size stand on a page: upright, or all turned by a quarter where more find room so.
struct Places {
  bool turned;
  int columns, rows;
  double left, top, stepX, stepY;

  Places(const FaceArt& art, Page page) : turned(count(art, page, true) > count(art, page, false)) {
    const double width = turned ? art.heightMm : art.widthMm, height = turned ? art.widthMm : art.heightMm;
    columns = fit(page.width, width), rows = fit(page.height, height);
    stepX = width + kGap, stepY = height + kGap;
    left = (page.width - (columns * stepX - kGap)) / 2;
    top = (page.height - (rows * stepY - kGap)) / 2;
  }
  std::size_t count() const { return static_cast<std::size_t>(columns * rows); }

 private:
  static int count(const FaceArt& art, Page page, bool turned) {
    return fit(page.width, turned ? art.heightMm : art.widthMm) * fit(page.height, turned ? art.widthMm : art.heightMm);
  }
  static int fit(double room, double size) {
    return std::max(1, static_cast<int>((room - 2 * kMargin + kGap) / (size + kGap)));
  }
};

/// From here on the piece's own millimetres: its top left corner is the origin. A turned piece has its top to the
/// right, and to the left on the page's back, so that paper flipped on its long edge has both the same way up.
void enterPlace(cairo_t* c, const Places& places, std::size_t index, const FaceArt& art, bool behind) {
  int column = static_cast<int>(index) % places.columns;
  const int row = static_cast<int>(index) / places.columns;
  if (behind) column = places.columns - 1 - column;
  cairo_translate(c, places.left + column * places.stepX, places.top + row * places.stepY);
  if (!places.turned) return;
  cairo_translate(c, behind ? 0 : art.heightMm, behind ? art.widthMm : 0);
  cairo_rotate(c, behind ? -M_PI / 2 : M_PI / 2);
}

void drawPiecesPage(Document& document, const Edition& edition, Page page, const Places& places,
                    std::span<const Cut> pieces, bool behind) {
  cairo_t* c = document.begin(page);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const FaceArt* art = behind ? pieces[i].back : pieces[i].front;
    if (!art) continue;
    cairo_save(c);
    enterPlace(c, places, i, *art, behind);
    drawPiece(c, edition, *art);
    cairo_restore(c);
  }
  document.end();
}

void printPieces(Document& document, const Edition& edition, const std::vector<Cut>& pieces, Page page) {
  const Places places(*pieces.front().front, page);
  const bool backs = std::any_of(pieces.begin(), pieces.end(), [](const Cut& cut) { return cut.back; });
  for (std::size_t from = 0; from < pieces.size(); from += places.count()) {
    const auto some = std::span(pieces).subspan(from, std::min(places.count(), pieces.size() - from));
    drawPiecesPage(document, edition, page, places, some, false);
    if (backs) drawPiecesPage(document, edition, page, places, some, true);
  }
}

/// The pieces that `take` wants, sorted by their cut, each as often as a set holds it; those with one back together.
template <class Take>
std::vector<std::vector<Cut>> groupByCut(const Edition& edition, bool backs, Take take) {
  std::vector<std::vector<Cut>> groups;
  for (const FaceArt& art : edition.faces()) {
    if (!take(art) || art.copies == 0) continue;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& other) { return sameCut(*other.front().front, art); });
    if (group == groups.end()) group = groups.insert(groups.end(), std::vector<Cut>{});
    for (int copy = 0; copy < art.copies; ++copy)
      group->push_back({&art, backs ? &edition.art(edition.backOf(art.face, copy)) : nullptr});
  }
  // Faces stand in a vector, so their addresses have its order.
  for (auto& group : groups)
    std::stable_sort(group.begin(), group.end(),
                     [](const Cut& a, const Cut& b) { return std::less<>()(a.back, b.back); });
  return groups;
}

/// As many reference cards as there can be players, or as find room.
constexpr std::size_t kReferenceCards = 6;

void printReference(Document& document, const ReferenceCard& card, Page page) {
  const FaceArt art{Face("reference"), Shape::Card, card.widthMm, card.heightMm};
  const Places places(art, page);
  cairo_t* c = document.begin(page);
  for (std::size_t i = 0; i < std::min(places.count(), kReferenceCards); ++i) {
    cairo_save(c);
    enterPlace(c, places, i, art, false);
    card.draw(c);
    drawCutLine(c, art);
    drawTicks(c, art);
    cairo_restore(c);
  }
  document.end();
}

// --- boards and mats ---

struct Tiling {
  int columns, rows;
  Page page;
};

int sheetsNeeded(double length, double room) {
  // Every sheet but the last also carries a strip for gluing.
  const double alone = room - 2 * kBleed, strip = kGlue;
  if (length <= alone) return 1;
  return static_cast<int>(std::ceil((length - kGlue) / (room - kBleed - strip)));
}

Tiling tilingOf(const FaceArt& art, Page page) {
  const auto along = [&](Page p) {
    return Tiling{sheetsNeeded(art.widthMm, p.width - 2 * kTileMargin),
                  sheetsNeeded(art.heightMm, p.height - 2 * kTileMargin), p};
  };
  const Tiling upright = along(page), sideways = along({page.height, page.width});
  return upright.columns * upright.rows < sideways.columns * sideways.rows ? upright : sideways;
}

/// A part of a board on its sheet: the part's own edges in the board, and how far the art goes on beyond them.
struct Tile {
  double x0, y0, x1, y1;
  double beyondRight, beyondBottom;
};

Tile tileAt(const FaceArt& art, const Tiling& tiling, int column, int row) {
  const double width = art.widthMm / tiling.columns, height = art.heightMm / tiling.rows;
  return {column * width,
          row * height,
          (column + 1) * width,
          (row + 1) * height,
          column + 1 < tiling.columns ? kGlue : kBleed,
          row + 1 < tiling.rows ? kGlue : kBleed};
}

void drawGlueLabel(cairo_t* c, double x, double y, bool upright) {
  cairo_save(c);
  cairo_translate(c, x, y);
  if (upright) cairo_rotate(c, M_PI / 2);
  roundedPath(c, -9, -2.6, 18, 5.2, 2.0);
  cairo_set_source_rgb(c, 1, 1, 1);
  cairo_fill(c);
  setInk(c, kTextInk);
  drawText(c, "GLUE", 0, 0, 2.6);
  cairo_restore(c);
}

void drawTileArt(cairo_t* c, const Edition& edition, const FaceArt& art, const Tile& tile) {
  cairo_save(c);
  const double left = tile.x0 == 0 ? kBleed : 0, top = tile.y0 == 0 ? kBleed : 0;
  cairo_rectangle(c, -left, -top, tile.x1 - tile.x0 + left + tile.beyondRight,
                  tile.y1 - tile.y0 + top + tile.beyondBottom);
  cairo_clip(c);
  cairo_translate(c, -tile.x0, -tile.y0);
  cairo_new_path(c);
  outlinePath(c, art, kBleed);
  edition.fillBleed(c, art.face);
  cairo_new_path(c);
  edition.draw(c, art.face);
  cairo_restore(c);
}

void drawTileMarks(cairo_t* c, const FaceArt& art, const Tile& tile) {
  const double width = tile.x1 - tile.x0, height = tile.y1 - tile.y0;
  const bool glueRight = tile.x1 < art.widthMm - 1e-6, glueBottom = tile.y1 < art.heightMm - 1e-6;
  setInk(c, kTickInk);
  cairo_set_line_width(c, 0.15);
  cairo_new_path(c);
  tickCorners(c, {{0, 0}, {width, 0}, {width, height}, {0, height}}, 0.3 + (glueRight || glueBottom ? kGlue : kBleed));
  cairo_stroke(c);
  const double dash[] = {1.5, 1.5};
  cairo_set_dash(c, dash, 2, 0);
  if (glueRight) cairo_move_to(c, width, 0), cairo_line_to(c, width, height);
  if (glueBottom) cairo_move_to(c, 0, height), cairo_line_to(c, width, height);
  cairo_stroke(c);
  cairo_set_dash(c, nullptr, 0, 0);
  if (glueRight) drawGlueLabel(c, width + kGlue / 2, height / 3, true);
  if (glueBottom) drawGlueLabel(c, width / 3, height + kGlue / 2, false);
}

void printBoard(Document& document, const Edition& edition, const FaceArt& art, Page paper) {
  const Tiling tiling = tilingOf(art, paper);
  for (int row = 0; row < tiling.rows; ++row)
    for (int column = 0; column < tiling.columns; ++column) {
      const Tile tile = tileAt(art, tiling, column, row);
      const double left = column == 0 ? kBleed : 0, top = row == 0 ? kBleed : 0;
      const double width = tile.x1 - tile.x0 + left + tile.beyondRight;
      const double height = tile.y1 - tile.y0 + top + tile.beyondBottom;
      cairo_t* c = document.begin(tiling.page);
      cairo_translate(c, (tiling.page.width - width) / 2 + left, (tiling.page.height - height) / 2 + top);
      drawTileArt(c, edition, art, tile);
      drawTileMarks(c, art, tile);
      document.end();
    }
}

// --- the page of instructions ---

void drawRuler(cairo_t* c, double x, double y) {
  setInk(c, kTextInk);
  cairo_rectangle(c, x, y, 100, 1.2);
  cairo_fill(c);
  for (int i = 0; i <= 10; ++i) {
    cairo_rectangle(c, x + 10 * i - 0.1, y - 2.5, 0.2, 3.7);
    cairo_fill(c);
  }
  drawText(c, "100 mm", x + 50, y + 5, 2.8);
}

/// The corner markers' places on a mat, from its centre, mm: how far they are apart across and from near to far.
std::pair<double, double> cornerDistances(const std::vector<PrintedMark>& marks) {
  double across = 0, deep = 0;
  for (const PrintedMark& a : marks)
    for (const PrintedMark& b : marks) {
      across = std::max(across, a.centre.x - b.centre.x);
      deep = std::max(deep, a.centre.y - b.centre.y);
    }
  return {across, deep};
}

/// The mat, small, with what to measure for the loose markers. Returns its height.
double drawPlan(cairo_t* c, const Edition& edition, const FaceArt& mat, double x, double y, double width) {
  const double scale = width / mat.widthMm;
  cairo_save(c);
  cairo_translate(c, x, y);
  cairo_scale(c, scale, scale);
  edition.draw(c, mat.face);
  cairo_restore(c);
  const auto [across, deep] = cornerDistances(edition.marksOf(mat.face));
  const auto mm = [](double length) { return std::to_string(std::lround(length)); };
  const std::string players = mat.face.detail().empty() ? "" : std::string(mat.face.detail()) + " players: ";
  setInk(c, kTextInk);
  return mat.heightMm * scale + 2 +
         drawParagraph(
             c, players + "markers' centres " + mm(across) + " mm apart across, " + mm(deep) + " mm from near to far",
             x, y + mat.heightMm * scale + 2, width, 4.6);
}

/// The tables that the game can be played on, two beside each other.
void printPlans(Document& document, const Edition& edition, Page page) {
  std::vector<const FaceArt*> mats;
  for (const FaceArt& art : edition.faces())
    if (art.shape == Shape::Mat) mats.push_back(&art);
  if (mats.empty()) return;
  cairo_t* c = document.begin(page);
  constexpr double kLeft = 18.0, kBetween = 8.0;
  setInk(c, kTextInk);
  double y = 18.0;
  y += drawParagraph(c, "The table", kLeft, y, page.width - 2 * kLeft, 9.0, "DejaVu Sans Bold") + 5.0;
  const double width = (page.width - 2 * kLeft - kBetween) / 2;
  for (std::size_t i = 0; i < mats.size(); i += 2) {
    double height = 0;
    for (std::size_t j = i; j < std::min(i + 2, mats.size()); ++j)
      height = std::max(
          height, drawPlan(c, edition, *mats[j], kLeft + static_cast<double>(j - i) * (width + kBetween), y, width));
    y += height + 6.0;
  }
  document.end();
}

void printInstructions(Document& document, const Edition& edition, std::string_view title, Page page) {
  const auto paragraphs = edition.instructions();
  if (paragraphs.empty()) return;
  cairo_t* c = document.begin(page);
  setInk(c, kTextInk);
  constexpr double kLeft = 22.0, kSize = 5.4;
  double y = 20.0;
  y += drawParagraph(c, std::string(title), kLeft, y, page.width - 2 * kLeft, 13.0, "DejaVu Sans Bold") + 8.0;
  for (const std::string& paragraph : paragraphs)
    y += drawParagraph(c, paragraph, kLeft, y, page.width - 2 * kLeft, kSize) + 3.2;
  drawRuler(c, kLeft, y + 8.0);
  document.end();
}

}  // namespace

std::optional<Paper> parsePaper(std::string_view name) {
  for (const Paper& paper : kPapers)
    if (paper.name == name) return paper;
  return std::nullopt;
}

std::string printSheets(const Edition& edition, std::string_view title, const PrintOptions& options) {
  const Page page{options.paper.widthMm, options.paper.heightMm};
  std::string bytes;
  Document document(bytes, title);
  printInstructions(document, edition, title, page);
  printPlans(document, edition, page);
  for (const auto& pieces : groupByCut(edition, options.backs, isPiece)) printPieces(document, edition, pieces, page);
  const auto isMarker = [](const FaceArt& art) { return art.shape == Shape::Marker; };
  for (const auto& markers : groupByCut(edition, false, isMarker)) printPieces(document, edition, markers, page);
  if (options.reference) printReference(document, *options.reference, page);
  for (const FaceArt& art : edition.faces())
    if (art.shape == Shape::Board || (options.mat && art.face == *options.mat))
      printBoard(document, edition, art, page);
  document.finish();
  return bytes;
}

}  // namespace octo::vision
