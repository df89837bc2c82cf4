// What a live game does when its camera fails it, in every way that cameras do.
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>

#include "tests/db/failing_disk.h"
#include "tests/db/store_samples.h"
#include "tests/patience.h"
#include "tests/ui/faulty_camera.h"
#include "tests/ui/played_games.h"
#include "tests/ui/read_trouble.h"
#include "tests/vision/table_picture.h"
#include "ui/frozen_picture.h"
#include "ui/kept_game.h"
#include "ui/live_game.h"

using namespace octo;
using namespace octo::test;
using namespace std::chrono_literals;
using Catch::Contains;
using FaultClock = std::chrono::steady_clock;
using Kind = ui::TableStatus::Kind;

namespace {

cv::Mat pictureOf(const std::vector<vision::testing::LaidShield>& shields) {
  return vision::testing::photograph(vision::testing::drawTable(shields), {.fill = 0.8, .size = {1280, 720}}).bgr;
}

const cv::Mat& ladyAlone() {
  static const cv::Mat picture = pictureOf({{"shield:lady", {0, 27.5}, 180}});
  return picture;
}

/// The White Lady, and a green shield that she points to.
const cv::Mat& withGreen() {
  static const cv::Mat picture = pictureOf({{"shield:lady", {0, 27.5}, 180}, {"shield:green", {0, -27.5}, 0}});
  return picture;
}

double secondsSince(FaultClock::time_point time) {
  return std::chrono::duration<double>(FaultClock::now() - time).count();
}

/// A game of Octagone under a camera that can fail. The White Lady lies there and has been seen.
struct FaultyTable {
  TemporaryFolder folder;
  FaultyCamera camera{ladyAlone()};
  std::unique_ptr<ui::LiveGame> game;
  std::shared_ptr<const ui::LiveSnapshot> last;

  explicit FaultyTable(ui::FeedPatience patience = {}) {
    ui::LiveSetup setup{octagoneHeader(), "7", folder / "games.db", folder / "calibrations.json"};
    setup.open = camera.opener();
    setup.patience = patience;
    game = std::make_unique<ui::LiveGame>(std::move(setup), [] {});
    REQUIRE(wait([](const auto& live) { return live.status.kind == Kind::Turn && live.game->events.size() == 1; }));
  }

  template <class Is>
  bool wait(Is&& is, double most = 60) {
    const auto begun = FaultClock::now();
    while (secondsSince(begun) < most * patience()) {
      if (auto snapshot = game->snapshots.take()) last = std::move(snapshot);
      if (last && is(*last)) return true;
      std::this_thread::sleep_for(5ms);
    }
    return false;
  }
  bool isLost(const std::string& why) {
    return wait([&](const auto& live) {
      return live.status.kind == Kind::Lost && read(live.status.trouble).find(why) != std::string::npos;
    });
  }
  /// The camera is well again, and a shield has come meanwhile: the picture is back within two seconds, and what
  /// happened is told.
  void recovers() {
    camera.sees(withGreen());
    const auto back = FaultClock::now();
    const double before = last->camera.view.time;
    camera.is(Fault::None);
    REQUIRE(wait([&](const auto& live) { return live.status.kind != Kind::Lost; }));
    CHECK(secondsSince(back) < 2 * patience());
    CHECK(wait([&](const auto& live) { return live.game->events.size() == 2 && live.status.kind == Kind::Turn; }));
    CHECK(last->camera.view.time > before);
    CHECK_FALSE(last->camera.ended);
  }
};

}  // namespace

TEST_CASE("a camera that falls silent is said to, and the game goes on when it speaks again") {
  FaultyTable table;
  table.camera.is(Fault::Silent);
  REQUIRE(table.isLost("Camera 7 has sent no picture for 2 s"));
  REQUIRE(table.isLost("Camera 7 has sent no picture for 3 s"));
  CHECK(table.camera.opened() == 1);
  table.recovers();
}

TEST_CASE("a camera in whose driver the reading thread hangs for ever is opened anew by another thread") {
  ui::FeedPatience patience;
  patience.hung = 3;
  FaultyTable table(patience);
  table.camera.is(Fault::Hung);
  REQUIRE(table.isLost("has sent no picture for"));
  std::this_thread::sleep_for(4s);
  // The first thread never comes back; the second is caught as well, and so on up to a limit.
  table.camera.is(Fault::None);
  CHECK(table.wait([](const auto& live) { return live.status.kind == Kind::Turn; }));
  CHECK(table.camera.opened() >= 2);
}

TEST_CASE("a game under a camera that hangs is left at once") {
  FaultyTable table;
  table.camera.is(Fault::Hung);
  std::this_thread::sleep_for(300ms);
  const auto begun = FaultClock::now();
  table.game->pause(true);
  table.game->lookAgain();
  table.game.reset();
  CHECK(secondsSince(begun) < patience());
}

TEST_CASE("a camera that repeats one picture is found out and opened anew") {
  ui::FeedPatience patience;
  patience.frozen = 1;
  FaultyTable table(patience);
  table.camera.is(Fault::Repeats);
  REQUIRE(table.isLost("Camera 7 has sent the very same picture for 1 s"));
  table.recovers();
  CHECK(table.camera.opened() >= 2);
}

TEST_CASE("a camera whose pictures have no noise interrupts a game once, not again and again") {
  ui::FeedPatience patience;
  patience.frozen = 1;
  FaultyTable table(patience);
  table.camera.hasNoNoise();
  REQUIRE(table.isLost("Camera 7 has sent the very same picture for 1 s"));
  REQUIRE(table.wait([](const auto& live) { return live.status.kind == Kind::Turn; }));
  std::this_thread::sleep_for(3s);
  CHECK(table.camera.opened() == 2);
  table.camera.sees(withGreen());
  CHECK(table.wait([](const auto& live) { return live.game->events.size() == 2; }));
}

