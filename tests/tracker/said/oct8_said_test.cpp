// What people tell a follower of Oct8.
#include <catch2/catch.hpp>

#include "datasets/scene/oct8_script.h"
#include "datasets/scene/seen_table.h"
#include "tests/tracker/oct8/games.h"
#include "tests/tracker/said/told_game.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::oct8;
using octo::test::corrected;
using octo::test::ToldGame;

namespace {

std::vector<Observation> oct8Looks(const Record& record, std::uint64_t seed = 7) {
  const auto lines = datasets::layOutOct8(record, seed);
  std::vector<Observation> looks;
  for (auto& look : datasets::seenScript(record, lines, {}, datasets::Random(seed).fork("eyes")))
    looks.push_back(std::move(look.observation));
  return looks;
}

ToldGame oct8Game(const Record& record, bool hands = true) {
  ToldGame game({record.header, seededLayout(GameId::Oct8, 2)});
  for (Observation& look : oct8Looks(record)) {
    if (!hands) look.forearms.clear();
    game.give(std::move(look));
  }
  return game;
}

}  // namespace

TEST_CASE("a turn draw to the hand and two cards off the deck that nobody saw are told, and the turn done") {
  const Record record{oct8::header(), {turnDraw(0, "green:3", "s1")}};
  ToldGame game = oct8Game(record);
  REQUIRE(game.follower().events().size() == 1);
  game.give(Said{draw(0), 30, 900});
  game.give(TurnDone{31, 930});
  REQUIRE(game.follower().toMove() == 1);
  const auto before = game.follower().result().hands;
  game.give(Said{toHand(1), 32, 960});
  CHECK(game.follower().result().hands[1] == before[1] + 1);
  CHECK(game.follower().events().back().confidence == 1.0);
  CHECK(game.replayed() == game.text());
  game.give(Undo{});
  CHECK(game.follower().result().hands == before);
}

TEST_CASE("two cards that a person says were drawn were the action, and the next player's move is seen after it") {
  const Record record{oct8::header(), {turnDraw(0, "green:3", "s1")}};
  Record more = record;
  more.events.insert(more.events.end(), {draw(0), endTurn(0), turnDraw(1, "blue:2", "s1")});
  ToldGame game({record.header, seededLayout(GameId::Oct8, 2)});
  for (Observation& look : oct8Looks(record)) game.give(std::move(look));
  game.give(Said{draw(0), 30, 900});
  Observation last = oct8Looks(more).back();
  last.time = 60;
  game.give(last);
  const auto& events = game.follower().events();
  REQUIRE(events.size() == 4);
  CHECK(events[1].event == draw(0));
  CHECK(events[2].event.action == "end-turn");
  CHECK(events[3].event == turnDraw(1, "blue:2", "s1"));
  CHECK(game.replayed() == game.text());
}

TEST_CASE("octopus colours are told also when the game is over, and the last one counts") {
  const Record record = datasets::playOct8(900, {2, 0});
  Record hidden = record;
  std::erase_if(hidden.events, [](const Event& event) { return event.action == "reveal"; });
  hidden.header.setup.erase("colours");
  ToldGame game = oct8Game(hidden);
  game.give(Finish{});
  REQUIRE(game.follower().result().over);
  CHECK(game.follower().result().unrevealed == std::vector<int>{0, 1});
  CHECK_THROWS_WITH(game.give(Said{draw(0), 900, 27000}), "the game is over");
  game.give(Said{reveal(0, "red"), 901, 27030});
  CHECK(game.follower().result().unrevealed == std::vector<int>{1});
  game.give(Said{reveal(1, "red"), 902, 27060});
  game.give(Said{reveal(1, "blue"), 903, 27090});
  CHECK(game.follower().result().unrevealed.empty());
  CHECK(game.follower().events().back().event == reveal(1, "blue"));
  CHECK(game.follower().events().back().verdict.legal);
  CHECK(game.replayed() == game.text());
}

TEST_CASE("a concluded draw to the hand is corrected to nothing, and said otherwise again") {
  const Record record{oct8::header(), {turnDraw(0, "green:3", "s1"), draw(0), endTurn(0)}};
  ToldGame game = oct8Game(record);
  const auto drawn = std::find_if(game.follower().events().begin(), game.follower().events().end(),
                                  [](const TrackedEvent& each) { return each.event.action == "draw"; });
  REQUIRE(drawn != game.follower().events().end());
  REQUIRE(drawn->inferred);
  const int n = drawn->n;
  game.give(corrected(n, draw(0, {"deck", "discard"})));
  CHECK(game.follower().events()[static_cast<std::size_t>(n) - 1].event == draw(0, {"deck", "discard"}));
  CHECK(game.follower().events()[static_cast<std::size_t>(n) - 1].confidence == 1.0);
  game.give(corrected(n));
  for (const TrackedEvent& each : game.follower().events()) CHECK(each.event.action != "draw");
  CHECK(game.replayed() == game.text());
}
