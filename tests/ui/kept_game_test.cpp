#include "ui/kept_game.h"

#include <catch2/catch.hpp>

#include "tests/db/store_samples.h"
#include "tests/ui/played_games.h"
#include "tests/ui/scripted_table.h"

using namespace octo;
using namespace octo::test;

namespace {

/// What the store has is what the follower has.
void checkStored(const std::filesystem::path& file, const ui::KeptGame& game) {
  const auto stored = db::Store::openReadOnly(file).load(game.id());
  REQUIRE(stored);
  const auto& events = game.follower().events();
  REQUIRE(stored->events.size() == events.size());
  for (std::size_t n = 0; n < events.size(); ++n) CHECK(stored->events[n].event == events[n].event);
  CHECK(stored->summary.result.has_value() == game.follower().result().over);
}

}  // namespace

TEST_CASE("after every call the store has what the follower has, through corrections and undo") {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  const GameHeader header = octagoneHeader();
  ui::KeptGame game(header, db::Store::open(file));
  ScriptedTable table(header);
  for (const Event& event : playedRecord(header, 8).events) {
    game.observe(table.after(event));
    checkStored(file, game);
  }
  const auto before = game.follower().events();
  REQUIRE(before.size() > 4);
  const TrackedEvent& last = before.back();
  const Cell box = *Cell::parse(last.event.fields.at("at").get<std::string>());
  CHECK_FALSE(game.correct({box, Face("shield:joker"), Facing::S, last.n}).empty());
  checkStored(file, game);
  CHECK(game.follower().events().back().event.fields.at("piece") == "joker");
  CHECK_FALSE(game.follower().events().back().was.empty());
  game.undo();
  checkStored(file, game);
  game.answer(123456, Face("shield:red"));
  game.finish();
  checkStored(file, game);
}

TEST_CASE("a game that was cut off goes on where it was, and ends like one that was not") {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  const GameHeader header = octagoneHeader();
  auto record = playedRecord(header, 500, false);
  // Skips that nothing follows leave no trace.
  while (record.events.back().action == "skip") record.events.pop_back();
  ScriptedTable table(header);
  std::int64_t id = 0;
  {
    ui::KeptGame game(header, db::Store::open(file));
    id = game.id();
    for (std::size_t n = 0; n < 10; ++n) game.observe(table.after(record.events[n]));
  }  // no goodbye: as after a power cut
  ui::KeptGame game(id, db::Store::open(file));
  CHECK(game.follower().events().size() >= 9);
  for (std::size_t n = 10; n < record.events.size(); ++n) {
    game.observe(table.after(record.events[n]));
    if (n % 9 == 0) checkStored(file, game);
  }
  game.finish();
  checkStored(file, game);
  REQUIRE(game.follower().events().size() == record.events.size());
  for (std::size_t n = 0; n < record.events.size(); ++n)
    CHECK(game.follower().events()[n].event.toJson() == record.events[n].toJson());
  CHECK_THROWS_AS(ui::KeptGame(id + 1, db::Store::open(file)), db::StoreError);
}

TEST_CASE("a game is followed by one at a time") {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  ui::KeptGame game(octagoneHeader(), db::Store::open(file));
  ScriptedTable table(octagoneHeader());
  game.observe(table.after(playedRecord(octagoneHeader(), 1).events.front()));
  REQUIRE(game.id() != 0);
  CHECK_THROWS_AS(ui::KeptGame(game.id(), db::Store::open(file)), db::StoreError);
  CHECK_NOTHROW(ui::KeptGame(game.id(), db::Store::open(file), game.claim()));
}

TEST_CASE("what people tell is stored: skips, corrections, who began, names and rules") {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  const GameHeader header = octagoneHeader();
  ui::KeptGame game(header, db::Store::open(file));
  ScriptedTable table(header);
  for (const Event& event : playedRecord(header, 5).events) game.observe(table.after(event));
  const std::size_t before = game.follower().events().size();
  const int inTurn = *game.follower().toMove();
  game.said({.player = inTurn, .action = "skip"}, 6, 180);
  CHECK(game.follower().events().size() == before + 1);
  checkStored(file, game);
  game.correct({.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = static_cast<int>(before) + 1});
  CHECK(game.follower().events().size() == before);
  checkStored(file, game);
  game.saidTurn(1 - inTurn, 7, 210);
  CHECK(game.follower().toMove() == 1 - inTurn);
  checkStored(file, game);
  CHECK_THROWS_AS(game.said({.player = 0, .action = "fly"}, 8, 240), Malformed);
  checkStored(file, game);
  tracker::HeaderChange change;
  change.players = std::vector<std::string>{"Anna", "Ben"};
  change.options = {{"corner", "five"}};
  game.changeHeader(change);
  checkStored(file, game);
  const auto stored = db::Store::openReadOnly(file).load(game.id());
  REQUIRE(stored);
  CHECK(stored->summary.header.players[0] == "Anna");
  CHECK(stored->summary.header.options["corner"] == "five");
  CHECK(stored->summary.header.options["part"] == 2);
}
