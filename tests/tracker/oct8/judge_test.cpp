#include <catch2/catch.hpp>

#include "tests/tracker/oct8/games.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::oct8;

/// The turn draw of player 0 is done and left the middle as it was.
Match drawn(Json options = Json::object(), Json table = setup()) {
  return after(header(2, std::move(options), std::move(table)), {toHand(0)});
}

/// Player 0 has p0.1, red with a blue arm of 8, has used up the turn's action, and s1 is empty.
Match withOctopus() { return after(header(), {toHand(0), attach(0, {"blue:8"}, "s1")}); }

/// Player 0 has p0.1 (red: blue 8), player 1 has p1.1 (red: green 5, green 3) and is in turn, turn draw done.
std::vector<Event> twoOctopuses() {
  return {toHand(0),
          attach(0, {"blue:8"}, "s1"),
          refill(0, "s1", "red"),
          endTurn(0),
          toHand(1),
          chip(1),
          attach(1, {"green:5", "green:3"}, "s1"),
          chip(1)};
}

std::string because(const Match& match, const Event& event) { return match.judge(event).because; }

}  // namespace

TEST_CASE("a turn draw goes to a head of another colour and not to one of its own") {
  const Match match(header());
  CHECK(ruleOf(match, turnDraw(0, "red:3", "s2")).empty());
  CHECK(ruleOf(match, turnDraw(0, "red:3", "s3")).empty());
  CHECK(ruleOf(match, turnDraw(0, "red:3", "s1")) == "oct8.turn-draw-colour");
}

TEST_CASE("a turn draw may fill an octopus to eight arms and not beyond") {
  const Match match = after(header(), {toHand(0), attach(0, {"red:5"}, "s1"), endTurn(0)});
  CHECK(ruleOf(match, turnDraw(1, "blue:3", "s1")).empty());
  CHECK(ruleOf(match, turnDraw(1, "blue:4", "s1")) == "oct8.eight");
  CHECK(because(match, turnDraw(1, "blue:4", "s1")) == "5 + 4 arms would make 9; an octopus holds 8");
}

TEST_CASE("a turn draw goes to the hand only where no head takes it") {
  Match match(header(2, Json::object(), setup({"red", "red", "red"})));
  CHECK(ruleOf(match, turnDraw(0, "red:3", "hand")).empty());
  CHECK(ruleOf(match, turnDraw(0, "blue:3", "hand")) == "oct8.must-attach");
  CHECK(ruleOf(match, toHand(0)).empty());
  for (const Event& event : {toHand(0), attach(0, {"red:6"}, "s1"), endTurn(0), toHand(1), attach(1, {"red:7"}, "s2"),
                             endTurn(1), toHand(0), attach(0, {"green:7"}, "s3"), endTurn(0)})
    REQUIRE(match.play(event).legal);
  CHECK(ruleOf(match, turnDraw(1, "blue:3", "hand")).empty());
  CHECK(ruleOf(match, turnDraw(1, "blue:2", "hand")) == "oct8.must-attach");
}

TEST_CASE("an unseen turn draw goes to the hand only where a card that does not lie open fits no octopus") {
  // Two empty heads of different colours take any card.
  CHECK(ruleOf(Match(header()), toHand(0)) == "oct8.must-attach");
  CHECK(because(Match(header()), toHand(0)) ==
        "Every card that may still be hidden fits on an octopus; a turn draw goes to the hand only where no octopus "
        "takes it");
  // The green 8 fits only on an empty head that is not green; s1 has no room for it, s2 and s3 are green.
  const auto fullish = [](const char* discarded) {
    return after(header(2, Json::object(), setup({"red", "green", "green"}, discarded)),
                 {turnDraw(0, "blue:1", "s1"), draw(0), endTurn(0)});
  };
  CHECK(ruleOf(fullish("red:1"), toHand(1)).empty());
  CHECK(ruleOf(fullish("green:8"), toHand(1)) == "oct8.must-attach");
  // With an unread card in the pile nobody knows that the green 8 is out.
  CHECK(ruleOf(after(header(2, Json::object(), setup({"red", "green", "green"})),
                     {turnDraw(0, "blue:1", "s1"), standing(discard(0, {"?"})), standing(endTurn(0))}),
               toHand(1))
            .empty());
}

