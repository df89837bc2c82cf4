// Things that people do at the table, each a short session that was kept of a game, are followed: THING.session.jsonl
// in tests/sessions/<game>/, and beside it the game up to then, THING.octo.jsonl. datasets/keep_session.py cuts both.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "datasets/compare_games.h"
#include "tracker/follow/session.h"

namespace {

namespace fs = std::filesystem;
using namespace octo;

const std::string kEnding = ".session.jsonl";

/// Without their ending.
std::vector<fs::path> keptSessions(GameId game) {
  std::vector<fs::path> kept;
  for (const auto& entry : fs::directory_iterator(fs::path(OCTO_SOURCE_DIR) / "tests" / "sessions" / name(game)))
    if (const std::string file = entry.path().string(); file.ends_with(kEnding))
      kept.emplace_back(file.substr(0, file.size() - kEnding.size()));
  std::sort(kept.begin(), kept.end());
  return kept;
}

/// Whether the first events told are the game's; the session goes on after it.
bool beginsAs(const tracker::Record& truth, std::vector<datasets::Understood> told, const tracker::Follower& follower) {
  for (;; told.pop_back()) {
    const auto comparison =
        datasets::compareGames(truth, told, follower.result(), 30, follower.header().first, follower.header().setup);
    if (comparison.visibleExact && comparison.found == comparison.breaches && comparison.falselyClaimed == 0)
      return true;
    if (told.empty()) return false;
  }
}

void checkFollowed(GameId game) {
  const std::vector<fs::path> kept = keptSessions(game);
  REQUIRE(!kept.empty());
  for (const fs::path& each : kept) {
    const std::string file = each.filename().string();
    std::ifstream in(each.string() + kEnding);
    const tracker::Session session = tracker::readSession(in, file);
    const tracker::Record truth = tracker::readRecordFile(each.string() + ".octo.jsonl");
    const auto follower = tracker::follow(session.beginning);
    for (const tracker::Input& input : session.inputs) tracker::give(*follower, input);
    std::vector<datasets::Understood> told;
    std::string text;
    for (const TrackedEvent& event : follower->events()) {
      told.push_back({.event = event});
      text += event.event.toJson().dump() + (event.verdict.legal ? "\n" : " " + event.verdict.rule + "\n");
    }
    INFO(file << '\n' << text);
    CHECK(beginsAs(truth, told, *follower));
  }
}

}  // namespace

TEST_CASE("things that people do at Octagone's table are followed") { checkFollowed(GameId::Octagone); }
TEST_CASE("things that people do at a table of The OCTAL are followed") { checkFollowed(GameId::Octal); }
TEST_CASE("things that people do at a table of Oct8 are followed") { checkFollowed(GameId::Oct8); }
TEST_CASE("things that people do at a table of Octa are followed") { checkFollowed(GameId::Octa); }
