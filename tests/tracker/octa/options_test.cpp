#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/tracker/battery.h"
#include "tests/tracker/octa/games.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octa;

std::vector<Json> optionsOf(const Match& match, const std::string& action) {
  std::vector<Json> fields;
  for (const MoveShape& each : match.options())
    if (each.action == action) fields.push_back(each.fields);
  return fields;
}

bool offers(const Match& match, const std::string& action, const Json& fields) {
  const auto all = optionsOf(match, action);
  return std::find(all.begin(), all.end(), fields) != all.end();
}

bool holds(const Json& list, const Json& item) { return std::find(list.begin(), list.end(), item) != list.end(); }

bool allOf(const Json& cards, const Json& faces) {
  return std::all_of(cards.begin(), cards.end(), [&](const Json& card) { return holds(faces, card); });
}

/// Each card is one of the pile; a "?" of it may be any.
bool areOf(const Json& cards, Json pile) {
  for (const Json& card : cards) {
    auto found = std::find(pile.begin(), pile.end(), card);
    if (found == pile.end()) found = std::find(pile.begin(), pile.end(), Json("?"));
    if (found == pile.end()) return false;
    pile.erase(found);
  }
  return true;
}

bool fillFits(const Json& cards, const Json& shape) {
  const Json& known = shape["from_discard"];
  if (cards.size() != known.size() + shape["from_stock"].get<std::size_t>()) return false;
  for (std::size_t k = 0; k < known.size(); ++k)
    if (known[k] != "?" && known[k] != cards[k]) return false;
  return true;
}

/// The first so many of each list and no other.
bool endsFit(const Json& cards, const Json& shape) {
  std::size_t counted = 0;
  for (const char* end : {"below", "above"})
    for (const Json& card : shape[end]) {
      if (!holds(cards, card)) break;
      ++counted;
    }
  return cards.size() <= shape["at_most"] && counted >= cards.size();
}

bool fits(const Json& value, const Json& shape) {
  if (!shape.is_object()) return value == shape;
  if (shape.contains("one_of")) return holds(shape["one_of"], value);
  if (shape.contains("two_of")) return areOf(value, shape["two_of"]);
  if (shape.contains("from_stock")) return fillFits(value, shape);
  if (shape.contains("count")) return value.size() == shape["count"];
  if (shape.contains("below")) return endsFit(value, shape);
  if (value.size() < 3 || value.size() > shape["at_most"] || !allOf(value, shape["run_of"])) return false;
  const auto wanted = [&](const Json& card) { return holds(shape["with_one_of"], card); };
  return !shape.contains("with_one_of") || std::any_of(value.begin(), value.end(), wanted);
}

/// As options write it: every field given and no other, places in order, a claimed run taken as it is not named.
Event inOrder(const Match& match, Event event) {
  if (event.action == "king" && event.fields["from"] == "stock") event.fields.erase("cards");
  if (event.action == "meld" && !event.fields.contains("token")) event.fields["token"] = false;
  for (const char* places : {"take", "claim"})
    if (event.fields.contains(places)) std::sort(event.fields[places].begin(), event.fields[places].end());
  if (event.action == "take-run" && event.fields.contains("take") &&
      tokenOf(match, event.player.value_or(0)) == Json{{"pot", event.fields["take"]}})
    event.fields.erase("take");
  return event;
}

bool isListed(const Match& match, const Event& played) {
  const Event event = inOrder(match, played);
  const auto options = match.options();
  return std::any_of(options.begin(), options.end(), [&](const MoveShape& shape) {
    if (shape.action != event.action || shape.fields.size() != event.fields.size()) return false;
    for (const auto& [name, value] : shape.fields.items())
      if (!event.fields.contains(name) || !fits(event.fields[name], value)) return false;
    return true;
  });
}

}  // namespace

TEST_CASE("a turn begins with a draw, and then an action card that may still be hidden") {
  CHECK(kStart.options().size() == 1);
  CHECK(offers(kStart, "draw", Json::object()));
  const Match drawn = after(kStart, {standing(action(1, "KS", 0)), draw(0)});
  REQUIRE(optionsOf(drawn, "action").size() == 2);
  const Json faces = optionsOf(drawn, "action")[0]["card"]["one_of"];
  CHECK(faces.size() == 11);
  CHECK(std::find(faces.begin(), faces.end(), "KS") == faces.end());
}

TEST_CASE("swaps are offered with what fits, and claims with their runs") {
  const Match match = after(kStart, duties(0));
  CHECK(offers(match, "swap", {{"pot", 1}, {"give", {{"one_of", {"2H", "4H", "3D", "5D"}}}}}));
  CHECK(offers(match, "swap", {{"pot", 1}, {"give", "2H"}, {"claim", {1, 2, 3}}}));
  CHECK_FALSE(offers(match, "swap", {{"pot", 1}, {"give", "4H"}, {"claim", {1, 2, 3}}}));
  CHECK(offers(match, "swap", {{"pot", 5}, {"give", "5H"}, {"claim", {2, 3, 5, 8}}}));
}

