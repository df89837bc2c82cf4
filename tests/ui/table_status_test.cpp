#include "ui/session/table_status.h"

#include <catch2/catch.hpp>

#include "tracker/messages/catalogue.h"
#include "ui/standing/status_words.h"

using namespace octo;
using namespace octo::ui;
using Kind = TableStatus::Kind;
using vision::PictureTrouble;
using vision::TableState;

namespace {

/// A moment after the other, a tenth of a second apart.
class Moments {
 public:
  explicit Moments(GameHeader header) : header_(std::move(header)) {
    follower_ = tracker::follow(header_, tracker::seededLayout(header_.game, static_cast<int>(header_.players.size())));
  }

  const TableStatus& see(TableState state, double seconds = 0.1) {
    view.state = state;
    return go(seconds);
  }
  const TableStatus& go(double seconds = 0.1) {
    for (const double end = sight.now + seconds - 0.05; sight.now < end;) {
      sight.now += 0.1;
      sight.view = &view;
      sight.follower = follower_.get();
      (void)watch.update(sight);
    }
    return watch.status();
  }
  void measure(const vision::PictureQuality& quality) {
    view.quality = std::make_shared<const vision::PictureQuality>(quality);
  }
  tracker::Follower& follower() { return *follower_; }
  StatusText text(const std::string& language = "en") const {
    return statusText(watch.status(), header_, Words(header_.game, language));
  }

  vision::View view;
  TableSight sight;
  StatusWatch watch;

 private:
  GameHeader header_;
  std::unique_ptr<tracker::Follower> follower_;
};

GameHeader octagone() { return {.game = GameId::Octagone, .players = {"Ann", "Ben"}}; }

Observation lady() {
  Observation seen;
  seen.pieces = {{{{Face("shield:lady"), 0.99}}, 1.0, {{0, 27.5}, 0}, 1.0}};
  seen.forearms = {{octo::Side::Near, 0.99, {0, 27.5}}};
  return seen;
}

vision::PictureQuality good() { return {.light = 200, .edge = 2.0, .glare = 0, .scale = 1.0, .outside = 0.0}; }

}  // namespace

TEST_CASE("from an empty picture to a move, there is one state at every moment") {
  Moments moments(octagone());
  CHECK(moments.watch.update({.now = 0}).kind == Kind::Opening);
  CHECK(moments.see(TableState::Searching).kind == Kind::Looking);
  CHECK(moments.see(TableState::Settling, 1).kind == Kind::Reading);
  CHECK(moments.see(TableState::AtRest).kind == Kind::Setup);
  REQUIRE(moments.watch.status().missing.size() == 1);
  CHECK(moments.text().details.front().find("White Lady") != std::string::npos);
  CHECK(moments.see(TableState::Moving, 1).kind == Kind::Hand);
  (void)moments.follower().observe(lady());
  CHECK(moments.see(TableState::AtRest).kind == Kind::Turn);
  CHECK(moments.watch.status().player == 1);
  CHECK(moments.text().headline == "Your move, Ben");
  moments.sight.paused = true;
  CHECK(moments.go().kind == Kind::Paused);
  moments.sight.trouble = ui::troubleOf(vision::SourceFault::Stopped, {{"name", "camera 0"}});
  CHECK(moments.go().kind == Kind::Lost);
  CHECK(moments.text().details.front() == "Camera 0 sends no more pictures.");
  moments.sight.trouble = {};
  moments.sight.paused = false;
  moments.sight.sourceEnded = true;
  CHECK(moments.go().kind == Kind::SourceEnd);
}

TEST_CASE("what lasts for less than a blink is not told") {
  Moments moments(octagone());
  (void)moments.follower().observe(lady());
  REQUIRE(moments.see(TableState::AtRest, 1).kind == Kind::Turn);
  CHECK(moments.see(TableState::Moving, 0.2).kind == Kind::Turn);
  CHECK(moments.see(TableState::Settling, 0.3).kind == Kind::Turn);
  CHECK(moments.see(TableState::AtRest, 0.1).kind == Kind::Turn);
  CHECK(moments.see(TableState::Searching, 0.5).kind == Kind::Turn);
  CHECK(moments.see(TableState::Searching, 1).kind == Kind::Looking);
}

TEST_CASE("a camera that is back is not said to be lost for another moment") {
  Moments moments(octagone());
  (void)moments.follower().observe(lady());
  moments.sight.trouble = ui::troubleOf(vision::SourceFault::Stopped, {{"name", "camera 0"}});
  REQUIRE(moments.see(TableState::AtRest, 1).kind == Kind::Lost);
  moments.sight.trouble = {};
  const auto back = GENERATE(TableState::Searching, TableState::Moving, TableState::Settling);
  CHECK(moments.see(back, 0.1).kind != Kind::Lost);
}

