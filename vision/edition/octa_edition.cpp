#include "vision/edition/octa_edition.h"

#include <cairo.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "vision/edition/card_edition.h"
#include "vision/edition/paint.h"
#include "vision/edition/seed.h"
#include "vision/edition/suit.h"

namespace octo::vision {
namespace {

constexpr const char* kFont = "DejaVu Sans Condensed Bold";
/// The middle of the index' column.
constexpr double kIndexX = 8.7;
/// The picture of a court card, and the field of an ace.
constexpr double kPanelLeft = 14.6, kPanelTop = 8.0;

struct Style {
  Ink ink, red, paper, skin, gold, blue, wine, cream;
  CardStock stock;
  double spineWidth, spineTop;
  double tokenAcross;

  double middleX() const { return stock.width / 2; }
  double middleY() const { return stock.height / 2; }
};

Style readStyle() {
  const Seed seed("octa/edition.toml");
  return {seed.ink("palette.ink"),  seed.ink("palette.red"),    seed.ink("palette.paper"), seed.ink("palette.skin"),
          seed.ink("palette.gold"), seed.ink("palette.blue"),   seed.ink("palette.wine"),  seed.ink("palette.cream"),
          CardStock::read(seed),    seed.number("spine.width"), seed.number("spine.top"),  seed.number("token.across")};
}

/// A card's face in its parts: `10H` is "10" and 'H'.
struct Card {
  std::string rank;
  char suit;

