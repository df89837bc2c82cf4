#include <algorithm>

#include "ui/history/move_text.h"
#include "ui/standing/game_standing.h"

namespace octo::ui {
namespace {

/// "smaller than 5".
std::string conditionOf(const Json& question, const Words& words) {
  if (fieldOf(question, "open") == true) return words.say("condition.open");
  const Json& condition = fieldOf(question, "condition");
  const auto value = numberOf(question, "value");
  if (!condition.is_string() || !value) return "";
  return words.say("condition." + condition.get<std::string>(), {{"value", std::to_string(*value)}});
}

void addQuestions(Standing& standing, const GameSnapshot& game, const Words& words) {
  const Json& questions = fieldOf(game.table, "questions");
  for (std::size_t i = 0; questions.is_array() && i < questions.size(); ++i) {
    Asked asked;
    asked.title =
        questions.size() == 1 ? words.say("question.only") : words.say("question", {{"n", std::to_string(i + 1)}});
    asked.condition = conditionOf(questions[i], words);
    for (const Json& value : fieldOf(questions[i], "fits"))
      if (value.is_number_integer()) asked.fits.push_back(value.get<int>());
    if (const Json& top = fieldOf(questions[i], "top_condition"); top.is_string())
      asked.next = words.say("top." + top.get<std::string>());
    standing.asked.push_back(std::move(asked));
  }
}

std::vector<int> finishedIn(const GameSnapshot& game) {
  std::vector<int> players;
  for (const Json& player : fieldOf(game.table, "finished"))
    if (player.is_number_integer()) players.push_back(player.get<int>());
  return players;
}

/// Everyone still in play has passed twice since a card was last laid: who laid it, if still in play.
std::optional<int> stacker(const GameSnapshot& game, const std::vector<int>& finished) {
  const auto last = numberOf(game.table, "last_to_lay");
  const Json& passes = fieldOf(game.table, "passes");
  if (!last || isOneOf(finished, *last) || !passes.is_array()) return std::nullopt;
  for (std::size_t player = 0; player < passes.size(); ++player)
    if (!isOneOf(finished, static_cast<int>(player)) && passes[player] < 2) return std::nullopt;
  return last;
}

}  // namespace

void addOctal(Standing& standing, const GameSnapshot& game, const Words& words) {
  const std::vector<int> finished = finishedIn(game);
  for (int player = 0; player < static_cast<int>(game.header.players.size()); ++player) {
    Side side = sideOf(game, player, words);
    const auto place = std::find(finished.begin(), finished.end(), player);
    if (place != finished.end() && finished.size() + game.result.winners.size() > 1)
      side.details.push_back({words.say("place", {{"n", std::to_string(place - finished.begin() + 1)}})});
    if (handOf(game, player) == 1) standing.due.push_back(words.say("due.octo", {{"player", side.name}}));
    standing.sides.push_back(std::move(side));
  }
  addQuestions(standing, game, words);
  addPile(standing, words.say("deck"), numberOf(game.table, "deck"));
  addPile(standing, words.say("discards"), numberOf(game.table, "discards"));
  if (fieldOf(game.table, "refilled") == true) standing.due.push_back(words.say("due.refilled"));
  if (const auto player = stacker(game, finished))
    standing.due.push_back(words.say("due.stack", {{"player", playerName(game.header, *player)}}));
  if (game.table.is_object()) standing.due.push_back(words.say("due.lay"));
}

}  // namespace octo::ui
