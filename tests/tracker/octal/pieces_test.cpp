#include "tracker/octal/pieces.h"

#include <catch2/catch.hpp>

using namespace octo::tracker::octal;

TEST_CASE("the print edition has each value with each condition once and four all") {
  CHECK(cardsInEdition() == 52);
  CHECK(copies(Card::all()) == 4);
  for (int value = kLowest; value <= kHighest; ++value)
    for (const Condition condition : kConditions)
      CHECK(copies(Card::number(value, condition, Arrow::Up)) + copies(Card::number(value, condition, Arrow::Both)) ==
            1);
}

TEST_CASE("the arrow is double where value and place of the condition add up to an even number") {
  CHECK(copies(Card::number(2, Condition::Greater, Arrow::Both)) == 1);
  CHECK(copies(Card::number(1, Condition::Less, Arrow::Both)) == 1);
  CHECK(copies(Card::number(3, Condition::Greater, Arrow::Both)) == 0);
  CHECK(copies(Card::number(3, Condition::Greater, Arrow::Up)) == 1);
  for (int value = kLowest; value <= kHighest; ++value)
    for (const Condition condition : kConditions)
      CHECK(copies(Card::number(value, condition, Arrow::Both)) == ((value + static_cast<int>(condition)) % 2 == 0));
}