  static Card of(const Face& face) { return {face.text().substr(0, face.text().size() - 1), face.text().back()}; }
  bool red() const { return suit == 'H' || suit == 'D'; }
};

const Ink& suitInk(const Card& card, const Style& style) { return card.red() ? style.red : style.ink; }

/// Of frame and spine: dark in any light, red suits with a tinge of red.
Ink frameInk(const Card& card, const Style& style) { return suitInk(card, style).mixedWith(style.ink, 0.45); }
Ink backInk(bool first, const Style& style) { return (first ? style.blue : style.wine).mixedWith(style.ink, 0.5); }

/// Two digits stand closer and narrower than the font has them, so that a ten is as high as the rest.
void drawRank(cairo_t* c, const std::string& rank) {
  constexpr double kY = 9.4, kHeight = 9.2;
  if (rank.size() == 1) return drawGlyphs(c, rank, kIndexX, kY, 8.8, kHeight, kFont);
  for (std::size_t i = 0; i < rank.size(); ++i) {
    cairo_save(c);
    cairo_translate(c, kIndexX + (i == 0 ? -2.5 : 2.0), kY);
    cairo_scale(c, 0.68, 1);
    drawGlyphs(c, rank.substr(i, 1), 0, 0, kHeight, kHeight, kFont);
    cairo_restore(c);
  }
}

void drawIndex(cairo_t* c, const Card& card, const Style& style) {
  setInk(c, suitInk(card, style));
  drawRank(c, card.rank);
  drawSuit(c, card.suit, kIndexX, 19.4, 7.4);
}

/// The dark ground of the dots: it grows out of the frame's line, in the same colour.
void drawSpines(cairo_t* c, const Ink& ink, const Style& style) {
  const double margin = style.stock.frame.marginMm, bottom = style.stock.height - margin;
  constexpr double kRound = 2.0;
  drawTwice(c, style.stock, [&] {
    roundedPath(c, margin, style.spineTop, style.spineWidth, bottom - style.spineTop, kRound);
    setInk(c, ink);
    cairo_fill(c);
  });
}

// --- number cards ---

struct Pip {
  double column, row;
};

/// Where a number's signs stand: columns -1 to 1, rows -1 (top) to 1; those below the middle are upside down.
std::vector<Pip> pips(int number) {
  constexpr double kThird = 1.0 / 3;
  std::vector<Pip> all;
  const auto pair = [&](double row) { all.push_back({-1, row}), all.push_back({1, row}); };
  const auto one = [&](double row) { all.push_back({0, row}); };
  if (number == 2 || number == 3) one(-1), one(1);
  if (number == 3 || number == 5 || number == 9) one(0);
  if (number >= 4) pair(-1), pair(1);
  if (number >= 6 && number <= 8) pair(0);
  if (number == 7 || number == 8) one(-0.5);
  if (number == 8) one(0.5);
  if (number >= 9) pair(-kThird), pair(kThird);
  if (number == 10) one(-2 * kThird), one(2 * kThird);
  return all;
}

void drawPips(cairo_t* c, const Card& card, const Style& style) {
  setInk(c, suitInk(card, style));
  for (const Pip& pip : pips(std::stoi(card.rank))) {
    cairo_save(c);
    cairo_translate(c, style.middleX() + pip.column * 10.6, style.middleY() + pip.row * 28.0);
    if (pip.row > 0) cairo_rotate(c, kTurn / 2);
    drawSuit(c, card.suit, 0, 0, 11.0);
    cairo_restore(c);
  }
}

void drawAce(cairo_t* c, const Card& card, const Style& style) {
  const double x = style.middleX(), y = style.middleY();
  for (const auto& [across, ink] : {std::pair{33.0, suitInk(card, style)}, std::pair{31.4, style.paper},
                                    std::pair{30.0, style.gold}, std::pair{26.6, style.paper}}) {
    octagonPath(c, x, y, across);
    setInk(c, ink);
    cairo_fill(c);
  }
  setInk(c, suitInk(card, style));
  drawSuit(c, card.suit, x, y, 18.0);
}

// --- action cards: a person to the waist, the waist at the origin, and the same again upside down ---

void robe(cairo_t* c, const Ink& cloth, const Style& style) {
  cairo_new_path(c);
  cairo_move_to(c, -16.9, 0);
  cairo_curve_to(c, -16.9, -10, -10, -13, -4, -14);
  cairo_line_to(c, 4, -14);
  cairo_curve_to(c, 10, -13, 16.9, -10, 16.9, 0);
  cairo_close_path(c);
  setInk(c, cloth);
  cairo_fill(c);
  cairo_new_path(c);  // the collar
  cairo_move_to(c, -6, -14.2), cairo_line_to(c, 0, -4), cairo_line_to(c, 6, -14.2);
  cairo_close_path(c);
  setInk(c, style.gold);
  cairo_fill(c);
  setInk(c, style.paper);
  cairo_set_line_width(c, 0.9);
  for (const double side : {-1.0, 1.0}) {
    cairo_move_to(c, side * 8.2, -12.4), cairo_curve_to(c, side * 9.6, -8, side * 9.6, -4, side * 9.2, 0);
    cairo_stroke(c);
  }
}

void face(cairo_t* c, const Style& style) {
  cairo_save(c);
  cairo_translate(c, 0, -19.0);
  cairo_scale(c, 5.2, 6.4);
  setInk(c, style.skin);
  fillCircle(c, 0, 0, 1);
  cairo_restore(c);
  setInk(c, style.ink);
  for (const double side : {-1.0, 1.0}) fillCircle(c, side * 2.0, -19.6, 0.62);
  cairo_set_line_width(c, 0.5);
  cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
  cairo_new_path(c);
  cairo_arc(c, 0, -17.2, 1.5, kTurn * 0.08, kTurn * 0.42);
  cairo_stroke(c);
  for (const double side : {-1.0, 1.0}) {
    cairo_move_to(c, side * 1.2, -21.4), cairo_line_to(c, side * 2.9, -21.2);
    cairo_stroke(c);
  }
}

void drawJack(cairo_t* c, const Ink& cloth, const Style& style) {
  setInk(c, style.gold.mixedWith(style.ink, 0.35));  // hair
  cairo_rectangle(c, -6.2, -22, 12.4, 8.4);
  cairo_fill(c);
  face(c, style);
  cairo_new_path(c);  // a cap, and its feather
  cairo_move_to(c, -8, -22.6), cairo_curve_to(c, -8, -31, 7, -31, 8.4, -22.6);
  cairo_close_path(c);
  setInk(c, cloth);
  cairo_fill(c);
  setInk(c, style.gold);
  cairo_rectangle(c, -8.2, -24.2, 16.6, 2.2);
  cairo_fill(c);
  cairo_move_to(c, 5, -24), cairo_curve_to(c, 6, -31, 11, -33, 13.4, -30), cairo_curve_to(c, 11, -30, 8, -28, 7, -23.6);
  cairo_fill(c);
}

void drawQueen(cairo_t* c, const Ink& cloth, const Style& style) {
  setInk(c, style.ink.mixedWith(style.gold, 0.35));  // hair
  cairo_new_path(c);
  cairo_move_to(c, -7, -24), cairo_curve_to(c, -10, -16, -9, -12, -8, -9.4), cairo_line_to(c, 8, -9.4);
  cairo_curve_to(c, 9, -12, 10, -16, 7, -24);
  cairo_fill(c);
  setInk(c, style.skin);
  cairo_rectangle(c, -2, -15, 4, 4);
  cairo_fill(c);
  face(c, style);
  setInk(c, style.gold);
  cairo_new_path(c);
  cairo_arc(c, 0, -22.4, 7.2, kTurn / 2, kTurn);
  cairo_fill(c);
  for (int i = -2; i <= 2; ++i) fillCircle(c, i * 3.3, -29.4 + 0.8 * i * i * 0.9, 1.5);
  setInk(c, cloth);
  fillCircle(c, 0, -25.4, 1.3);
}

void drawKing(cairo_t* c, const Ink& cloth, const Style& style) {
  const Ink grey = style.ink.mixedWith(style.paper, 0.55);
  face(c, style);
  setInk(c, grey);  // beard
  cairo_new_path(c);
  cairo_move_to(c, -5.6, -19.4), cairo_curve_to(c, -5.4, -9, 5.4, -9, 5.6, -19.4);
  cairo_curve_to(c, 3.6, -15.6, -3.6, -15.6, -5.6, -19.4);
  cairo_fill(c);
  setInk(c, style.gold);  // crown
  cairo_new_path(c);
  for (const auto& [x, y] :
       {std::pair{-7.4, -22.4}, {-8.6, -31.0}, {-4.2, -27.0}, {0.0, -32.6}, {4.2, -27.0}, {8.6, -31.0}, {7.4, -22.4}})
    cairo_line_to(c, x, y);
  cairo_close_path(c);
  cairo_fill(c);
  setInk(c, cloth);
  for (const double x : {-4.4, 0.0, 4.4}) fillCircle(c, x, -24.4, 1.1);
}

/// What the card does: a card face down for the jack, two from the pot for the queen, two drawn for the king.
void drawDeed(cairo_t* c, char rank, const Ink& cloth, const Style& style) {
  const auto card = [&](double x, double y, double turn, bool closed) {
    cairo_save(c);
    cairo_translate(c, x, y);
    cairo_rotate(c, turn);
    roundedPath(c, -2.6, -3.6, 5.2, 7.2, 0.7);
    setInk(c, closed ? cloth : style.paper);
    cairo_fill_preserve(c);
    setInk(c, style.ink);
    cairo_set_line_width(c, 0.5);
    cairo_stroke(c);
    if (closed) setInk(c, style.paper), octagonPath(c, 0, 0, 3.0), cairo_fill(c);
    cairo_restore(c);
  };
  if (rank == 'J') card(12.4, -6.2, 0.15, true);
  if (rank == 'Q') card(-12.8, -6.2, -0.3, false), card(12.8, -6.2, 0.3, false);
  if (rank == 'K') card(10.6, -6.4, -0.2, true), card(13.4, -6.0, 0.25, true);
}

void drawCourt(cairo_t* c, const Card& card, const Style& style) {
  const Ink& cloth = suitInk(card, style);
  const double left = kPanelLeft, top = kPanelTop, width = style.stock.width - 2 * left,
               height = style.stock.height - 2 * top;
  roundedPath(c, left, top, width, height, 2.0);
  setInk(c, style.cream);
  cairo_fill_preserve(c);
  cairo_save(c);
  cairo_clip(c);
  drawTwice(c, style.stock, [&] {
    cairo_save(c);
    cairo_rectangle(c, left, top, width, height / 2);
    cairo_clip(c);
    cairo_translate(c, style.middleX(), style.middleY());
    robe(c, cloth, style);
    if (card.rank == "J") drawJack(c, cloth, style);
    if (card.rank == "Q") drawQueen(c, cloth, style);
    if (card.rank == "K") drawKing(c, cloth, style);
    drawDeed(c, card.rank.front(), cloth, style);
    cairo_restore(c);
  });
  setInk(c, style.gold);
  cairo_rectangle(c, left, style.middleY() - 0.8, width, 1.6);
  cairo_fill(c);
  cairo_restore(c);
  roundedPath(c, left, top, width, height, 2.0);
  setInk(c, cloth);
  cairo_set_line_width(c, 0.8);
  cairo_stroke(c);
  drawTwice(c, style.stock, [&] { drawSuit(c, card.suit, left + 4.6, top + 5.4, 6.4); });
}

void drawFront(cairo_t* c, const Card& card, const Style& style) {
  drawCardFrame(c, style.stock, style.paper, frameInk(card, style), style.paper);
  if (card.rank == "A")
    drawAce(c, card, style);
  else if (card.rank == "J" || card.rank == "Q" || card.rank == "K")
    drawCourt(c, card, style);
  else
    drawPips(c, card, style);
  drawTwice(c, style.stock, [&] { drawIndex(c, card, style); });
}

// --- backs ---

/// Octagons side by side, and the squares between them.
void drawTiles(cairo_t* c, const Style& style, const Ink& tile, const Ink& core, const Ink& square) {
  constexpr double kStep = 8.6;
  for (int row = -6; row <= 6; ++row)
    for (int column = -4; column <= 4; ++column) {
      const double x = style.middleX() + column * kStep, y = style.middleY() + row * kStep;
      octagonPath(c, x, y, kStep - 1.0);
      setInk(c, tile);
      cairo_fill(c);
      octagonPath(c, x, y, kStep * 0.42);
      setInk(c, core);
      cairo_fill(c);
      cairo_save(c);
      cairo_translate(c, x + kStep / 2, y + kStep / 2);
      cairo_rotate(c, kTurn / 8);
      cairo_rectangle(c, -1.2, -1.2, 2.4, 2.4);
      setInk(c, square);
      cairo_fill(c);
      cairo_restore(c);
    }
}

void drawBack(cairo_t* c, bool first, const Style& style) {
  const Ink& field = first ? style.blue : style.cream;
  drawCardFrame(c, style.stock, style.paper, backInk(first, style), field);
  cairo_save(c);
  insideFramePath(c, style.stock);
  cairo_clip(c);
  if (first)
    drawTiles(c, style, field.mixedWith(style.ink, 0.45), field.mixedWith(style.paper, 0.55), style.gold);
  else
    drawTiles(c, style, style.wine, style.cream, style.gold);
  drawTwice(c, style.stock, [&] {  // paper beside the spine, so that it ends somewhere
    roundedPath(c, style.stock.frame.marginMm, style.spineTop - 1.2, style.spineWidth + 1.2,
                style.stock.height - style.spineTop, 2.6);
    setInk(c, style.paper);
    cairo_fill(c);
  });
  cairo_restore(c);
}

// --- tokens, about the origin ---

void drawToken(cairo_t* c, bool first, const Style& style) {
  const double radius = style.tokenAcross / 2;
  setInk(c, first ? style.ink : style.paper);
  fillCircle(c, 0, 0, radius);
  setInk(c, first ? style.paper : style.ink);
  fillCircle(c, 0, 0, radius - 1.5);
  setInk(c, first ? style.blue : style.gold);
  fillCircle(c, 0, 0, radius - 3.3);
  octagonPath(c, 0, 0, 17.0);
  setInk(c, first ? style.paper : style.ink);
  cairo_fill(c);
  setInk(c, first ? style.ink : style.paper);
  drawGlyphs(c, first ? "1" : "2", 0, 0, 11.0, 12.0, kFont);
}

class OctaEdition final : public CardEdition {
 public:
  OctaEdition() : CardEdition(GameId::Octa, CodeBook::SixApart), style_(readStyle()) {
    addCards();
    for (const char* token : {"token:1", "token:2"}) addRound(Face(token), style_.tokenAcross, 1);
    addTables(2, 2);
  }

