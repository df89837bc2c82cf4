#include "ui/live_game.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "tests/db/store_samples.h"
#include "tests/patience.h"
#include "tests/ui/played_games.h"
#include "tests/ui/read_trouble.h"
#include "tests/vision/table_picture.h"
#include "tests/vision/teach/shown_edition.h"
#include "ui/calibration.h"

using namespace octo;
using namespace octo::test;
using namespace std::chrono_literals;

namespace {

TablePoint centreOf(int column, int row) { return {-165.0 + 55 * column, 137.5 - 55 * row}; }

/// A folder of pictures of a table: the Lady lies there, then a shield comes.
void film(const std::filesystem::path& folder, int perTable) {
  std::filesystem::create_directories(folder);
  const std::vector<vision::testing::LaidShield> lady{{"shield:lady", centreOf(3, 2), 180}};
  const std::vector<vision::testing::LaidShield> both{{"shield:lady", centreOf(3, 2), 180},
                                                      {"shield:green", centreOf(3, 3), 0}};
  int number = 0;
  for (const auto& table : {lady, both}) {
    const auto picture =
        vision::testing::photograph(vision::testing::drawTable(table), {.fill = 0.8, .size = {960, 540}}).bgr;
    for (int i = 0; i < perTable; ++i) {
      char name[16];
      std::snprintf(name, sizeof name, "%05d.png", ++number);
      cv::imwrite((folder / name).string(), picture);
    }
  }
}

struct Watched {
  TemporaryFolder folder;
  std::atomic<int> woken = 0;
  std::shared_ptr<const ui::LiveSnapshot> last;

  std::unique_ptr<ui::LiveGame> start(const std::string& source, GameHeader header = octagoneHeader(),
                                      const std::string& edition = "") {
    ui::LiveSetup setup{std::move(header), source, folder / "games.db", folder / "calibrations.json"};
    setup.edition = edition;
    return std::make_unique<ui::LiveGame>(std::move(setup), [this] { ++woken; });
  }
  /// The first snapshot that `is` what was waited for; fails after a generous time.
  template <class Is>
  bool wait(ui::LiveGame& game, Is&& is) {
    const auto end = std::chrono::steady_clock::now() + 60s * patience();
    while (std::chrono::steady_clock::now() < end) {
      if (auto snapshot = game.snapshots.take()) last = std::move(snapshot);
      if (last && is(*last)) return true;
      std::this_thread::sleep_for(5ms);
    }
    return false;
  }
};

bool ended(const ui::LiveSnapshot& live) { return live.camera.ended; }

}  // namespace

TEST_CASE("a live game sees, follows and stores, and says when its source has ended") {
  Watched watched;
  film(watched.folder / "film", 14);
  const auto game = watched.start((watched.folder / "film").string());
  REQUIRE(watched.wait(*game, ended));
  CHECK_FALSE(ui::any(watched.last->camera.trouble));
  CHECK(watched.last->camera.view.foundBy == vision::FoundBy::Marks);
  REQUIRE(watched.last->game->events.size() >= 2);
  CHECK(watched.woken > 0);
  const auto stored = db::Store::openReadOnly(watched.folder / "games.db").load(watched.last->game->id);
  REQUIRE(stored);
  CHECK(stored->events.size() == watched.last->game->events.size());

  const std::size_t before = watched.last->game->events.size();
  game->undo();
  CHECK(watched.wait(*game, [&](const ui::LiveSnapshot& live) { return live.game->events.size() < before; }));
  game->correct({*Cell::parse("a1"), Face("shield:red"), Facing::E, {}});
  CHECK(watched.wait(*game, [&](const ui::LiveSnapshot& live) { return live.game->events.size() >= before; }));
}

namespace {

/// A camera that shows a table with the White Lady for some pictures, and then is unplugged.
class LooseCamera final : public vision::Source {
 public:
  bool next(vision::Frame& frame) override {
    if (shown_ == 12) throw vision::SourceError(vision::SourceFault::Stopped, {{"name", "camera 7"}});
    static const cv::Mat picture =
        vision::testing::photograph(vision::testing::drawTable({{"shield:lady", centreOf(3, 2), 180}}),
                                    {.fill = 0.8, .size = {960, 540}})
            .bgr;
    frame = {picture.clone(), shown_, static_cast<double>(shown_) / 30};
    ++shown_;
    std::this_thread::sleep_for(30ms);
    return true;
  }
  bool live() const override { return true; }
  double rate() const override { return 30; }

 private:
  std::int64_t shown_ = 0;
};

}  // namespace

