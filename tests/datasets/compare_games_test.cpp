#include "datasets/compare_games.h"

#include <catch2/catch.hpp>

#include "datasets/known_event.h"
#include "datasets/scene/script.h"
#include "tracker/referee/match.h"

using namespace octo;
using namespace octo::datasets;

namespace {

tracker::Record octal(const std::vector<const char*>& lines) {
  tracker::Record record;
  record.header.game = GameId::Octal;
  record.header.players = {"Ann", "Ben", "Cas"};
  record.header.setup = Json::parse(R"({"questions":[{"under":"3:greater:both","over":"5:less:up"},
                                                     {"under":"2:equal:both","over":"4:different:up"}]})");
  for (const char* line : lines) record.events.push_back(Event::fromJson(Json::parse(line)));
  return record;
}

std::vector<Understood> told(const tracker::Record& record, std::int64_t frame = 100) {
  std::vector<Understood> events;
  for (const Event& event : record.events) {
    Understood each;
    each.event.event = event;
    each.event.event.fields.erase("frame");
    each.told = frame;
    events.push_back(each);
  }
  return events;
}

Result resultOf(const tracker::Record& record) {
  tracker::Match match(record.header);
  for (const Event& event : record.events) match.play(event);
  return match.result();
}

}  // namespace

TEST_CASE("a game understood as it was is exact, in every game that is written") {
  for (const GameId game : scriptedGames()) {
    INFO(name(game));
    const auto record = asSeen(playGame(game, 5, {0, 0.1}));
    const auto comparison = compareGames(record, told(record), resultOf(record), 30);
    CHECK(comparison.visibleExact);
    CHECK(comparison.falselyClaimed == 0);
    CHECK(comparison.resultRight);
    for (const auto& [kind, count] : comparison.visible) {
      INFO(kind);
      CHECK(count.right == count.truly);
    }
  }
}

TEST_CASE("what cannot be seen makes no difference: a call, the fields' order, a breach undone without a mark") {
  const auto truth = octal({R"({"player":0,"do":"play","card":"6:equal:both","on":0,"points":"top","octo":true})",
                            R"({"player":1,"do":"play","card":"8:less:up","on":0,"points":"top","taken_back":true})"});
  const auto other = octal({R"({"on":0,"card":"6:equal:both","do":"play","player":0})",
                            R"({"player":1,"do":"play","card":"8:less:up","on":0})"});
  CHECK(compareGames(truth, told(other), resultOf(other), 30).exact);
  const auto below = octal({R"({"player":0,"do":"play","card":"6:equal:both","on":0,"points":"below"})",
                            R"({"player":1,"do":"play","card":"8:less:up","on":0})"});
  CHECK_FALSE(compareGames(truth, told(below), resultOf(below), 30).exact);
}

TEST_CASE("whoever was taken to begin, events are judged as they were told") {
  const auto truth =
      octal({R"({"player":0,"do":"pass"})", R"({"player":1,"do":"play","card":"6:equal:both","on":0,"points":"top"})",
             R"({"player":2,"do":"play","card":"8:less:up","on":0,"points":"top"})"});
  tracker::Record later = truth;
  later.header.first = 1;
  later.events.erase(later.events.begin());
  const auto comparison = compareGames(truth, told(later), resultOf(later), 30, 1);
  CHECK_FALSE(comparison.exact);
  CHECK(comparison.visibleExact);
  CHECK(comparison.falselyClaimed == 0);
  CHECK(comparison.visible.at("play").right == 2);
}

TEST_CASE("whatever the setup was read as, events are judged as they were told") {
  const auto truth = octal({R"({"player":0,"do":"play","card":"6:equal:both","on":0,"points":"top"})"});
  tracker::Record other = truth;
  const std::string upper = truth.header.setup["questions"][0]["over"];
  other.header.setup["questions"][0]["over"] = "6" + upper.substr(upper.find(':'));
  CHECK(compareGames(truth, told(truth), resultOf(truth), 30, 0, other.header.setup).falselyClaimed == 1);
  CHECK(compareGames(truth, told(truth), resultOf(truth), 30).falselyClaimed == 0);
}

TEST_CASE("concluded events are counted apart from visible ones") {
  const auto truth = octal({R"({"player":0,"do":"pass","frame":10})",
                            R"({"player":1,"do":"play","card":"6:equal:both","on":0,"points":"top","frame":40})"});
  auto missed = octal({R"({"player":1,"do":"play","card":"6:equal:both","on":0,"points":"top","stands":true})"});
  const auto comparison = compareGames(truth, told(missed), resultOf(missed), 30);
  CHECK_FALSE(comparison.exact);
  CHECK(comparison.visibleExact);
  CHECK(comparison.inferred.at("pass").truly == 1);
  CHECK(comparison.inferred.at("pass").right == 0);
  CHECK(comparison.visible.at("play").right == 1);
  // Told as out of turn, which it was not.
  CHECK(comparison.falselyClaimed == 1);
  REQUIRE(comparison.delays.size() == 1);
  CHECK(comparison.delays[0] == Approx(2.0));
}

TEST_CASE("an unread discard may be any card, a read one only itself") {
  KnownEvent truth, known, unread, wrong;
  for (KnownEvent* each : {&truth, &known, &unread, &wrong}) each->event.player = 0, each->event.action = "discard";
  truth.event.fields["cards"] = {"5H", "7S"};
  known.event.fields["cards"] = {"7S", "5H"};
  unread.event.fields["cards"] = {"?", "7S"};
  wrong.event.fields["cards"] = {"?", "8S"};
  CHECK(sameEvent(truth, known));
  CHECK(sameEvent(truth, unread));
  CHECK_FALSE(sameEvent(truth, wrong));
  unread.event.fields["cards"] = {"7S"};
  CHECK_FALSE(sameEvent(truth, unread));
}
