#include "tracker/octa/run.h"

#include <algorithm>
#include <catch2/catch.hpp>

namespace {

using namespace octo::tracker::octa;

std::vector<Card> cards(const std::vector<std::string>& names) {
  std::vector<Card> list;
  for (const std::string& each : names) list.push_back(Card::parse(each).value());
  return list;
}

/// Lowest and highest value of the cards as a run; {0, 0} if they are none.
std::pair<int, int> span(const std::vector<std::string>& names) {
  const auto places = inSuccession(cards(names));
  return places ? std::pair(places->front().value, places->back().value) : std::pair(0, 0);
}

Run runOf(const std::vector<std::string>& names) {
  auto places = inSuccession(cards(names)).value();
  const int open = static_cast<int>(places.size());
  return {1, 0, places.front().card.suit(), std::move(places), open};
}

/// The values that the added cards take; empty if they do not fit.
std::vector<int> added(const Run& run, const std::vector<std::string>& names) {
  std::vector<int> values;
  if (const auto places = atTheEnds(run, cards(names)))
    for (const Place& place : *places) values.push_back(place.value);
  return values;
}

}  // namespace

TEST_CASE("a face is read as records write it and in no other way") {
  CHECK(Card::parse("10S")->name() == "10S");
  CHECK(Card::parse("AH")->rank() == 1);
  CHECK(Card::parse("KD")->isAction());
  for (const char* wrong : {"", "A", "H", "1H", "11H", "AX", "aH", "10", "10s", "?", "AHH", " AH"}) {
    INFO(wrong);
    CHECK_FALSE(Card::parse(wrong));
  }
}

TEST_CASE("the rulebook's examples of an ace: low before two and three, high after nine and ten") {
  CHECK(span({"AD", "2D", "3D"}) == std::pair(1, 3));
  CHECK(span({"9D", "10D", "AD"}) == std::pair(9, 11));
  CHECK(span({"10D", "AD", "2D"}) == std::pair(0, 0));
}

TEST_CASE("the order in which cards are listed does not matter") {
  CHECK(span({"7H", "5H", "6H"}) == std::pair(5, 7));
  CHECK(span({"5H", "6H", "8H"}) == std::pair(0, 0));
  CHECK(span({"5H", "6H", "6H"}) == std::pair(0, 0));
}

TEST_CASE("a run is at most eleven cards, from ace to ace") {
  CHECK(span({"AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "AH"}) == std::pair(1, 11));
  CHECK(span({"AH", "AH", "AH"}) == std::pair(0, 0));
}

TEST_CASE("an ace that fits at both ends of a new run goes where it was listed") {
  CHECK(span({"AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H"}) == std::pair(1, 10));
  CHECK(span({"2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "AH"}) == std::pair(2, 11));
  CHECK(span({"AH", "10H", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H"}) == std::pair(2, 11));
}

TEST_CASE("cards are added at both ends at once and nowhere else") {
  const Run run = runOf({"5H", "6H", "7H"});
  CHECK(added(run, {"8H", "4H", "3H"}) == std::vector{3, 4, 8});
  CHECK(added(run, {"9H"}).empty());
  CHECK(added(run, {"6H"}).empty());
  CHECK(added(run, {"4H", "4H"}).empty());
}

TEST_CASE("an added ace goes low where both ends fit, and where it fits otherwise") {
  const Run run = runOf({"2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H"});
  CHECK(added(run, {"AH"}) == std::vector{1});
  CHECK(added(run, {"AH", "AH"}) == std::vector{1, 11});
  CHECK(added(runOf({"8H", "9H", "10H"}), {"AH"}) == std::vector{11});
  CHECK(added(runOf({"AH", "2H", "3H"}), {"AH"}).empty());
  CHECK(added(runOf({"8H", "9H", "10H"}), {"AH", "AH"}).empty());
  CHECK(added(runOf({"3H", "4H", "5H"}), {"AH"}).empty());
  CHECK(added(runOf({"3H", "4H", "5H"}), {"AH", "2H"}) == std::vector{1, 2});
}
