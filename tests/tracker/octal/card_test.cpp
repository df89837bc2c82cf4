#include "tracker/octal/card.h"

#include <catch2/catch.hpp>
#include <set>

using namespace octo::tracker::octal;

TEST_CASE("a card's name is read back as the same card") {
  std::set<std::string> names;
  for (int index = 0; index < Card::kFaces; ++index) {
    const Card card = Card::atIndex(index);
    CHECK(card.index() == index);
    CHECK(Card::parse(card.name()) == card);
    names.insert(card.name());
  }
  CHECK(names.size() == 97);
}

TEST_CASE("a number card tells its value, condition and arrow") {
  const Card card = *Card::parse("7:multiple:up");
  CHECK(card.value() == 7);
  CHECK(card.condition() == Condition::Multiple);
  CHECK(card.arrow() == Arrow::Up);
  CHECK_FALSE(card.isAll());
  CHECK(Card::parse("all")->isAll());
}

TEST_CASE("a text that is no card is none") {
  for (const char* text :
       {"", "?", "All", "0:less:up", "9:less:up", "10:less:up", "3:less", "3:less:", "3::up", ":less:up", "3:less:down",
        "3:Less:up", "3:less:up:", "3:less:up ", " 3:less:up", "3", "all:up", "-1:less:up"})
    CHECK_FALSE(Card::parse(text));
}

TEST_CASE("values meet the six conditions") {
  const auto meeting = [](Condition condition, int top) {
    std::vector<int> values;
    for (int value = 1; value <= 8; ++value)
      if (meets(condition, top, value)) values.push_back(value);
    return values;
  };
  CHECK(meeting(Condition::Greater, 4) == std::vector{5, 6, 7, 8});
  CHECK(meeting(Condition::Less, 4) == std::vector{1, 2, 3});
  CHECK(meeting(Condition::Equal, 4) == std::vector{4});
  CHECK(meeting(Condition::Different, 4) == std::vector{1, 2, 3, 5, 6, 7, 8});
  CHECK(meeting(Condition::Multiple, 3) == std::vector{3, 6});
  CHECK(meeting(Condition::Multiple, 1) == std::vector{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(meeting(Condition::Multiple, 8) == std::vector{8});
  CHECK(meeting(Condition::Divisor, 6) == std::vector{1, 2, 3, 6});
  CHECK(meeting(Condition::Divisor, 1) == std::vector{1});
}

TEST_CASE("above 8 there is only 1 and below 1 only 8, and no other condition goes round") {
  for (int value = 1; value <= 8; ++value) {
    CHECK(meets(Condition::Greater, 8, value) == (value == 1));
    CHECK(meets(Condition::Less, 1, value) == (value == 8));
    CHECK(meets(Condition::Greater, 7, value) == (value == 8));
    CHECK(meets(Condition::Less, 2, value) == (value == 1));
  }
}
