#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/geometry/geometry.h"

namespace octo::vision {

/// A card's corners in the picture, clockwise from the upright card's top left one.
using CardCorners = std::array<ImagePoint, 4>;

/// As OpenCV reckons with it.
inline cv::Point2d plain(ImagePoint p) { return {p.x, p.y}; }

/// The plane in which cards of one size lie, told by those that are seen whole: the view of a table whose origin is
/// what the picture's middle shows, and whose axes are those of the largest card. A card that does not lie flat beside
/// the others is left out. Nothing without a card.
std::optional<TableView> planeOfCards(std::vector<CardCorners> cards, double widthMm, double heightMm,
                                      cv::Size picture);

}  // namespace octo::vision
