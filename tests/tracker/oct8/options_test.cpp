#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "tests/tracker/battery.h"
#include "tests/tracker/oct8/games.h"
#include "tracker/oct8/arm.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::oct8;

bool offers(const Match& match, const std::string& action, const Json& fields) {
  const auto options = match.options();
  return std::any_of(options.begin(), options.end(),
                     [&](const MoveShape& shape) { return shape.action == action && shape.fields == fields; });
}

std::vector<std::string> actions(const Match& match) {
  std::vector<std::string> names;
  for (const MoveShape& shape : match.options())
    if (names.empty() || names.back() != shape.action) names.push_back(shape.action);
  return names;
}

int sumOf(const Json& cards) {
  int sum = 0;
  for (const Json& card : cards) sum += Arm::parse(card.get<std::string>())->arms();
  return sum;
}

/// Whether a value is what a shape says: itself, or hidden cards of which `wanted` tells what fits.
bool fits(const Json& value, const Json& wanted) {
  if (!wanted.is_object()) {
    if (!value.is_array()) return value == wanted;
    return std::is_permutation(value.begin(), value.end(), wanted.begin(), wanted.end());
  }
  if (value == "?" || wanted.contains("fits_no_slot")) return wanted.contains("fits_no_slot");
  if (wanted.contains("colour_not")) {
    const Arm card = *Arm::parse(value.get<std::string>());
    return name(card.colour()) != wanted.at("colour_not") && card.arms() <= wanted.at("arms_at_most");
  }
  if (wanted.contains("cards")) return value.size() == wanted.at("cards");
  if (value.size() > wanted.at("cards_at_most")) return false;
  return wanted.contains("sum") ? sumOf(value) == wanted.at("sum") : sumOf(value) <= wanted.at("sum_at_most");
}

bool fits(const Event& event, const MoveShape& shape) {
  if (event.action != shape.action) return false;
  for (const auto& [key, value] : event.fields.items())
    if (!fits(value, shape.fields.at(key))) return false;
  return true;
}

Event turnedRound(Event event) {
  std::swap(event.fields["a"], event.fields["b"]);
  std::swap(event.fields["take"], event.fields["for"]);
  return event;
}

/// A turn draw to the hand of a card of which every copy lies open: the referee judges it by the slots alone, but
/// nobody can draw it, and it is not listed.
bool isDrawOfNoHiddenCard(const Match& match, const Event& event) {
  return event.action == "turn-draw" && event.fields.at("to") == "hand" && !match.judge(toHand(*event.player)).legal;
}

bool isListed(const Match& match, const Event& event) {
  const auto options = match.options();
  return std::any_of(options.begin(), options.end(), [&](const MoveShape& shape) {
    return fits(event, shape) || (event.action == "swap" && fits(turnedRound(event), shape));
  });
}

}  // namespace

TEST_CASE("a turn opens with the turn draw and nothing else") {
  const Match match(header());
  CHECK(actions(match) == std::vector<std::string>{"turn-draw"});
  CHECK(offers(match, "turn-draw", {{"card", {{"colour_not", "red"}, {"arms_at_most", 8}}}, {"to", "s1"}}));
}

TEST_CASE("a turn draw to the hand is listed where a card fits no octopus") {
  const Json shape{{"card", {{"fits_no_slot", true}}}, {"to", "hand"}};
  CHECK_FALSE(offers(Match(header()), "turn-draw", shape));
  CHECK(offers(Match(header(2, Json::object(), setup({"red", "red", "red"}))), "turn-draw", shape));
}

TEST_CASE("hidden hand cards are told by what fits") {
  const Match match = after(header(), {turnDraw(0, "blue:5", "s1")});
  CHECK(offers(match, "attach", {{"cards", {{"sum_at_most", 3}, {"cards_at_most", 6}}}, {"to", "s1"}}));
  CHECK(offers(match, "draw", {{"from", {"deck", "discard"}}}));
  CHECK_FALSE(offers(match, "draw", {{"from", {"discard", "discard"}}}));
}

