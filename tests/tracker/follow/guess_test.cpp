#include "tracker/follow/guess.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::tracker;

namespace {

Event kingWith(const Json& cards, const Json& guessed) {
  Event event{.player = 0, .action = "king", .fields = {{"from", "discard"}, {"cards", cards}}};
  if (!guessed.empty()) event.fields[kGuessed] = guessed;
  return event;
}

}  // namespace

TEST_CASE("events that differ only in what was guessed were seen alike") {
  const Event one = kingWith({"9C", "2H"}, {"9C"}), other = kingWith({"2H", "5S"}, {"5S"});
  CHECK(isGuessed(one));
  CHECK(asSeen(one) == asSeen(other));
  CHECK(asSeen(one).fields["cards"] == Json({"2H", "?"}));
  CHECK_FALSE(isGuessed(asSeen(one)));
  CHECK_FALSE(asSeen(one) == asSeen(kingWith({"9C", "2H"}, {"2H"})));
  CHECK(asSeen(kingWith({"9C", "2H"}, {"2H", "9C"})) == asSeen(kingWith({"3D", "5S"}, {"3D", "5S"})));
}

TEST_CASE("of an event of which nothing was guessed all was seen, and a guess of no card of it is nothing") {
  const Event king = kingWith({"9C", "2H"}, Json::array());
  CHECK_FALSE(isGuessed(king));
  CHECK(asSeen(king) == king);
  CHECK(asSeen(kingWith({"9C", "2H"}, {"7S"})) == king);
}
