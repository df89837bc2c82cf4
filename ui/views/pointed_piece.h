#pragma once

#include <optional>
#include <vector>

#include "ui/snapshot.h"

namespace octo::ui {

/// What a point of the camera's picture shows.
struct PointedPiece {
  /// Where it lies on the table, mm.
  TablePoint at;
  /// Around it, picture pixels.
  std::vector<vision::ImagePoint> outline;
  /// The piece as it was read; of a game with boxes absent, as an empty box can be meant, too.
  std::optional<tracker::LyingPiece> piece = std::nullopt;
};

/// The box, or in a card game the piece on top, that the point shows; nothing where there is none, or where the table
/// is not found.
std::optional<PointedPiece> pointedAt(vision::ImagePoint point, const GameSnapshot& game, const vision::View& view);

/// The corners of a box, as the camera sees it, picture pixels.
std::vector<vision::ImagePoint> outlineOf(Cell cell, const Grid& grid, const vision::TableView& table);

}  // namespace octo::ui
