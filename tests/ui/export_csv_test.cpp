#include <catch2/catch.hpp>

#include "tests/ui/played_games.h"
#include "ui/history/export_game.h"

using namespace octo;
using namespace octo::test;

namespace {

/// A reader of RFC 4180 of its own, so that the writer is not tested with itself.
std::vector<std::vector<std::string>> parse(const std::string& csv) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    if (quoted && c == '"' && i + 1 < csv.size() && csv[i + 1] == '"') {
      rows.back().back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      rows.back().emplace_back();
    } else if (!quoted && c == '\r' && i + 1 < csv.size() && csv[i + 1] == '\n') {
      rows.emplace_back(1);
      ++i;
    } else {
      rows.back().back() += c;
    }
  }
  REQUIRE_FALSE(quoted);
  rows.pop_back();  // after the last line's end
  return rows;
}

std::vector<std::string> namesIn(const std::vector<std::string>& players) {
  const auto rows = parse(ui::asCsv(storedGame(playedRecord(octagoneHeader(players), 3))));
  std::vector<std::string> names;
  for (std::size_t i = 1; i < rows.size(); ++i) names.push_back(rows[i].at(4));
  return names;
}

}  // namespace

TEST_CASE("a table has a row an event and as many cells in each") {
  const auto game = storedGame(recordWithBreaches(octagoneHeader()));
  const auto rows = parse(ui::asCsv(game));
  REQUIRE(rows.size() == game.events.size() + 1);
  for (const auto& row : rows) CHECK(row.size() == rows[0].size());
  CHECK(rows[1].at(0) == "1");
  CHECK(rows[7].at(10) == "no");
  CHECK(rows[7].at(11) == game.events[6].verdict.rule);
}

TEST_CASE("commas, quotes and line ends in names stay inside their cell") {
  const auto names = namesIn({"Ann, \"the\nrow\"", "Ben"});
  CHECK(names[0] == "Ann, \"the\nrow\"");
}

TEST_CASE("a name that a spreadsheet would run as a formula is disarmed") {
  for (const std::string name : {"=HYPERLINK(\"http://x\")", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1"})
    CHECK(namesIn({name, "Ben"})[0] == "'" + name);
  CHECK(namesIn({"Ann=Ben", "Ben"})[0] == "Ann=Ben");
}