  Face backOf(const Face& face, int copy) const override {
    if (face.family() == "token") return face;
    return copy == 0 ? Face::back() : Face("deck2:back");
  }

 private:
  void addCards() {
    const Seed pieces("octa/pieces.toml");
    for (const std::string kind : {"number_cards", "action_cards"})
      for (const std::string& suit : pieces.texts(kind + ".suits"))
        for (const std::string& rank : pieces.texts(kind + ".ranks"))
          addCard(Face(rank + suit), pieces.whole(kind + ".copies"));
    addCard(Face::back(), 0);
    addCard(Face("deck2:back"), 0);
  }

  void drawCard(cairo_t* c, const Face& face) const override {
    const bool back = face.isBack() || face.detail() == "back";
    const Ink spine = back ? backInk(face.isBack(), style_) : frameInk(Card::of(face), style_);
    if (back)
      drawBack(c, face.isBack(), style_);
    else
      drawFront(c, Card::of(face), style_);
    drawSpines(c, spine, style_);
    drawCode(c, style_.stock, *code(face), style_.paper, spine);
  }

  void drawRound(cairo_t* c, const Face& face) const override { drawToken(c, face.detail() == "1", style_); }

  const Ink& edgeInk(const Face& face) const override { return face.text() == "token:1" ? style_.ink : style_.paper; }

  Style style_;
};

}  // namespace

std::unique_ptr<Edition> makeOctaEdition() { return std::make_unique<OctaEdition>(); }

}  // namespace octo::vision
