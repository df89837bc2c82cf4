#include "vision/read/cards/card_memory.h"

#include <catch2/catch.hpp>

#include "seen_index.h"
#include "vision/read/cards/card_geometry.h"

using namespace octo::vision;

namespace {

std::vector<AssembledCard> cardsOn(const std::vector<SeenIndex>& indices) { return assembleCards(indices); }

double chanceOf(const AssembledCard& card, std::string_view name) {
  for (std::size_t i = 0; i < card.chances.size(); ++i)
    if (cardName(i) == name) return card.chances[i];
  return 0;
}

}  // namespace

TEST_CASE("a glare in one frame of several does not decide") {
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100, false, 0.06)}));
  const double glare = chanceOf(memory.cards().at(0), "7C");
  memory.look(cardsOn({seenIndex("7", "C", 101, 100, false, 0.97)}));
  memory.look(cardsOn({seenIndex("7", "C", 100, 99, false, 0.97)}));
  REQUIRE(memory.cards().size() == 1);
  CHECK(glare < 0.1);
  CHECK(chanceOf(memory.cards()[0], "7C") > 0.95);
}

TEST_CASE("looks that disagree leave a card in doubt") {
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100, false, 0.9)}));
  memory.look(cardsOn({seenIndex("9", "C", 100, 100, false, 0.9)}));
  CHECK(chanceOf(memory.cards().at(0), "7C") < 0.6);
  CHECK(chanceOf(memory.cards().at(0), "9C") < 0.6);
}

TEST_CASE("a doubtful card is not sure for being looked at for long") {
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100, false, 0.8)}));
  for (int look = 0; look < 3; ++look) memory.look(cardsOn({seenIndex("7", "C", 100, 100, false, 0.8)}));
  const double soon = 1 - chanceOf(memory.cards().at(0), "7C");
  for (int look = 0; look < 40; ++look) memory.look(cardsOn({seenIndex("7", "C", 100, 100, false, 0.8)}));
  CHECK(1 - chanceOf(memory.cards().at(0), "7C") > soon / 5);
}

TEST_CASE("another card in the same place is read anew once the table rests again") {
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100)}));
  memory.look(cardsOn({seenIndex("7", "C", 100, 100)}));
  memory.rest(cardsOn({seenIndex("K", "H", 100, 100)}));
  REQUIRE(memory.cards().size() == 1);
  CHECK(chanceOf(memory.cards()[0], "KH") > 0.9);
}

TEST_CASE("a card that was taken is gone once the table rests again") {
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100), seenIndex("8", "C", 300, 100)}));
  memory.rest(cardsOn({seenIndex("8", "C", 300, 100)}));
  REQUIRE(memory.cards().size() == 1);
  CHECK(chanceOf(memory.cards()[0], "8C") > 0.9);
}

TEST_CASE("a card that looks as it did is there though this look did not find it") {
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100), seenIndex("8", "C", 300, 100)}));
  const auto isLeft = [](ImagePoint at) { return at.x < 200; };
  memory.rest(cardsOn({}), isLeft);
  memory.settle([](ImagePoint) { return false; });
  REQUIRE(memory.cards().size() == 1);
  CHECK(chanceOf(memory.cards()[0], "7C") > 0.9);
  memory.rest(cardsOn({seenIndex("K", "H", 100, 100)}), isLeft);
  REQUIRE(memory.cards().size() == 1);
  CHECK(chanceOf(memory.cards()[0], "7C") > 0.9);
}

TEST_CASE("a card under something is not seen, and is known again when that is gone") {
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100), seenIndex("8", "C", 300, 100)}));
  memory.rest(cardsOn({}));
  memory.settle([](ImagePoint at) { return at.x < 200; });
  CHECK(memory.cards().empty());
  memory.rest(cardsOn({}), [](ImagePoint) { return true; });
  REQUIRE(memory.cards().size() == 1);
  CHECK(chanceOf(memory.cards()[0], "7C") > 0.9);
}

TEST_CASE("a card whose one index is covered stays known by its other one") {
  const auto lies = [](ImagePoint) { return true; };
  const auto bare = [](ImagePoint) { return false; };
  const auto isLeft = [](ImagePoint at) { return at.x < 100; };  // only the index there shows as before
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100), seenIndex("7", "C", 100, 100, true)}));
  REQUIRE(memory.cards().size() == 1);
  REQUIRE(memory.cards()[0].indices == 2);
  const bool isCoveredFirst = GENERATE(false, true);
  const auto shows = [&](ImagePoint at) { return isLeft(at) != isCoveredFirst; };
  memory.rest(cardsOn({}), shows);
  SECTION("a hand covers it for a while") {
    memory.settle(lies);
    REQUIRE(memory.cards().size() == 1);
    CHECK(memory.cards()[0].indices == 1);
    memory.rest(cardsOn({}), lies);
    CHECK(memory.cards().at(0).indices == 2);
  }
  SECTION("another card lies upon it") {
    memory.settle(bare);
    REQUIRE(memory.cards().size() == 1);
    CHECK(chanceOf(memory.cards()[0], "7C") > 0.9);
    CHECK(memory.cards()[0].indices == 1);
    CHECK(shows(memory.cards()[0].at));
    memory.rest(cardsOn({}), [&](ImagePoint at) { return !shows(at); });
    memory.settle(bare);
    CHECK(memory.cards().empty());
  }
}

