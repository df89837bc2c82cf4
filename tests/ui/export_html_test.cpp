#include <catch2/catch.hpp>

#include "tests/ui/played_games.h"
#include "ui/history/export_game.h"
#include "ui/standing/words.h"

using namespace octo;
using namespace octo::test;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a page tells players, moves and breaches") {
  const auto game = storedGame(recordWithBreaches(octagoneHeader({"Ann", "太郎"})));
  const std::string page = ui::asHtml(game);
  CHECK(has(page, "<title>Octagone: Ann, 太郎</title>"));
  CHECK_FALSE(has(page, "octagone.start"));
  CHECK(has(page, "(" + ui::Words(GameId::Octagone, "en").rule("octagone.start") + ")"));
  CHECK(has(page, "taken back"));
  CHECK(has(page, ">stands<"));
  CHECK(has(page, "8 moves, 2 breaches"));
}

TEST_CASE("what the program thinks otherwise of now was not corrected by anybody, and the page says so") {
  auto game = storedGame(playedRecord(octagoneHeader(), 3));
  game.events[0].was = {game.events[1].event};
  game.events[0].confidence = 0.9;
  const std::string reread = ui::asHtml(game);
  CHECK(has(reread, ">reread<"));
  CHECK_FALSE(has(reread, ">corrected<"));
  game.events[0].confidence = 1;
  CHECK(has(ui::asHtml(game), ">corrected<"));
}

TEST_CASE("names are text on the page, whatever is in them") {
  const std::string evil = "<script>alert('x')</script>\"&";
  auto game = storedGame(playedRecord(octagoneHeader({evil, "Ben"}), 3));
  game.events[0].verdict = Verdict{false, "<b>", "<img src=x onerror=alert(1)>", {{"<i>", 1}}, true};
  game.summary.started = "<u>";
  const std::string page = ui::asHtml(game);
  CHECK(has(page, "&lt;script&gt;alert(&apos;x&apos;)&lt;/script&gt;&quot;&amp;"));
  for (const char* tag : {"<script", "<img", "<b>", "<i>", "<u>"}) CHECK_FALSE(has(page, tag));
}

TEST_CASE("a page loads nothing and runs nothing") {
  const std::string page = ui::asHtml(storedGame(playedRecord(octagoneHeader(), 3)));
  CHECK(has(page, "default-src 'none'"));
  for (const char* part : {"http:", "https:", "src=", "url("}) CHECK_FALSE(has(page, part));
}

TEST_CASE("a page is all in the language asked for") {
  auto game = storedGame(recordWithBreaches(octagoneHeader({"", "Ben"})));
  Result result;
  result.over = true;
  result.reason = "octagone.out";
  result.hands = result.scores = {0, 4};
  result.winners = {0};
  game.summary.result = result;
  const std::string page = ui::asHtml(game, {}, "de");
  CHECK(has(page, "<html lang=\"de\">"));
  for (const char* part : {"8 Züge, 2 Verstöße", "Spieler 1 hat gewonnen", "Sieger", "Schilde übrig", "zurückgenommen"})
    CHECK(has(page, part));
  for (const char* part : {"Player", "Winner", "won<", "taken back", "breach<", "Kept by"})
    CHECK_FALSE(has(page, part));
}
