#include "vision/read/cards/card_assembly.h"

#include <catch2/catch.hpp>
#include <opencv2/core.hpp>

#include "seen_index.h"
#include "vision/read/cards/card_geometry.h"

using namespace octo::vision;

namespace {

std::string best(const AssembledCard& card) {
  return cardName(
      static_cast<std::size_t>(std::max_element(card.chances.begin(), card.chances.end()) - card.chances.begin()));
}

Corners upsideDown(const Corners& card) { return {{card[2], card[3], card[0], card[1]}}; }

}  // namespace

TEST_CASE("the two indices of a card are one card") {
  const auto cards = assembleCards(std::vector{seenIndex("7", "C", 100, 100), seenIndex("7", "C", 102, 99, true)});
  REQUIRE(cards.size() == 1);
  CHECK(cards[0].indices == 2);
  CHECK(best(cards[0]) == "7C");
  CHECK(distance(middle(cards[0].corners), {101, 99.5}) < 2);
}

TEST_CASE("two indices that say little each say more together") {
  const auto one = assembleCards(std::vector{seenIndex("7", "C", 100, 100, false, 0.8)});
  const auto two =
      assembleCards(std::vector{seenIndex("7", "C", 100, 100, false, 0.8), seenIndex("7", "C", 100, 100, true, 0.8)});
  REQUIRE(two.size() == 1);
  CHECK(*std::max_element(two[0].chances.begin(), two[0].chances.end()) >
        *std::max_element(one[0].chances.begin(), one[0].chances.end()) + 0.1);
}

TEST_CASE("two like cards beside each other stay two") {
  CHECK(assembleCards(std::vector{seenIndex("7", "C", 100, 100), seenIndex("7", "C", 170, 100)}).size() == 2);
  CHECK(assembleCards(std::vector{seenIndex("7", "C", 100, 100), seenIndex("7", "C", 170, 100, true)}).size() == 2);
}

TEST_CASE("two like cards in a row, each covering the one before, stay two") {
  CHECK(assembleCards(std::vector{seenIndex("7", "C", 100, 100), seenIndex("7", "C", 118, 100)}).size() == 2);
}

TEST_CASE("a card between two indices has the near corners that each of them tells") {
  const Corners first{{{70, 60}, {130, 61}, {131, 140}, {71, 141}}},
      second{{{132, 144}, {70, 143}, {68, 60}, {132, 59}}};
  const auto cards =
      assembleCards(std::vector{seenIndex("7", "C", 100, 100), seenIndex("7", "C", 100, 100, true)}, [&](auto) {
        return std::vector{first, second};
      });
  REQUIRE(cards.size() == 1);
  CHECK(cards[0].corners == Corners{{{70, 60}, {131, 60}, {132, 144}, {70.5, 142}}});
}

TEST_CASE("different readings in a card's two corners leave one card in doubt") {
  const Corners card{{{68, 56}, {132, 56}, {132, 144}, {68, 144}}}, turned = upsideDown(card);
  const auto cards =
      assembleCards(std::vector{seenIndex("7", "C", 100, 100), seenIndex("J", "H", 100, 100, true)}, [&](auto) {
        return std::vector{card, turned};
      });
  REQUIRE(cards.size() == 1);
  CHECK(*std::max_element(cards[0].chances.begin(), cards[0].chances.end()) < 0.8);
}

TEST_CASE("neighbours in a tight fan stay two cards though their outlines share nearly all") {
  const Corners card{{{68, 56}, {132, 56}, {132, 144}, {68, 144}}};
  Corners next = card;
  for (ImagePoint& p : next) p.x += 5;
  const auto cards =
      assembleCards(std::vector{seenIndex("7", "C", 100, 100), seenIndex("J", "H", 105, 100)}, [&](auto) {
        return std::vector{card, next};
      });
  CHECK(cards.size() == 2);
}

TEST_CASE("like cards of two decks that are neighbours in a fan stay two, a card's third corner is no other card") {
  const Corners card{{{96, 90}, {160, 90}, {160, 178}, {96, 178}}};
  Corners next = card;
  for (ImagePoint& p : next) p.x += 8;
  const auto count = [&](double secondIndexAt, const Corners& second) {
    const std::vector indices{seenIndex("7", "C", 128, 134), seenIndex("7", "C", secondIndexAt + 26, 134)};
    return assembleCards(indices, [&](auto) { return std::vector{card, second}; }).size();
  };
  CHECK(count(110, next) == 2);
  CHECK(count(152, card) == 1);
}

TEST_CASE("what is read inside a card that shows both its corners is part of its face") {
  const Corners card{{{68, 56}, {132, 56}, {132, 144}, {68, 144}}}, turned = upsideDown(card);
  const auto count = [&](double x) {
    const std::vector indices{seenIndex("10", "C", 100, 100), seenIndex("10", "C", 100, 100, true),
                              seenIndex("8", "C", x, 110)};
    return assembleCards(indices, [&](auto) { return std::vector{card, turned, card}; }).size();
  };
  CHECK(count(110) == 1);
  CHECK(count(90) == 2);  // beside it, as in a fan
}