TEST_CASE("a picture without noise is no broken camera's: it is opened anew once, and then believed") {
  ui::FrozenPicture frozen(5);
  const cv::Mat still(4, 4, CV_8UC3, cv::Scalar::all(9)), other(4, 4, CV_8UC3, cv::Scalar::all(8));
  CHECK_FALSE(frozen.see(still, 0));
  CHECK_FALSE(frozen.see(still.clone(), 4));
  CHECK(frozen.see(still.clone(), 5));
  frozen.reopened();
  CHECK_FALSE(frozen.see(still.clone(), 5.1));
  CHECK_FALSE(frozen.see(still.clone(), 100));
  CHECK_FALSE(frozen.see(other, 101));  // it lives; what stands still now counts anew
  CHECK_FALSE(frozen.see(other.clone(), 105));
  CHECK(frozen.see(other.clone(), 106));
  CHECK_FALSE(frozen.see(cv::Mat(2, 4, CV_8UC3, cv::Scalar::all(8)), 107));
}

TEST_CASE("a camera that changes its resolution is gone on with") {
  FaultyTable table;
  table.camera.is(Fault::Small);
  table.camera.sees(withGreen());
  CHECK(table.wait([&](const auto& live) { return live.game->events.size() == 2 && live.status.kind == Kind::Turn; }));
  CHECK(table.last->camera.picture->size() == cv::Size(640, 360));
}

TEST_CASE("a camera that drops to five pictures a second is gone on with") {
  FaultyTable table;
  table.camera.is(Fault::Slow);
  table.camera.sees(withGreen());
  CHECK(table.wait([&](const auto& live) { return live.game->events.size() == 2 && live.status.kind == Kind::Turn; }));
  std::this_thread::sleep_for(3s);
  CHECK(table.wait([](const auto& live) { return live.status.kind == Kind::Turn; }, 1));
}

TEST_CASE("a camera that is unplugged is tried again until it is back") {
  FaultyTable table;
  table.camera.is(Fault::Gone);
  REQUIRE(table.isLost("Camera 7 is not there"));
  std::this_thread::sleep_for(2s);
  table.recovers();
  CHECK(table.camera.opened() == 2);
}

TEST_CASE("a camera that another program has taken is said to be in its hands, and gone on with once it is free") {
  FaultyTable table;
  table.camera.is(Fault::Taken);
  REQUIRE(table.isLost("Camera 7 is in use by cheese"));
  table.recovers();
  CHECK(table.camera.opened() == 2);
}

TEST_CASE("a game waits a moment for a camera that somebody is still letting go of, and says so where nobody does") {
  const TemporaryFolder folder;
  FaultyCamera camera(ladyAlone());
  camera.is(Fault::Taken);
  ui::LiveSetup setup{octagoneHeader(), "7", folder / "games.db", folder / "calibrations.json"};
  setup.open = camera.opener();
  const bool letsGo = GENERATE(true, false);
  setup.patience.first = letsGo ? 30 : 1;
  ui::LiveGame game(std::move(setup), [] {});
  std::this_thread::sleep_for(800ms);
  if (letsGo) camera.is(Fault::None);
  const auto begun = FaultClock::now();
  std::shared_ptr<const ui::LiveSnapshot> last;
  while (secondsSince(begun) < 30 * patience() && !(last && (last->camera.picture || ui::any(last->camera.trouble)))) {
    if (auto snapshot = game.snapshots.take()) last = std::move(snapshot);
    std::this_thread::sleep_for(5ms);
  }
  REQUIRE(last);
  CHECK(ui::any(last->camera.trouble) != letsGo);
  CHECK((last->camera.picture != nullptr) == letsGo);
}

namespace {

int storedEvents(const std::filesystem::path& file) {
  const auto games = db::Store::openReadOnly(file).list();
  return games.empty() ? 0 : games.front().events;
}

}  // namespace

TEST_CASE(
    "a full disk is said for as long as it is full, the game goes on, and what happened is stored once there is room") {
  FailingDisk disk;
  FaultyTable table;
  CHECK(!ui::any(table.last->unstored));
  CHECK(storedEvents(table.folder / "games.db") == 1);
  disk.isFull(true);
  table.camera.sees(withGreen());
  REQUIRE(table.wait([](const auto& live) { return live.game->events.size() == 2; }));
  for (int look = 0; look < 4; ++look) {  // not for one picture only
    std::this_thread::sleep_for(500ms);
    REQUIRE(table.wait(
        [](const auto& live) { return read(live.unstored).find("no room left on the disk") != std::string::npos; }));
  }
  CHECK(read(table.last->unstored).find("games.db") != std::string::npos);
  CHECK(storedEvents(table.folder / "games.db") == 1);
  disk.isFull(false);
  REQUIRE(table.wait([](const auto& live) { return !ui::any(live.unstored); }, 5));
  CHECK(storedEvents(table.folder / "games.db") == 2);
}

TEST_CASE("a game that begins while the disk is full is stored once there is room") {
  FailingDisk disk;
  const TemporaryFolder folder;
  db::Store store = db::Store::open(folder / "games.db");
  disk.isFull(true);
  ui::KeptGame game(octagoneHeader(), std::move(store));
  CHECK(read(game.unstored()).find("no room left") != std::string::npos);
  CHECK(game.id() == 0);
  game.storeAgain();
  CHECK(ui::any(game.unstored()));
  disk.isFull(false);
  game.storeAgain();
  CHECK_FALSE(ui::any(game.unstored()));
  CHECK(game.id() == 1);
}
