#include "ui/session/second_look.h"

#include <catch2/catch.hpp>

#include "tests/ui/played_games.h"
#include "tests/vision/table_picture.h"
#include "ui/session/table_session.h"

using namespace octo;
using namespace octo::ui;

namespace {

SeenPiece seenAs(const char* face, TablePoint at, double angle = 0, double confidence = 0.9) {
  return {{{Face(face), confidence}}, 1.0, {at, angle}, 1.0};
}

Observation tableOf(std::vector<SeenPiece> pieces) {
  Observation seen;
  seen.pieces = std::move(pieces);
  return seen;
}

tracker::Change changeOf(tracker::Change::Kind kind, int n, bool legal) {
  tracker::Change change{kind, {}};
  change.event.n = n;
  change.event.verdict.legal = legal;
  return change;
}

}  // namespace

TEST_CASE("a new piece was read wrong where most pictures agree on something else, and only then") {
  const TablePoint at{0, 0};
  const Observation seen = tableOf({seenAs("shield:blue", at)});
  const std::vector<SeenPiece> green{seenAs("shield:green", {3, -2})}, blue{seenAs("shield:blue", at)},
      nobodyKnows{seenAs("?", at)};
  const auto wrong = readWrong(seen, {}, {green, green, blue});
  REQUIRE(wrong.size() == 1);
  CHECK(wrong[0].was.face() == Face("shield:blue"));
  CHECK(wrong[0].is.face() == Face("shield:green"));
  CHECK(corrected(seen, wrong).pieces[0].face() == Face("shield:green"));
  CHECK(readWrong(seen, {}, {green, green, blue, blue}).empty());
  CHECK(readWrong(seen, {}, {blue, blue, green}).empty());
  CHECK(readWrong(seen, {}, {green, green}).empty());  // too few
  CHECK(readWrong(seen, {}, {nobodyKnows, nobodyKnows, nobodyKnows}).empty());
  CHECK(readWrong(seen, {}, {{}, {}, green}).empty());
}

TEST_CASE("a shield that points another way was read wrong; what lay there before is not disputed") {
  const Observation seen = tableOf({seenAs("shield:red", {0, 0}, 2), seenAs("shield:red", {55, 0}, 0)});
  const std::vector<SeenPiece> turned{seenAs("shield:red", {0, 0}, 92), seenAs("shield:red", {55, 0}, 180)};
  const Observation before = tableOf({seenAs("shield:red", {55, 0}, 3)});
  const auto wrong = readWrong(seen, before, {turned, turned, turned});
  REQUIRE(wrong.size() == 1);
  CHECK(wrong[0].is.pose.angle == 92);
  CHECK(corrected(seen, wrong).pieces[0].pose.angle == 92);
  CHECK(corrected(seen, wrong).pieces[1].pose.angle == 0);
}

TEST_CASE("what a second look took back at once was never told") {
  using News = tracker::Change::Kind;
  const auto news = atOnce({changeOf(News::Added, 4, true), changeOf(News::Added, 5, false)},
                           {changeOf(News::Revised, 5, true), changeOf(News::Revised, 2, true)});
  REQUIRE(news.size() == 3);
  CHECK(news[1].kind == News::Added);
  CHECK(news[1].event.verdict.legal);
  CHECK(news[2].event.n == 2);
  CHECK_FALSE(tellsBreach(news));
  const auto gone = atOnce({changeOf(News::Added, 5, false)}, {changeOf(News::Removed, 5, false)});
  CHECK(gone.empty());
  CHECK(tellsBreach({changeOf(News::Added, 5, false)}));
}

TEST_CASE("what was read wrong is found out from the pictures kept, stays right, and both readings are in the game") {
  const auto picture = [](const std::vector<vision::testing::LaidShield>& shields) {
    return vision::testing::photograph(vision::testing::drawTable(shields), {.fill = 0.8, .size = {960, 540}}).bgr;
  };
  const vision::testing::LaidShield lady{"shield:lady", {0, 27.5}, 180}, green{"shield:green", {0, -27.5}, 0};
  const cv::Mat empty = picture({}), first = picture({lady}), both = picture({lady, green});
  const GameHeader header = test::octagoneHeader();
  const auto fresh = [&] {
    return TableSession({header, tracker::seededLayout(header.game, 2), true},
                        [](const tracker::Beginning& beginning) { return std::make_unique<PassingGame>(beginning); });
  };
  std::int64_t frame = 0;
  const auto see = [&](TableSession& session, const cv::Mat& bgr, int frames) {
    for (int i = 0; i < frames; ++i, ++frame) (void)session.see({bgr, frame, static_cast<double>(frame) / 30});
  };
  // How many pictures it takes until the second shield is read.
  TableSession tried = fresh();
  see(tried, empty, 16);
  see(tried, first, 16);
  int untilRead = 0;
  for (; tried.follower().events().size() < 2 && untilRead < 60; ++untilRead) see(tried, both, 1);
  REQUIRE(tried.follower().events().size() == 2);
  CHECK(tried.follower().events()[1].verdict.legal);
  const auto same = tried.lookTwice();
  CHECK(same.looked);
  CHECK_FALSE(same.wrong);

  TableSession session = fresh();
  CHECK_FALSE(session.lookTwice().looked);
  see(session, empty, 16);
  see(session, first, 16);
  see(session, both, untilRead - 1);
  REQUIRE(session.view().state == vision::TableState::Settling);
  Observation misread;
  misread.time = session.view().time;
  misread.frame = frame;
  misread.pieces = {seenAs("shield:lady", {0, 27.5}, 180, 0.99), seenAs("shield:blue", {0, -27.5}, 0, 0.99)};
  misread.forearms = {{Side::Far, 0.97, {0, -27.5}}};  // without one it would be a stray sighting
  REQUIRE(tellsBreach(session.observe(misread)));
  CHECK(session.lookTwice().wrong);
  REQUIRE(session.follower().events().size() == 2);
  const TrackedEvent event = session.follower().events()[1];
  CHECK(event.verdict.legal);
  CHECK(event.event.fields["piece"] == "green");
  REQUIRE_FALSE(event.was.empty());
  CHECK(event.was.back().fields["piece"] == "blue");
  // The same wrong reading of the same rest again.
  CHECK_FALSE(tellsBreach(session.observe(misread)));
  CHECK(session.follower().events()[1].verdict.legal);
}
