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

Ids idsOnPage(octo::GameId game) {
  return matches(textOf(kRoot / "seeds" / name(game) / "rules.md"), "`" + idPattern(game) + "`");
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

TEST_CASE("every game in the program has a rules page") {
  for (const octo::GameId game : octo::kGames)
    if (fs::exists(kRoot / "tracker" / name(game) / "judge.cpp"))
      CHECK(fs::exists(kRoot / "seeds" / name(game) / "rules.md"));
}

TEST_CASE(
    "what people may tell the window, and what it says of the table, come in every language with the same values") {
  for (const std::string kind : {"say.", "state.", "start.", "history."}) {
    const auto english = keysAndValues(kRoot / "seeds" / "shared" / (kind + "en.toml"));
    CHECK_FALSE(english.empty());
    for (const std::string& language : octo::tracker::languages()) {
      INFO(kind << language);
      CHECK(keysAndValues(kRoot / "seeds" / "shared" / (kind + language + ".toml")) == english);
    }
  }
}

TEST_CASE("the reference card has the same words in every language") {
  const auto english = keysAndValues(kRoot / "seeds/octal/reference.en.toml");
  CHECK(english.size() == 10);
  for (const std::string& language : octo::tracker::languages())
    CHECK(keysAndValues(kRoot / "seeds/octal" / ("reference." + language + ".toml")) == english);
}

TEST_CASE("messages say the same things with the same values in every language") {
  std::vector<std::string> folders{"shared"};
  for (const octo::GameId game : gamesWithPage()) folders.emplace_back(name(game));
  for (const std::string& folder : folders)
    for (const std::string kind : {"messages.", "window."}) {
      const auto english = keysAndValues(kRoot / "seeds" / folder / (kind + "en.toml"));
      CHECK_FALSE(english.empty());
      for (const std::string& language : octo::tracker::languages()) {
        INFO(folder << ": " << kind << language);
        CHECK(keysAndValues(kRoot / "seeds" / folder / (kind + language + ".toml")) == english);
      }
    }
}
