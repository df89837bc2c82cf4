// What people tell a follower of Octa.
#include <catch2/catch.hpp>

#include "tests/tracker/said/told_game.h"

using namespace octo;
using namespace octo::tracker;
using octo::test::ToldGame;

namespace {

Beginning octaBeginning() {
  GameHeader header{.game = GameId::Octa, .players = {"Ann", "Ben"}, .first = 0};
  header.setup = {{"pot", {"2S", "4H", "6D", "8C", "10S", "3H", "5D", "7C"}}, {"actions", {"JS", "QH"}}};
  return {header, seededLayout(GameId::Octa, 2)};
}

Event octaDraw(int player) { return {.player = player, .action = "draw"}; }

}  // namespace

TEST_CASE("a card drawn in Octa that nobody saw is told before anything is seen, and undone") {
  ToldGame game(octaBeginning());
  const auto before = game.follower().result().hands;
  game.give(Said{octaDraw(0), 1, 30});
  REQUIRE(game.follower().events().size() == 1);
  CHECK(game.follower().events()[0].verdict.legal);
  CHECK(game.follower().events()[0].confidence == 1.0);
  CHECK(game.follower().result().hands[0] == before[0] + 1);
  CHECK(game.replayed() == game.text());
  game.give(Undo{});
  CHECK(game.follower().events().empty());
  CHECK(game.follower().result().hands == before);
}

TEST_CASE("a second draw that a person tells in Octa is a breach that stands, and a turn that cannot end is refused") {
  ToldGame game(octaBeginning());
  game.give(Said{octaDraw(0), 1, 30});
  game.give(Said{octaDraw(0), 2, 60});
  REQUIRE(game.follower().events().size() == 2);
  CHECK(game.follower().events()[1].verdict.rule == "octa.order");
  CHECK(game.follower().events()[1].event.stands);
  const std::string before = game.text();
  CHECK_THROWS_WITH(game.give(SaidTurn{1, 3, 90}), "it cannot be that player's turn now");
  CHECK(game.text() == before);
  CHECK(game.replayed() == before);
}
