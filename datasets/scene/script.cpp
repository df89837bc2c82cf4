#include "datasets/scene/script.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "datasets/scene/asides.h"
#include "datasets/scene/oct8_script.h"
#include "datasets/scene/octa_script.h"
#include "datasets/scene/octagone_script.h"
#include "datasets/scene/octal_script.h"

namespace octo::datasets {
namespace {

struct Scripts {
  GameId game;
  /// The usual number of players first.
  std::vector<int> players;
  tracker::Record (*play)(std::uint64_t, const PlayOptions&);
  std::vector<LayoutLine> (*layOut)(const tracker::Record&, std::uint64_t, const Habits*);
};

const std::vector<Scripts>& scripted() {
  static const std::vector<Scripts> all{
      {GameId::Octagone, {2, 4}, playOctagone, layOutOctagone},
      {GameId::Octal, {4, 3, 5, 6}, playOctal, layOutOctal},
      {GameId::Oct8, {2, 3, 4}, playOct8, layOutOct8},
      {GameId::Octa, {2}, playOcta, layOutOcta},
  };
  return all;
}

const Scripts& scriptsOf(GameId game) {
  const auto found =
      std::find_if(scripted().begin(), scripted().end(), [&](const auto& each) { return each.game == game; });
  if (found == scripted().end())
    throw std::domain_error("there are no scripts of " + std::string(title(game)) + " yet");
  return *found;
}

}  // namespace

std::vector<GameId> scriptedGames() {
  std::vector<GameId> games;
  for (const Scripts& each : scripted()) games.push_back(each.game);
  return games;
}

const std::vector<int>& playersOf(GameId game) { return scriptsOf(game).players; }

tracker::Record playGame(GameId game, std::uint64_t seed, const PlayOptions& asked) {
  const Scripts& scripts = scriptsOf(game);
  PlayOptions options = asked;
  if (options.players == 0) options.players = scripts.players.front();
  if (std::find(scripts.players.begin(), scripts.players.end(), options.players) == scripts.players.end())
    throw std::invalid_argument(std::string(title(game)) + ": there are no scripts for " +
                                std::to_string(options.players) + " players");
  return scripts.play(seed, options);
}

std::vector<LayoutLine> layOut(const tracker::Record& record, std::uint64_t seed, const std::optional<Habits>& people) {
  auto lines = scriptsOf(record.header.game).layOut(record, seed, people ? &*people : nullptr);
  return people ? withAsides(std::move(lines), record, *people, Random(seed).fork("asides")) : lines;
}

}  // namespace octo::datasets
