#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "datasets/scene/board_grid.h"
#include "datasets/scene/octagone_script.h"
#include "datasets/scene/script.h"
#include "tests/datasets/record_text.h"
#include "tracker/follow/follower.h"
#include "tracker/follow/turn_marker.h"
#include "tracker/referee/match.h"

using namespace octo;
using namespace octo::datasets;
using octo::test::text;
using tracker::Match;

namespace {

constexpr int kSeeds = 40;

double turn(double angle) { return std::abs(std::remainder(angle, 360.0)); }

}  // namespace

TEST_CASE("the same seed plays and lays the same game, another seed another") {
  const auto game = playOctagone(7, {2, 0.1});
  CHECK(text(game) == text(playOctagone(7, {2, 0.1})));
  CHECK(text(game) != text(playOctagone(8, {2, 0.1})));
  CHECK(layOutOctagone(game, 7) == layOutOctagone(game, 7));
}

TEST_CASE("games without breaches are in order to their end, for two players and for four") {
  for (const auto& [players, options] :
       {std::pair(2, Json::object()), std::pair(4, Json::object()), std::pair(2, Json{{"part", 1}, {"lady", "marks"}}),
        std::pair(4, Json{{"corner", "five"}, {"lady", "marks"}})})
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      INFO(players << " players, seed " << seed);
      const auto record = playOctagone(seed, {players, 0, options});
      for (const auto& [option, value] : options.items()) CHECK(record.header.options[option] == value);
      Match match(record.header);
      for (const Event& event : record.events) {
        const Verdict verdict = match.play(event);
        CHECK(verdict.legal);
        CHECK(verdict.exposes.empty());
      }
      CHECK(match.over());
    }
}

TEST_CASE("a game is played with the options asked for, in any game") {
  const auto played = [](GameId game, const Json& options) {
    return playGame(game, 3, {.players = 0, .breaches = 0, .options = options}).header.options;
  };
  CHECK(played(GameId::Octagone, {{"part", 1}, {"lady", "marks"}}) == Json{{"part", 1}, {"lady", "marks"}});
  CHECK(played(GameId::Octal, {{"mode", "single"}})["mode"] == "single");
  CHECK(played(GameId::Oct8, {{"short", true}})["short"] == true);
  CHECK(played(GameId::Octa, {{"extend", "own"}})["extend"] == "own");
  CHECK_THROWS_AS(played(GameId::Octagone, {{"part", 3}}), Malformed);
}

TEST_CASE("every breach of a game is marked as standing or taken back, and both kinds occur") {
  std::map<std::string, int> rules;
  int standing = 0, takenBack = 0, exposed = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto record = playOctagone(seed, {2, 0.15});
    Match match(record.header);
    for (const Event& event : record.events) {
      const Verdict verdict = match.play(event);
      exposed += static_cast<int>(verdict.exposes.size());
      if (verdict.legal) continue;
      ++rules[verdict.rule];
      CHECK(event.stands != event.takenBack);
      (event.stands ? standing : takenBack) += 1;
    }
  }
  CHECK(standing > 20);
  CHECK(takenBack > 20);
  CHECK(exposed > 0);
  for (const auto* rule : {"octagone.colour", "octagone.target", "octagone.facing", "octagone.occupied"}) {
    INFO(rule);
    CHECK(rules[rule] > 0);
  }
}

TEST_CASE("a script shows the board of the record after every event, laid as inexactly as people do") {
  const Grid grid = boardGrid(GameId::Octagone).value();
  double farthest = 0, mostTurned = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto record = playOctagone(seed, {2, 0});
    const auto lines = layOutOctagone(record, seed);
    REQUIRE(lines.size() > record.events.size());
    CHECK(lines[0].pieces.size() == 1);
    Match match(record.header);
    for (std::size_t n = 1; n <= record.events.size(); ++n) {
      match.play(record.events[n - 1]);
      CHECK(lines[n].event == static_cast<int>(n));
      const Json board = match.describe().at("board");
      std::size_t shields = 0;
      for (const ScenePiece& piece : lines[n].pieces) {
        if (piece.face.family() != "shield" || piece.face.detail() == "lady") continue;
        ++shields;
        const auto cell = grid.cellAt(piece.pose.at);
        REQUIRE(cell);
        CHECK(board.at(cell->name()).at("piece") == piece.face.detail());
        CHECK(board.at(cell->name()).at("facing") == Facing::nearest(piece.pose.angle).name());
        const TablePoint middle = grid.centre(*cell);
        farthest = std::max(farthest, std::hypot(piece.pose.at.x - middle.x, piece.pose.at.y - middle.y));
        mostTurned = std::max(mostTurned, turn(piece.pose.angle - Facing::nearest(piece.pose.angle).degrees()));
        for (const ScenePiece& other : lines[n].pieces)
          if (other.id != 0 && other.id != piece.id)
            CHECK(std::hypot(piece.pose.at.x - other.pose.at.x, piece.pose.at.y - other.pose.at.y) >= 48.0);
      }
      CHECK(shields == board.size());
    }
  }
  CHECK(farthest <= 10.0);
  CHECK(farthest > 5.0);
  CHECK(mostTurned <= 12.0);
  CHECK(mostTurned > 6.0);
}

