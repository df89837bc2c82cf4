#include "ui/cli/game_arguments.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>

#include "tracker/referee/game_options.h"
#include "ui/cli/run.h"

namespace octo::ui {
namespace {

std::vector<std::string> parts(const std::string& list) {
  std::vector<std::string> found;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    found.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return found;
}

/// A number, true or false where it is written as one, otherwise text.
Json valueOf(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return text;
}

/// As many as usually play.
std::vector<std::string> unnamedPlayers(GameId game) {
  std::vector<std::string> names{"Player 1", "Player 2"};
  if (game == GameId::Octal) names.insert(names.end(), {"Player 3", "Player 4"});
  return names;
}

std::vector<std::string> playersOf(const std::string& list, GameId game) {
  if (list.empty()) return unnamedPlayers(game);
  std::vector<std::string> names = parts(list);
  for (const std::string& name : names)
    if (name.empty()) throw BadInput("--players " + list + ": names with commas between them were expected");
  return names;
}

/// "0 for Ann, 1 for Ben".
std::string playersText(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(i) + " for " + names[i];
  return text;
}

}  // namespace

Json optionsOf(const std::string& list) {
  Json options = Json::object();
  if (list.empty()) return options;
  for (const std::string& part : parts(list)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos || equals == 0) throw BadInput("--options " + list + ": NAME=VALUE,… was expected");
    const std::string name = part.substr(0, equals);
    if (options.contains(name)) throw BadInput("--options " + list + ": \"" + name + "\" was expected once");
    options[name] = valueOf(part.substr(equals + 1));
  }
  return options;
}

void checkPlayable(GameId game, int players, const Json& options) {
  if (const std::string trouble = tracker::troubleWith(game, players, options); !trouble.empty())
    throw BadInput((options.empty() ? "--players: " : "--players, --options: ") + trouble);
}

void addGameArguments(CLI::App& command, GameArguments& arguments) {
  command.add_option("--game", arguments.game, gameNames())->required();
  command.add_option("--players", arguments.players, "Names in turn order, with commas between them");
  command.add_option("--options", arguments.options, "NAME=VALUE,… as the game's rules page names them");
  command.add_option("--first", arguments.first, "Number of the starting player, from 0 (default: who begins)");
}

GameId gameOf(const std::string& text) {
  if (const auto game = parseGame(text)) return *game;
  throw BadInput("--game " + text + ": " + gameNames() + " was expected");
}

GameId gameOf(const GameArguments& arguments) { return gameOf(arguments.game); }

GameHeader headerOf(const GameArguments& arguments) {
  GameHeader header{.game = gameOf(arguments), .players = playersOf(arguments.players, gameOf(arguments)), .first = 0};
  header.options = optionsOf(arguments.options);
  const auto players = static_cast<int>(header.players.size());
  checkPlayable(header.game, players, header.options);
  header.first = arguments.first.value_or(0);
  if (header.first < 0 || header.first >= players)
    throw BadInput("--first " + std::to_string(header.first) +
                   ": the number of a player was expected: " + playersText(header.players));
  return header;
}

}  // namespace octo::ui