TEST_CASE("what goes on for long says what to do about it, and counts anew once somebody did something") {
  Moments moments(octagone());
  (void)moments.see(TableState::Searching, 2);
  CHECK_FALSE(moments.watch.status().stuck);
  const std::size_t before = moments.text().details.size();
  (void)moments.see(TableState::Searching, 4);
  CHECK(moments.watch.status().stuck);
  CHECK(moments.text().details.size() == before + 1);
  moments.watch.restart(moments.sight.now);
  CHECK_FALSE(moments.go().stuck);
}

TEST_CASE("the marks that are not seen are named by their places") {
  Moments moments(octagone());
  vision::MarkSearch search;
  search.seen = {{0, {}, true}, {1, {}, true}};
  search.missing = {{203, 176}, {203, -176}, {-203, -176}, {0, -176}};
  moments.view.search = std::make_shared<const vision::MarkSearch>(search);
  (void)moments.see(TableState::Searching);
  CHECK(moments.text().details.front() == "Marks not seen: far right, near right, near left, near side.");
  search.seen = {{40, {}, false}, {41, {}, false}};
  moments.view.search = std::make_shared<const vision::MarkSearch>(search);
  CHECK(moments.go().anotherTable);
  CHECK(moments.text().details.front().find("another game") != std::string::npos);
}

TEST_CASE("what the setup lacks is told with its places") {
  Moments moments({.game = GameId::Oct8, .players = {"Ann", "Ben"}});
  REQUIRE(moments.see(TableState::AtRest).kind == Kind::Setup);
  CHECK(moments.text().details.front() ==
        "Still missing: 3 heads in the middle, the head deck, the arm deck, the first discard.");
  for (const tracker::MissingPiece& piece : moments.watch.status().missing) CHECK(piece.area);
  const TableRect slot = *moments.watch.status().missing.front().area;
  Observation seen;
  seen.pieces = {{{{Face("head:red"), 0.99}}, 1.0, {slot.middle(), 0}, 1.0}};
  (void)moments.follower().observe(seen);
  (void)moments.go();
  CHECK(moments.text().details.front().find("2 heads") != std::string::npos);

  Moments octa({.game = GameId::Octa, .players = {"Ann", "Ben"}});
  REQUIRE(octa.see(TableState::AtRest).kind == Kind::Setup);
  CHECK(octa.text().details.front() == "Still missing: 8 cards of the pot, 2 open action cards.");
  Moments octal({.game = GameId::Octal, .players = {"Ann", "Ben", "Cleo"}, .options = {{"mode", "twin"}}});
  REQUIRE(octal.see(TableState::AtRest).kind == Kind::Setup);
  CHECK(octal.text().details.front() == "Still missing: 4 cards of the questions.");
}

TEST_CASE("a setup that lies there whole is told to be ready, not to lack anything") {
  ui::TableStatus status{.kind = Kind::Setup, .isSetUp = true};
  const Words words(GameId::Oct8, "en");
  const GameHeader header{.game = GameId::Oct8, .players = {"Ann", "Ben"}};
  CHECK(statusText(status, header, words).headline == "Ready for the first move");
  status.isSetUp = false;
  CHECK(statusText(status, header, words).details.front() == "The cards do not lie as at the start of a game.");
}

TEST_CASE("advice is given once two pictures agree, and withdrawn in the same way") {
  Moments moments(octagone());
  (void)moments.follower().observe(lady());
  (void)moments.see(TableState::AtRest);
  vision::PictureQuality dark = good();
  dark.light = 50;
  moments.measure(dark);
  CHECK_FALSE(moments.go().advice);
  moments.measure(dark);
  CHECK(moments.go().advice == PictureTrouble::Dark);
  CHECK(moments.text().advice == "The picture is too dark: put more light on the table.");
  moments.measure(good());
  CHECK(moments.go().advice == PictureTrouble::Dark);
  moments.measure(good());
  CHECK_FALSE(moments.go().advice);
}

TEST_CASE("a blurred picture matters only while something cannot be read") {
  Moments moments(octagone());
  (void)moments.follower().observe(lady());
  (void)moments.see(TableState::AtRest);
  vision::PictureQuality soft = good();
  soft.edge = 9.0;
  moments.measure(soft);
  (void)moments.go();
  moments.measure(soft);
  CHECK_FALSE(moments.go().advice);
  moments.view.sightings = std::make_shared<const std::vector<vision::Sighting>>(
      1, vision::Sighting{{{Face("?"), 1.0}}, "card", 1.0, {}, 0, 1.0, {}});
  CHECK(moments.go().advice == PictureTrouble::Blurred);
}

TEST_CASE("every state has its words in every language") {
  for (const std::string& language : tracker::languages())
    for (int kind = 0; kind <= static_cast<int>(Kind::SourceEnd); ++kind) {
      TableStatus status;
      status.kind = static_cast<Kind>(kind);
      status.stuck = true;
      status.advice = PictureTrouble::Far;
      status.missing = {{"pot"}};
      status.differences = {{}};
      const StatusText text = statusText(status, octagone(), Words(GameId::Octagone, language));
      CHECK_FALSE(text.headline.empty());
      CHECK_FALSE(text.advice.empty());
      CHECK(textOf(text).find('{') == std::string::npos);
    }
}
