#include "vision/read/cards/card_deck.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "seen_index.h"

using namespace octo::vision;

namespace {

double chanceOf(const DeckLanguages& languages, const SeenIndex& index, const std::string& card) {
  const CardChances chances = languages.chances(index);
  for (std::size_t i = 0; i < chances.size(); ++i)
    if (cardName(i) == card) return chances[i];
  return -1;
}

double chanceAmong(const std::vector<SeenIndex>& others, const SeenIndex& index, const std::string& card) {
  std::vector<SeenIndex> all = others;
  all.push_back(index);
  return chanceOf(DeckLanguages(all), index, card);
}

}  // namespace

TEST_CASE("numbers are read the same in every language") {
  CHECK(chanceAmong({}, seenIndex("10", "H", 0, 0), "10H") > 0.9);
  CHECK(chanceAmong({seenIndex("V", "S", 100, 0)}, seenIndex("A", "C", 0, 0), "AC") > 0.9);
}

TEST_CASE("V is the queen beside Dutch letters and the jack beside French ones") {
  const SeenIndex letter = seenIndex("V", "S", 0, 0);
  CHECK(chanceAmong({seenIndex("H", "D", 100, 0), seenIndex("B", "C", 200, 0)}, letter, "QS") > 0.8);
  CHECK(chanceAmong({seenIndex("R", "D", 100, 0), seenIndex("D", "C", 200, 0)}, letter, "JS") > 0.8);
}

TEST_CASE("a V alone is neither the queen nor the jack for sure") {
  const SeenIndex letter = seenIndex("V", "S", 0, 0);
  CHECK(chanceAmong({}, letter, "QS") < 0.7);
  CHECK(chanceAmong({}, letter, "JS") < 0.7);
  CHECK(chanceAmong({}, letter, "QS") + chanceAmong({}, letter, "JS") > 0.85);
}

TEST_CASE("letters seen on the table before tell what a V is, also where an English deck is played with, too") {
  LettersSeen letters;
  const auto see = [&](const char* glyph) { letters.learn(std::vector{seenIndex(glyph, "C", 0, 0)}); };
  const auto chance = [&](const char* card) {
    const SeenIndex letter = seenIndex("V", "S", 0, 0);
    return chanceOf(DeckLanguages(std::vector{letter}, letters), letter, card);
  };
  for (int look = 0; look < 20; ++look)
    for (const char* glyph : {"J", "Q", "K"}) see(glyph);
  CHECK(chance("JS") < 0.7);
  CHECK(chance("QS") < 0.7);
  for (int look = 0; look < 10; ++look) see("R"), see("V"), see("D");
  CHECK(chance("JS") > 0.9);
  for (int look = 0; look < 200; ++look) see("K"), see("V");  // lying there for long
  CHECK(chance("JS") > 0.9);
  see("H");  // one of many, misread
  CHECK(chance("JS") > 0.9);
}

TEST_CASE("letters that mean one rank need no company") {
  CHECK(chanceAmong({}, seenIndex("H", "S", 0, 0), "KS") > 0.9);
  CHECK(chanceAmong({}, seenIndex("R", "S", 0, 0), "KS") > 0.9);
  CHECK(chanceAmong({}, seenIndex("B", "S", 0, 0), "JS") > 0.9);
  CHECK(chanceAmong({}, seenIndex("D", "S", 0, 0), "QS") > 0.9);
}

TEST_CASE("beside Russian letters T is the ace, and the letters that look like ours are theirs") {
  const std::vector<SeenIndex> others{seenIndex("Д", "D", 100, 0), seenIndex("K", "C", 200, 0)};
  CHECK(chanceAmong(others, seenIndex("T", "S", 0, 0), "AS") > 0.9);
  CHECK(chanceAmong(others, seenIndex("Д", "S", 0, 0), "QS") > 0.9);
  CHECK(chanceAmong(others, seenIndex("B", "S", 0, 0), "JS") > 0.9);
}

TEST_CASE("beside an Italian F the letters D and R are queen and king") {
  const std::vector<SeenIndex> others{seenIndex("F", "D", 100, 0)};
  CHECK(chanceAmong(others, seenIndex("F", "S", 0, 0), "JS") > 0.9);
  CHECK(chanceAmong(others, seenIndex("D", "S", 0, 0), "QS") > 0.9);
  CHECK(chanceAmong(others, seenIndex("R", "S", 0, 0), "KS") > 0.9);
}

TEST_CASE("the chances of an index add up to what is no index left over") {
  const SeenIndex index = seenIndex("V", "S", 0, 0, false, 0.6);
  const CardChances chances = DeckLanguages(std::vector{index}).chances(index);
  CHECK(std::accumulate(chances.begin(), chances.end(), 0.0) ==
        Approx((1 - index.glyph.back()) * (1 - index.suit.back())));
}