TEST_CASE("indices are asked for again where cards were known and the picture has changed") {
  CardMemory memory;
  memory.rest(
      cardsOn({seenIndex("7", "C", 100, 100), seenIndex("7", "C", 100, 100, true), seenIndex("8", "H", 300, 100)}));
  const auto indices = memory.indicesWhere([](ImagePoint at) { return at.x > 100 && at.x < 200; });
  REQUIRE(indices.size() == 1);
  CHECK(indices[0].at.x == Approx(126));
  CHECK(indices[0].at.y == Approx(134));
  CHECK(indices[0].up.y == Approx(1));
  CHECK(memory.indicesWhere([](ImagePoint) { return true; }).size() == 3);
}

TEST_CASE("a look at another part of the table says nothing of a card") {
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100)}));
  for (int i = 0; i < 4; ++i) memory.look(cardsOn({}), [](const AssembledCard& card) { return card.at.x > 200; });
  CHECK(memory.cards().size() == 1);
}

TEST_CASE("a card that looks as it did is there though several looks do not find it") {
  const auto isUnchanged = [](ImagePoint) { return true; };
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100)}));
  for (int rest = 0; rest < 3; ++rest) {
    memory.rest(cardsOn({}), isUnchanged);
    for (int look = 0; look < 3; ++look) memory.look(cardsOn({}));
    CHECK(memory.cards().size() == 1);
  }
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100)}), isUnchanged);
  memory.look(cardsOn({seenIndex("7", "C", 100, 100)}));
  CHECK(memory.cards().size() == 1);
}

TEST_CASE("what one look of four finds is no card") {
  CardMemory memory;
  memory.rest(cardsOn({seenIndex("7", "C", 100, 100)}));
  memory.look(cardsOn({}));
  memory.look(cardsOn({}));
  memory.look(cardsOn({}));
  CHECK(memory.cards().empty());
}

TEST_CASE("a card that was seen whole lies where it lay, wherever its corners that still show are told to be of") {
  const auto isUnchanged = [](ImagePoint) { return true; };
  const std::vector<SeenIndex> both{seenIndex("7", "C", 100, 100), seenIndex("7", "C", 100, 100, true)};
  const Corners there{{{69, 56}, {131, 56}, {131, 144}, {69, 144}}};
  Corners elsewhere = there;
  for (ImagePoint& p : elsewhere) p.x -= 50;
  CardMemory memory;
  memory.rest(assembleCards(both, [&](auto) {
    return std::vector<Corners>{there, {{there[2], there[3], there[0], there[1]}}};
  }));
  // A deck with four indices, of which those at the left still show: as one card told, or as two.
  const std::vector<SeenIndex> left{seenIndex("7", "C", 100, 100), seenIndex("7", "C", 48, 100, true)};
  std::vector<AssembledCard> corners;
  for (const SeenIndex& index : left)
    corners.push_back(assembleCards({&index, 1}, [&](auto) { return std::vector{elsewhere}; }).at(0));
  const std::size_t told = GENERATE(1U, 2U);
  memory.rest(std::span(corners).first(told), isUnchanged);
  REQUIRE(memory.cards().size() == 1);
  CHECK(memory.cards()[0].corners == there);
  CHECK(memory.cards()[0].indices == 1);
  memory.look(std::span(corners).first(told));
  REQUIRE(memory.cards().size() == 1);
  CHECK(memory.cards()[0].corners == there);
}

TEST_CASE("a card told from one corner lies where both its ends show it later") {
  const auto isUnchanged = [](ImagePoint) { return true; };
  const Corners there{{{69, 56}, {131, 56}, {131, 144}, {69, 144}}};
  Corners elsewhere = there;
  for (ImagePoint& p : elsewhere) p.x -= 50;
  const std::vector<SeenIndex> both{seenIndex("7", "C", 100, 100), seenIndex("7", "C", 100, 100, true)};
  CardMemory memory;
  memory.rest(assembleCards(std::span(both).first(1), [&](auto) { return std::vector{elsewhere}; }));
  memory.rest(assembleCards(both,
                            [&](auto) {
                              return std::vector<Corners>{there, {{there[2], there[3], there[0], there[1]}}};
                            }),
              isUnchanged);
  REQUIRE(memory.cards().size() == 1);
  CHECK(memory.cards()[0].corners == there);
}

TEST_CASE("a card that shows one index lies on the side of it that most looks tell") {
  const Corners right{{{69, 56}, {131, 56}, {131, 144}, {69, 144}}};
  Corners left = right;
  for (ImagePoint& p : left) p.x -= 50;
  const SeenIndex index = seenIndex("7", "C", 100, 100);
  const auto told = [&](const Corners& corners) {
    return assembleCards({&index, 1}, [&](auto) { return std::vector{corners}; });
  };
  CardMemory memory;
  memory.rest(told(right));
  memory.look(told(right));
  memory.rest(told(left));  // a hand over its neighbour, say
  REQUIRE(memory.cards().size() == 1);
  CHECK(memory.cards()[0].corners == right);
  memory.look(told(left));
  REQUIRE(memory.cards().size() == 1);
  CHECK(memory.cards()[0].corners == left);
}
