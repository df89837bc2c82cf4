#include "ui/speaker.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/db/store_samples.h"
#include "tests/patience.h"
#include "tests/ui/played_games.h"
#include "ui/history/stored_position.h"
#include "ui/standing/spoken_news.h"

using namespace octo;

namespace {

std::string heardIn(const std::string& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool isHeard(const std::string& file, const std::string& text) {
  for (int i = 0; i < 250 * test::patience() && heardIn(file) != text; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return heardIn(file) == text;
}

}  // namespace

TEST_CASE("newer news replaces what was not said yet, nobody waits, and the text is no argument") {
  const test::TemporaryFolder folder;
  const std::string heard = folder / "heard", begun = folder / "begun", go = folder / "go";
  ui::Speaker speaker([&](const std::string& language) -> std::vector<std::vector<std::string>> {
    return {{"/nonexistent/speaker"},
            {"sh", "-c",
             "touch '" + begun + "'; while [ ! -e '" + go + "' ]; do sleep 0.02; done; echo \"$# $0\" >>'" + heard +
                 "'; cat >>'" + heard + "'",
             language}};
  });
  const auto before = std::chrono::steady_clock::now();
  speaker.say("--help", "de");
  for (int i = 0; i < 250 * test::patience() && !std::filesystem::exists(begun); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  speaker.say("old", "de");
  speaker.say("!-! new\n", "en");
  CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(4) * test::patience());
  std::ofstream(go) << "";
  CHECK(isHeard(heard, "0 de\n --help\n0 en\n !-! new \n"));
}

TEST_CASE("a speaker that hangs is ended with the window") {
  const auto before = std::chrono::steady_clock::now();
  {
    ui::Speaker speaker([](const std::string&) { return std::vector<std::vector<std::string>>{{"sleep", "60"}}; });
    speaker.say("anything", "en");
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(5) * test::patience());
}

TEST_CASE("only what changed is said: a turn, a breach with its reason, another move, the result") {
  const auto stored = test::storedGame(test::recordWithBreaches(test::octagoneHeader({"Ann", "Ben"})));
  const int all = static_cast<int>(stored.events.size());
  ui::SpokenNews news;
  const auto say = [&](const ui::GameSnapshot& game) {
    return news.look(game, ui::spokenEvents(game.header, game.events, "en"), "en");
  };
  const auto after = [&](int events) {
    ui::GameSnapshot game = ui::positionAfter(stored, events);
    game.events.resize(static_cast<std::size_t>(events));
    if (events < all) game.result.over = false;
    return game;
  };
  CHECK(say(after(2)) == "Ann to move");
  CHECK(say(after(2)).empty());
  CHECK(say(after(3)).find("Ben to move") != std::string::npos);
  ui::GameSnapshot wrong = after(3);
  wrong.events.back().verdict = {false, "octagone.colour", "kept", {}, false};
  wrong.events.back().event.stands = wrong.events.back().event.takenBack = false;
  CHECK_FALSE(say(wrong).empty());
  CHECK(say(wrong).empty());
  ui::GameSnapshot other = after(3);
  other.events[1].event.fields["facing"] = other.events[1].event.fields["facing"] == "N" ? "S" : "N";
  CHECK(say(other).find("Changed: ") != std::string::npos);
}