TEST_CASE("an arm swapped back to the hand may be drawn unseen again") {
  // The green 8 lies open in p0.1 until player 0 takes it back to the hand.
  Match match = after(header(2, Json::object(), setup({"red", "green", "green"})),
                      {turnDraw(0, "green:8", "s1"), attach(0, {"blue:1"}, "s2"), refill(0, "s1", "red"), endTurn(0)});
  CHECK(ruleOf(match, toHand(1)) == "oct8.must-attach");
  match.play(standing(swapHand(0, "p0.1", {"red:5", "red:3"}, "green:8")));
  REQUIRE(match.play(turnDraw(1, "blue:1", "s1")).legal);
  for (const Event& event : {draw(1), endTurn(1)}) REQUIRE(match.play(event).legal);
  CHECK(ruleOf(match, toHand(0)).empty());
}

TEST_CASE("there is one turn draw in a turn, before the actions") {
  CHECK(ruleOf(drawn(), toHand(0)) == "oct8.turn-draw");
  CHECK(ruleOf(after(header(), {standing(draw(0))}), toHand(0)) == "oct8.turn-draw");
  CHECK(ruleOf(after(header(), {standing(pass(0))}), toHand(0)) == "oct8.turn-draw");
  CHECK(ruleOf(after(header(), {standing(chip(0))}), turnDraw(0, "red:1", "s2")).empty());
  CHECK(ruleOf(after(header(), {standing(ship(0, "p0.1"))}), turnDraw(0, "red:1", "s2")).empty());
}

TEST_CASE("an action or a chip before the turn draw is a breach of the phase") {
  const Match match(header());
  for (const Event& event : {draw(0), attach(0, {"red:1"}, "s1"), swapHand(0, "p0.1", {"red:1"}, "blue:1"),
                             swap(0, "p0.1", {"red:1"}, "p1.1", {"blue:1"}), pass(0), chip(0)})
    CHECK(ruleOf(match, event) == "oct8.phase");
  CHECK(ruleOf(drawn(), draw(0)).empty());
}

TEST_CASE("the first ship, discard or refill ends the acting") {
  Match match = after(header(), {toHand(0), attach(0, {"blue:8"}, "s1"), refill(0, "s1", "red")});
  CHECK(ruleOf(match, draw(0)) == "oct8.phase");
  CHECK(ruleOf(match, chip(0)) == "oct8.phase");
  CHECK(ruleOf(match, endTurn(0)).empty());
  CHECK(ruleOf(withOctopus(), chip(0)).empty());
}

TEST_CASE("a turn has one action, and one more for each baby octopus") {
  Match match = withOctopus();
  CHECK(ruleOf(match, draw(0)) == "oct8.actions");
  REQUIRE(match.play(chip(0)).legal);
  CHECK(ruleOf(match, draw(0)).empty());
  CHECK(ruleOf(match, chip(0)) == "oct8.chip");
  CHECK(ruleOf(match, endTurn(0)) == "oct8.must-act");
}

TEST_CASE("two cards are drawn in any mix of the two piles, as the book lists") {
  const Match match = after(header(), {standing(discard(0, {"red:2"})), endTurn(0), standing(endTurn(0)), toHand(1)});
  CHECK(ruleOf(match, draw(1, {"deck", "deck"})).empty());
  CHECK(ruleOf(match, draw(1, {"discard", "discard"})).empty());
  CHECK(ruleOf(match, draw(1, {"deck", "discard"})).empty());
  CHECK(ruleOf(match, draw(1, {"deck"})) == "oct8.draw-count");
  CHECK(ruleOf(match, draw(1, {"deck", "deck", "deck"})) == "oct8.draw-count");
  CHECK(ruleOf(match, draw(1, Json::array())) == "oct8.draw-count");
  CHECK(ruleOf(match, draw(1, {"discard", "discard", "discard"})) == "oct8.empty");
}

TEST_CASE("a draw takes the top of the discard pile, and a discard lays cards on it in order") {
  Match match = after(header(), {standing(discard(0, {"red:2", "?"}))});
  CHECK(match.describe().at("discard") == Json({"red:1", "red:2", "?"}));
  match.play(standing(draw(0, {"discard"})));
  CHECK(match.describe().at("discard") == Json({"red:1", "red:2"}));
}

