#include <cairo.h>

#include <array>
#include <memory>
#include <string>

#include "vision/edition/card_stock.h"
#include "vision/edition/octal_sign.h"
#include "vision/edition/reference_card.h"

namespace octo::vision {
namespace {

constexpr const char* kReferenceKanji = "Noto Sans CJK JP Bold";
constexpr int kHighest = 8;
constexpr double kReferenceMargin = 4.6;

/// The words in the font that has their letters.
const char* wordsFont(std::string_view language) { return language == "ja" ? "Noto Sans CJK JP" : "DejaVu Sans"; }

/// "2 4 6 8": the values that `fits` takes.
template <class Fits>
std::string valuesThat(Fits fits) {
  std::string text;
  for (int value = 1; value <= kHighest; ++value)
    if (fits(value)) text += (text.empty() ? "" : " ") + std::to_string(value);
  return text;
}

/// A condition as cards show it, and what it asks for.
void drawConditionRow(cairo_t* c, const Seed& edition, const std::string& path, const std::string& words,
                      const char* font, double y, double width) {
  constexpr double kHeight = 5.6, kPlate = 14.5;
  const Ink ink = edition.ink("palette.ink"), paper = edition.ink("palette.paper");
  roundedPath(c, kReferenceMargin, y, kPlate, kHeight, kHeight / 2);
  setInk(c, edition.ink(path + ".field"));
  cairo_fill(c);
  setInk(c, paper);
  fillCircle(c, kReferenceMargin + kHeight / 2, y + kHeight / 2, kHeight / 2 - 0.4);
  setInk(c, ink);
  drawGlyphs(c, edition.text(path + ".kanji"), kReferenceMargin + kHeight / 2, y + kHeight / 2, 3.9, 3.9,
             kReferenceKanji);
  setInk(c, edition.text(path + ".on_field") == "paper" ? paper : ink);
  drawSign(c, edition.text(path + ".sign"), kReferenceMargin + 10.2, y + kHeight / 2, 4.0);
  setInk(c, ink);
  drawParagraph(c, words, kReferenceMargin + kPlate + 1.8, y + 0.1, width - 2 * kReferenceMargin - kPlate - 1.8, 2.75,
                font);
}

/// Below each value its multiples and its divisors. Returns the height.
double drawNumbers(cairo_t* c, const Seed& edition, double y, double width) {
  constexpr double kHead = 5.6;
  const double step = (width - 2 * kReferenceMargin - kHead) / kHighest;
  const std::array<double, 3> heights{4.8, 7.2, 7.2};
  const auto cell = [&](int value, double top, const std::string& text) {
    drawParagraph(c, text, kReferenceMargin + kHead + (value - 1) * step + 0.5, top + 0.5, step - 0.5, 2.8,
                  "DejaVu Sans Condensed");
  };
  setInk(c, edition.ink("palette.ink"));
  for (int value = 1; value <= kHighest; ++value) {
    drawGlyphs(c, std::to_string(value), kReferenceMargin + kHead + (value - 0.5) * step, y + heights[0] / 2, 3, 2.8);
    cell(value, y + heights[0], value == 1 ? "1–8" : valuesThat([&](int n) { return n % value == 0; }));
    cell(value, y + heights[0] + heights[1], valuesThat([&](int n) { return value % n == 0; }));
  }
  drawGlyphs(c, "倍", kReferenceMargin + kHead / 2 - 0.4, y + heights[0] + heights[1] / 2, 3.6, 3.6, kReferenceKanji);
  drawGlyphs(c, "約", kReferenceMargin + kHead / 2 - 0.4, y + heights[0] + heights[1] + heights[2] / 2, 3.6, 3.6,
             kReferenceKanji);
  cairo_set_line_width(c, 0.15);
  for (const double line : {heights[0], heights[0] + heights[1]}) {
    cairo_move_to(c, kReferenceMargin, y + line);
    cairo_line_to(c, width - kReferenceMargin, y + line);
    cairo_stroke(c);
  }
  return heights[0] + heights[1] + heights[2];
}

void drawReference(cairo_t* c, const CardStock& stock, const Seed& edition, const Seed& words, const char* font) {
  const double width = stock.width;
  setInk(c, edition.ink("palette.paper"));
  constexpr double kBeyond = 3.0;  // the bleed of what is cut out
  cairo_rectangle(c, -kBeyond, -kBeyond, width + 2 * kBeyond, stock.height + 2 * kBeyond);
  cairo_fill(c);
  roundedPath(c, 2.2, 2.2, width - 4.4, stock.height - 4.4, 2.5);
  setInk(c, edition.ink("palette.dragon"));
  cairo_set_line_width(c, 0.6);
  cairo_stroke(c);
  double y = 4.2;
  const char* bold = std::string_view(font) == "DejaVu Sans" ? "DejaVu Sans Bold" : kReferenceKanji;
  drawParagraph(c, "The OCTAL · " + words.text("title"), kReferenceMargin, y, width - 2 * kReferenceMargin, 3.9, bold);
  y += 5.6;
  for (std::size_t i = 0; i < edition.count("condition"); ++i) {
    const std::string path = indexed("condition", i);
    drawConditionRow(c, edition, path, words.text(edition.text(path + ".name")), font, y, width);
    y += 6.5;
  }
  y += drawNumbers(c, edition, y + 0.2, width) + 1.4;
  for (const char* line : {"all", "up", "both"})
    y += drawParagraph(c, words.text(line), kReferenceMargin, y, width - 2 * kReferenceMargin, 3.0, font) + 0.5;
}

}  // namespace

std::optional<ReferenceCard> referenceCard(GameId game, std::string_view language) {
  if (game != GameId::Octal) return std::nullopt;
  const auto edition = std::make_shared<Seed>("octal/edition.toml");
  const auto words = std::make_shared<Seed>("octal/reference." + std::string(language) + ".toml");
  const CardStock stock = CardStock::read(*edition);
  return ReferenceCard{stock.width, stock.height, [edition, words, stock, font = wordsFont(language)](cairo_t* c) {
                         drawReference(c, stock, *edition, *words, font);
                       }};
}

}  // namespace octo::vision
