#include "ui/photographs.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "tests/db/store_samples.h"

using namespace octo;
using octo::test::sampleEvent;
using octo::test::TemporaryFolder;

namespace {

TrackedEvent eventOn(int n, std::int64_t frame) {
  TrackedEvent event = sampleEvent(n);
  event.frame = frame;
  return event;
}

cv::Mat tableInGrey(int grey) { return cv::Mat(1080, 1920, CV_8UC3, cv::Scalar::all(grey)); }

}  // namespace

TEST_CASE("the photograph of an event's moment is kept, small enough, also where it is told later") {
  const TemporaryFolder folder;
  const auto database = folder / "games.db";
  ui::Photographs photographs(database, 0);
  photographs.see(tableInGrey(10), 100);
  photographs.see(tableInGrey(200), 200);
  photographs.keep(7, {eventOn(1, 100), eventOn(2, 999)});
  const auto first = ui::photographOf(database, 7, eventOn(1, 100));
  REQUIRE(first);
  const cv::Mat picture = cv::imread(first->string());
  CHECK(picture.size() == cv::Size(1280, 720));
  CHECK(std::abs(picture.at<cv::Vec3b>(300, 300)[0] - 10) < 4);
  CHECK_FALSE(ui::photographOf(database, 7, eventOn(2, 999)));
  CHECK_FALSE(ui::photographOf(database, 7, eventOn(2, 200)));
  CHECK_FALSE(ui::photographOf(database, 8, eventOn(1, 100)));
  photographs.keep(7, {eventOn(2, 200)});
  CHECK(ui::photographOf(database, 7, eventOn(2, 200)));
  ui::removePhotographs(database, 7);
  CHECK_FALSE(ui::photographOf(database, 7, eventOn(1, 100)));
}

TEST_CASE("a game that was gone on with has the photographs of both sittings, whose frames count from 0 each") {
  const TemporaryFolder folder;
  const auto database = folder / "games.db";
  ui::Photographs before(database, 0);
  before.see(tableInGrey(10), 50);
  before.keep(7, {eventOn(3, 50)});
  ui::Photographs after(database, 5);
  after.see(tableInGrey(200), 50);
  after.keep(7, {eventOn(6, 50)});
  const auto early = ui::photographOf(database, 7, eventOn(3, 50)),
             late = ui::photographOf(database, 7, eventOn(6, 50));
  REQUIRE(early);
  REQUIRE(late);
  CHECK(*early != *late);
  CHECK(cv::imread(late->string()).at<cv::Vec3b>(9, 9)[0] > 190);
}

TEST_CASE("where all photographs take too much room the oldest games lose theirs, never the game that is followed") {
  const TemporaryFolder folder;
  const auto database = folder / "games.db";
  for (const int game : {2, 9, 10}) {
    ui::Photographs photographs(database, 0);
    photographs.see(tableInGrey(game), 50);
    photographs.keep(game, {eventOn(1, 50)});
  }
  std::ofstream(folder / "games.photos/readme.txt") << "not ours";
  const auto file = ui::photographOf(database, 9, eventOn(1, 50));
  REQUIRE(file);
  ui::trimPhotographs(database, 2 * std::filesystem::file_size(*file), 2);
  CHECK(ui::photographOf(database, 2, eventOn(1, 50)));
  CHECK_FALSE(ui::photographOf(database, 9, eventOn(1, 50)));
  CHECK(ui::photographOf(database, 10, eventOn(1, 50)));
  CHECK(std::filesystem::exists(folder / "games.photos/readme.txt"));
}

TEST_CASE("a disk that cannot be written to loses the photograph, not the game") {
  const TemporaryFolder folder;
  std::ofstream(folder / "games.photos") << "a file where the folder should be";
  ui::Photographs photographs(folder / "games.db", 0);
  photographs.see(tableInGrey(10), 50);
  CHECK_NOTHROW(photographs.keep(7, {eventOn(1, 50)}));
}