TEST_CASE("the book's example of attaching: two, one and one to a head, also of its own colour") {
  Match match = drawn();
  REQUIRE(match.play(attach(0, {"red:2", "red:1", "green:1"}, "s1")).legal);
  CHECK(match.describe().at("shared").at("s1").at("arms") == Json({"red:1", "red:2", "green:1"}));
  CHECK(player(match, 0).at("hand") == 4);
}

TEST_CASE("cards are attached to a head that is there, from a hand that holds them, up to eight arms") {
  CHECK(ruleOf(after(header(), {turnDraw(0, "red:8", "s2")}), attach(0, {"red:1"}, "s2")) == "oct8.no-head");
  const Json six{"red:1", "red:1", "red:2", "green:1", "green:1", "blue:1"};
  Json seven = six;
  seven.push_back("blue:1");
  CHECK(ruleOf(after(header(), {turnDraw(0, "red:1", "s2")}), attach(0, six, "s1")).empty());
  CHECK(ruleOf(after(header(), {turnDraw(0, "red:1", "s2")}), attach(0, seven, "s1")) == "oct8.hand");
  CHECK(ruleOf(drawn(), attach(0, {"red:4", "red:4"}, "s1")).empty());
  CHECK(ruleOf(drawn(), attach(0, {"red:4", "red:5"}, "s1")) == "oct8.eight");
}

TEST_CASE("at exactly eight arms the octopus is taken, with a baby octopus, and the slot is empty") {
  const Match match = withOctopus();
  CHECK_FALSE(match.describe().at("shared").contains("s1"));
  CHECK(player(match, 0).at("field").at("p0.1").at("head") == "red");
  CHECK(player(match, 0).at("chips") == 1);
  CHECK(ruleOf(match, endTurn(0)) == "oct8.refill");
  CHECK(ruleOf(match, refill(0, "s2", "red")) == "oct8.refill");
  CHECK(ruleOf(match, refill(0, "s1", "red")).empty());
}

TEST_CASE("hand cards are given for an own octopus's arm with as many arms") {
  Match match = withOctopus();
  match.play(chip(0));
  CHECK(ruleOf(match, swapHand(0, "p0.1", {"red:5", "red:3"}, "blue:8")).empty());
  CHECK(ruleOf(match, swapHand(0, "p0.1", {"red:8"}, "blue:8")).empty());
  CHECK(ruleOf(match, swapHand(0, "p0.1", {"red:7"}, "blue:8")) == "oct8.swap-sum");
  CHECK(ruleOf(match, swapHand(0, "p0.1", {"red:7"}, "red:7")) == "oct8.absent");
  CHECK(ruleOf(match, swapHand(0, "p0.9", {"red:7"}, "red:7")) == "oct8.own");
  CHECK(ruleOf(match, swapHand(0, "s2", {"red:7"}, "red:7")) == "oct8.own");
  const Json seven{"red:1", "red:1", "red:1", "green:1", "green:1", "blue:1", "blue:2"};
  CHECK(ruleOf(match, swapHand(0, "p0.1", seven, "blue:8")) == "oct8.hand");
  match.play(swapHand(0, "p0.1", {"red:5", "red:3"}, "blue:8"));
  CHECK(player(match, 0).at("hand") == 5);
  CHECK(player(match, 0).at("field").at("p0.1").at("arms") == Json({"red:3", "red:5"}));
}

TEST_CASE("arms are swapped between own octopuses or with another player's, one card against one or more") {
  const Match match = after(header(), [] {
    auto events = twoOctopuses();
    events.erase(events.begin() + 5);  // no chip yet
    return events;
  }());
  CHECK(ruleOf(match, swap(1, "p1.1", {"green:5", "green:3"}, "p0.1", {"blue:8"})).empty());
  CHECK(ruleOf(match, swap(1, "p0.1", {"blue:8"}, "p1.1", {"green:5", "green:3"})).empty());
  CHECK(ruleOf(match, swap(1, "p1.1", {"green:5"}, "p0.1", {"blue:8"})) == "oct8.swap-sum");
  CHECK(ruleOf(match, swap(1, "p1.1", {"green:4"}, "p0.1", {"blue:8"})) == "oct8.absent");
  CHECK(ruleOf(match, swap(1, "p1.1", {"green:5", "green:5"}, "p0.1", {"blue:8"})) == "oct8.absent");
  CHECK(ruleOf(match, swap(1, "p1.2", {"green:5"}, "p0.1", {"blue:8"})) == "oct8.own");
  CHECK(ruleOf(match, swap(1, "p1.1", {"green:5"}, "p0.2", {"blue:8"})) == "oct8.absent");
  CHECK(ruleOf(match, swap(1, "p1.1", {"green:5"}, "s2", {"green:5"})) == "oct8.own");
  CHECK(ruleOf(match, swap(1, "p1.1", {"green:5"}, "p1.1", {"green:5"})) == "oct8.own");
  CHECK(ruleOf(match, swap(1, "p0.1", {"blue:8"}, "p0.1", {"blue:8"})) == "oct8.own");
}

