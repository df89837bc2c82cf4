#include "ui/standing/standing.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <stdexcept>

#include "tracker/messages/catalogue.h"
#include "ui/history/move_text.h"
#include "ui/standing/game_standing.h"

namespace octo::ui {
namespace {

constexpr const char* kUnknownNumber = "–";

/// Octagone's pairs win with what both have left.
int winningFigure(const GameSnapshot& game) {
  const Result& result = game.result;
  int figure = scoreOf(game, result.winners.front()).value_or(0);
  const bool pair = game.header.game == GameId::Octagone && game.header.players.size() == 4;
  if (pair) figure += scoreOf(game, (result.winners.front() + 2) % 4).value_or(0);
  return figure;
}

std::string reasonOf(const GameSnapshot& game, const Words& words) {
  try {
    return tracker::sentence(name(game.header.game), {game.result.reason, {}}, words.language());
  } catch (const std::out_of_range&) {
    return game.result.reason;
  }
}

void addEnding(Standing& standing, const GameSnapshot& game, const Words& words) {
  const std::vector<int>& winners = game.result.winners;
  if (winners.empty() && game.result.scores.empty()) {
    standing.ending.push_back(words.say("won.open"));
  } else if (winners.empty()) {
    standing.ending.push_back(words.say("won.nobody"));
  } else {
    const int n = winningFigure(game);
    const std::string figure = n == 0 ? words.sayOr("figure.none", words.count("figure", n)) : words.count("figure", n);
    standing.ending.push_back(words.say(winners.size() == 1 ? "won.one" : "won.many",
                                        {{"players", words.players(game.header, winners)}, {"figure", figure}}));
  }
  standing.ending.push_back(reasonOf(game, words));
  if (!game.result.unrevealed.empty())
    standing.ending.push_back(
        words.say("unrevealed", {{"players", words.players(game.header, game.result.unrevealed)}}));
}

/// The players and their scores: what every game has.
void addPlayers(Standing& standing, const GameSnapshot& game, const Words& words) {
  for (int player = 0; player < static_cast<int>(game.header.players.size()); ++player)
    standing.sides.push_back(sideOf(game, player, words));
}

void addGame(Standing& standing, const GameSnapshot& game, const Words& words) {
  static const std::map<GameId, void (*)(Standing&, const GameSnapshot&, const Words&)> games{
      {GameId::Octagone, addOctagone}, {GameId::Octal, addOctal}, {GameId::Oct8, addOct8}, {GameId::Octa, addOcta}};
  const auto found = games.find(game.header.game);
  (found == games.end() ? addPlayers : found->second)(standing, game, words);
}

}  // namespace

const Json& fieldOf(const Json& state, const char* name) {
  static const Json none;
  if (!state.is_object()) return none;
  const auto found = state.find(name);
  return found == state.end() ? none : *found;
}

std::optional<int> numberOf(const Json& state, const char* name) {
  const Json& value = fieldOf(state, name);
  return value.is_number_integer() ? std::optional(value.get<int>()) : std::nullopt;
}

const Json& partOf(const Json& list, std::size_t index) {
  static const Json none;
  return list.is_array() && index < list.size() ? list[index] : none;
}

bool isOneOf(const std::vector<int>& players, int player) {
  return std::find(players.begin(), players.end(), player) != players.end();
}

std::optional<int> ofPlayer(const std::vector<int>& list, int player) {
  const auto index = static_cast<std::size_t>(player);
  return player >= 0 && index < list.size() ? std::optional(list[index]) : std::nullopt;
}

std::optional<int> scoreOf(const GameSnapshot& game, int player) { return ofPlayer(game.result.scores, player); }
std::optional<int> handOf(const GameSnapshot& game, int player) { return ofPlayer(game.result.hands, player); }

Side sideOf(const GameSnapshot& game, int player, const Words& words) {
  Side side;
  side.name = playerName(game.header, player);
  const auto score = scoreOf(game, player);
  side.figure = score ? std::to_string(*score) : kUnknownNumber;
  side.unit = words.unit(score);
  side.won = game.result.over && isOneOf(game.result.winners, player);
  side.toMove = !game.result.over && game.toMove == player;
  return side;
}

void addHand(Side& side, const GameSnapshot& game, int player, const Words& words) {
  if (const auto hand = handOf(game, player)) side.details.push_back({words.count("hand", *hand)});
}

void addPile(Standing& standing, const std::string& label, std::optional<int> cards) {
  if (cards) standing.table.push_back({label, std::to_string(*cards)});
}

std::string dueSentence(const std::string& due, const Words& words) {
  const std::size_t dash = due.rfind('-');
  const std::string number = dash == std::string::npos ? "" : due.substr(dash + 1);
  const bool counted = !number.empty() && number.size() < 4 &&
                       std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c); });
  if (!counted) return words.sayOr("due." + due, "");
  const std::string key = "due." + due.substr(0, dash);
  return words.sayOr(key + ".one", "").empty() ? "" : words.count(key, std::stoi(number));
}

void addDue(Standing& standing, const GameSnapshot& game, const Words& words) {
  for (const Json& each : fieldOf(game.table, "due"))
    if (each.is_string())
      if (const std::string sentence = dueSentence(each.get<std::string>(), words); !sentence.empty())
        standing.due.push_back(sentence);
}

std::optional<int> sizeOfPile(const Json& pile) {
  return pile.is_array() ? std::optional(static_cast<int>(pile.size())) : std::nullopt;
}

Standing standingOf(const GameSnapshot& game, const std::string& language) {
  const Words words(game.header.game, language);
  Standing standing;
  addGame(standing, game, words);
  if (game.result.over) {
    standing.due.clear();
    standing.asked.clear();
    addEnding(standing, game, words);
  } else if (game.toMove) {
    standing.turn = words.say("turn", {{"player", playerName(game.header, *game.toMove)}});
  }
  return standing;
}

std::string textOf(const Standing& standing) {
  std::string all = standing.turn;
  for (const Side& side : standing.sides) {
    all += side.name + side.figure + side.unit;
    for (const Detail& detail : side.details) all += detail.text;
  }
  for (const Counted& counted : standing.table) all += counted.label + counted.number;
  for (const std::string& due : standing.due) all += due;
  for (const Asked& asked : standing.asked) all += asked.title + asked.condition + asked.next;
  for (const std::string& line : standing.ending) all += line;
  return all;
}

}  // namespace octo::ui
