#include "ui/session/table_session.h"

#include <catch2/catch.hpp>

#include "tests/ui/played_games.h"
#include "tests/ui/scripted_table.h"
#include "tests/vision/table_picture.h"

using namespace octo;
using namespace octo::test;
using namespace octo::ui;

namespace {

struct Played {
  int made = 0;
  tracker::Beginning begunWith = {};
  std::vector<tracker::Input> given = {};

  TableSession session(const GameHeader& header, bool firstTold) {
    return {{header, tracker::seededLayout(header.game, static_cast<int>(header.players.size())), firstTold},
            [this](const tracker::Beginning& beginning) {
              ++made;
              begunWith = beginning;
              return std::make_unique<Listening>(*this, beginning);
            }};
  }

 private:
  class Listening final : public FollowedGame {
   public:
    Listening(Played& played, const tracker::Beginning& beginning) : played_(played), game_(beginning) {}
    const tracker::Follower& follower() const override { return game_.follower(); }
    std::vector<tracker::Change> take(const tracker::Input& input) override {
      played_.given.push_back(input);
      return game_.take(input);
    }

   private:
    Played& played_;
    PassingGame game_;
  };
};

Observation emptyTable(double time) {
  Observation seen;
  seen.time = time;
  return seen;
}

}  // namespace

TEST_CASE("a game begins with its first piece, and who reached in is likely first") {
  Played played;
  TableSession session = played.session(octagoneHeader(), false);
  CHECK(session.observe(emptyTable(1)).empty());
  CHECK(session.still(2).empty());
  CHECK(played.made == 0);
  CHECK_FALSE(session.game());
  CHECK(session.follower().events().empty());
  Observation lady = emptyTable(3);
  lady.pieces = {{{{Face("shield:lady"), 0.99}}, 1.0, {{0, 27.5}, 0}, 1.0}};
  lady.forearms = {{octo::Side::Far, 0.99, {0, 27.5}}};
  CHECK(session.observe(lady).size() == 1);
  CHECK(played.made == 1);
  CHECK(played.begunWith.header.first == 1);
  CHECK_FALSE(played.begunWith.firstTold);
  CHECK(session.follower().toMove() == 0);

  Played told;
  TableSession other = told.session(octagoneHeader(), true);
  CHECK(other.observe(lady).size() == 1);
  CHECK(told.begunWith.header.first == 0);
  CHECK(told.begunWith.firstTold);
}

TEST_CASE("what people say begins a game, too, and what cannot be is refused") {
  Played played;
  TableSession session = played.session(octagoneHeader(), true);
  tracker::HeaderChange change;
  change.players = std::vector<std::string>{"Anna", "Ben"};
  (void)session.say(change);
  CHECK(played.made == 1);
  CHECK(session.follower().header().players[0] == "Anna");
  CHECK_THROWS_AS(session.say(tracker::Said{{.player = 0, .action = "fly"}, 1, 30}), Malformed);
}

TEST_CASE("a game that lies there already is asked about, and after a while gone on from by itself") {
  const TablePoint first{-165, 137.5};
  std::vector<vision::testing::LaidShield> shields;
  for (int i = 0; i < 5; ++i) shields.push_back({"shield:red", {first.x + 55 * i, first.y}, 0});
  const cv::Mat bgr =
      vision::testing::photograph(vision::testing::drawTable(shields), {.fill = 0.8, .size = {960, 540}}).bgr;
  Played played;
  TableSession session = played.session(octagoneHeader(), true);
  std::int64_t frame = 0;
  const auto until = [&](double time) {
    std::size_t changes = 0;
    for (; static_cast<double>(frame) / 5 < time; ++frame)
      changes += session.see({bgr, frame, static_cast<double>(frame) / 5}).size();
    return changes;
  };
  CHECK(until(15) == 0);
  CHECK(session.follower().differences().size() == 5);
  CHECK(session.follower().events().empty());
  CHECK(until(25) == 1);
  REQUIRE(session.follower().events().size() == 1);
  CHECK(session.follower().events()[0].event.action == "position");
  CHECK(session.follower().events()[0].verdict.legal);

  // Followed again from what it was given, the same comes of it.
  const auto again = tracker::follow(played.begunWith);
  for (const tracker::Input& input : played.given) (void)tracker::give(*again, input);
  REQUIRE(again->events().size() == 1);
  CHECK(again->events()[0].event == session.follower().events()[0].event);
}

TEST_CASE("pictures are seen, followed and told once, and a turn said to be done waits for the table to rest") {
  const auto picture = [](const std::vector<vision::testing::LaidShield>& shields) {
    return vision::testing::photograph(vision::testing::drawTable(shields), {.fill = 0.8, .size = {960, 540}}).bgr;
  };
  const vision::testing::LaidShield lady{"shield:lady", {0, 27.5}, 180};
  const cv::Mat empty = picture({}), laid = picture({lady});
  Played played;
  TableSession session = played.session(octagoneHeader(), true);
  std::int64_t frame = 0;
  const auto show = [&](const cv::Mat& bgr, int frames) {
    std::vector<tracker::Change> changes;
    for (int i = 0; i < frames; ++i, ++frame)
      for (tracker::Change& change : session.see({bgr, frame, static_cast<double>(frame) / 30}))
        changes.push_back(std::move(change));
    return changes;
  };
  CHECK(show(empty, 12).empty());
  CHECK(session.view().state == vision::TableState::AtRest);
  CHECK(played.made == 0);
  CHECK(show(laid, 2).empty());
  CHECK(session.turnDone().empty());
  CHECK(played.given.empty());
  CHECK(show(laid, 12).size() == 1);
  REQUIRE(played.given.size() >= 2);
  CHECK(std::holds_alternative<Observation>(played.given[0]));
  CHECK(std::holds_alternative<tracker::TurnDone>(played.given[1]));
  (void)session.finish();
  CHECK(std::holds_alternative<tracker::Finish>(played.given.back()));
}
