#include "ui/history/refold.h"

#include <catch2/catch.hpp>

#include "tests/ui/played_games.h"

using namespace octo;
using namespace octo::test;

TEST_CASE("a record becomes a stored game with the referee's verdicts") {
  const auto record = recordWithBreaches(octagoneHeader());
  const db::StoredGame game = storedGame(record);
  tracker::Match match(record.header);
  REQUIRE(game.events.size() == record.events.size());
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    CHECK(game.events[i].n == static_cast<int>(i) + 1);
    CHECK(game.events[i].event == record.events[i]);
    CHECK(game.events[i].verdict == match.play(record.events[i]));
  }
  CHECK(game.summary.result == match.result());
  CHECK_FALSE(game.events.back().verdict.legal);
  CHECK(ui::differences(game).empty());
}

TEST_CASE("earlier forms of an exported record are earlier forms again") {
  auto record = playedRecord(octagoneHeader(), 3);
  const Event before = record.events[2];
  record.events[1].fields["was"] = Json::array({before.toJson()});
  const db::StoredGame game = storedGame(record);
  REQUIRE(game.events[1].was.size() == 1);
  CHECK(game.events[1].was[0] == before);
  CHECK_FALSE(game.events[1].event.fields.contains("was"));
}

TEST_CASE("a field \"was\" of some other program is kept as it is") {
  auto record = playedRecord(octagoneHeader(), 2);
  for (const Json& odd : {Json("here before"), Json::array({1, 2}), Json::array({Json{{"do", "castle"}}})}) {
    record.events[1].fields["was"] = odd;
    const db::StoredGame game = storedGame(record);
    CHECK(game.events[1].was.empty());
    CHECK(game.events[1].event.fields["was"] == odd);
  }
}

TEST_CASE("a stored verdict that the referee would not give is found") {
  db::StoredGame game = storedGame(recordWithBreaches(octagoneHeader()));
  game.events[6].verdict = Verdict{};
  const auto found = ui::differences(game);
  REQUIRE(found.size() == 1);
  CHECK(found[0].find("event 7") == 0);
}

TEST_CASE("a stored result that the referee would not give is found") {
  db::StoredGame game = storedGame(playedRecord(octagoneHeader(), 8));
  game.summary.result->scores[0] += 1;
  REQUIRE(ui::differences(game).size() == 1);
  CHECK(ui::differences(game)[0].find("result") == 0);
}

TEST_CASE("a stored event that the game does not have is found") {
  db::StoredGame game = storedGame(playedRecord(octagoneHeader(), 8));
  game.events[3].event.action = "castle";
  CHECK(ui::differences(game).size() == 1);
}
