#pragma once

#include <optional>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/geometry/geometry.h"
#include "vision/locate/marker_finder.h"

namespace octo::vision {

/// A table that markers gave.
struct TableFit {
  TableView view;
  /// Ids of the markers that agree with it.
  std::vector<int> markers;
  /// Distance between where their corners are and where the view puts them, root mean square, pixels.
  double error;
};

/// The view of the table from markers whose places are known. Markers that contradict the others (one that fell off, a
/// print of it elsewhere) are left out. Nothing without a marker that is known.
std::optional<TableFit> fitTable(const std::vector<FoundMarker>& found, const std::vector<PrintedMark>& marks);

/// The view from four points of the picture and where they lie on the table, in the same order.
std::optional<TableView> viewFromCorners(const std::vector<ImagePoint>& corners, const std::vector<TablePoint>& places);

/// Where marks' centres lie, printed or loose: what is played lies between them.
TableRect areaBetween(const std::vector<PrintedMark>& marks);

/// Corners of a printed mark on the table, from its top left clockwise.
std::array<TablePoint, 4> cornersOf(const PrintedMark& mark);

}  // namespace octo::vision