TEST_CASE("a camera that is lost is said and tried again until it is back, and the game goes on") {
  Watched watched;
  const auto opened = std::make_shared<std::atomic<int>>(0);
  const auto plugged = std::make_shared<std::atomic<bool>>(false);
  ui::LiveSetup setup{octagoneHeader(), "7", watched.folder / "games.db", watched.folder / "calibrations.json"};
  setup.open = [opened, plugged](const std::string&) -> std::unique_ptr<vision::Source> {
    if (++*opened > 1 && !*plugged)
      throw vision::SourceError(vision::SourceFault::NoSuchCamera, {{"name", "camera 7"}});
    return std::make_unique<LooseCamera>();
  };
  ui::LiveGame game(std::move(setup), [] {});
  REQUIRE(watched.wait(game, [](const auto& live) { return live.status.kind == ui::TableStatus::Kind::Lost; }));
  CHECK_FALSE(watched.last->camera.ended);
  REQUIRE(watched.last->game->events.size() == 1);
  const auto before = watched.last->camera.view;
  REQUIRE(watched.wait(
      game, [](const auto& live) { return read(live.status.trouble).starts_with("Camera 7 is not there"); }));
  *plugged = true;
  game.lookAgain();  // at once
  REQUIRE(watched.wait(game, [](const auto& live) { return live.status.kind == ui::TableStatus::Kind::Turn; }));
  CHECK(watched.last->camera.view.time > before.time);
  CHECK(watched.last->camera.view.frame > before.frame);
  CHECK(watched.last->game->events.size() == 1);
  CHECK(*opened >= 3);
}

TEST_CASE("nothing is read while a game is paused") {
  Watched watched;
  film(watched.folder / "film", 40);
  const auto game = watched.start((watched.folder / "film").string());
  REQUIRE(watched.wait(*game, [](const auto& live) { return live.camera.picture != nullptr; }));
  game->pause(true);
  REQUIRE(watched.wait(*game, [](const auto& live) { return live.status.kind == ui::TableStatus::Kind::Paused; }));
  const auto at = watched.last->camera.view.frame;
  std::this_thread::sleep_for(400ms);
  (void)watched.wait(*game, [](const auto&) { return true; });
  CHECK(watched.last->camera.view.frame <= at + 2);
  game->pause(false);
  CHECK(watched.wait(*game, ended));
}

TEST_CASE("corners that a person shows are kept for the source and forgotten again") {
  Watched watched;
  film(watched.folder / "film", 3);
  const std::string source = (watched.folder / "film").string();
  const auto game = watched.start(source);
  REQUIRE(watched.wait(*game, ended));
  const std::vector<vision::ImagePoint> corners{{100, 100}, {800, 100}, {800, 500}, {100, 500}};
  game->showCorners(corners);
  const auto kept = [&] { return ui::keptCalibration(watched.folder / "calibrations.json", source, GameId::Octagone); };
  REQUIRE(watched.wait(*game, [&](const ui::LiveSnapshot&) { return kept().has_value(); }));
  CHECK(kept()->corners == corners);
  CHECK(kept()->picture == cv::Size(960, 540));
  game->showCorners({});
  CHECK(watched.wait(*game, [&](const ui::LiveSnapshot&) { return !kept().has_value(); }));
}

TEST_CASE("a source that is not there is said, and leaves no game behind") {
  Watched watched;
  const auto game = watched.start("/nonexistent/film.mp4");
  REQUIRE(watched.wait(*game, [](const ui::LiveSnapshot& live) { return ui::any(live.camera.trouble); }));
  CHECK(read(watched.last->camera.trouble).find("/nonexistent/film.mp4") != std::string::npos);
  CHECK_FALSE(watched.last->game);
  CHECK_FALSE(std::filesystem::exists(watched.folder / "games.db"));
}

TEST_CASE("a game with a taught edition is followed by its faces, and an edition that is not there is said") {
  Watched watched;
  film(watched.folder / "film", 14);
  const auto shown = watched.folder / "shown";
  vision::testing::shownEdition(shown, GameId::Octagone, {"shield:lady", "shield:green"});
  const std::string source = (watched.folder / "film").string();
  auto game = watched.start(source, octagoneHeader(), shown.string());
  REQUIRE(watched.wait(*game, ended));
  CHECK_FALSE(ui::any(watched.last->camera.trouble));
  REQUIRE(watched.last->game);
  CHECK(watched.last->game->events.size() == 2);
  game = watched.start(source, octagoneHeader(), "nobody's");
  REQUIRE(watched.wait(*game, [](const ui::LiveSnapshot& live) { return ui::any(live.camera.trouble); }));
  CHECK(read(watched.last->camera.trouble).find("nobody's: no such edition") != std::string::npos);
}

TEST_CASE("a store that cannot be used is said") {
  Watched watched;
  film(watched.folder / "film", 3);
  std::ofstream(watched.folder / "games.db")
      << "this is a shopping list, not a database, and it is long enough to be one";
  const auto game = watched.start((watched.folder / "film").string());
  REQUIRE(watched.wait(*game, [](const ui::LiveSnapshot& live) { return ui::any(live.camera.trouble); }));
  CHECK(read(watched.last->camera.trouble).find("games.db") != std::string::npos);
}

TEST_CASE("a live game can be left at any moment") {
  for (int after = 0; after < 5; ++after) {
    Watched watched;
    film(watched.folder / "film", 4);
    const auto game = watched.start((watched.folder / "film").string());
    std::this_thread::sleep_for(after * 40ms);
    game->undo();
  }
  SUCCEED();
}
