#include "ui/kept_game.h"

#include <catch2/catch.hpp>

#include "tests/db/store_samples.h"
#include "tests/ui/played_games.h"

using namespace octo;
using namespace octo::test;

namespace {

/// The table of a game of Octagone after each of its events, as a camera tells it. Of a skip it tells
/// nothing.
class ScriptedTable {
 public:
  explicit ScriptedTable(const GameHeader& header)
      : grid_(*tracker::seededLayout(header.game, static_cast<int>(header.players.size())).zone("board")->grid) {}

  Observation after(const Event& event) {
    Observation seen;
    seen.time = ++time_;
    if (event.action != "skip") seen.hands = {lay(event)};
    for (const auto& [at, piece] : pieces_) seen.pieces.push_back(piece);
    return seen;
  }

 private:
  /// The hand that did it.
  SeenHand lay(const Event& event) {
    const std::string at = event.fields.at("at");
    const bool lady = event.action == "lady";
    if (lady)
      ladyAt_ = at;
    else
      pieces_.erase(std::exchange(ladyAt_, ""));
    const Face face(lady ? "shield:lady" : "shield:" + event.fields.at("piece").get<std::string>());
    const Facing facing = *Facing::parse(event.fields.at("facing").get<std::string>());
    const TablePoint place = grid_.centre(*Cell::parse(at));
    pieces_[at] = {{{face, 0.98}}, 1.0, {place, static_cast<double>(facing.degrees())}, 1.0};
    return {event.player.value_or(0) == 0 ? Side::Near : Side::Far, 0.999, place};
  }

  Grid grid_;
  std::map<std::string, SeenPiece> pieces_;
  std::string ladyAt_;
  double time_ = 0;
};

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
  const auto record = playedRecord(header, 500);
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
  for (std::size_t n = 0; n < record.events.size(); ++n) CHECK(game.follower().events()[n].event == record.events[n]);
  CHECK_THROWS_AS(ui::KeptGame(id + 1, db::Store::open(file)), db::StoreError);
}
