#include "vision/edition/octal_edition.h"

#include <cairo.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "vision/edition/card_edition.h"
#include "vision/edition/octal_sign.h"
#include "vision/edition/paint.h"
#include "vision/edition/seed.h"

namespace octo::vision {
namespace {

constexpr const char* kKanjiFont = "Noto Sans CJK JP Bold";
constexpr const char* kDigitFont = "DejaVu Sans Condensed Bold";
/// The middle of the index, from the card's top edge.
constexpr double kIndexY = 15.2;
constexpr double kPictureY = 44.0;

struct ConditionStyle {
  std::string name, kanji, sign, pattern;
  Ink field, pale, onField;
};

struct Style {
  Ink ink, paper, dragon, gold;
  CardStock stock;
  std::vector<ConditionStyle> conditions;

  const ConditionStyle& condition(std::string_view name) const {
    for (const ConditionStyle& each : conditions)
      if (each.name == name) return each;
    throw std::out_of_range("seeds/octal/edition.toml: no condition " + std::string(name));
  }
};

Style readStyle() {
  const Seed seed("octal/edition.toml");
  Style style{seed.ink("palette.ink"),  seed.ink("palette.paper"), seed.ink("palette.dragon"),
              seed.ink("palette.gold"), CardStock::read(seed),     {}};
  for (std::size_t i = 0; i < seed.count("condition"); ++i) {
    const std::string path = indexed("condition", i);
    const bool light = seed.text(path + ".on_field") == "paper";
    style.conditions.push_back({seed.text(path + ".name"), seed.text(path + ".kanji"), seed.text(path + ".sign"),
                                seed.text(path + ".pattern"), seed.ink(path + ".field"), seed.ink(path + ".pale"),
                                light ? style.paper : style.ink});
  }
  return style;
}

/// A number card's face in its parts.
struct NumberCard {
  std::string value, condition, arrow;

