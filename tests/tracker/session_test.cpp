#include "tracker/follow/session.h"

#include <catch2/catch.hpp>
#include <sstream>

using namespace octo;
using namespace octo::tracker;

namespace {

Beginning octagone() {
  GameHeader header{.game = GameId::Octagone, .players = {"Ann", "Ben"}, .first = 1};
  return {header, seededLayout(GameId::Octagone, 2)};
}

/// One input of each kind.
std::vector<Input> everyInput() {
  const SeenPiece piece{{{Face("shield:red"), 0.9}, {Face("?"), 0.05}}, 0.97, {{12.5, -80.25}, 44.9}, 0.5};
  const Observation seen{3.25, 97, {piece}, {{-10, -20, 30, 40.5}}, {{Side::Far, 0.8, {1, 2}}}};
  Observation part = seen;
  part.inPart = true;
  const Event lady{.player = 0, .action = "lady", .fields = {{"at", "d3"}, {"facing", "N"}}};
  return {seen,
          part,
          Correction{*Cell::parse("d3"), Face("shield:joker"), Facing::S, 2, lady},
          Correction{.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = {}},
          Answer{1, Face("shield:blue")},
          Told{{3, 4}, Face("10H")},
          TurnDone{9.5, 285},
          Said{{.player = 1, .action = "skip"}, 10.5, 315},
          SaidTurn{1, 11, 330},
          HeaderChange{std::vector<std::string>{"Ann", "Bo"}, 1, {{"part", nullptr}}, {{"extra_joker", {0, 1}}}},
          HeaderChange{},
          Still{12.25},
          TakeTable{13, 390},
          Undo{},
          Redo{},
          Finish{}};
}

std::string written(const Beginning& beginning, const std::vector<Input>& inputs) {
  std::string text = toJson(beginning).dump() + '\n';
  for (const Input& input : inputs) text += toJson(input).dump() + '\n';
  return text;
}

Session read(const std::string& text) {
  std::istringstream in(text);
  return readSession(in, "s");
}

}  // namespace

TEST_CASE("a session that is read and written again is the same") {
  const std::string text = written(octagone(), everyInput());
  const Session session = read(text);
  CHECK(written(session.beginning, session.inputs) == text);
  CHECK(follow(session.beginning)->header().players == octagone().header.players);
}

TEST_CASE("a session that goes on where a game was cut off begins with its events") {
  Beginning beginning = octagone();
  beginning.earlier = {{.player = 1, .action = "lady", .fields = {{"at", "d3"}, {"facing", "N"}}}};
  const auto follower = follow(read(written(beginning, {})).beginning);
  REQUIRE(follower->events().size() == 1);
  CHECK(follower->events()[0].event == beginning.earlier[0]);
}

TEST_CASE("a line of a session that says something else is an error that names it") {
  const std::string begin = toJson(octagone()).dump() + '\n';
  CHECK_THROWS_WITH(read(""), "s:1: an empty file where a session was expected");
  CHECK_THROWS_WITH(read("{}\n"), Catch::StartsWith("s:1: "));
  for (const char* line :
       {"[]", "7", "{\"fly\":1}", "{\"undo\":null,\"finish\":null}", "{\"tell\":{\"at\":[1]}}",
        "{\"observation\":{\"t\":\"x\"}}", "{\"correct\":{\"cell\":\"zz\"}}", "not json",
        "{\"answer\":{\"question\":1e999,\"face\":\"?\"}}", "{\"said\":{\"event\":7,\"t\":1,\"frame\":1}}",
        "{\"turn_of\":{\"t\":1,\"frame\":1}}", "{\"header\":{\"options\":1,\"setup\":{}}}"})
    CHECK_THROWS_WITH(read(begin + line + "\n"), Catch::StartsWith("s:2: "));
}
