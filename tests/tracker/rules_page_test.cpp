#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "tracker/messages/catalogue.h"
#include "tracker/vocabulary/game_id.h"

namespace {

namespace fs = std::filesystem;
using Ids = std::set<std::string>;

const fs::path kRoot = OCTO_SOURCE_DIR;

std::string textOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What the pattern's first group matches in the text.
Ids matches(const std::string& text, const std::string& pattern) {
  Ids found;
  const std::regex regex(pattern);
  for (std::sregex_iterator each(text.begin(), text.end(), regex), end; each != end; ++each) found.insert((*each)[1]);
  return found;
}

std::string idPattern(octo::GameId game) { return "(" + std::string(name(game)) + "\\.[a-z][a-z-]*)"; }

std::string pageOf(octo::GameId game) { return textOf(kRoot / "seeds" / name(game) / "rules.md"); }

Ids idsOnPage(octo::GameId game) { return matches(pageOf(game), "`" + idPattern(game) + "`"); }

/// The ids under the heading "How it ends".
Ids endingsOnPage(octo::GameId game) {
  const std::string page = pageOf(game);
  const std::size_t begin = std::min(page.find("\n## How it ends\n"), page.size());
  const std::size_t end = page.find("\n## ", begin + 1);
  return matches(page.substr(begin, end - begin), "`" + idPattern(game) + "`");
}

/// The ids that the game's code and its messages speak of. A message's key is a rule id or begins with one.
Ids idsInCode(octo::GameId game) {
  Ids ids;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tracker" / name(game)))
    if (entry.path().extension() == ".cpp") ids.merge(matches(textOf(entry.path()), "\"" + idPattern(game) + "[\".]"));
  ids.merge(matches(textOf(kRoot / "seeds" / name(game) / "messages.en.toml"), "\"" + idPattern(game) + "[\".]"));
  for (const char* shared : {".over", ".turn"}) ids.insert(std::string(name(game)) + shared);
  return ids;
}

std::vector<octo::GameId> gamesWithPage() {
  std::vector<octo::GameId> games;
  for (const octo::GameId game : octo::kGames)
    if (fs::exists(kRoot / "seeds" / name(game) / "rules.md")) games.push_back(game);
  return games;
}

std::string keyOf(const std::string& line) { return line.substr(0, line.find('=')); }

/// The keys of a message file, and which {values} each sentence uses.
std::set<std::string> keysAndValues(const fs::path& file) {
  std::set<std::string> all;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::string summary = keyOf(line);
    for (const std::string& value : matches(line, "\\{([a-z_]+)\\}")) summary += " " + value;
    all.insert(summary);
  }
  return all;
}

}  // namespace

TEST_CASE("every rule id of a game's code and messages stands on its rules page and the other way round") {
  for (const octo::GameId game : gamesWithPage()) {
    INFO(title(game));
    CHECK(idsInCode(game) == idsOnPage(game));
  }
}

TEST_CASE("every rule that can be broken has a name for counts of breaches") {
  for (const octo::GameId game : gamesWithPage()) {
    // Ways to end are no breaches.
    const Ids endings = endingsOnPage(game);
    CHECK_FALSE(endings.empty());
    for (const std::string& id : idsOnPage(game)) {
      INFO(id);
      CHECK((endings.contains(id) ||
             octo::tracker::hasSentence(name(game), "window.rule." + id.substr(id.find('.') + 1))));
    }
  }
}

TEST_CASE("every game in the program has a rules page") {
  for (const octo::GameId game : octo::kGames)
    if (fs::exists(kRoot / "tracker" / name(game) / "judge.cpp"))
      CHECK(fs::exists(kRoot / "seeds" / name(game) / "rules.md"));
}

TEST_CASE("every file of sentences says the same things with the same values in every language") {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "seeds")) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(".en.toml")) continue;
    ++files;
    const auto english = keysAndValues(entry.path());
    CHECK_FALSE(english.empty());
    const std::string kind = file.substr(0, file.find('.'));
    for (const std::string& language : octo::tracker::languages()) {
      INFO(entry.path().parent_path().filename().string() << ": " << kind << "." << language);
      CHECK(keysAndValues(entry.path().parent_path() / (kind + "." + language + ".toml")) == english);
    }
  }
  CHECK(files >= 15);
}

TEST_CASE("every sentence that the window may show is among those whose letters are loaded") {
  const std::string& all = octo::tracker::allSentences("ja");
  CHECK(all.find(octo::tracker::sentence("octa", {"window.undo", {}}, "ja")) != std::string::npos);
  CHECK(all.find(octo::tracker::sentence("octa", {"word.hearts", {}}, "ja")) != std::string::npos);
}