  static NumberCard of(const Face& face) {
    const std::string_view rest = face.detail();
    const std::size_t colon = rest.find(':');
    return {std::string(face.family()), std::string(rest.substr(0, colon)), std::string(rest.substr(colon + 1))};
  }
};

/// ⇧ or ⇔ as an outline filled with the current colour.
void drawArrow(cairo_t* c, std::string_view arrow, double x, double y, double size) {
  cairo_save(c);
  cairo_translate(c, x, y);
  cairo_scale(c, size / 2, size / 2);
  cairo_new_path(c);
  if (arrow == "up") {
    for (const auto& [px, py] : std::array<std::array<double, 2>, 7>{
             {{0, -1}, {0.78, -0.12}, {0.34, -0.12}, {0.34, 1}, {-0.34, 1}, {-0.34, -0.12}, {-0.78, -0.12}}})
      cairo_line_to(c, px, py);
  } else {
    for (const auto& [px, py] : std::array<std::array<double, 2>, 10>{{{-1.05, 0},
                                                                       {-0.36, -0.78},
                                                                       {-0.36, -0.3},
                                                                       {0.36, -0.3},
                                                                       {0.36, -0.78},
                                                                       {1.05, 0},
                                                                       {0.36, 0.78},
                                                                       {0.36, 0.3},
                                                                       {-0.36, 0.3},
                                                                       {-0.36, 0.78}}})
      cairo_line_to(c, px, py);
  }
  cairo_close_path(c);
  cairo_fill(c);
  cairo_restore(c);
}

/// A dragon's eye: an almond with a slit. The same after half a turn.
void drawEye(cairo_t* c, double x, double y, double radius, const Ink& white, const Ink& iris, const Ink& slit) {
  cairo_save(c);
  cairo_translate(c, x, y);
  cairo_scale(c, radius, radius);
  cairo_new_path(c);
  cairo_move_to(c, -1, 0.12);
  cairo_curve_to(c, -0.5, -0.62, 0.35, -0.75, 1, -0.12);
  cairo_curve_to(c, 0.5, 0.62, -0.35, 0.75, -1, 0.12);
  setInk(c, white);
  cairo_fill(c);
  setInk(c, iris);
  fillCircle(c, 0, 0, 0.44);
  cairo_move_to(c, 0, -0.42);
  cairo_curve_to(c, 0.17, -0.14, 0.17, 0.14, 0, 0.42);
  cairo_curve_to(c, -0.17, 0.14, -0.17, -0.14, 0, -0.42);
  setInk(c, slit);
  cairo_fill(c);
  cairo_restore(c);
}

// --- faces ---

/// The lozenge that holds the condition: the word in a light disc at its left end, the sign on its field.
void drawConditionPlate(cairo_t* c, const ConditionStyle& condition, const Style& style) {
  constexpr double kLeft = 26.6, kRight = 57.6, kHeight = 11.6;
  roundedPath(c, kLeft, kIndexY - kHeight / 2, kRight - kLeft, kHeight, kHeight / 2);
  setInk(c, condition.field);
  cairo_fill_preserve(c);
  setInk(c, style.ink);
  cairo_set_line_width(c, 0.5);
  cairo_stroke(c);
  const double disc = kLeft + kHeight / 2 + 0.2;
  setInk(c, style.paper);
  fillCircle(c, disc, kIndexY, kHeight / 2 - 0.7);
  setInk(c, style.ink);
  drawGlyphs(c, condition.kanji, disc, kIndexY, 8.4, 8.4, kKanjiFont);
  setInk(c, condition.onField);
  drawSign(c, condition.sign, 47.4, kIndexY, 9.0);
}

void drawNumberIndex(cairo_t* c, const NumberCard& card, const Style& style) {
  setInk(c, style.ink);
  drawGlyphs(c, card.value, 10.2, kIndexY, 8.6, 11.0, kDigitFont);
  drawArrow(c, card.arrow, 20.4, kIndexY, 9.0);
  drawConditionPlate(c, style.condition(card.condition), style);
}

/// Eight pearls on an octagon's corners, clockwise from the top right one; `bright` of them shine.
void drawPearls(cairo_t* c, double x, double y, double radius, int bright, const Ink& pearl, const Ink& dull,
                const Ink& rim) {
  for (int i = 0; i < 8; ++i) {
    const double angle = (i - 1.5) * kTurn / 8;
    cairo_new_path(c);
    cairo_arc(c, x + radius * std::cos(angle), y + radius * std::sin(angle), 2.3, 0, kTurn);
    setInk(c, i < bright ? pearl : dull);
    cairo_fill_preserve(c);
    setInk(c, rim);
    cairo_set_line_width(c, 0.6);
    cairo_stroke(c);
  }
}

void drawMedallion(cairo_t* c, const Style& style, const Ink& field, const Ink& inner) {
  octagonPath(c, style.stock.width / 2, kPictureY, 42.0);
  setInk(c, style.ink);
  cairo_fill(c);
  octagonPath(c, style.stock.width / 2, kPictureY, 40.8);
  setInk(c, field);
  cairo_fill(c);
  octagonPath(c, style.stock.width / 2, kPictureY, 30.0);
  setInk(c, inner);
  cairo_fill(c);
}

void drawNumber(cairo_t* c, const NumberCard& card, const Style& style) {
  const ConditionStyle& condition = style.condition(card.condition);
  const double x = style.stock.width / 2;
  drawCardPattern(c, style.stock, condition.pale, condition.pattern);
  clearIndex(c, style.stock, style.paper);
  drawMedallion(c, style, condition.field, style.paper);
  drawPearls(c, x, kPictureY, 19.0, std::stoi(card.value), style.paper, condition.field.mixedWith(style.ink, 0.35),
             style.ink);
  setInk(c, style.ink);
  drawGlyphs(c, card.value, x, kPictureY, 20.0, 19.0, kDigitFont);
  drawTwice(c, style.stock, [&] { drawNumberIndex(c, card, style); });
}

void drawAll(cairo_t* c, const Style& style) {
  const double x = style.stock.width / 2;
  drawCardPattern(c, style.stock, style.gold.mixedWith(style.paper, 0.45), "dragon");
  clearIndex(c, style.stock, style.paper);
  drawMedallion(c, style, style.gold, style.paper);
  drawPearls(c, x, kPictureY, 19.0, 8, style.paper, style.paper, style.ink);
  drawEye(c, x, kPictureY, 13.0, style.dragon, style.gold, style.ink);
  drawTwice(c, style.stock, [&] {
    roundedPath(c, 5.4, kIndexY - 5.8, 52.2, 11.6, 5.8);
    setInk(c, style.gold);
    cairo_fill_preserve(c);
    setInk(c, style.ink);
    cairo_set_line_width(c, 0.5);
    cairo_stroke(c);
    drawGlyphs(c, "ALL", 31.5, kIndexY, 26.0, 8.6, kDigitFont);
    drawEye(c, 11.6, kIndexY, 4.8, style.paper, style.dragon, style.paper);
    drawEye(c, 51.4, kIndexY, 4.8, style.paper, style.dragon, style.paper);
  });
}

void drawBack(cairo_t* c, const Style& style) {
  const double x = style.stock.width / 2, y = style.stock.height / 2;
  drawCardPattern(c, style.stock, style.dragon.mixedWith(style.paper, 0.3), "dragon");
  for (const auto& [across, ink] : {std::pair{44.0, style.gold}, std::pair{41.0, style.dragon},
                                    std::pair{38.0, style.gold}, std::pair{36.6, style.dragon}}) {
    octagonPath(c, x, y, across);
    setInk(c, ink);
    cairo_fill(c);
  }
  drawEye(c, x, y, 16.0, style.paper, style.gold, style.ink);
}

class OctalEdition final : public CardEdition {
 public:
  OctalEdition() : CardEdition(GameId::Octal, CodeBook::SixApart), style_(readStyle()) {
    addCards();
    addTables(3, 6);
  }

 private:
  /// In the order of the rules page.
  void addCards() {
    const Seed pieces("octal/pieces.toml");
    for (char value = '1'; value <= '8'; ++value)
      for (const ConditionStyle& condition : style_.conditions)
        for (const char* arrow : {"up", "both"}) {
          const std::string name = std::string(1, value) + ":" + condition.name + ":" + arrow;
          if (pieces.has("copies." + name)) addCard(Face(name), pieces.whole("copies." + name));
        }
    addCard(Face("all"), pieces.whole("copies.all"));
    addCard(Face::back(), 0);
  }

  void drawCard(cairo_t* c, const Face& face) const override {
    const Ink line = face.isBack() ? style_.dragon.mixedWith(style_.ink, 0.5) : style_.ink;
    drawCardFrame(c, style_.stock, style_.paper, line, face.isBack() ? style_.dragon : style_.paper);
    if (face.isBack())
      drawBack(c, style_);
    else if (face.text() == "all")
      drawAll(c, style_);
    else
      drawNumber(c, NumberCard::of(face), style_);
    drawCode(c, style_.stock, *code(face), style_.paper, line);
  }

  Style style_;
};

}  // namespace

std::unique_ptr<Edition> makeOctalEdition() { return std::make_unique<OctalEdition>(); }

}  // namespace octo::vision
