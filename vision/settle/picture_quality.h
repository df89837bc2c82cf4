#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "tracker/vocabulary/table.h"
#include "vision/geometry/geometry.h"

namespace octo::vision {

/// How good a picture is for reading a table in it, measured on samples of its pixels: about a millisecond.
struct PictureQuality {
  /// Grey level, 0 to 255, that a tenth of the table is brighter than; of the whole picture where the table is not
  /// known.
  double light = 0;
  /// Pixels, as in a picture 1920 across, in which the sharpest tenth of all edges pass from one side to the other.
  /// Nothing where there are no edges to measure.
  std::optional<double> edge;
  /// Share of the table (or picture) that is burnt out.
  double glare = 0;
  /// Pixels a millimetre where the table is farthest from the camera, and the share of its outline that lies outside
  /// the picture. Nothing where the table is not known.
  std::optional<double> scale, outside;
};

/// `area`: the play area around the table's origin. The picture is 8-bit BGR and not empty.
PictureQuality qualityOf(const cv::Mat& bgr, const std::optional<TableView>& view, const TableRect& area);

/// What is wrong with a picture, what matters most first.
enum class PictureTrouble { CutOff, Dark, Glare, Blurred, Far };

/// The most important trouble of the picture. What was wrong before stays wrong until it is clearly better, so that a
/// picture at the limit does not change its mind from one look to the next.
std::optional<PictureTrouble> troubleOf(const PictureQuality& quality, std::optional<PictureTrouble> before = {});

}  // namespace octo::vision
