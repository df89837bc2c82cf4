#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

namespace octo::vision {

/// Four corners in OpenCV's pixels (the centre of a pixel has whole coordinates), clockwise in the image.
using Quad = std::array<cv::Point2d, 4>;

/// The grey value between pixels; outside the picture that of its edge.
double greyAt(const cv::Mat& gray, cv::Point2d at);

/// Quadrilaterals that are darker than what surrounds them, corners right to a pixel.
std::vector<Quad> findDarkQuads(const cv::Mat& gray);

/// The corners as crossings of straight lines through the steps from dark to bright along the sides, looked for within
/// `reach` pixels. Nothing where a side has no such step.
std::optional<Quad> sharpened(const cv::Mat& gray, const Quad& quad, double reach);

/// Length of the shortest side, pixels.
double shortestSide(const Quad& quad);

}  // namespace octo::vision
