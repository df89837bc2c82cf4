#include "ui/doubt_log.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "tests/db/store_samples.h"
#include "tests/ui/played_games.h"
#include "tests/ui/scripted_table.h"
#include "ui/cli/run.h"
#include "ui/kept_game.h"

using namespace octo;
using namespace octo::test;

namespace {

const std::function<void(const std::vector<tracker::Change>&)> kNobody = [](const auto&) {};

/// A game with one shield that is hard to read and one that a person corrects.
void playWithDoubts(const std::filesystem::path& file, const std::filesystem::path& doubts) {
  const GameHeader header = octagoneHeader();
  ui::KeptGame game(header, db::Store::open(file));
  game.saveDoubts(doubts);
  ScriptedTable table(header);
  std::int64_t frame = 0;
  for (const Event& event : playedRecord(header, 8).events) {
    Observation seen = table.after(event);
    if (frame == 5)
      for (SeenPiece& piece : seen.pieces) piece.faces = {{piece.face(), 0.5}, {Face("shield:joker"), 0.3}};
    game.show(cv::Mat(36, 64, CV_8UC3, cv::Scalar::all(10.0 * static_cast<double>(frame))), frame);
    game.observe(seen);
    ++frame;
  }
  const TrackedEvent last = game.follower().events().back();
  const Cell box = *Cell::parse(last.event.fields.at("at").get<std::string>());
  game.correct({box, Face("shield:joker"), Facing::S, last.n});
  game.saidTurn(*game.follower().toMove(), 20, frame);
  tracker::HeaderChange change;
  change.players = std::vector<std::string>{"Anna", "Ben"};
  game.changeHeader(change);
  game.finish();
}

}  // namespace

TEST_CASE("what was kept of a game's doubts is followed again to the same doubts, with the picture of each") {
  const TemporaryFolder folder;
  playWithDoubts(folder / "games.db", folder / "doubts");
  const auto doubts = ui::replayDoubts(folder / "doubts", kNobody);
  REQUIRE_FALSE(doubts.empty());
  bool corrected = false;
  for (const ui::ReplayedDoubt& each : doubts) {
    CHECK(each.same);
    CHECK_FALSE(each.kept["hypotheses"].empty());
    const cv::Mat picture = cv::imread((folder / "doubts" / each.kept["picture"].get<std::string>()).string());
    REQUIRE_FALSE(picture.empty());
    CHECK(picture.at<cv::Vec3b>(0, 0)[0] == 10 * each.kept["frame"].get<int>());
    for (const Json& why : each.kept["why"]) corrected |= why == "corrected";
  }
  CHECK(corrected);
  CHECK_THROWS_AS(ui::DoubtLog(folder / "doubts", {}), ui::BadInput);
}

TEST_CASE("a doubt that is another one today is told") {
  const TemporaryFolder folder;
  playWithDoubts(folder / "games.db", folder / "doubts");
  const auto file = folder / "doubts" / "doubts.jsonl";
  std::ifstream in(file);
  std::string first;
  std::getline(in, first);
  Json line = Json::parse(first);
  line["hypotheses"][0]["events"].push_back({{"do", "skip"}});
  std::ofstream(file) << line.dump() << '\n';
  const auto doubts = ui::replayDoubts(folder / "doubts", kNobody);
  REQUIRE(doubts.size() == 1);
  CHECK_FALSE(doubts[0].same);
}

TEST_CASE("a folder that holds no doubts is an error that names what is missing") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(ui::replayDoubts(folder / "none", kNobody), Catch::Contains("none/session.jsonl"));
  std::ofstream(folder / "session.jsonl") << "{}\n";
  std::ofstream(folder / "doubts.jsonl") << "";
  CHECK_THROWS_WITH(ui::replayDoubts(folder / "", kNobody), Catch::Contains("session.jsonl:1: "));
}
