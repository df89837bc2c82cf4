#include "ui/views/pointed_piece.h"

#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace octo::ui {
namespace {

constexpr double kBoxHalfMm = 25.0;  // a box of the print edition is 50 mm across
/// More of a piece than that is seen: nothing lies on it.
constexpr double kUncovered = 0.9;

/// Whether an outline goes round the point.
bool goesRound(const std::vector<vision::ImagePoint>& outline, vision::ImagePoint point) {
  std::vector<cv::Point2f> polygon;
  for (const vision::ImagePoint& corner : outline)
    polygon.emplace_back(static_cast<float>(corner.x), static_cast<float>(corner.y));
  return cv::pointPolygonTest(polygon, {static_cast<float>(point.x), static_cast<float>(point.y)}, false) >= 0;
}

/// A piece without anything on it is meant wherever its outline goes round the point. Of pieces that cover each other
/// only a strip at the edge shows, which is the farther from the middle of a piece the more of them it lies on.
bool isRather(const vision::Sighting& one, const vision::Sighting& other, TablePoint point) {
  const bool free = one.visible >= kUncovered, otherFree = other.visible >= kUncovered;
  if (free != otherFree) return free;
  const double away = distance(one.pose->at, point), otherAway = distance(other.pose->at, point);
  return free ? away < otherAway : away > otherAway;
}

}  // namespace

std::vector<vision::ImagePoint> outlineOf(Cell cell, const Grid& grid, const vision::TableView& table) {
  const TablePoint centre = grid.centre(cell);
  const double cut = kBoxHalfMm * std::tan(M_PI / 8);
  const std::array<TablePoint, 8> corners{{{-cut, kBoxHalfMm},
                                           {cut, kBoxHalfMm},
                                           {kBoxHalfMm, cut},
                                           {kBoxHalfMm, -cut},
                                           {cut, -kBoxHalfMm},
                                           {-cut, -kBoxHalfMm},
                                           {-kBoxHalfMm, -cut},
                                           {-kBoxHalfMm, cut}}};
  std::vector<vision::ImagePoint> outline;
  for (const TablePoint& corner : corners)
    outline.push_back(table.imageFromTable({centre.x + corner.x, centre.y + corner.y}));
  return outline;
}

std::optional<PointedPiece> pointedAt(vision::ImagePoint point, const GameSnapshot& game, const vision::View& view) {
  if (!view.table) return std::nullopt;
  const TablePoint at = view.table->tableFromImage(point);
  const Zone* board = game.layout.zone("board");
  if (board && board->grid) {
    const auto cell = board->grid->cellAt(at);
    if (!cell) return std::nullopt;
    return PointedPiece{board->grid->centre(*cell), outlineOf(*cell, *board->grid, *view.table)};
  }
  const vision::Sighting* meant = nullptr;
  if (view.sightings)
    for (const vision::Sighting& each : *view.sightings) {
      if (!each.pose || each.faces.empty() || each.outline.size() < 3 || !goesRound(each.outline, point)) continue;
      if (!meant || isRather(each, *meant, at)) meant = &each;
    }
  if (!meant) return std::nullopt;
  return PointedPiece{meant->pose->at, meant->outline, tracker::LyingPiece{meant->faces.front().face, *meant->pose}};
}

}  // namespace octo::ui
