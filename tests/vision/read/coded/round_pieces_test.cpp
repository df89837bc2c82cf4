#include "vision/read/rounds/round_pieces.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/vision/read/coded/card_table.h"

using namespace octo;
using namespace octo::vision;
using namespace octo::vision::testing;

namespace {

constexpr TableRect kTable{-270, -230, 270, 230};

std::vector<LaidCard> roundsOf(GameId game) {
  std::vector<LaidCard> laid;
  for (const FaceArt& art : printEdition(game).faces())
    if (art.shape == Shape::Round)
      for (int i = 0; i < 3; ++i)
        laid.push_back({art.face, {-150.0 + 45 * static_cast<double>(laid.size()), 40.0 - 50 * i}, 70.0 * i});
  return laid;
}

}  // namespace

TEST_CASE("chips and tokens are found, and told apart, on the table and on cards, in any light") {
  const GameId game = GENERATE(GameId::Oct8, GameId::Octa);
  const double tilt = GENERATE(0.0, 40.0);
  const auto [light, sensor] = GENERATE(table<Light, Sensor>({
      {{}, {}},
      {{.gain = 0.9, .balance = {0.45, 0.8, 1.0}}, {}},
      {{.gain = 0.35}, {.noise = 4}},
      {{.slope = 0.5, .shadowAt = 0}, {.blur = 1.1, .noise = 3}},
  }));
  const auto rounds = roundsOf(game);
  std::vector<LaidCard> laid;
  const Face card = printEdition(game).faces().front().face;
  for (std::size_t i = 0; i < rounds.size(); i += 2)
    laid.push_back({card, rounds[i].at, 10.0 * static_cast<double>(i)});
  laid.insert(laid.end(), rounds.begin(), rounds.end());
  const Picture picture = photograph(tableWith(game, laid), {.tilt = tilt, .azimuth = 40}, light, sensor);
  const auto found = RoundPieces(printEdition(game)).find(picture.bgr, picture.view, kTable);
  CAPTURE(name(game), tilt, light.gain, found.size());
  CHECK(found.size() == rounds.size());
  for (const LaidCard& round : rounds) {
    CAPTURE(round.face.text(), round.at.x, round.at.y);
    CHECK(std::any_of(found.begin(), found.end(), [&](const FoundRound& seen) {
      return seen.face == round.face && std::hypot(seen.at.x - round.at.x, seen.at.y - round.at.y) < 2.5;
    }));
  }
}

TEST_CASE("where no chip or token lies none is found") {
  const GameId game = GENERATE(GameId::Oct8, GameId::Octa);
  std::vector<LaidCard> laid;
  for (const FaceArt& art : printEdition(game).faces())
    if (art.shape == Shape::Card && laid.size() < 30)
      laid.push_back(
          {art.face,
           {-230.0 + 66 * static_cast<double>(laid.size() % 8), 150.0 - 95.0 * static_cast<double>(laid.size() / 8)},
           0});
  const Picture picture = photograph(tableWith(game, laid), {.tilt = 25});
  for (const FoundRound& seen : RoundPieces(printEdition(game)).find(picture.bgr, picture.view, kTable)) {
    CAPTURE(seen.face.text(), seen.at.x, seen.at.y, seen.likeness);
    CHECK(false);
  }
}
