#pragma once

#include <opencv2/core.hpp>

#include "vision/edition/edition.h"

namespace octo::vision {

/// An upright piece as it is compared with others: without the light's level and slope. Its colour is that of the light
/// too; comparing takes it out (`castOf`).
struct Look {
  /// 32-bit, three channels of about the same weight: detail of brightness, and two of colour.
  cv::Mat features;
  /// Pixels a millimetre.
  double scale = 1;
  /// 32-bit, one channel: brightness around each place, grey levels. Light makes it differ, but smoothly.
  cv::Mat level;
  /// 32-bit, one channel: how strongly a coloured light changes the colours of a place, 0 (black) to 1 (white).
  cv::Mat tint;
  /// 8-bit; 255 where the piece is, leaving out its very edge.
  cv::Mat mask;
};

/// So much difference of a or b of CIE Lab is 1 in a look's colours: as much as light and print make.
inline constexpr float kLookColour = 11;

/// From the upright piece, 8-bit BGR, at `scale` pixels a millimetre.
Look lookAt(const cv::Mat& upright, const FaceArt& art, double scale);
/// The same of a picture of anything, or of part of a piece: without a mask. What is so far from the picture's sides,
/// mm, looks as it does in a greater one.
Look lookAt(const cv::Mat& picture, double scale);
inline constexpr double kLooksAlike = 6;
/// Of its features the first alone, to a grey level and sooner: 32-bit, one channel.
cv::Mat detailAt(const cv::Mat& picture, double scale);
/// `Look::mask` of such a piece.
cv::Mat maskOf(const FaceArt& art, double scale);

/// The two colour channels that one's light adds to the other's, for a white place: lamps and a camera's white balance
/// differ from one picture to the next. Told by the details that both show where `mask` says so, and never more than
/// lamps do, so that a red piece becomes no green one. {0, 0} where too few details tell it.
cv::Vec2f castOf(const Look& one, const Look& other, const cv::Mat& mask);

/// The look's features as they are without that cast.
cv::Mat withoutCast(const Look& look, const cv::Vec2f& cast);

/// The squared difference of two looks' features at so many places in a line.
void putSquares(const cv::Vec3f* one, const cv::Vec3f* other, float* squares, int many);

/// Where the two differ, the light's colour taken out: 32-bit, 0 for the same; 1 is as much as print, light and a
/// pixel's shift make; at most 4.
cv::Mat differenceOf(const Look& one, const Look& other);
/// The same where the light's colour is known: `castOf` those two.
cv::Mat differenceOf(const Look& one, const Look& other, const cv::Vec2f& cast);

/// How much of them differs clearly, mm².
double differingMm2(const Look& one, const Look& other);

/// The picture turned clockwise in its own plane: by steps of the turns that leave a piece of that shape as it is (2 of
/// a card, 8 of an octagon, 24 of a circle, which are all that are tried).
cv::Mat turned(const cv::Mat& upright, const FaceArt& art, int step);
int turnsOf(const FaceArt& art);

}  // namespace octo::vision
