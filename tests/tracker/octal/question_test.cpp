#include "tracker/octal/question.h"

#include <catch2/catch.hpp>

#include "tests/tracker/octal/games.h"

using namespace octo::tracker::octal;

namespace {

Card cardNamed(const std::string& text) { return Card::parse(text).value(); }

/// The rulebook's figure of the two arrows: condition B shows on the top card, A on the one it points at.
const Question kFigure{.top = cardNamed(multiple(3)), .asking = cardNamed(greater(1))};

}  // namespace

TEST_CASE("the rulebook's example: greater under a 4 asks for more than 4") {
  const Question example{.top = cardNamed(less(4)), .asking = cardNamed(greater(1))};
  for (int value = 1; value <= 8; ++value) CHECK(answers(example, cardNamed(equal(value))) == (value > 4));
}

TEST_CASE("the values that fit a question are those that answer it, all of them where it is open") {
  const auto asks = [](const std::string& under, const std::string& over) {
    return fittingValues({.top = cardNamed(over), .asking = cardNamed(under)});
  };
  CHECK(asks(less(1), equal(5)) == std::vector{1, 2, 3, 4});
  CHECK(asks(less(2), equal(1)) == std::vector{8});
  CHECK(asks(greater(2), equal(8)) == std::vector{1});
  CHECK(asks(multiple(2), equal(3)) == std::vector{3, 6});
  CHECK(asks(divisor(2), equal(6)) == std::vector{1, 2, 3, 6});
  CHECK(asks(less(1), kAll) == std::vector{1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("the state tells of each question the conditions in force and of the top card, and what fits") {
  octo::tracker::Match match(header());
  const octo::Json four = questionOf(match, 0);
  CHECK(four["value"] == 4);
  CHECK(four["condition"] == "greater");
  CHECK(four["top_condition"] == "less");
  CHECK(four["open"] == false);
  CHECK(four["fits"] == octo::Json{5, 6, 7, 8});
  match.play(play(0, kAll, 1));
  const octo::Json open = questionOf(match, 1);
  CHECK(open["open"] == true);
  CHECK(open["condition"] == "equal");
  CHECK_FALSE(open.contains("top_condition"));
  CHECK(open["fits"] == octo::Json{1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("the arrows figure: a card that points at the top puts the former top card's condition in force") {
  const Question next = laidOn(kFigure, cardNamed(less(6)), Points::Top);
  CHECK(next.top == cardNamed(less(6)));
  CHECK(next.asking == kFigure.top);
}

TEST_CASE("the arrows figure: a card that points below leaves the condition in force") {
  const Question next = laidOn(kFigure, cardNamed(less(5)), Points::Below);
  CHECK(next.top == cardNamed(less(5)));
  CHECK(next.asking == kFigure.asking);
}

TEST_CASE("an all opens the question and shows the condition of the card it covers, wherever it points") {
  for (const Points points : {Points::Top, Points::Below}) {
    const Question open = laidOn(kFigure, Card::all(), points);
    CHECK(open.open());
    CHECK(open.asking == kFigure.top);
  }
}

TEST_CASE("an open question takes any number card and keeps its condition, wherever the card points") {
  const Question open = laidOn(kFigure, Card::all(), Points::Top);
  for (int value = 1; value <= 8; ++value) CHECK(answers(open, cardNamed(equal(value))));
  for (const Points points : {Points::Top, Points::Below}) {
    const Question next = laidOn(open, cardNamed(less(5)), points);
    CHECK_FALSE(next.open());
    CHECK(next.asking == kFigure.top);
    CHECK(answers(next, cardNamed(less(5))));  // a multiple of 5
    CHECK_FALSE(answers(next, cardNamed(less(6))));
  }
}

TEST_CASE("an all on an open question leaves the condition in force as it is") {
  const Question open = laidOn(kFigure, Card::all(), Points::Top);
  CHECK(laidOn(open, Card::all(), Points::Top).asking == kFigure.top);
}

TEST_CASE("a stacked card changes the top value and leaves the condition, an all stacked opens the question") {
  CHECK(stackedOn(kFigure, cardNamed(less(6))).asking == kFigure.asking);
  const Question open = stackedOn(kFigure, Card::all());
  CHECK(open.open());
  CHECK(open.asking == kFigure.asking);
  CHECK(stackedOn(open, Card::all()).asking == kFigure.asking);
  CHECK_FALSE(stackedOn(open, cardNamed(less(6))).open());
}
