// A live game over a real stream by HTTP whose server is killed, stalls, falls mute and sends garbage.
#include <catch2/catch.hpp>
#include <chrono>

#include "tests/db/store_samples.h"
#include "tests/patience.h"
#include "tests/ui/played_games.h"
#include "tests/ui/read_trouble.h"
#include "tests/vision/stream_server.h"
#include "tests/vision/table_picture.h"
#include "ui/live_game.h"

using namespace octo;
using namespace octo::test;
using namespace std::chrono_literals;
using octo::vision::testing::StreamServer;
using StreamClock = std::chrono::steady_clock;

namespace {

cv::Mat streamedTable(bool withShield) {
  std::vector<vision::testing::LaidShield> shields{{"shield:lady", {0, 27.5}, 180}};
  if (withShield) shields.push_back({"shield:green", {0, -27.5}, 0});
  return vision::testing::photograph(vision::testing::drawTable(shields), {.fill = 0.8, .size = {960, 540}}).bgr;
}

struct StreamedTable {
  TemporaryFolder folder;
  StreamServer server{streamedTable(false)};
  std::unique_ptr<ui::LiveGame> game;
  std::shared_ptr<const ui::LiveSnapshot> last;

  StreamedTable() {
    game = std::make_unique<ui::LiveGame>(
        ui::LiveSetup{octagoneHeader(), server.url(), folder / "games.db", folder / "calibrations.json"}, [] {});
    REQUIRE(wait([](const auto& live) {
      return live.status.kind == ui::TableStatus::Kind::Turn && live.game->events.size() == 1;
    }));
  }
  template <class Is>
  bool wait(Is&& is) {
    const auto end = StreamClock::now() + 60s * patience();
    while (StreamClock::now() < end) {
      if (auto snapshot = game->snapshots.take()) last = std::move(snapshot);
      if (last && is(*last)) return true;
      std::this_thread::sleep_for(5ms);
    }
    return false;
  }
  bool isLost() {
    return wait([&](const auto& live) {
      return live.status.kind == ui::TableStatus::Kind::Lost &&
             read(live.status.trouble).find("http://127.0.0.1") != std::string::npos;
    });
  }
  /// `mend` brings the picture back; meanwhile a shield was laid. The picture is there within two seconds, and the
  /// shield is found.
  template <class Mend>
  void recovers(Mend&& mend) {
    server.show(streamedTable(true));
    mend();
    const auto back = StreamClock::now();
    REQUIRE(wait([](const auto& live) { return live.status.kind != ui::TableStatus::Kind::Lost; }));
    CHECK(std::chrono::duration<double>(StreamClock::now() - back).count() < 2 * patience());
    CHECK(wait([](const auto& live) {
      return live.status.kind == ui::TableStatus::Kind::Turn && live.game->events.size() == 2;
    }));
  }
};

}  // namespace

TEST_CASE("a stream whose server is killed is gone on with once it is started again") {
  StreamedTable table;
  table.server.kill();
  REQUIRE(table.isLost());
  std::this_thread::sleep_for(1500ms);
  table.recovers([&] { table.server.start(); });
}

TEST_CASE("a stream that stalls in the middle of a picture is said to, and gone on with") {
  StreamedTable table;
  table.server.is(StreamServer::Mode::Stalls);
  REQUIRE(table.isLost());
  CHECK(read(table.last->status.trouble).find("has sent no picture for") != std::string::npos);
  SECTION("after a while, on the same line") {}
  SECTION("after so long that it was opened anew") {
    const int taken = table.server.taken();
    REQUIRE(table.wait([&](const auto&) { return table.server.taken() > taken; }));
  }
  table.recovers([&] { table.server.is(StreamServer::Mode::Works); });
}

TEST_CASE("a stream whose server is killed while it stalls, and then answers nobody, is gone on with in the end") {
  StreamedTable table;
  table.server.is(StreamServer::Mode::Mute);
  table.server.kill();
  table.server.start();
  REQUIRE(table.isLost());
  std::this_thread::sleep_for(3s);
  table.recovers([&] { table.server.is(StreamServer::Mode::Works); });
}

TEST_CASE("a stream that sends garbage is opened anew until it sends pictures") {
  StreamedTable table;
  table.server.is(StreamServer::Mode::Garbage);
  REQUIRE(table.isLost());
  std::this_thread::sleep_for(1500ms);
  table.recovers([&] { table.server.is(StreamServer::Mode::Works); });
}

TEST_CASE("a game over a stream that stalls is left at once") {
  StreamedTable table;
  table.server.is(StreamServer::Mode::Stalls);
  std::this_thread::sleep_for(300ms);
  const auto begun = StreamClock::now();
  table.game.reset();
  CHECK(std::chrono::duration<double>(StreamClock::now() - begun).count() < patience());
}
