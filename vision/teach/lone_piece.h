#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/geometry/geometry.h"

namespace octo::vision {

/// Pixels a millimetre of the pictures that a taught edition keeps.
inline constexpr double kTaughtScale = 5;

/// The corners of an upright piece in its own picture at `scale` pixels a millimetre, in the order of
/// `Sighting::outline`: 4 of a card, a circle's bounding box or a board; 8 of an octagon.
std::vector<cv::Point2f> uprightCorners(const FaceArt& art, double scale);

/// The one piece that lies in the picture (8-bit BGR) on a bare table: its corners in pixels, clockwise, from the one
/// that is top left if the piece points up in the picture as far as it can. Its shape and the proportion of its sides
/// are known, nothing else: neither the table's colour nor the light. Nothing where no such piece stands out.
std::optional<std::vector<ImagePoint>> findLonePiece(const cv::Mat& bgr, const FaceArt& art);
/// All outlines that it may have, the likeliest first: the grain of a wooden table is easily taken for an edge, and
/// another picture of the piece tells which of them it is.
std::vector<std::vector<ImagePoint>> outlinesOfLonePiece(const cv::Mat& bgr, const FaceArt& art);

/// What else stands out from the table than the piece of that outline and its shadow, and is at least a good part of
/// its size: a hand, another piece. 8-bit, 255 there; smaller than the picture (8-bit BGR), of the same proportion.
cv::Mat besideLonePiece(const cv::Mat& bgr, const std::vector<ImagePoint>& outline);

/// The piece seen from straight above, upright, `scale` pixels a millimetre, 8-bit BGR. `outline`: its corners in the
/// picture, as many as `uprightCorners` gives and in that order.
cv::Mat uprightPiece(const cv::Mat& bgr, const std::vector<ImagePoint>& outline, const FaceArt& art, double scale);

}  // namespace octo::vision
