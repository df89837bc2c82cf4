#include "tracker/oct8/rules.h"
#include "tracker/octa/rules.h"
#include "tracker/octagone/rules.h"
#include "tracker/octal/rules.h"
#include "tracker/referee/game.h"

namespace octo::tracker {

std::unique_ptr<Match::Game> startGame(const GameHeader& header) {
  switch (header.game) {
    case GameId::Octagone:
      return std::make_unique<GameOf<octagone::Rules>>(header);
    case GameId::Octal:
      return std::make_unique<GameOf<octal::Rules>>(header);
    case GameId::Oct8:
      return std::make_unique<GameOf<oct8::Rules>>(header);
    case GameId::Octa:
      return std::make_unique<GameOf<octa::Rules>>(header);
  }
  throw Malformed("the rules of " + std::string(title(header.game)) + " are not in this program");
}

}  // namespace octo::tracker
