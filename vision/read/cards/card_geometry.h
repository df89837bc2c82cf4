#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/read/cards/card_index.h"

namespace octo::vision {

/// What a deck's cards measure, in sizes of their index: width and height, and from the card's left and top edge to the
/// index's middle.
struct CardMeasure {
  double width, height, left, top;
};

/// A poker card with a standard index, where nothing better is known.
inline constexpr CardMeasure kTypicalMeasure{3.5, 4.95, 0.45, 0.75};

/// Of the second index as the first one sees it: to the right of it and below it, in its sizes.
ImagePoint placeOf(const CardIndex& second, const CardIndex& first);
/// The card around one index.
Corners cardAround(const CardIndex& index, const CardMeasure& measure);

ImagePoint halfway(ImagePoint a, ImagePoint b);
double dot(ImagePoint a, ImagePoint b);
double distance(ImagePoint a, ImagePoint b);
ImagePoint middle(const Corners& corners);
/// Of a quadrangle, pixels.
double areaOf(const Corners& corners);
using Polygon = std::vector<cv::Point2f>;

Polygon polygonOf(const Corners& corners);
/// What two convex polygons share; empty where one of them is not convex.
Polygon sharedPart(const Polygon& a, const Polygon& b);
/// Shared area over joint area of two convex polygons, 0 to 1; 0 where one of them is not convex.
double overlap(const Polygon& a, const Polygon& b);
double overlap(const Corners& a, const Corners& b);
/// Whether the point lies in the convex quadrangle.
bool holds(const Corners& corners, ImagePoint point);
/// The share of the first that lies in the second.
double shareWithin(const Corners& card, const Corners& other);
/// The share of the card that lies in a picture of that size.
double shareInside(const Corners& corners, int width, int height);

}  // namespace octo::vision
