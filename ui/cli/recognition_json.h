#pragma once

#include <optional>
#include <vector>

#include "tracker/vocabulary/json.h"
#include "vision/sighting.h"

/// What vision found, as the commands print it.
namespace octo::ui {

/// To so many parts of one: 10 for tenths.
double rounded(double value, double parts);

/// Corners in pixels, to a tenth.
Json outlineJson(const std::vector<vision::ImagePoint>& outline);

/// Image pixels to table millimetres, 3×3 by rows; null where the table is not known.
Json tableJson(const std::optional<vision::TableView>& table);

/// One piece as `recognize` prints it.
Json pieceJson(GameId game, const vision::Sighting& sighting);

}  // namespace octo::ui