TEST_CASE("an octopus whose arms all match its head is blocked for others and not for its owner") {
  const std::vector<Event> start{toHand(0), attach(0, {"red:5", "red:3"}, "s1"),     refill(0, "s1", "red"), endTurn(0),
                                 toHand(1), attach(1, {"green:5", "green:3"}, "s1"), refill(1, "s1", "red")};
  Match match = after(header(), start);
  match.play(endTurn(1));
  match.play(toHand(0));
  CHECK(ruleOf(match, swap(0, "p0.1", {"red:5"}, "p1.1", {"green:5"})).empty());
  Match other = after(header(), {toHand(0), attach(0, {"red:5", "red:3"}, "s1"), refill(0, "s1", "red"), endTurn(0),
                                 toHand(1), attach(1, {"green:5", "green:3"}, "s1"), chip(1)});
  CHECK(ruleOf(other, swap(1, "p1.1", {"green:5"}, "p0.1", {"red:5"})) == "oct8.block");
}

TEST_CASE("neither side a single card is a breach of the swap") {
  Match match =
      after(header(2, Json::object(), setup({"red", "green", "green"})),
            {toHand(0), attach(0, {"blue:5", "blue:3"}, "s1"), chip(0), attach(0, {"blue:5", "red:3"}, "s2"), chip(0)});
  CHECK(ruleOf(match, swap(0, "p0.1", {"blue:5", "blue:3"}, "p0.2", {"blue:5", "red:3"})) == "oct8.swap-one");
  CHECK(ruleOf(match, swap(0, "p0.1", {"blue:3"}, "p0.2", {"red:3"})).empty());
}

TEST_CASE("a pass is in order only when both piles are empty") {
  CHECK(ruleOf(drawn(), pass(0)) == "oct8.pass");
  Match match(header());
  std::vector<std::string> all(65, "deck");
  all.push_back("discard");
  match.play(standing(draw(0, all)));
  CHECK(match.describe().at("arm_deck") == 0);
  match.play(standing(endTurn(0)));
  CHECK(ruleOf(match, toHand(1)) == "oct8.empty");
  CHECK(ruleOf(match, pass(1)).empty());
  CHECK(ruleOf(match, draw(1, {"deck"})) == "oct8.empty");
  match.play(pass(1));
  CHECK(ruleOf(match, toHand(1)) == "oct8.turn-draw");
  CHECK(ruleOf(match, endTurn(1)).empty());
}

TEST_CASE("the last card of both piles is drawn alone") {
  Match match(header());
  match.play(standing(draw(0, std::vector<std::string>(65, "deck"))));
  match.play(standing(endTurn(0)));
  CHECK(ruleOf(match, draw(1, {"discard"})).empty());
  CHECK(ruleOf(match, pass(1)) == "oct8.pass");
}

TEST_CASE("an eleventh head of a colour, or a ninth in the short game, is one too many") {
  for (const bool brief : {false, true}) {
    Match match = drawn({{"short", brief}}, setup({"red", "red", "red"}));
    for (int heads = 3; heads < (brief ? 8 : 10); ++heads) {
      match.play(standing(attach(0, {"green:8"}, "s1")));
      REQUIRE(match.play(refill(0, "s1", "red")).legal);
    }
    match.play(standing(attach(0, {"green:8"}, "s1")));
    CHECK(ruleOf(match, refill(0, "s1", "green")).empty());
    CHECK(ruleOf(match, refill(0, "s1", "red")) == "oct8.supply");
  }
}

