// Whole games as text: tests/playthroughs/<game>/NAME.octo.jsonl and, beside it, NAME.expected with the referee's
// answer under every event. After a change that is meant, OCTO_UPDATE=1 writes the .expected files anew; the diff is
// what a reviewer reads.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "tracker/record/record_io.h"
#include "tracker/referee/match.h"

namespace {

namespace fs = std::filesystem;
using octo::tracker::Match;
using octo::tracker::Record;

const fs::path kRoot = OCTO_SOURCE_DIR;
const std::string kEnding = ".octo.jsonl";

std::string textOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool endsWith(const std::string& text, const std::string& ending) {
  return text.size() >= ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

std::vector<fs::path> recordsOf(octo::GameId game) {
  std::vector<fs::path> files;
  const fs::path folder = kRoot / "tests" / "playthroughs" / name(game);
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (endsWith(entry.path().filename().string(), kEnding)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

struct Playthrough {
  std::string text;
  std::set<std::string> rules;
};

Playthrough played(const Record& record) {
  Playthrough playthrough;
  std::ostringstream text;
  text << record.header.toJson() << '\n';
  Match match(record.header);
  for (const octo::Event& event : record.events) {
    const octo::Verdict verdict = match.play(event);
    text << event.toJson() << "\n    " << verdict.toJson() << '\n';
    if (!verdict.legal) playthrough.rules.insert(verdict.rule);
    for (const octo::Exposure& exposure : verdict.exposes) playthrough.rules.insert(exposure.rule);
  }
  text << match.result().toJson() << '\n';
  if (match.over()) playthrough.rules.insert(match.result().reason);
  playthrough.text = text.str();
  return playthrough;
}

fs::path expectedBeside(const fs::path& record) {
  const std::string path = record.string();
  return path.substr(0, path.size() - kEnding.size()) + ".expected";
}

bool hasRules(octo::GameId game) { return fs::exists(kRoot / "seeds" / name(game) / "rules.md"); }

std::set<std::string> idsOnPage(octo::GameId game) {
  const std::string page = textOf(kRoot / "seeds" / name(game) / "rules.md");
  const std::regex id("`((?:" + std::string(name(game)) + "|GAME)\\.[a-z][a-z-]*)`");
  std::set<std::string> ids;
  for (std::sregex_iterator each(page.begin(), page.end(), id), end; each != end; ++each) ids.insert((*each)[1]);
  return ids;
}

}  // namespace

TEST_CASE("every playthrough is judged as written beside it") {
  const bool update = std::getenv("OCTO_UPDATE") != nullptr;
  for (const octo::GameId game : octo::kGames)
    for (const fs::path& file : recordsOf(game)) {
      INFO(file.filename().string());
      const std::string text = played(octo::tracker::readRecordFile(file.string())).text;
      if (update) std::ofstream(expectedBeside(file), std::ios::binary) << text;
      CHECK(text == textOf(expectedBeside(file)));
    }
}

TEST_CASE("every rule id of a game occurs in one of its playthroughs") {
  for (const octo::GameId game : octo::kGames) {
    if (!hasRules(game)) continue;
    INFO(title(game));
    CHECK_FALSE(recordsOf(game).empty());
    std::set<std::string> missing = idsOnPage(game);
    for (const fs::path& file : recordsOf(game))
      for (const std::string& rule : played(octo::tracker::readRecordFile(file.string())).rules) missing.erase(rule);
    CHECK(missing == std::set<std::string>{});
  }
}
