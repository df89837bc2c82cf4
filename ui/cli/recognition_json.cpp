#include "ui/cli/recognition_json.h"

#include <cmath>

#include "tracker/vocabulary/cell.h"
#include "vision/edition/edition.h"

namespace octo::ui {
namespace {

/// The box and the facing of a shield whose place on the board is known.
void addPlace(Json& piece, GameId game, const vision::Sighting& sighting) {
  if (sighting.kind != "shield" || !sighting.pose) return;
  const auto boxes = vision::printEdition(game).boxes();
  const auto cell = boxes ? boxes->cellAt(sighting.pose->at) : std::nullopt;
  if (!cell) return;
  piece["cell"] = cell->name();
  piece["facing"] = std::string(Facing::nearest(sighting.pose->angle).name());
}

}  // namespace

double rounded(double value, double parts) { return std::round(value * parts) / parts; }

Json outlineJson(const std::vector<vision::ImagePoint>& outline) {
  Json corners = Json::array();
  for (const vision::ImagePoint& p : outline) corners.push_back({rounded(p.x, 10), rounded(p.y, 10)});
  return corners;
}

Json pieceJson(GameId game, const vision::Sighting& sighting) {
  Json piece{{"piece", sighting.faces.front().face.text()},
             {"kind", sighting.kind},
             {"confidence", rounded(sighting.faces.front().confidence * sighting.presence, 10000)},
             {"outline", outlineJson(sighting.outline)},
             {"angle", rounded(sighting.imageAngle, 10)},
             {"visible", rounded(sighting.visible, 100)}};
  addPlace(piece, game, sighting);
  for (std::size_t i = 1; i < sighting.faces.size(); ++i)
    piece["runners_up"].push_back(
        {{"piece", sighting.faces[i].face.text()}, {"confidence", rounded(sighting.faces[i].confidence, 10000)}});
  return piece;
}

Json tableJson(const std::optional<vision::TableView>& table) {
  if (!table) return nullptr;
  Json rows = Json::array();
  const cv::Matx33d& h = table->homography();
  for (int r = 0; r < 3; ++r) rows.push_back({h(r, 0), h(r, 1), h(r, 2)});
  return rows;
}

}  // namespace octo::ui
