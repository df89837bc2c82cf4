#include "tracker/follow/said_words.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::tracker;

namespace {

Word word(SaidWords& words, std::size_t rests) { return {.saying = {words.newId(), 0, 0}, .rests = rests}; }

ExplainedStep stepOf(int said) { return {.event = {.player = 0, .action = "pass"}, .said = said}; }

}  // namespace

TEST_CASE("a step knows the word that it comes from") {
  SaidWords words;
  words.add(word(words, 3));
  words.add(word(words, 5));
  REQUIRE(words.of(stepOf(2)));
  CHECK(words.of(stepOf(2))->rests == 5);
  CHECK_FALSE(words.of(stepOf(0)));
  CHECK_FALSE(words.of(stepOf(3)));
  words.removeOf(stepOf(1));
  CHECK_FALSE(words.of(stepOf(1)));
  CHECK(words.of(stepOf(2)));
  CHECK(words.newId() == 3);
}

TEST_CASE("the latest word can be unsaid as long as nothing has been seen since") {
  SaidWords words;
  CHECK_FALSE(words.latestAt(0));
  words.add(word(words, 4));
  CHECK(words.latestAt(4));
  CHECK_FALSE(words.latestAt(5));
  words.removeLatest();
  CHECK(words.empty());
}

TEST_CASE("words are repeated at the rest at which they were said, but for those that are told already") {
  SaidWords words;
  words.add(word(words, 2));
  words.add(word(words, 2));
  words.add(word(words, 3));
  const std::vector<ExplainedStep> told{stepOf(1)};
  const std::vector<Word> repeated = words.saidAt(2, told);
  REQUIRE(repeated.size() == 1);
  CHECK(repeated[0].saying.id == 2);
  words.forgetRestsFrom(2);
  CHECK(words.saidAt(3, {}).empty());
  CHECK(words.saidAt(2, {}).size() == 3);
}
