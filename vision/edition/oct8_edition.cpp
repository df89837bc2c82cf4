#include "vision/edition/oct8_edition.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "vision/edition/card_edition.h"
#include "vision/edition/octopus.h"
#include "vision/edition/paint.h"
#include "vision/edition/seed.h"
#include "vision/edition/symbol.h"

namespace octo::vision {
namespace {

constexpr int kMostArms = 8;
constexpr const char* kDigitFont = "DejaVu Sans Condensed Bold";
/// The middle of the index, from the card's top edge.
constexpr double kIndexY = 14.9;
/// Number and colour lie left of this, so that a column covered from the side says them too.
constexpr double kBadgeX = 20.2;

struct ColourStyle {
  std::string name, symbol;
  Ink field, dark, pale;
};

struct Style {
  Ink ink, paper, sea, foam, sand, coral;
  CardStock stock;
  std::vector<ColourStyle> colours;
  double chipAcross;
  int chipCopies;

  const ColourStyle& colour(std::string_view name) const {
    for (const ColourStyle& each : colours)
      if (each.name == name) return each;
    throw std::out_of_range("seeds/oct8/edition.toml: no colour " + std::string(name));
  }
};

Style readStyle() {
  const Seed seed("oct8/edition.toml");
  Style style{seed.ink("palette.ink"),    seed.ink("palette.paper"), seed.ink("palette.sea"), seed.ink("palette.foam"),
              seed.ink("palette.sand"),   seed.ink("palette.coral"), CardStock::read(seed),   {},
              seed.number("chip.across"), seed.whole("chip.copies")};
  for (std::size_t i = 0; i < seed.count("colour"); ++i) {
    const std::string path = indexed("colour", i);
    style.colours.push_back({seed.text(path + ".name"), seed.text(path + ".symbol"), seed.ink(path + ".field"),
                             seed.ink(path + ".dark"), seed.ink(path + ".pale")});
  }
  return style;
}

void drawBadge(cairo_t* c, const ColourStyle& colour, const Ink& field, const Ink& sign) {
  setInk(c, field);
  fillCircle(c, kBadgeX, kIndexY, 5.3);
  setInk(c, sign);
  drawSymbol(c, colour.symbol, kBadgeX, kIndexY, 4.2);
}

// --- arms ---

/// Two rows of four suckers, as many of them filled as the card has arms.
void drawCount(cairo_t* c, int arms, const ColourStyle& colour, const Style& style) {
  for (int i = 0; i < kMostArms; ++i) {
    const double x = 33.2 + (i % 4) * 6.9, y = kIndexY + (i < 4 ? -2.95 : 2.95);
    setInk(c, i < arms ? colour.dark : colour.pale);
    fillCircle(c, x, y, 2.6);
    if (i >= arms) continue;
    setInk(c, style.paper);
    fillCircle(c, x, y, 0.8);
  }
}

void drawArmIndex(cairo_t* c, int arms, const ColourStyle& colour, const Style& style) {
  setInk(c, style.ink);
  drawGlyphs(c, std::to_string(arms), 9.4, kIndexY, 7.8, 10.6, kDigitFont);
  drawBadge(c, colour, colour.field, style.paper);
  drawCount(c, arms, colour, style);
}

/// As many arms as the card has, out of the sea at the picture's lower edge, the middle ones before the
/// outer.
void drawArms(cairo_t* c, int arms, const ColourStyle& colour, const Style& style) {
  const double middle = style.stock.width / 2, sea = style.stock.height - style.stock.index.y1 + 0.5;
  const double spread = std::min(11.0, 40.0 / std::max(1, arms - 1));
  const OctopusInks inks{colour.field, colour.dark, style.paper};
  std::vector<double> places;
  for (int i = 0; i < arms; ++i) places.push_back(i - (arms - 1) / 2.0);
  std::stable_sort(places.begin(), places.end(), [](double a, double b) { return std::abs(a) > std::abs(b); });
  for (const double place : places) {
    const double out = arms > 1 ? place / ((arms - 1) / 2.0) : 0;
    const double side = place < 0 ? -1 : 1;
    drawArm(c, middle + place * spread * 0.85, sea, 60 - 14 * std::abs(out), arms > 5 ? 7.0 : 9.0, out * 5,
            side * (0.95 - 0.1 * std::abs(out)), inks);
  }
  cairo_save(c);
  cairo_translate(c, middle, sea + 1.2);
  cairo_rectangle(c, -27.6, -4, 55.2, 8);
  cairo_clip(c);
  for (const auto& [rise, ink] :
       {std::pair{-2.2, colour.dark.mixedWith(colour.field, 0.5)}, std::pair{0.0, colour.dark}}) {
    cairo_new_path(c);
    cairo_move_to(c, -32, 6);
    for (double x = -32; x < 32; x += 6.4) {
      cairo_line_to(c, x, rise);
      cairo_curve_to(c, x + 2, rise - 2.2, x + 4.4, rise - 2.2, x + 6.4, rise);
    }
    cairo_line_to(c, 32, 6);
    setInk(c, ink);
    cairo_fill(c);
  }
  cairo_restore(c);
}

void drawArmCard(cairo_t* c, int arms, const ColourStyle& colour, const Style& style) {
  drawCardFrame(c, style.stock, style.paper, colour.dark, style.paper);
  drawCardPattern(c, style.stock, colour.pale, colour.symbol);
  cairo_save(c);
  cairo_rectangle(c, style.stock.index.x0, style.stock.index.y1, style.stock.index.x1 - style.stock.index.x0,
                  style.stock.height - 2 * style.stock.index.y1);
  cairo_clip(c);
  drawArms(c, arms, colour, style);
  cairo_restore(c);
  clearIndex(c, style.stock, style.paper);
  drawTwice(c, style.stock, [&] { drawArmIndex(c, arms, colour, style); });
}

// --- heads ---

void drawHeadCard(cairo_t* c, const ColourStyle& colour, const Style& style) {
  drawCardFrame(c, style.stock, style.paper, colour.dark, colour.field);
  drawCardPattern(c, style.stock, colour.field.mixedWith(colour.dark, 0.25), colour.symbol);
  clearIndex(c, style.stock, colour.field);
  const double x = style.stock.width / 2, y = style.stock.height / 2;
  setInk(c, colour.pale);
  fillCircle(c, x, y, 21.6);
  drawOctopus(c, x, y, 45, {colour.field, colour.dark, style.paper});
  drawTwice(c, style.stock, [&] {
    drawOctopusSign(c, 9.6, kIndexY, 11.0, style.paper, colour.dark);
    drawBadge(c, colour, style.paper, colour.dark);
    setInk(c, style.paper);
    for (const double at : {34.0, 43.6, 53.2}) drawSymbol(c, colour.symbol, at, kIndexY, 4.2);
  });
}

// --- backs ---

void drawArmBack(cairo_t* c, const Style& style) {
  drawCardFrame(c, style.stock, style.paper, style.sea.mixedWith(style.ink, 0.6), style.sea);
  drawCardPattern(c, style.stock, style.sea.mixedWith(style.foam, 0.3), "bolt");
  cairo_save(c);
  insideFramePath(c, style.stock);
  cairo_clip(c);
  drawTwice(c, style.stock, [&] {
    drawArm(c, 15, 83, 92, 15, -3, 1.0, {style.foam, style.sea.mixedWith(style.ink, 0.6), style.paper});
  });
  cairo_restore(c);
}

void drawHeadBack(cairo_t* c, const Style& style) {
  drawCardFrame(c, style.stock, style.paper, style.ink, style.sand);
  drawCardPattern(c, style.stock, style.sand.mixedWith(style.coral, 0.35), "dragon");
  drawTwice(c, style.stock, [&] {
    setInk(c, style.coral);
    fillCircle(c, style.stock.width / 2, 27.5, 14.5);
    drawOctopusSign(c, style.stock.width / 2, 27.5, 21, style.paper, style.coral);
  });
}

// --- chips, about the origin ---

void drawChip(cairo_t* c, int actions, const Style& style) {
  const double radius = style.chipAcross / 2;
  const bool dark = actions == 1;
  const Ink& field = dark ? style.sea : style.sand;
  const Ink& rim = dark ? style.paper : style.ink;
  setInk(c, dark ? style.ink : style.paper);
  fillCircle(c, 0, 0, radius);
  setInk(c, rim);
  fillCircle(c, 0, 0, radius - 1.5);
  setInk(c, field);
  fillCircle(c, 0, 0, radius - 3.3);
  const OctopusInks baby{dark ? style.foam : style.coral, style.ink, style.paper};
  if (actions == 1) {
    drawOctopus(c, 0, -2.6, 15.5, baby);
  } else {
    drawOctopus(c, -5.3, -2.6, 11.5, baby);
    drawOctopus(c, 5.3, -2.6, 11.5, baby);
  }
  setInk(c, dark ? style.paper : style.ink);
  drawGlyphs(c, "+" + std::to_string(actions), 0, 8.0, 11.0, 5.4, kDigitFont);
}

class Oct8Edition final : public CardEdition {
 public:
  Oct8Edition() : CardEdition(GameId::Oct8, CodeBook::SevenApart), style_(readStyle()) {
    addCards();
    addRound(Face("chip:1"), style_.chipAcross, style_.chipCopies);
    addRound(Face("chip:2"), style_.chipAcross, 0);
    addTables(2, 4);
  }

