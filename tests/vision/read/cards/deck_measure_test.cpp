#include "vision/read/cards/deck_measure.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <optional>

#include "vision/read/cards/card_geometry.h"

using namespace octo;
using namespace octo::vision;

namespace {

/// A slanted view, a pixel a millimetre in the middle and less farther up.
TableView slanted() { return TableView::fromHomography(cv::Matx33d(1, 0, -500, 0, -1, 500, 0, 0.0008, 1)).value(); }

/// How a deck measures, mm.
struct Deck {
  double size, across, down, width, height;
};
constexpr Deck kPoker{13, 24, 34, 63, 88}, kJumbo{24, 19, 28, 57, 89};

struct Lying {
  TablePoint at;
  double angle;  // degrees clockwise from up
};

/// A point of the card, mm to its right and up from its middle, in the picture.
ImagePoint shown(const Lying& card, double right, double up, const TableView& view) {
  const double a = card.angle * std::numbers::pi / 180, c = std::cos(a), s = std::sin(a);
  return view.imageFromTable({card.at.x + right * c + up * s, card.at.y - right * s + up * c});
}

Corners outlineOf(const Lying& card, const Deck& deck, const TableView& view) {
  const double x = deck.width / 2, y = deck.height / 2;
  return {shown(card, -x, y, view), shown(card, x, y, view), shown(card, x, -y, view), shown(card, -x, -y, view)};
}

/// Its upper left index.
CardIndex indexOf(const Lying& card, const Deck& deck, const TableView& view) {
  const ImagePoint top = shown(card, -deck.across, deck.down + deck.size / 2, view),
                   bottom = shown(card, -deck.across, deck.down - deck.size / 2, view);
  const double size = distance(top, bottom);
  return {shown(card, -deck.across, deck.down, view), {(top.x - bottom.x) / size, (top.y - bottom.y) / size}, size, 1};
}

AssembledCard read(const Lying& card, const Deck& deck, const TableView& view) {
  const CardIndex index = indexOf(card, deck, view);
  AssembledCard read{{}, 1, outlineOf(card, deck, view), 2, index.at, index.up, index.size};
  read.chances[5] = 1;
  read.other = shown(card, deck.across, -deck.down, view);
  return read;
}

std::vector<AssembledCard> some(const Deck& deck, const TableView& view) {
  return {read({{0, 0}, 0}, deck, view), read({{100, -60}, 170}, deck, view), read({{-150, 90}, 95}, deck, view)};
}

/// As a network tells it that saw too little: the right side, and little more.
Corners toldBadly(const Lying& card, const Deck& deck, const TableView& view) {
  const Deck large{deck.size, deck.across, deck.down, 1.5 * deck.width, 1.6 * deck.height};
  return outlineOf(card, large, view);
}

double farthest(const Corners& one, const Corners& other) {
  double most = 0;
  for (std::size_t i = 0; i < 4; ++i) most = std::max(most, distance(one[i], other[i]));
  return most;
}

/// Of the two cards that the index may be on, the one on the side that a network tells.
std::optional<Corners> cardOn(const DeckMeasure& measure, const CardIndex& index, const Corners& told,
                              const TableView& view) {
  const auto around = measure.sidesOf(index, view);
  return around ? std::optional(around->nearer(told)) : std::nullopt;
}

}  // namespace

TEST_CASE("what cards with both indices measure tells where a card lies that shows one") {
  const TableView view = slanted();
  DeckMeasure measure;
  measure.learn(some(kPoker, view), view);
  REQUIRE(measure.isKnown());
  for (const Lying& card : {Lying{{200, 150}, 12}, Lying{{-220, -140}, -160}, Lying{{30, 200}, 60}}) {
    const auto around = cardOn(measure, indexOf(card, kPoker, view), toldBadly(card, kPoker, view), view);
    REQUIRE(around);
    CHECK(farthest(*around, outlineOf(card, kPoker, view)) < 2);
  }
}

TEST_CASE("two cards do not tell what the others measure, nor do doubtful ones or such as show one index") {
  const TableView view = slanted();
  std::vector<AssembledCard> cards = some(kPoker, view);
  cards[0].chances[5] = 0.6;
  cards[1].indices = 1;
  cards[1].other.reset();
  DeckMeasure measure;
  measure.learn(cards, view);
  measure.learn(std::span(cards).last(1), view);
  CHECK_FALSE(measure.isKnown());
  const Lying card{{0, 0}, 0};
  CHECK_FALSE(cardOn(measure, indexOf(card, kPoker, view), outlineOf(card, kPoker, view), view));
}

TEST_CASE("of two decks on a table each card is laid out as its own measures") {
  const TableView view = slanted();
  DeckMeasure measure;
  for (int round = 0; round < 4; ++round)
    for (const Deck& deck : {kPoker, kJumbo}) measure.learn(some(deck, view), view);
  const Lying card{{120, 60}, -30};
  for (const Deck& deck : {kPoker, kJumbo}) {
    const auto around = cardOn(measure, indexOf(card, deck, view), toldBadly(card, deck, view), view);
    REQUIRE(around);
    CHECK(farthest(*around, outlineOf(card, deck, view)) < 2);
  }
}

TEST_CASE("two indices that no card of this world can have are not measured") {
  const TableView view = slanted();
  std::vector<AssembledCard> cards;
  for (const Deck& deck : {Deck{13, 24, 34, 20, 28}, Deck{13, 24, 34, 200, 280}, Deck{13, 40, 34, 63, 88}})
    cards.push_back(read({{0, 0}, 0}, deck, view));
  DeckMeasure measure;
  measure.learn(cards, view);
  CHECK_FALSE(measure.isKnown());
}

TEST_CASE("an index tells its card's side where all cards of its deck have two indices at the same ends") {
  using Side = CardsAround::Side;
  const TableView view = slanted();
  const auto sideOf = [&](const DeckMeasure& measure, const Deck& deck) {
    return measure.sidesOf(indexOf({{120, 60}, -30}, deck, view), view).value().side;
  };
  DeckMeasure measure;
  measure.learn(some(kPoker, view), view);
  CHECK(sideOf(measure, kPoker) == Side::Either);  // too few
  for (int round = 0; round < 3; ++round) measure.learn(some(kPoker, view), view);
  REQUIRE(sideOf(measure, kPoker) == Side::Right);
  const Lying card{{120, 60}, -30};
  const auto around = measure.sidesOf(indexOf(card, kPoker, view), view);
  CHECK(farthest(around->nearer(around->left), outlineOf(card, kPoker, view)) < 2);
  // Another deck with indices in all corners, or in the others.
  const bool isMirrored = GENERATE(false, true);
  std::vector<AssembledCard> others;
  for (const Lying& each : {Lying{{0, 0}, 0}, Lying{{100, -60}, 170}, Lying{{-150, 90}, 95}}) {
    others.push_back(read(each, kJumbo, view));
    if (!isMirrored) {
      others.back().indices = 4;
      continue;
    }
    others.back().at = shown(each, kJumbo.across, kJumbo.down, view);
    others.back().other = shown(each, -kJumbo.across, -kJumbo.down, view);
  }
  for (int round = 0; round < 4; ++round) measure.learn(others, view);
  CHECK(sideOf(measure, kPoker) == Side::Right);
  CHECK(sideOf(measure, kJumbo) == (isMirrored ? Side::Left : Side::Either));
}
