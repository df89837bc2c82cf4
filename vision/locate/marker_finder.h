#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/geometry/geometry.h"

namespace octo::vision {

/// A marker of `marker_dictionary.h` in a picture.
struct FoundMarker {
  int id;
  /// The corners of its black square, from its top left clockwise when it stands upright; a tenth of a pixel is
  /// typical where a module is three pixels or more.
  std::array<ImagePoint, 4> corners;
  /// Bits that differ from the pattern: 0 or 1 (the patterns differ in 4 at least).
  int wrongBits;
};

/// All markers in an 8-bit grey picture, found anywhere, at any turn and tilt; each id at most once per place. Markers
/// whose modules are smaller than some two and a half pixels are not found.
std::vector<FoundMarker> findMarkers(const cv::Mat& gray);

/// The marker with this id where it is expected: `guess` are its corners, right to about a module. Nothing where it is
/// covered or is not there.
std::optional<FoundMarker> verifyMarker(const cv::Mat& gray, int id, const std::array<ImagePoint, 4>& guess);

}  // namespace octo::vision