  Face backOf(const Face& face, int copy) const override {
    if (face.family() == "chip") return Face(face.detail() == "1" ? "chip:2" : "chip:1");
    return face.family() == "head" ? Face("head:back") : Edition::backOf(face, copy);
  }

 private:
  void addCards() {
    const Seed pieces("oct8/pieces.toml");
    for (const ColourStyle& colour : style_.colours)
      for (int arms = 1; arms <= kMostArms; ++arms)
        addCard(Face(colour.name + ":" + std::to_string(arms)),
                pieces.whole(indexed("arms.copies", static_cast<std::size_t>(arms - 1))));
    for (const ColourStyle& colour : style_.colours)
      addCard(Face("head:" + colour.name), pieces.whole("heads.of_a_colour"));
    addCard(Face::back(), 0);
    addCard(Face("head:back"), 0);
  }

  void drawCard(cairo_t* c, const Face& face) const override {
    Ink band = style_.ink;
    if (face.isBack()) {
      band = style_.sea.mixedWith(style_.ink, 0.6);
      drawArmBack(c, style_);
    } else if (face.text() == "head:back") {
      drawHeadBack(c, style_);
    } else {
      const bool head = face.family() == "head";
      const ColourStyle& colour = style_.colour(head ? face.detail() : face.family());
      band = colour.dark;
      if (head)
        drawHeadCard(c, colour, style_);
      else
        drawArmCard(c, std::stoi(std::string(face.detail())), colour, style_);
    }
    drawCode(c, style_.stock, *code(face), style_.paper, band);
  }

  void drawRound(cairo_t* c, const Face& face) const override { drawChip(c, face.detail() == "1" ? 1 : 2, style_); }

  const Ink& edgeInk(const Face& face) const override { return face.text() == "chip:1" ? style_.ink : style_.paper; }

  Style style_;
};

}  // namespace

std::unique_ptr<Edition> makeOct8Edition() { return std::make_unique<Oct8Edition>(); }

}  // namespace octo::vision
