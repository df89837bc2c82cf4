#include "db/game_claim.h"

#include <catch2/catch.hpp>
#include <future>

#include "tests/db/store_samples.h"

using namespace octo;
using namespace std::chrono_literals;
using db::GameClaim;
using octo::test::TemporaryFolder;

TEST_CASE("a game is claimed by one at a time, others beside it") {
  const TemporaryFolder folder;
  const auto games = folder / "games.db";
  CHECK_FALSE(GameClaim::isTaken(games, 3));
  auto claim = GameClaim::take(games, 3);
  REQUIRE(claim);
  CHECK(GameClaim::isTaken(games, 3));
  CHECK_FALSE(GameClaim::take(games, 3));
  CHECK_FALSE(GameClaim::isTaken(games, 4));
  CHECK(GameClaim::take(games, 4));
  CHECK_FALSE(claim->isWanted());
  claim.reset();
  CHECK_FALSE(GameClaim::isTaken(games, 3));
  CHECK(GameClaim::take(games, 3));
}

TEST_CASE("who has a game is asked for it, and keeps it who does not let go") {
  const TemporaryFolder folder;
  const auto games = folder / "games.db";
  auto claim = GameClaim::take(games, 3);
  CHECK_FALSE(GameClaim::takeOver(games, 3, 200ms));
  CHECK_FALSE(claim->isWanted());
  auto other = std::async(std::launch::async, [&] { return GameClaim::takeOver(games, 3, 10s); });
  while (!claim->isWanted()) std::this_thread::sleep_for(1ms);
  CHECK_FALSE(GameClaim::takeOver(games, 3, 200ms));  // somebody asks already
  claim.reset();
  CHECK(other.get());
}

TEST_CASE("where no claims can be kept nobody is hindered") {
  const auto claim = GameClaim::take("/nonexistent/games.db", 3);
  REQUIRE(claim);
  CHECK_FALSE(claim->isWanted());
  CHECK(GameClaim::take("", 3));
}
