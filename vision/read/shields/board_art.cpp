#include "vision/read/shields/board_art.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

namespace octo::vision {
namespace {

/// How far around a sample its colour is the same: beyond what blur and a millimetre's misfit of the view mix in.
constexpr int kFlatRadiusPx = 3;
/// Colours that differ by less are one kind, grey levels of 255.
constexpr float kSameColour = 6.0F;
/// Samples stand this far apart; of the ground, of which there is much, farther.
constexpr int kEveryPx = 4;
constexpr int kGroundEveryPx = 8;

/// Distance from an octagon's centre in the sense in which its flats lie at half its width.
double octagonDistance(double x, double y) {
  const double diagonal = (std::abs(x) + std::abs(y)) * std::sqrt(0.5);
  return std::max({std::abs(x), std::abs(y), diagonal});
}

bool isFlat(const cv::Mat& picture, int x, int y, cv::Vec3f& colour) {
  const cv::Rect around(x - kFlatRadiusPx, y - kFlatRadiusPx, 2 * kFlatRadiusPx + 1, 2 * kFlatRadiusPx + 1);
  if ((around & cv::Rect({}, picture.size())) != around) return false;
  cv::Scalar mean, spread;
  cv::meanStdDev(picture(around), mean, spread);
  colour = {static_cast<float>(mean[0]), static_cast<float>(mean[1]), static_cast<float>(mean[2])};
  return spread[0] < 2 && spread[1] < 2 && spread[2] < 2;
}

}  // namespace

BoardArt::BoardArt(const Edition& edition) : grid_(edition.boxes().value()), boxAcross_(edition.boxAcrossMm()) {
  const FaceArt& art = edition.art(Face("board"));
  width_ = art.widthMm;
  height_ = art.heightMm;
  cv::cvtColor(drawFace(edition, art.face, kPixelsPerMm), drawing_, cv::COLOR_BGRA2BGR);
  collectSamples();
}

cv::Mat BoardArt::drawing(TablePoint centre, double sideMm) const {
  const int side = static_cast<int>(std::lround(sideMm * kPixelsPerMm));
  cv::Mat result(side, side, CV_8UC3, cv::Scalar::all(0));
  const int left = static_cast<int>(std::lround((centre.x + width_ / 2 - sideMm / 2) * kPixelsPerMm));
  const int top = static_cast<int>(std::lround((height_ / 2 - centre.y - sideMm / 2) * kPixelsPerMm));
  const cv::Rect wanted(left, top, side, side), there = wanted & cv::Rect({}, drawing_.size());
  if (!there.empty()) drawing_(there).copyTo(result(there - wanted.tl()));
  return result;
}

int BoardArt::kindOf(const cv::Vec3f& colour) {
  for (std::size_t i = 0; i < palette_.size(); ++i)
    if (cv::norm(palette_[i] - colour) < kSameColour) return static_cast<int>(i);
  palette_.push_back(colour);
  return static_cast<int>(palette_.size()) - 1;
}

void BoardArt::collectSamples() {
  // The ground in the middle of the board is kind 0.
  const TablePoint a1 = grid_.first;
  const cv::Mat gap = drawing({a1.x + grid_.columnStep / 2, a1.y - 0.23 * grid_.rowStep}, 2);
  kindOf(cv::Vec3f(gap.at<cv::Vec3b>(1, 1)));
  for (int y = kFlatRadiusPx; y < drawing_.rows - kFlatRadiusPx; y += kEveryPx)
    for (int x = kFlatRadiusPx; x < drawing_.cols - kFlatRadiusPx; x += kEveryPx) {
      const TablePoint at{(x + 0.5) / kPixelsPerMm - width_ / 2, height_ / 2 - (y + 0.5) / kPixelsPerMm};
      if (const auto cell = grid_.cellAt(at)) {
        const TablePoint centre = grid_.centre(*cell);
        if (octagonDistance(at.x - centre.x, at.y - centre.y) < boxAcross_ / 2) continue;
      }
      cv::Vec3f colour;
      if (!isFlat(drawing_, x, y, colour)) continue;
      const int kind = kindOf(colour);
      const bool skipped = (x - kFlatRadiusPx) % kGroundEveryPx != 0 || (y - kFlatRadiusPx) % kGroundEveryPx != 0;
      if (kind != 0 || !skipped) samples_.push_back({at, colour, kind});
    }
  kinds_ = static_cast<int>(palette_.size());
}

}  // namespace octo::vision
