#include "ui/standing/sayings.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/ui/played_games.h"
#include "tracker/record/record_io.h"
#include "ui/views/game_options.h"

using namespace octo;

namespace {

/// A playthrough after so many of its moves, as it is seen while it is played.
ui::GameSnapshot liveAfter(const std::string& name, std::size_t moves) {
  auto record = tracker::readRecordFile(std::string(OCTO_SOURCE_DIR) + "/tests/playthroughs/" + name + ".octo.jsonl");
  record.events.resize(std::min(moves, record.events.size()));
  ui::GameSnapshot game;
  const auto stored = test::storedGame(record);
  game.header = record.header;
  game.events = stored.events;
  game.result = *stored.summary.result;
  tracker::Match match(record.header);
  for (const Event& event : record.events) match.play(event);
  game.toMove = match.toMove();
  game.unseen = ui::unseenMoves(match);
  return game;
}

std::vector<std::string> textsOf(const std::vector<ui::Offer>& offers) {
  std::vector<std::string> texts;
  for (const ui::Offer& offer : offers) texts.push_back(offer.text);
  return texts;
}

bool offers(const std::vector<ui::Offer>& offers, const std::string& text) {
  const auto texts = textsOf(offers);
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

const Event* saidBy(const std::vector<ui::Offer>& offers, const std::string& text) {
  for (const ui::Offer& offer : offers)
    if (offer.text == text)
      if (const auto* said = std::get_if<ui::Say>(&offer.request)) return &said->event;
  return nullptr;
}

ui::Words english(const ui::GameSnapshot& game) { return {game.header.game, "en"}; }

}  // namespace

TEST_CASE("every saying of every playthrough is a move that is in order now") {
  for (const char* name : {"octagone/two_until_one_is_out", "octal/twin_of_five_with_a_stack",
                           "oct8/four_until_a_deck_runs_out", "octa/until_an_octa"}) {
    const auto record =
        tracker::readRecordFile(std::string(OCTO_SOURCE_DIR) + "/tests/playthroughs/" + name + ".octo.jsonl");
    tracker::Match match(record.header);
    int said = 0;
    for (const Event& event : record.events) {
      for (const Event& each : ui::unseenMoves(match)) {
        ++said;
        CHECK(match.judge(each).legal);
      }
      match.play(event);
    }
    INFO(name);
    CHECK(said > 0);
    CHECK(ui::unseenMoves(match).empty() == match.over());
  }
}

TEST_CASE("in The OCTAL the player in turn may have passed, in Oct8 have drawn the card of the turn or two more") {
  const auto octal = liveAfter("octal/twin_of_three", 0);
  CHECK(textsOf(ui::sayings(octal, english(octal))) ==
        std::vector<std::string>{octal.header.players[static_cast<std::size_t>(*octal.toMove)] +
                                 " passes and draws a card"});
  // Before a card of the turn that went to the hand unseen.
  const auto begun = liveAfter("oct8/four_until_a_deck_runs_out", 130);
  const std::string who = begun.header.players[static_cast<std::size_t>(*begun.toMove)];
  const auto begin = ui::sayings(begun, english(begun));
  const Event* drawn = saidBy(begin, who + " draws the card of the turn to the hand");
  REQUIRE(drawn);
  CHECK(drawn->fields == Json{{"card", "?"}, {"to", "hand"}});
  CHECK_FALSE(offers(begin, who + " draws two cards off the deck"));
  const auto acting = liveAfter("oct8/four_until_a_deck_runs_out", 131);
  REQUIRE(acting.toMove == begun.toMove);
  CHECK(offers(ui::sayings(acting, english(acting)), who + " draws two cards off the deck"));
  CHECK_FALSE(offers(ui::sayings(acting, english(acting)), who + " draws the card of the turn to the hand"));
}

TEST_CASE("\"Octo!\" is offered where the last card left one in the hand, as what was not taken for true") {
  auto game = liveAfter("octal/twin_of_three", 1);
  REQUIRE(game.events.back().event.action == "play");
  const std::string who = game.header.players[static_cast<std::size_t>(*game.events.back().event.player)];
  CHECK_FALSE(offers(ui::sayings(game, english(game)), who + " did not call “Octo!”"));
  game.events.back().event.fields["octo"] = true;
  CHECK(offers(ui::sayings(game, english(game)), who + " did not call “Octo!”"));
  game.events.back().event.fields.erase("octo");
  game.events.back().verdict = {false, "octal.octo", "", {}, true};
  const auto accused = ui::sayings(game, english(game));
  const Event* called = saidBy(accused, who + " called “Octo!”");
  REQUIRE(called);
  CHECK(called->action == "octo");
  CHECK(called->fields["called"] == true);
}

TEST_CASE("a concluded pass may have been nothing or somebody else's, a draw another draw") {
  auto game = liveAfter("octal/twin_of_three", 40);
  const auto pass = std::find_if(game.events.begin(), game.events.end(),
                                 [](const TrackedEvent& each) { return each.event.action == "pass"; });
  REQUIRE(pass != game.events.end());
  pass->inferred = true;
  const auto others = ui::otherwise(game, pass->n, english(game));
  REQUIRE(others.size() == 3);
  CHECK(others[0].text == "It did not happen");
  const auto& nothing = std::get<ui::CorrectBox>(others[0].request).correction;
  CHECK(nothing.n == pass->n);
  CHECK_FALSE(nothing.event);
  const auto& another = std::get<ui::CorrectBox>(others[1].request).correction;
  REQUIRE(another.event);
  CHECK(another.event->action == "pass");
  CHECK(another.event->player != pass->event.player);
  CHECK(ui::otherwise(game, 0, english(game)).empty());
  CHECK(ui::otherwise(game, 4000, english(game)).empty());

  auto oct8 = liveAfter("oct8/three_in_a_short_game", 1000);
  const auto draw = std::find_if(oct8.events.begin(), oct8.events.end(), [](const TrackedEvent& each) {
    return each.event.action == "draw" && each.event.fields["from"] == Json::array({"deck", "deck"});
  });
  REQUIRE(draw != oct8.events.end());
  const std::string who = oct8.header.players[static_cast<std::size_t>(*draw->event.player)];
  CHECK(offers(ui::otherwise(oct8, draw->n, english(oct8)),
               who + " draws one card off the deck, one off the discard pile"));
}

TEST_CASE("with open hands a doubtful skip is asked about, otherwise not") {
  auto game = liveAfter("octagone/four_until_the_board_is_closed", 20);
  game.events.back().event = {.player = 1, .action = "skip"};
  game.events.back().inferred = true;
  game.events.back().confidence = 0.6;
  const std::string who = game.header.players[1] + " could have laid a shield";
  CHECK_FALSE(offers(ui::sayings(game, english(game)), who));
  game.header.options["hands"] = "open";
  CHECK(offers(ui::sayings(game, english(game)), who));
  game.events.back().confidence = 0.99;
  CHECK_FALSE(offers(ui::sayings(game, english(game)), who));
}

TEST_CASE("nobody has won Oct8 before every player was asked for the colour") {
  ui::GameSnapshot game;
  game.header = {.game = GameId::Oct8, .players = {"Ann", "Ben", "Cas"}};
  game.result = {
      .over = true, .reason = "oct8.decks", .hands = {}, .scores = {1, 2, 3}, .winners = {2}, .unrevealed = {0, 2}};
  CHECK(ui::toReveal(game, {}) == std::vector<int>{0, 2});
  CHECK(ui::toReveal(game, {0}) == std::vector<int>{2});
  CHECK(ui::toReveal(game, {0, 2}).empty());
  const auto shown = ui::withoutWinner(game, {0, 2});
  CHECK_FALSE(shown.result.over);
  CHECK(shown.result.winners.empty());
  CHECK(shown.result.unrevealed == std::vector<int>{0, 2});
  game.result.over = false;
  CHECK(ui::toReveal(game, {}).empty());
}

TEST_CASE("a form sends only what a person chose, and the only value there is where that is not the default") {
  const auto& mode = *tracker::choicesOf(GameId::Octal).option("mode");
  CHECK_FALSE(ui::forHeader(mode, {}, 4));
  CHECK(ui::forHeader(mode, Json("twin"), 4) == ui::ChosenOption("twin"));
  CHECK(ui::forHeader(mode, {}, 6) == ui::ChosenOption("single"));
  CHECK(ui::forHeader(mode, Json("twin"), 6) == ui::ChosenOption("single"));
  CHECK(ui::canBeFoundOut(mode, 4));
  CHECK_FALSE(ui::canBeFoundOut(mode, 6));
  const auto& podium = *tracker::choicesOf(GameId::Octal).option("podium");
  CHECK(ui::forHeader(podium, Json(3), 5) == ui::ChosenOption(3));
  CHECK_FALSE(ui::forHeader(podium, Json(3), 4));
  CHECK_FALSE(ui::isOpen(podium, 4));
  const auto& part = *tracker::choicesOf(GameId::Octagone).option("part");
  CHECK_FALSE(ui::forHeader(part, Json(1), 4));
  for (const GameId game : kGames)
    for (const auto& option : tracker::choicesOf(game).options) {
      const ui::Words words(game, "ja");
      CHECK(ui::labelOf(words, option.name) != option.name);
      for (const auto& choice : option.choices)
        CHECK(ui::labelOf(words, option.name, choice.value) !=
              (choice.value.is_string() ? choice.value.get<std::string>() : choice.value.dump()));
    }
}
