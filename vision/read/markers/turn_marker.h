#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/geometry/geometry.h"
#include "vision/locate/marker_finder.h"
#include "vision/sighting.h"

namespace octo::vision {

/// The marker that lies before whoever is in turn: where its ticket lies, and that it is one, 0 to 1.
struct TurnMarker {
  TablePose pose;
  double sure;
};

/// Among the markers of a picture. One that is not as large on the table as it was printed is none.
std::optional<TurnMarker> turnMarkerAmong(const std::vector<FoundMarker>& markers, const TableView& table);

/// In a part of the table, which is looked at from straight above: far away its modules are too small in the picture
/// itself. `gray`: 8-bit.
std::optional<TurnMarker> findTurnMarker(const cv::Mat& gray, const TableView& table, const TableRect& area);

/// Beside a board, where people lay it before whoever is in turn.
std::optional<TurnMarker> findTurnMarkerBeside(const TableRect& board, const cv::Mat& bgr, const TableView& table);

/// Anywhere on the table in a picture (`gray`: 8-bit), whose markers those are.
std::optional<TurnMarker> readTurnMarker(const cv::Mat& gray, const std::vector<FoundMarker>& markers,
                                         const TableView& table);

Sighting sightingOf(const TurnMarker& marker, const TableView& table);

/// Where no table is known the marker is its own; the sighting has no pose.
std::optional<Sighting> looseTurnMarker(const std::vector<FoundMarker>& markers);

}  // namespace octo::vision