TEST_CASE("of like cards beside each other each keeps its own second index") {
  // Two cards 40 apart: the second index of the left one is nearer to the right one's first than its own.
  const std::vector indices{seenIndex("7", "C", 100, 100), seenIndex("7", "C", 140, 100),
                            seenIndex("7", "C", 100, 100, true), seenIndex("7", "C", 140, 100, true)};
  const auto cards = assembleCards(indices, [&](std::span<const CardIndex>) {
    std::vector<Corners> told;
    for (const double x : {100.0, 140.0, 100.0, 140.0})
      told.push_back({{{x - 32, 56}, {x + 32, 56}, {x + 32, 144}, {x - 32, 144}}});
    std::swap(told[2][0], told[2][2]), std::swap(told[2][1], told[2][3]);
    std::swap(told[3][0], told[3][2]), std::swap(told[3][1], told[3][3]);
    return told;
  });
  REQUIRE(cards.size() == 2);
  for (const AssembledCard& card : cards) {
    CHECK(card.indices == 2);
    const double x = middle(card.corners).x;
    CHECK((std::abs(x - 100) < 1 || std::abs(x - 140) < 1));
  }
}

namespace {

/// A face that surely shows this rank and suit.
SeenFace seenFace(std::string_view glyph, std::string_view suit) {
  const SeenIndex sure = seenIndex(glyph, suit, 0, 0, false, 0.95);
  SeenFace face;
  std::copy_n(sure.glyph.begin(), face.glyph.size(), face.glyph.begin());
  std::copy_n(sure.suit.begin(), face.suit.size(), face.suit.begin());
  return face;
}

}  // namespace

TEST_CASE("a lower left corner is not joined with the neighbour's upper one, though its own card's would stand there") {
  // Two like cards with four indices each, the second over the first from 45 pixels on: of each its upper and its lower
  // left corner show. The lower left one of the first has its second index upper right, where the neighbour's upper
  // left one is; each outline tells its own card.
  const auto cardAt = [](double x) { return Corners{{{x, 100}, {x + 63, 100}, {x + 63, 188}, {x, 188}}}; };
  const auto upper = [](double x) { return seenIndex("7", "C", x + 32, 144); };
  const auto lower = [](double x) { return seenIndex("7", "C", x - 21, 144, true); };
  const auto cards =
      assembleCards(std::vector{upper(100), upper(145), lower(100), lower(145)}, [&](auto) -> std::vector<Corners> {
        return {cardAt(100), cardAt(145), upsideDown(cardAt(100)), upsideDown(cardAt(145))};
      });
  REQUIRE(cards.size() == 2);
  for (const AssembledCard& card : cards)
    CHECK(std::max(overlap(card.corners, cardAt(100)), overlap(card.corners, cardAt(145))) > 0.8);
}

TEST_CASE("a card's face says what its index leaves in doubt") {
  SeenIndex index = seenIndex("6", "H", 100, 100);
  std::swap(index.glyph[5], index.glyph[18]);  // rather nothing than a six, and hardly less an eight
  index.glyph[18] = 0.2, index.glyph[5] = 0.35, index.glyph[7] = 0.4;
  const auto without = assembleCards(std::vector{index});
  const auto with = assembleCards(std::vector{index}, {}, [](std::span<const Corners> cards) {
    return std::vector(cards.size(), seenFace("6", "H"));
  });
  CHECK(best(without.at(0)) == "8H");
  CHECK(best(with.at(0)) == "6H");
  CHECK(with[0].byFace);
  CHECK_FALSE(without[0].byFace);
}

TEST_CASE("the face of a card that lies under another may confirm its index and not say something else") {
  const SeenIndex under = seenIndex("6", "H", 100, 100, false, 0.7), upon = seenIndex("K", "S", 120, 100);
  const auto named = [&](std::vector<SeenIndex> indices, const char* glyph) {
    return assembleCards(
               indices, {},
               [&](std::span<const Corners> cards) { return std::vector(cards.size(), seenFace(glyph, "H")); })
        .at(0);
  };
  REQUIRE(best(named({under}, "K")) == "KH");
  CHECK(best(named({under, upon}, "K")) == "6H");
  CHECK(named({under, upon}, "K").chances[18] < 0.7);
  CHECK(named({under, upon}, "6").chances[18] > 0.9);
}

TEST_CASE("a face that tells nothing changes nothing") {
  SeenFace blank;
  blank.glyph.fill(1.0 / 18), blank.suit.fill(0.25);
  const std::vector indices{seenIndex("6", "H", 100, 100, false, 0.8)};
  const auto without = assembleCards(indices), with = assembleCards(indices, {}, [&](std::span<const Corners> cards) {
                                                 return std::vector(cards.size(), blank);
                                               });
  CHECK(best(with.at(0)) == best(without.at(0)));
  CHECK(with[0].presence == Approx(without[0].presence).epsilon(0.02));
}

