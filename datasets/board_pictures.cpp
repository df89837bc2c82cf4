#include "datasets/board_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "datasets/scene/board_grid.h"
#include "datasets/scene/random.h"

namespace octo::datasets {
namespace {

constexpr std::array kFaces{"red", "orange", "yellow", "green", "blue", "purple", "joker", "lady"};
constexpr double kMostOffMm = 10.0, kMostOffDegrees = 12.0;

constexpr double kShieldOffMm = 4, kShieldOffDegrees = 5;

TablePose laidAt(TablePoint centre, const Habits* people, Random& random) {
  const SeatHabits* habits = people ? &people->of(random.below(2)) : nullptr;
  const double mm = habits ? std::min(habits->neatnessMm, kMostOffMm) : kShieldOffMm;
  TablePoint off;
  do {
    off = {random.normal(mm, kMostOffMm), random.normal(mm, kMostOffMm)};
  } while (std::hypot(off.x, off.y) > kMostOffMm);
  const double facing = 45.0 * random.below(8);
  return {{centre.x + off.x, centre.y + off.y},
          std::remainder(facing + random.normal(habits ? habits->neatnessDegrees : kShieldOffDegrees, kMostOffDegrees),
                         360.0)};
}

}  // namespace

std::vector<ScenePiece> randomShields(std::uint64_t seed, const Habits* people) {
  Random random = Random(seed).fork("shields");
  const Grid grid = boardGrid(GameId::Octagone).value();
  const double share = random.between(0.1, 0.9);
  std::vector<ScenePiece> pieces{{0, Face("board"), {{0, 0}, 0}, 0, true}};
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      if (!random.chance(share)) continue;
      const Face face(std::string("shield:") + random.pick(kFaces));
      pieces.push_back(
          {static_cast<int>(pieces.size()), face, laidAt(grid.centre(Cell::at(column, row)), people, random), 1, true});
    }
  return pieces;
}

cv::Mat boardPicture(const std::vector<ScenePiece>& pieces, const StageOptions& options, std::uint64_t seed) {
  return tablePicture(vision::printEdition(GameId::Octagone), pieces, options, seed).bgr;
}

TablePicture tablePicture(const vision::Edition& edition, const std::vector<ScenePiece>& pieces,
                          const StageOptions& options, std::uint64_t seed) {
  Stage stage(edition, options, seed);
  stage.rest(pieces);
  TablePicture picture;
  Moment moment;
  moment.lying = pieces;
  stage.draw(moment, moment, 0.0, picture.bgr);
  picture.visible = stage.visible(moment);
  return picture;
}

}  // namespace octo::datasets