TEST_CASE("more copies of an arm than the edition has are a breach of supply wherever they come to lie open") {
  Match match = after(header(2, Json::object(), setup({"red", "green", "blue"}, "red:8")), {});
  CHECK(ruleOf(match, turnDraw(0, "red:8", "s2")) == "oct8.supply");
  CHECK(ruleOf(match, turnDraw(0, "green:8", "s1")).empty());
  match.play(toHand(0));
  CHECK(ruleOf(match, attach(0, {"red:8"}, "s1")) == "oct8.supply");
  CHECK(ruleOf(match, attach(0, {"red:1", "red:1", "red:1", "red:1", "red:1"}, "s1")).empty());
  CHECK(ruleOf(match, attach(0, {"red:1", "red:1", "red:1", "red:1", "red:1", "red:1"}, "s1")) == "oct8.supply");
}

TEST_CASE("an arm that goes back to the hand in a swap no longer counts as open") {
  Match match = withOctopus();
  match.play(chip(0));
  CHECK(ruleOf(match, swapHand(0, "p0.1", {"blue:8"}, "blue:8")).empty());
}

TEST_CASE("the hand comes down to eight at the end of the turn, not earlier and not further") {
  const Match eight = after(header(), {turnDraw(0, "red:1", "s2"), draw(0)});
  CHECK(player(eight, 0).at("hand") == 8);
  CHECK(ruleOf(eight, discard(0, {"red:2"})) == "oct8.hand-limit");
  CHECK(ruleOf(eight, endTurn(0)).empty());
  const Match nine = after(header(), {toHand(0), draw(0)});
  CHECK(player(nine, 0).at("hand") == 9);
  CHECK(ruleOf(nine, endTurn(0)) == "oct8.hand-limit");
  CHECK(ruleOf(nine, discard(0, {"red:2", "red:2"})) == "oct8.hand-limit");
  CHECK(ruleOf(nine, discard(0, {"red:2"})).empty());
  CHECK(ruleOf(nine, discard(0, {"?"})).empty());
}

TEST_CASE("a discard that brings out one copy too many is a breach of supply") {
  const GameHeader head = header(2, Json::object(), setup({"red", "green", "blue"}, "red:8"));
  const Match match = after(head, {toHand(0), draw(0)});
  CHECK(ruleOf(match, discard(0, {"red:8"})) == "oct8.supply");
  CHECK(ruleOf(match, discard(0, {"green:8"})).empty());
}

TEST_CASE("more than three octopuses on the field are shipped down to three, and no further") {
  Match match(header(2, Json::object(), setup({"red", "red", "red"})));
  match.play(toHand(0));
  for (const char* slot : {"s1", "s2", "s3"}) {
    const Json cards = slot == std::string("s1")   ? Json{"blue:8"}
                       : slot == std::string("s2") ? Json{"green:8"}
                                                   : Json{"red:8"};
    REQUIRE(match.play(attach(0, cards, slot)).legal);
    REQUIRE(match.play(chip(0)).legal);
  }
  REQUIRE(match.play(draw(0)).legal);
  CHECK(ruleOf(match, ship(0, "p0.1")) == "oct8.ship-early");
  for (const char* slot : {"s1", "s2", "s3"}) match.play(refill(0, slot, "blue"));
  match.play(endTurn(0));
  match.play(standing(attach(0, {"red:5", "red:3"}, "s1")));  // out of turn
  for (const Event& event : {toHand(1), draw(1), refill(1, "s1", "green"), standing(endTurn(1)), toHand(0), draw(0)})
    match.play(event);
  CHECK(ruleOf(match, endTurn(0)) == "oct8.field-limit");
  CHECK(ruleOf(match, ship(0, "p1.1")) == "oct8.own");
  REQUIRE(match.play(ship(0, "p0.2")).legal);
  CHECK(ruleOf(match, ship(0, "p0.2")) == "oct8.own");
  CHECK(ruleOf(match, ship(0, "p0.1")) == "oct8.ship-early");
  CHECK(player(match, 0).at("shipped").contains("p0.2"));
  CHECK(ruleOf(match, endTurn(0)).empty());
}

TEST_CASE("a shipped octopus is out of everybody's reach") {
  Match match = withOctopus();
  match.play(standing(ship(0, "p0.1")));
  match.play(standing(refill(0, "s1", "red")));
  match.play(endTurn(0));
  for (const Event& event : {toHand(1), attach(1, {"green:5", "green:3"}, "s1"), chip(1)}) match.play(event);
  CHECK(ruleOf(match, swap(1, "p1.1", {"green:5", "green:3"}, "p0.1", {"blue:8"})) == "oct8.shipped");
}