TEST_CASE("an index read twice, as a ten and as the nine of its nought, is one card") {
  const Corners card{{{68, 56}, {132, 56}, {132, 144}, {68, 144}}};
  Corners nearly = card;
  for (ImagePoint& p : nearly) p.x -= 2;
  const auto cards = assembleCards(
      std::vector{seenIndex("10", "C", 100, 100, false, 0.96), seenIndex("9", "C", 94, 100, false, 0.7)},
      [&](auto) {
        return std::vector{card, nearly};
      },
      [](std::span<const Corners> asked) { return std::vector(asked.size(), seenFace("10", "C")); });
  REQUIRE(cards.size() == 1);
  CHECK(best(cards[0]) == "10C");
  CHECK(cards[0].corners == card);
}

namespace {

/// As an outline told by one index: right there, and off by some degrees about it.
Corners turnedAbout(Corners card, ImagePoint index, double degrees) {
  const double c = std::cos(degrees * CV_PI / 180), s = std::sin(degrees * CV_PI / 180);
  for (ImagePoint& p : card) {
    const double x = p.x - index.x, y = p.y - index.y;
    p = {index.x + c * x - s * y, index.y + s * x + c * y};
  }
  return card;
}

std::vector<SeenFace> facesOf(std::size_t count, std::string_view glyph, std::string_view suit) {
  return std::vector(count, seenFace(glyph, suit));
}

}  // namespace

TEST_CASE("two corners of one card that read differently are one card though one's outline is some degrees off") {
  const Corners card{{{68, 56}, {132, 56}, {132, 144}, {68, 144}}};
  const std::vector indices{seenIndex("J", "H", 100, 100, false, 0.96), seenIndex("5", "H", 100, 100, true)};
  const Corners off = turnedAbout(upsideDown(card), indices[1].index.at, 12);
  REQUIRE(overlap(card, off) < 0.8);
  const auto cards = assembleCards(
      indices,
      [&](auto) {
        return std::vector{card, off};
      },
      [](std::span<const Corners> asked) { return facesOf(asked.size(), "J", "H"); });
  REQUIRE(cards.size() == 1);
  CHECK(best(cards[0]) == "JH");
  CHECK(cards[0].corners == card);
}

TEST_CASE("four indices of which two read differently are one card, and its face tells which") {
  const Corners card{{{68, 56}, {132, 56}, {132, 144}, {68, 144}}};
  const std::vector indices{seenIndex("A", "S", 100, 100), seenIndex("A", "S", 100, 100, true),
                            seenIndex("K", "S", 152, 100), seenIndex("K", "S", 48, 100, true)};
  const auto cards = assembleCards(
      indices,
      [&](auto) {
        return std::vector{card, upsideDown(card), card, upsideDown(card)};
      },
      [](std::span<const Corners> asked) { return facesOf(asked.size(), "A", "S"); });
  REQUIRE(cards.size() == 1);
  CHECK(best(cards[0]) == "AS");
}

TEST_CASE("two pairs of indices about one middle that say the same are one card though their outlines differ") {
  const Corners card{{{68, 56}, {132, 56}, {132, 144}, {68, 144}}};
  const Corners narrow{{{85, 56}, {115, 56}, {115, 144}, {85, 144}}};
  const auto count = [&](std::string_view others, const Corners& outline) {
    const std::vector indices{seenIndex("K", "D", 100, 100), seenIndex("K", "D", 100, 100, true),
                              seenIndex(others, "D", 152, 100), seenIndex(others, "D", 48, 100, true)};
    return assembleCards(indices,
                         [&](auto) {
                           return std::vector{card, upsideDown(card), outline, upsideDown(outline)};
                         })
        .size();
  };
  REQUIRE(overlap(card, narrow) < 0.6);
  CHECK(count("K", narrow) == 1);
  CHECK(count("9", narrow) == 2);  // one card across another
}

TEST_CASE("a third corner that says the same is no other card though its outline is far off") {
  const Corners card{{{68, 56}, {132, 56}, {132, 144}, {68, 144}}};
  const auto count = [&](std::string_view third) {
    const std::vector indices{seenIndex("7", "C", 100, 100), seenIndex("7", "C", 100, 100, true),
                              seenIndex(third, "C", 48, 100, true)};
    const Corners off = turnedAbout(upsideDown(card), indices[2].index.at, 30);
    REQUIRE(overlap(card, off) < 0.6);
    return assembleCards(indices, [&](auto) { return std::vector{card, upsideDown(card), off}; }).size();
  };
  CHECK(count("7") == 1);
  CHECK(count("9") == 2);  // another card lies on that corner
}

TEST_CASE("faces are not asked for where the indices are sure") {
  std::size_t asked = 0;
  assembleCards(std::vector{seenIndex("7", "C", 100, 100, false, 0.99), seenIndex("7", "C", 100, 100, true, 0.99)}, {},
                [&](std::span<const Corners> cards) {
                  asked += cards.size();
                  return std::vector<SeenFace>(cards.size());
                });
  CHECK(asked == 0);
}

TEST_CASE("no index, no card") { CHECK(assembleCards({}).empty()); }
