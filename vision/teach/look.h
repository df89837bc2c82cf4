#pragma once

#include <opencv2/core.hpp>

#include "vision/edition/edition.h"

namespace octo::vision {

/// An upright piece as it is compared with others: without the light's level and slope, and nearly without its colour.
struct Look {
  /// 32-bit, three channels of about the same weight: detail of brightness, and two of colour.
  cv::Mat features;
  /// Pixels a millimetre.
  double scale = 1;
  /// 32-bit, one channel: brightness around each place, grey levels. Light makes it differ, but smoothly.
  cv::Mat level;
  /// 8-bit; 255 where the piece is, leaving out its very edge.
  cv::Mat mask;
};

/// From the upright piece, 8-bit BGR, at `scale` pixels a millimetre.
Look lookAt(const cv::Mat& upright, const FaceArt& art, double scale);

/// Where the two differ: 32-bit, 0 for the same; 1 is as much as print, light and a pixel's shift make; at most 4.
cv::Mat differenceOf(const Look& one, const Look& other);

/// How much of them differs clearly, mm².
double differingMm2(const Look& one, const Look& other);

/// The picture turned clockwise in its own plane: by steps of the turns that leave a piece of that shape as it is (2 of
/// a card, 8 of an octagon, 24 of a circle, which are all that are tried).
cv::Mat turned(const cv::Mat& upright, const FaceArt& art, int step);
int turnsOf(const FaceArt& art);

}  // namespace octo::vision
