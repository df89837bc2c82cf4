#include "datasets/scene/script.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "datasets/scene/oct8_script.h"
#include "datasets/scene/octa_script.h"
#include "datasets/scene/octagone_script.h"
#include "datasets/scene/octal_script.h"

namespace octo::datasets {

const std::vector<int>& playersOf(GameId game) {
  static const std::vector<int> octagone{2, 4}, octal{4, 3, 5, 6}, oct8{2, 3, 4}, octa{2};
  switch (game) {
    case GameId::Octagone:
      return octagone;
    case GameId::Octal:
      return octal;
    case GameId::Oct8:
      return oct8;
    case GameId::Octa:
      return octa;
  }
  return octagone;
}

tracker::Record playGame(GameId game, std::uint64_t seed, const PlayOptions& asked) {
  const std::vector<int>& allowed = playersOf(game);
  PlayOptions options = asked;
  if (options.players == 0) options.players = allowed.front();
  if (std::find(allowed.begin(), allowed.end(), options.players) == allowed.end())
    throw std::invalid_argument(std::string(title(game)) + ": there are no scripts for " +
                                std::to_string(options.players) + " players");
  switch (game) {
    case GameId::Octagone:
      return playOctagone(seed, options);
    case GameId::Octal:
      return playOctal(seed, options);
    case GameId::Oct8:
      return playOct8(seed, options);
    case GameId::Octa:
      return playOcta(seed, options);
  }
  return {};
}

std::vector<LayoutLine> layOut(const tracker::Record& record, std::uint64_t seed) {
  switch (record.header.game) {
    case GameId::Octagone:
      return layOutOctagone(record, seed);
    case GameId::Octal:
      return layOutOctal(record, seed);
    case GameId::Oct8:
      return layOutOct8(record, seed);
    case GameId::Octa:
      return layOutOcta(record, seed);
  }
  return {};
}

}  // namespace octo::datasets
