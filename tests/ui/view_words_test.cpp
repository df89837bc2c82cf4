#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "db/store.h"
#include "tracker/messages/catalogue.h"
#include "ui/history/write_file.h"
#include "ui/standing/words.h"
#include "ui/trouble.h"
#include "ui/views/game_options.h"

using namespace octo;

namespace {

namespace fs = std::filesystem;

/// What a player would read: two words, or one that begins with a capital.
const std::regex kWords(R"re("(?:[^"\\]|\\.)*")re");
const std::regex kSentence(R"re([A-Za-z]{2,},? [A-Za-z]{2,}|^[A-Z][a-z]+)re");
/// Lines whose texts nobody sees: includes, names of panels and popups, logs, thrown mistakes.
const std::regex kUnseen(
    R"re(#include|Panel |BeginChild\(|ImGui::Begin\(|BeginPopup\(|OpenPopup\(|constexpr const char\* k|spdlog::|throw )re");

std::vector<std::string> linesOf(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The code without a comment at its end.
std::string code(const std::string& line) {
  const std::size_t comment = line.find("//");
  return line.substr(0, comment);
}

std::vector<std::string> sentencesIn(const std::vector<std::string>& lines) {
  std::vector<std::string> found;
  for (const std::string& each : lines) {
    const std::string line = code(each);
    if (std::regex_search(line, kUnseen)) continue;
    for (std::sregex_iterator text(line.begin(), line.end(), kWords), end; text != end; ++text) {
      std::string shown = text->str().substr(1, text->str().size() - 2);
      shown = shown.substr(0, shown.find("##"));
      if (std::regex_search(shown, kSentence)) found.push_back(shown);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("a sentence in code is noticed, an id is not") {
  CHECK(sentencesIn({R"(if (ImGui::Button("Undo")) return;)"}) == std::vector<std::string>{"Undo"});
  CHECK(sentencesIn({R"(caption(theme, "what is it");)"}) == std::vector<std::string>{"what is it"});
  CHECK(sentencesIn({R"(ImGui::Button("##a piece"); words.say("undo"); // "Not this")"}).empty());
}

TEST_CASE("no sentence that a player reads is written in code") {
  /// A name, the same in every language.
  const std::set<std::string> names{"Octoscope"};
  /// What is wrong with records, sessions and layouts, and what `score` counted: programs read that, and those who
  /// write such files.
  const std::set<std::string> aboutInput{"move.cpp", "session.cpp", "layout_file.cpp", "tally.cpp"};
  std::size_t files = 0;
  for (const char* folder : {"ui/views", "ui/standing", "ui/session", "tracker/follow", "tracker/octagone",
                             "tracker/octal", "tracker/oct8", "tracker/octa"})
    for (const auto& entry : fs::directory_iterator(fs::path(OCTO_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".cpp" || aboutInput.contains(entry.path().filename().string())) continue;
      ++files;
      std::vector<std::string> found = sentencesIn(linesOf(entry.path()));
      std::erase_if(found, [&](const std::string& each) { return names.contains(each); });
      INFO(entry.path().filename().string());
      CHECK(found == std::vector<std::string>{});
    }
  CHECK(files > 20);
}

TEST_CASE("whatever a source does not do has a sentence in every language, and none asks for what is not known of it") {
  const std::regex place(R"(\{([a-z]+)\})");
  for (const vision::SourceFault fault : vision::kSourceFaults) {
    const std::string english(vision::englishOf(fault));
    for (const std::string& language : tracker::languages()) {
      const std::string said =
          tracker::pattern("octagone", "window.source." + std::string(vision::keyOf(fault)), language);
      INFO(said);
      for (std::sregex_iterator each(said.begin(), said.end(), place), end; each != end; ++each)
        CHECK(english.find(each->str()) != std::string::npos);
    }
  }
  const ui::Trouble trouble =
      ui::troubleOf(vision::SourceError(vision::SourceFault::Silent, {{"name", "camera 2"}, {"s", "10"}}));
  CHECK(ui::Words(GameId::Octa, "de").trouble(trouble) == "Kamera 2 hat seit 10 s kein Bild geschickt.");
}

TEST_CASE("whatever is wrong with a file has a sentence in every language, and none asks for what is not known of it") {
  std::vector<ui::Trouble> troubles;
  using Fault = db::StoreError::Kind;
  for (int kind = 0; kind <= static_cast<int>(Fault::Other); ++kind)
    troubles.push_back(ui::troubleOf(db::StoreError(static_cast<Fault>(kind), "/home/anna/games.db", "broken")));
  for (const std::errc error :
       {std::errc::no_space_on_device, std::errc::permission_denied, std::errc::no_such_file_or_directory,
        std::errc::read_only_file_system, std::errc::is_a_directory, std::errc::io_error})
    troubles.push_back(ui::troubleOf(ui::FileError("/home/anna/games.html", std::make_error_code(error))));
  for (const ui::Trouble& trouble : troubles)
    for (const std::string& language : tracker::languages()) {
      const std::string said = ui::Words(GameId::Octa, language).trouble(trouble);
      INFO(trouble.key << " " << language << " " << said);
      CHECK(said.find('{') == std::string::npos);
      CHECK(said.find(trouble.key) == std::string::npos);
    }
  const ui::Trouble full = ui::troubleOf(db::StoreError(Fault::Full, "games.db", "could not be written"));
  CHECK(ui::Words(GameId::Octa, "de").trouble(full) == "Auf dem Datenträger von games.db ist kein Platz mehr.");
  CHECK(ui::Words(GameId::Octa, "en").trouble(ui::troubleOf(std::runtime_error("quite otherwise"))) ==
        "quite otherwise");
}

TEST_CASE("every option of every game and each of its values has a label in every language") {
  for (const GameId game : kGames)
    for (const std::string& language : tracker::languages())
      for (const tracker::GameOption& option : tracker::choicesOf(game).options) {
        INFO(name(game) << " " << option.name << " " << language);
        const std::string key = "option." + std::string(name(game)) + "." + option.name;
        CHECK_NOTHROW(ui::Words(game, language).say(key));
        for (const tracker::OptionChoice& each : option.choices) {
          const std::string value = each.value.is_string() ? each.value.get<std::string>() : each.value.dump();
          CHECK_NOTHROW(ui::Words(game, language).say(key + "." + value));
          CHECK(ui::labelOf(ui::Words(game, language), option.name, each.value) != each.value.dump());
        }
      }
}