TEST_CASE("what is taken back lies in its own line and is gone in the next") {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto record = playOctagone(seed, {2, 0.15});
    const auto lines = layOutOctagone(record, seed);
    for (std::size_t n = 1; n < record.events.size(); ++n) {
      if (!record.events[n - 1].takenBack) continue;
      std::set<int> before, then, after;
      for (const auto& piece : lines[n - 1].pieces) before.insert(piece.id);
      for (const auto& piece : lines[n].pieces) then.insert(piece.id);
      for (const auto& piece : lines[n + 1].pieces) after.insert(piece.id);
      const int laid = *then.rbegin();
      CHECK_FALSE(before.count(laid));
      CHECK_FALSE(after.count(laid));
    }
  }
}

TEST_CASE("the White Lady is laid first, leaves or goes on as a marker, and lies back after a stuck game") {
  int stuck = 0, marking = 0, games = 0;
  for (const Json& options : {Json::object(), Json{{"part", 1}, {"lady", "marks"}}, Json{{"corner", "five"}}})
    for (std::uint64_t seed = 0; seed < 2 * kSeeds; ++seed) {
      INFO(options.dump() << ", seed " << seed);
      const auto record = playOctagone(seed, {seed % 2 == 0 ? 2 : 4, 0, options});
      const auto lines = layOutOctagone(record, seed);
      const auto ladyOn = [&](std::size_t n) -> std::optional<Cell> {
        for (const ScenePiece& piece : lines[n].pieces)
          if (piece.face == Face("shield:lady")) return boardGrid(GameId::Octagone)->cellAt(piece.pose.at);
        return std::nullopt;
      };
      Match match(record.header);
      match.play(record.events[0]);
      REQUIRE(ladyOn(1));
      CHECK(ladyOn(1)->name() == match.describe()["lady"]);
      // While she marks the required box she is never on another.
      const bool marks = ladyOn(3).has_value();
      for (std::size_t n = 2; n <= record.events.size(); ++n) {
        match.play(record.events[n - 1]);
        if (n < 3 || match.over()) continue;
        CHECK(ladyOn(n).has_value() == marks);
        if (marks) CHECK(ladyOn(n)->name() == match.describe()["required"]);
      }
      ++games;
      marking += marks;
      if (match.result().reason != "octagone.stuck") continue;
      ++stuck;
      REQUIRE(lines.size() == record.events.size() + 2);
      CHECK(ladyOn(lines.size() - 1));
    }
  CHECK(stuck > 0);
  CHECK(marking > 0.05 * games);
  CHECK(marking < 0.4 * games);
}

TEST_CASE("in some games the turn marker lies before the player in turn") {
  int marking = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
    for (const int players : {2, 4}) {
      INFO(players << " players, seed " << seed);
      const tracker::TurnPlaces places(tracker::seededLayout(GameId::Octagone, players));
      const auto record = playOctagone(seed, {players, 0.1});
      const auto lines = layOutOctagone(record, seed);
      Match match(record.header);
      bool marks = false;
      for (std::size_t n = 1; n <= record.events.size(); ++n) {
        match.play(record.events[n - 1]);
        Observation seen;
        for (const ScenePiece& piece : lines[n].pieces)
          if (piece.face == Face("turn")) seen.pieces.push_back({{{piece.face, 1.0}}, 1.0, piece.pose, 1.0});
        if (n == 1) marks = !seen.pieces.empty();
        CHECK(seen.pieces.size() == (marks ? 1u : 0u));
        if (marks && !match.over()) CHECK(places.markedIn(seen) == match.toMove());
      }
      marking += marks;
    }
  CHECK(marking > 0);
  CHECK(marking < kSeeds);
}

TEST_CASE("a script can be written and read again") {
  std::stringstream text;
  const auto lines = layOutOctagone(playOctagone(1, {}), 1);
  for (const auto& line : lines) text << line.toJson().dump() << '\n';
  const auto again = readLayoutLines(text);
  REQUIRE(again.size() == lines.size());
  CHECK(again.back().toJson() == lines.back().toJson());
}

TEST_CASE("a broken script is refused with its line") {
  std::stringstream text("{\"event\":0,\"pieces\":[]}\n{\"event\":1,\"pieces\":[{\"id\":1}]}\n");
  CHECK_THROWS_WITH(readLayoutLines(text), "line 2: expected the field \"face\"");
  std::stringstream far(R"({"event":0,"pieces":[{"id":1,"face":"board","x":1e300,"y":0,"angle":0,"layer":0}]})");
  CHECK_THROWS_AS(readLayoutLines(far), Malformed);
}