TEST_CASE("the end of a turn waits for the turn draw and the action") {
  const Match match(header());
  for (const Event& event : {endTurn(0), ship(0, "p0.1"), discard(0, {"red:2"}), refill(0, "s1", "red")}) {
    CHECK(ruleOf(match, event) == "oct8.must-act");
    CHECK(ruleOf(drawn(), event) == "oct8.must-act");
  }
  CHECK(ruleOf(after(header(), {turnDraw(0, "red:1", "s2"), draw(0)}), endTurn(0)).empty());
}

TEST_CASE("a move out of turn is a breach, a reveal is not") {
  const Match match(header());
  CHECK(ruleOf(match, toHand(1)) == "oct8.turn");
  CHECK(ruleOf(match, endTurn(1)) == "oct8.turn");
  CHECK(ruleOf(match, reveal(1, "blue")).empty());
}

TEST_CASE("out of turn with stands the pieces move and the turn stays as it was") {
  Match match = drawn();
  const Json phase = match.describe().at("phase");
  for (const Event& event : {toHand(1), draw(1), attach(1, {"red:8"}, "s1"), chip(1), refill(1, "s1", "blue"),
                             discard(1, {"red:2"}), ship(1, "p1.1"), endTurn(1)})
    match.play(standing(event));
  CHECK(match.toMove() == 0);
  CHECK(match.describe().at("phase") == phase);
  CHECK(player(match, 1).at("hand") == 7);
  CHECK(player(match, 1).at("chips") == 0);
  CHECK(player(match, 1).at("field").empty());
  CHECK(player(match, 1).at("shipped") == Json::parse(R"({"p1.1":{"head":"red","arms":["red:8"]}})"));
  CHECK(match.describe().at("shared").at("s1").at("head") == "blue");
}

TEST_CASE("what a standing breach cannot do is left out") {
  Match match = after(header(), {turnDraw(0, "red:8", "s2")});
  const Json before = match.describe();
  match.play(standing(attach(0, {"red:1"}, "s2")));
  CHECK(match.describe().at("players") == before.at("players"));
  CHECK(match.describe().at("phase").at("actions") == 0);
  match.play(standing(swapHand(0, "p0.1", {"blue:2"}, "green:2")));
  CHECK(player(match, 0).at("hand") == 5);
  CHECK(player(match, 0).at("field").at("p0.1").at("arms") == Json({"red:8", "blue:2"}));
  match.play(standing(attach(0, std::vector<std::string>(9, "green:1"), "s1")));
  CHECK(player(match, 0).at("hand") == 0);
  CHECK(match.describe().at("shared").at("s1").at("arms").size() == 9);
  match.play(standing(refill(0, "s1", "blue")));
  CHECK(match.describe().at("shared").at("s1").at("head") == "red");
}

TEST_CASE("an octopus that a standing breach brought above eight arms stays where it is") {
  Match match = drawn();
  match.play(standing(attach(0, {"red:5", "red:4"}, "s1")));
  CHECK(match.describe().at("shared").contains("s1"));
  CHECK(player(match, 0).at("chips") == 0);
}

TEST_CASE("a chip that stands although there was none gives its action, and the count stays at nothing") {
  Match match = drawn();
  match.play(draw(0));
  match.play(standing(chip(0)));
  CHECK(player(match, 0).at("chips") == 0);
  CHECK(ruleOf(match, draw(0)).empty());
}

TEST_CASE("once a deck has run out the turn is finished and every other player has one more") {
  Match match(header(3));
  match.play(toHand(0));
  match.play(standing(draw(0, std::vector<std::string>(58, "deck"))));
  CHECK(match.describe().at("turns_left") == 3);
  match.play(standing(endTurn(0)));
  CHECK(ruleOf(match, draw(1, {"discard"})).empty());
  match.play(standing(endTurn(1)));
  CHECK_FALSE(match.over());
  match.play(standing(endTurn(2)));
  CHECK(match.over());
  CHECK(match.result().reason == "oct8.decks");
  CHECK(ruleOf(match, toHand(0)) == "oct8.over");
  CHECK(ruleOf(match, toHand(1)) == "oct8.over");
  CHECK(ruleOf(match, reveal(1, "red")).empty());
}
