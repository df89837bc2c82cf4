// The table of options against the rules engine, which knows them by itself: what the table lists is accepted, and what
// it calls impossible is refused.
#include "tracker/referee/game_options.h"

#include <catch2/catch.hpp>

#include "tracker/referee/match.h"

using namespace octo;
using namespace octo::tracker;

namespace {

/// What the referee says of a header with these options; empty where it takes it. The setup is one that fits.
std::string refereeSays(GameId game, int players, const Json& options) {
  GameHeader header{.game = game, .players = {}, .first = 0};
  for (int n = 0; n < players; ++n) header.players.push_back("P" + std::to_string(n));
  header.options = options;
  if (game == GameId::Octal) {
    const Json question{{"under", "3:greater:up"}, {"over", "4:less:up"}};
    header.setup["questions"] = Json::array({question});
    if (options.value("mode", "twin") == "twin") header.setup["questions"].push_back(question);
  } else if (game == GameId::Oct8) {
    header.setup = {{"heads", {"red", "green", "blue"}}, {"discard", "red:1"}};
  } else if (game == GameId::Octa) {
    header.setup = {{"pot", {"2S", "4H", "6D", "8C", "10S", "3H", "5D", "7C"}}, {"actions", {"JS", "QH"}}};
  }
  try {
    (void)Match(header);
  } catch (const Malformed& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("the referee takes every number of players and every value that the table calls possible, and no other") {
  for (const GameId game : kGames)
    for (const int players : {1, 2, 3, 4, 5, 6, 7}) {
      const auto& numbers = choicesOf(game).players;
      const bool known = std::find(numbers.begin(), numbers.end(), players) != numbers.end();
      for (const GameOption& option : choicesOf(game).options)
        for (const OptionChoice& choice : option.choices) {
          Json options{{option.name, choice.value}};
          // Six play The OCTAL with one question only.
          if (game == GameId::Octal && players == 6 && option.name != "mode") options["mode"] = "single";
          CAPTURE(title(game), players, options.dump());
          const bool possible = known && choice.possible.contains(players);
          CHECK(refereeSays(game, players, options).empty() == possible);
          CHECK(troubleWith(game, players, options).empty() == possible);
        }
    }
}

TEST_CASE("what is left out is the first value that is possible, for the referee as for the table") {
  for (const GameId game : kGames)
    for (const int players : choicesOf(game).players)
      for (const GameOption& option : choicesOf(game).options) CHECK_FALSE(offered(option, players).empty());
  CHECK(offered(*choicesOf(GameId::Octal).option("mode"), 4).front().value == "twin");
  CHECK(offered(*choicesOf(GameId::Octal).option("mode"), 6).front().value == "single");
}

TEST_CASE("what a rulebook does not know for so many players is not offered") {
  CHECK(offered(*choicesOf(GameId::Octagone).option("part"), 2).size() == 2);
  CHECK(offered(*choicesOf(GameId::Octagone).option("part"), 4).size() == 1);
  CHECK(offered(*choicesOf(GameId::Octagone).option("hands"), 2).size() == 1);
  CHECK(offered(*choicesOf(GameId::Octal).option("podium"), 4).size() == 1);
  CHECK(offered(*choicesOf(GameId::Octal).option("podium"), 5).size() == 2);
}

TEST_CASE("what a game does not have is named, with what there is") {
  CHECK(troubleWith(GameId::Octagone, 3, {}) == "Octagone is played by 2 or 4 players, not 3");
  CHECK(troubleWith(GameId::Octa, 2, {{"bonus", "faq"}}) == "Octa has no option \"bonus\"; it has jack_card or extend");
  CHECK(troubleWith(GameId::Oct8, 2, {{"bonus", "all"}}) == "\"bonus\" must be colour, all-arms or faq, not all");
  CHECK(troubleWith(GameId::Oct8, 2, {{"short", "yes"}}) == "\"short\" must be false or true, not yes");
  CHECK(troubleWith(GameId::Octal, 6, {{"mode", "twin"}}) == "\"mode\" must be single with 6 players, not twin");
  CHECK(troubleWith(GameId::Octal, 3, {{"podium", 3}}) == "\"podium\" must be 1 with 3 players, not 3");
}
