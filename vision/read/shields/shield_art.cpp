#include "vision/read/shields/shield_art.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace octo::vision {
namespace {

constexpr double kDrawnPixelsPerMm = 4.0;
/// What is left off at the edge: a millimetre of rim, which blur mixes with the board.
constexpr double kEdgeMm = 0.7;

/// Drawn on its own rim's colour, so that blur at the edge mixes in no white.
cv::Mat drawn(const Edition& edition, const Face& face, int side) {
  const cv::Mat art = drawFace(edition, face, kDrawnPixelsPerMm);
  cv::Mat flat(art.size(), CV_32FC3);
  const cv::Vec4b rim = art.at<cv::Vec4b>(art.rows / 2, 2);
  for (int y = 0; y < art.rows; ++y)
    for (int x = 0; x < art.cols; ++x) {
      const cv::Vec4b& p = art.at<cv::Vec4b>(y, x);
      const float alpha = static_cast<float>(p[3]) / 255;
      for (int c = 0; c < 3; ++c)
        flat.at<cv::Vec3f>(y, x)[c] = alpha * static_cast<float>(p[c]) + (1 - alpha) * static_cast<float>(rim[c]);
    }
  cv::Mat small;
  cv::resize(flat, small, {side, side}, 0, 0, cv::INTER_AREA);
  return small;
}

cv::Mat blurred(const cv::Mat& drawing, double mm) {
  cv::Mat result;
  cv::GaussianBlur(drawing, result, {}, mm * ShieldArt::kPixelsPerMm, 0, cv::BORDER_REPLICATE);
  return result;
}

void normalise(cv::Mat& picture, const cv::Mat& mask) {
  cv::Scalar mean, spread;
  cv::meanStdDev(picture, mean, spread, mask);
  picture = (picture - mean[0]) / spread[0];
}

}  // namespace

ShieldArt::ShieldArt(const Edition& edition) {
  for (const FaceArt& art : edition.faces()) {
    if (art.shape != Shape::Octagon || art.face.family() != "shield") continue;
    across_ = art.widthMm;
    const int side = static_cast<int>(std::lround(across_ * kPixelsPerMm));
    Shield shield{art.face, {}};
    const cv::Mat sharp = drawn(edition, art.face, side);
    for (std::size_t i = 0; i < kBlursMm.size(); ++i) shield.drawings[i] = blurred(sharp, kBlursMm[i]);
    shields_.push_back(std::move(shield));
  }
  drawMask();
  averageArrow();
}

void ShieldArt::drawMask() {
  mask_ = cv::Mat::zeros(shields_.front().drawings[0].size(), CV_8UC1);
  const double reach = across_ / 2 - kEdgeMm;
  for (int y = 0; y < mask_.rows; ++y)
    for (int x = 0; x < mask_.cols; ++x) {
      const double u = std::abs((x + 0.5) / kPixelsPerMm - across_ / 2),
                   v = std::abs((y + 0.5) / kPixelsPerMm - across_ / 2);
      if (std::max({u, v, (u + v) * std::sqrt(0.5)}) < reach) mask_.at<uchar>(y, x) = 255;
    }
}

// The faces' brightness, each normalised and turned to a bright arrow, averaged: what differs (symbols, fields) fades,
// what all share stays.
void ShieldArt::averageArrow() {
  for (const Shield& shield : shields_) {
    cv::Mat grey;
    cv::cvtColor(shield.drawings[1], grey, cv::COLOR_BGR2GRAY);
    normalise(grey, mask_);
    if (arrow_.empty()) arrow_ = cv::Mat::zeros(grey.size(), CV_32F);
    // The shaft's middle is arrow in every face, and no symbol lies there.
    const float shaft = grey.at<float>(grey.rows * 7 / 10, grey.cols / 2);
    if (shaft > 0)
      arrow_ += grey;
    else
      arrow_ -= grey;
  }
  normalise(arrow_, mask_);
}

}  // namespace octo::vision
