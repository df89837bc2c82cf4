#include "tracker/vocabulary/game_id.h"

#include <cstdlib>

namespace octo {

std::string_view name(GameId game) {
  switch (game) {
    case GameId::Octagone:
      return "octagone";
    case GameId::Octal:
      return "octal";
    case GameId::Oct8:
      return "oct8";
    case GameId::Octa:
      return "octa";
  }
  std::abort();
}

std::string_view title(GameId game) {
  switch (game) {
    case GameId::Octagone:
      return "Octagone";
    case GameId::Octal:
      return "The OCTAL";
    case GameId::Oct8:
      return "Oct8";
    case GameId::Octa:
      return "Octa";
  }
  std::abort();
}

std::optional<GameId> parseGame(std::string_view text) {
  for (const GameId game : kGames)
    if (name(game) == text) return game;
  return std::nullopt;
}

}  // namespace octo