TEST_CASE("additions are offered as what follows at each end while copies last") {
  const Match match = after(kStart, duties(0) + meld(0, {"7H", "8H", "9H"}) + standing(discard(1, {"5H", "5H"})));
  CHECK(offers(match, "extend",
               {{"run", "r1"}, {"cards", {{"below", {"6H"}}, {"above", {"10H", "AH"}}, {"at_most", 6}}}}));
}

TEST_CASE("a new run is offered with and without a token, after a line only with its cards") {
  const Match match = after(kStart, duties(0));
  REQUIRE(optionsOf(match, "meld").size() == 2);
  CHECK(optionsOf(match, "meld")[0]["cards"]["at_most"] == 9);
  const Match line = after(match, {standing(takeLine(0, "top", {"9S", "7D", "5D"}))});
  REQUIRE(optionsOf(line, "meld").size() == 1);
  CHECK(optionsOf(line, "meld")[0]["cards"]["with_one_of"] == Json{"AC", "3H", "4H"});
  CHECK(optionsOf(line, "meld")[0]["token"] == false);
  CHECK(optionsOf(line, "discard").empty());
}

TEST_CASE("lines are offered with what the discard pile will fill") {
  const Match match = after(kStart, duties(0) + meld(0, {"8C", "9C", "10C"}, true) + discard(0, {"?"}) + duties(1) +
                                        discard(1, {"5D"}) + duties(0));
  CHECK(offers(match, "take-line", {{"line", "left"}, {"fill", {{"from_discard", {"5D", "?"}}, {"from_stock", 1}}}}));
  CHECK(optionsOf(match, "take-line").size() == 4);
  CHECK(optionsOf(match, "take-run").empty());
}

TEST_CASE("the run under a token is offered as it was claimed and as it grew") {
  const Match match = after(kStart, idleTurn(0) + duties(1) + swap(1, 1, "2H", {1, 2, 3}) + discard(1, {"9C"}) +
                                        duties(0) + swap(0, 5, "5H") + discard(0, {"9D"}) + duties(1));
  CHECK(optionsOf(match, "take-run").size() == 3);
  CHECK(offers(match, "take-run", {{"fill", {{"from_discard", {"9D", "9C", "?"}}, {"from_stock", 0}}}}));
  CHECK(offers(match, "take-run",
               {{"take", {1, 2, 3, 5, 8}}, {"fill", {{"from_discard", {"9D", "9C", "?"}}, {"from_stock", 2}}}}));
}

TEST_CASE("effects are offered where the open action cards allow them") {
  const Match queens = after(kStart, {draw(0), action(0, "QH", 0)});
  CHECK(offers(queens, "queen", {{"take", {4, 6}}, {"fill", {{"from_discard", Json::array()}, {"from_stock", 2}}}}));
  CHECK(optionsOf(queens, "queen").size() == 1 + 1 + 3);  // 4D 8D, 6S 2S, and 3H 4H 6H
  const Match kings = after(kStart, {standing(discard(1, {"9C", "?"})), draw(0), action(0, "KH", 0)});
  CHECK(offers(kings, "king", {{"from", "stock"}}));
  CHECK(offers(kings, "king", {{"from", "discard"}, {"cards", {{"two_of", {"9C", "?"}}}}}));
  CHECK(optionsOf(kings, "queen").empty());
}

TEST_CASE("the discard is offered by count, and the end of the turn with fewer than eight in hand") {
  const Match match = after(kStart, duties(0));
  CHECK(offers(match, "discard", {{"cards", {{"count", 1}}}}));
  CHECK(optionsOf(match, "discard").size() == 1);
  CHECK(optionsOf(match, "end-turn").empty());
  CHECK(optionsOf(after(match, {meld(0, {"8C", "9C", "10C"})}), "end-turn").size() == 1);
}

TEST_CASE("what belongs to nobody is offered when it is due") {
  Match match = after(kStart, duties(0));
  CHECK(optionsOf(match, "restock").empty());
  while (stockOf(match) > 0) match.play(standing(draw(0)));
  CHECK(optionsOf(match, "restock").size() == 1);
  CHECK(optionsOf(match, "reshuffle-actions").empty());
}

TEST_CASE("whatever random event is legal fits one of Octa's options") {
  battery::holds("legal events are listed", [](battery::Random& random) {
    const battery::Subject& dealer = datasets::dealerOf(GameId::Octa);
    Match match(dealer.header(random));
    for (int k = 0; k < 60 && !match.over(); ++k) {
      for (int trial = 0; trial < 5; ++trial) {
        const Event event = spoilt(dealer, match, random);
        if (match.judge(event).legal && !isListed(match, event)) RC_FAIL(event.toJson().dump());
      }
      if (const auto event = dealer.legal(match, random)) match.play(*event);
    }
  });
}
