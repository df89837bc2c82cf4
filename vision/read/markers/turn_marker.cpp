#include "vision/read/markers/turn_marker.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "tracker/vocabulary/zone_place.h"
#include "vision/edition/table_markers.h"
#include "vision/geometry/from_above.h"
#include "vision/locate/marker_dictionary.h"
#include "vision/locate/table_fit.h"

namespace octo::vision {
namespace {

/// The share by which a side may be longer or shorter than it was printed: far away a corner is a pixel off.
constexpr double kSizeTolerance = 0.2;
/// A module is five pixels wide there.
constexpr double kAboveScale = 1.0;
constexpr double kModulePx = 5.0;
constexpr double kSure = 0.995, kSureWithWrongBit = 0.9;

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

double sureOf(const FoundMarker& marker) { return marker.wrongBits == 0 ? kSure : kSureWithWrongBit; }

std::optional<TurnMarker> turnMarkerOf(const FoundMarker& marker, const std::array<TablePoint, 4>& corners) {
  double x = 0, y = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if (std::abs(distance(corners[i], corners[(i + 1) % 4]) / kTurnMarkerMm - 1) > kSizeTolerance) return std::nullopt;
    x += corners[i].x / 4, y += corners[i].y / 4;
  }
  const double rightX = corners[1].x - corners[0].x + corners[2].x - corners[3].x,
               rightY = corners[1].y - corners[0].y + corners[2].y - corners[3].y;
  const TablePose centre{{x, y}, degrees(std::atan2(-rightY, rightX))};
  return TurnMarker{{pointOn(centre, 0, kTurnMarkerBelow), centre.angle}, sureOf(marker)};
}

const FoundMarker* turnMarkerIn(const std::vector<FoundMarker>& markers) {
  const auto found =
      std::find_if(markers.begin(), markers.end(), [](const FoundMarker& each) { return each.id == kTurnMarker; });
  return found == markers.end() ? nullptr : &*found;
}

}  // namespace

std::optional<TurnMarker> turnMarkerAmong(const std::vector<FoundMarker>& markers, const TableView& table) {
  const FoundMarker* marker = turnMarkerIn(markers);
  if (!marker) return std::nullopt;
  std::array<TablePoint, 4> corners;
  for (std::size_t i = 0; i < 4; ++i) corners[i] = table.tableFromImage(marker->corners[i]);
  return turnMarkerOf(*marker, corners);
}

std::optional<TurnMarker> findTurnMarker(const cv::Mat& gray, const TableView& table, const TableRect& area) {
  constexpr double kScale = kAboveScale * kModulePx * kMarkerModules / kTurnMarkerMm;
  const cv::Mat seen = seenFromAbove(gray, table, area, kScale, cv::INTER_CUBIC);
  if (seen.cols < kModulePx * kMarkerModules || seen.rows < kModulePx * kMarkerModules) return std::nullopt;
  const auto view = TableView::fromHomography(aboveFromTable(area, kScale).inv());
  return turnMarkerAmong(findMarkers(seen), *view);
}

std::optional<TurnMarker> findTurnMarkerBeside(const TableRect& board, const cv::Mat& bgr, const TableView& table) {
  constexpr double kBeside = 120;  // mm
  cv::Mat gray;
  cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
  for (const TableRect& area : {TableRect{board.x0, board.y0 - kBeside, board.x1, board.y0},
                                TableRect{board.x0, board.y1, board.x1, board.y1 + kBeside},
                                TableRect{board.x0 - kBeside, board.y0, board.x0, board.y1},
                                TableRect{board.x1, board.y0, board.x1 + kBeside, board.y1}})
    if (const auto turn = findTurnMarker(gray, table, area)) return turn;
  return std::nullopt;
}

std::optional<TurnMarker> readTurnMarker(const cv::Mat& gray, const std::vector<FoundMarker>& markers,
                                         const TableView& table) {
  if (const auto seen = turnMarkerAmong(markers, table)) return seen;
  const TableRect shown = shownBy(gray.size(), table);
  if (!(shown.x1 > shown.x0 && shown.y1 > shown.y0)) return std::nullopt;
  return findTurnMarker(gray, table, shown);
}

Sighting sightingOf(const TurnMarker& marker, const TableView& table) {
  constexpr double kHalf = kMarkerTicketMm / 2;
  Sighting sighting;
  sighting.faces = {{Face("turn"), marker.sure}};
  sighting.kind = "marker";
  for (const auto& [x, y] : {std::pair(-kHalf, kHalf), {kHalf, kHalf}, {kHalf, -kHalf}, {-kHalf, -kHalf}})
    sighting.outline.push_back(table.imageFromTable(pointOn(marker.pose, x, y)));
  const ImagePoint top = table.imageFromTable(pointOn(marker.pose, 0, kHalf)),
                   bottom = table.imageFromTable(pointOn(marker.pose, 0, -kHalf));
  sighting.imageAngle = degrees(std::atan2(top.x - bottom.x, bottom.y - top.y));
  sighting.pose = marker.pose;
  return sighting;
}

std::optional<Sighting> looseTurnMarker(const std::vector<FoundMarker>& markers) {
  const FoundMarker* marker = turnMarkerIn(markers);
  if (!marker || marker->wrongBits > 0) return std::nullopt;
  const auto places = cornersOf(PrintedMark{kTurnMarker, {0, 0}, kTurnMarkerMm});
  const auto view = viewFromCorners({marker->corners.begin(), marker->corners.end()}, {places.begin(), places.end()});
  if (!view) return std::nullopt;
  Sighting sighting = sightingOf(TurnMarker{{{0, kTurnMarkerBelow}, 0}, sureOf(*marker)}, *view);
  sighting.pose.reset();
  return sighting;
}

}  // namespace octo::vision
