#include "tracker/octal/move.h"

#include <catch2/catch.hpp>

#include "tests/tracker/octal/games.h"

using namespace octo;
using namespace octo::tracker::octal;

TEST_CASE("every move of The OCTAL is written as the event that it was read from") {
  const std::string line = GENERATE(
      R"({"player":1,"do":"play","card":"3:less:up","on":1,"points":"below"})",
      R"({"player":1,"do":"play","card":"all","on":0,"points":"top","octo":true})", R"({"player":2,"do":"pass"})",
      R"({"player":0,"do":"override","cards":["3:less:up","8:less:up"],"on":0,"octo":true})",
      R"({"player":0,"do":"stack","card":"3:less:up"})", R"({"do":"reshuffle"})",
      R"({"do":"position","questions":[["1:greater:up","4:less:both"],["2:different:up","6:equal:both","all"]],"turn":2})");
  const Event event = Event::fromJson(Json::parse(line));
  CHECK(toEvent(event.player, parseMove(event, header())) == event);
}