TEST_CASE("swaps are listed card by card") {
  const Match match = after(header(), {toHand(0), attach(0, {"blue:8"}, "s1"), refill(0, "s1", "red"), endTurn(0),
                                       toHand(1), attach(1, {"green:5", "green:3"}, "s1"), chip(1)});
  CHECK(offers(match, "swap", {{"a", "p1.1"}, {"take", {"green:3", "green:5"}}, {"b", "p0.1"}, {"for", {"blue:8"}}}));
  CHECK(offers(match, "swap-hand",
               {{"octopus", "p1.1"}, {"give", {{"sum", 5}, {"cards_at_most", 5}}}, {"take", "green:5"}}));
}

TEST_CASE("whatever random event is legal fits one of the moves listed") {
  battery::holds("legal events are listed", [](battery::Random& random) {
    const battery::Subject& dealer = datasets::dealerOf(GameId::Oct8);
    Match match(dealer.header(random));
    for (int k = 0; k < 60 && !match.over(); ++k) {
      for (int trial = 0; trial < 20; ++trial) {
        const Event event = dealer.any(match, random);
        if (event.action != "reveal" && match.judge(event).legal && !isDrawOfNoHiddenCard(match, event) &&
            !isListed(match, event))
          RC_FAIL(event.toJson().dump());
      }
      match.play(*dealer.legal(match, random));
    }
  });
}

namespace {

Json due(const Match& match) { return match.describe().at("due"); }

/// The ids without what they count.
std::set<std::string> kindsDue(const Match& match) {
  std::set<std::string> kinds;
  for (const Json& each : due(match)) {
    const auto id = each.get<std::string>();
    const bool plain = id == "turn-draw" || id == "end-turn";
    const std::string kind = plain ? id : id.substr(0, id.rfind('-'));
    if (kind != "last-round") kinds.insert(kind);
  }
  return kinds;
}

/// The same told by the moves that are listed.
std::set<std::string> kindsListed(const Match& match) {
  std::set<std::string> kinds;
  for (const std::string& action : actions(match)) {
    const bool acts =
        action == "draw" || action == "attach" || action == "swap" || action == "swap-hand" || action == "pass";
    if (action != "chip") kinds.insert(acts ? "actions" : action);
  }
  return kinds;
}

}  // namespace

TEST_CASE("what is due in a turn is told step by step") {
  Match match(header());
  CHECK(due(match) == Json({"turn-draw"}));
  match.play(turnDraw(0, "red:1", "s2"));
  CHECK(due(match) == Json({"actions-1"}));
  match.play(attach(0, {"blue:8"}, "s1"));
  CHECK(due(match) == Json({"refill-s1"}));
  match.play(chip(0));
  CHECK(due(match) == Json({"actions-1"}));
  match.play(attach(0, {"red:8"}, "s3"));
  CHECK(due(match) == Json({"refill-s1", "refill-s3"}));
  for (const Event& event : {refill(0, "s1", "green"), refill(0, "s3", "green")}) match.play(event);
  CHECK(due(match) == Json({"end-turn"}));
}

TEST_CASE("cards and octopuses above the limits are due at the end of the turn, and how long the game still goes") {
  Match match = after(header(), {toHand(0), standing(draw(0, {"deck", "deck", "deck"}))});
  CHECK(due(match) == Json({"discard-2"}));
  match.play(discard(0, {"?", "?"}));
  CHECK(due(match) == Json({"end-turn"}));
  match.play(standing(draw(0, std::vector<std::string>(61, "deck"))));
  REQUIRE(match.describe().at("arm_deck") == 0);
  CHECK(due(match) == Json({"discard-61", "last-round-2"}));
  match.play(standing(endTurn(0)));
  CHECK(due(match) == Json({"actions-1", "last-round-1"}));
  match.play(standing(endTurn(1)));
  CHECK(due(match).empty());
}

TEST_CASE("what is due is what the listed moves can do") {
  battery::holds("due agrees with the moves listed", [](battery::Random& random) {
    const battery::Subject& dealer = datasets::dealerOf(GameId::Oct8);
    Match match(dealer.header(random));
    for (int k = 0; k < 200 && !match.over(); ++k) {
      if (kindsDue(match) != kindsListed(match)) RC_FAIL(match.describe().dump());
      if (random() % 4 == 0)
        match.play(dealer.any(match, random));
      else if (const auto event = dealer.legal(match, random))
        match.play(*event);
    }
  });
}
