#include "tracker/vocabulary/game_id.h"

#include <cstdlib>

namespace octo {

namespace {

struct Names {
  GameId game;
  std::string_view name, title;
};

constexpr std::array<Names, kGames.size()> kNames{{{GameId::Octagone, "octagone", "Octagone"},
                                                   {GameId::Octal, "octal", "The OCTAL"},
                                                   {GameId::Oct8, "oct8", "Oct8"},
                                                   {GameId::Octa, "octa", "Octa"}}};

const Names& namesOf(GameId game) {
  for (const Names& each : kNames)
    if (each.game == game) return each;
  std::abort();
}

}  // namespace

std::string_view name(GameId game) { return namesOf(game).name; }

std::string_view title(GameId game) { return namesOf(game).title; }

std::string gameNames() {
  std::string names;
  for (const GameId game : kGames) {
    if (game != kGames.front()) names += game == kGames.back() ? " or " : ", ";
    names += name(game);
  }
  return names;
}

std::optional<GameId> parseGame(std::string_view text) {
  for (const GameId game : kGames)
    if (name(game) == text) return game;
  return std::nullopt;
}

}  // namespace octo
