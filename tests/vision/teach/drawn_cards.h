#pragma once

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "tests/temporary_folder.h"
#include "vision/geometry/geometry.h"
#include "vision/teach/lone_piece.h"

/// Cards that no edition has, and tables that they lie on, for tests.
namespace octo::test {

/// A card face at so many pixels a millimetre: a pattern of its own for each number, between frames that all share.
inline cv::Mat drawnCard(int number, double scale = 5) {
  cv::Mat card(static_cast<int>(88 * scale), static_cast<int>(63 * scale), CV_8UC3, cv::Scalar(215, 235, 240));
  const auto px = [&](double mm) { return static_cast<int>(mm * scale); };
  cv::rectangle(card, {px(3), px(3)}, {px(60), px(85)}, {90, 60, 40}, px(0.8));
  // Neighbouring states of this generator begin alike.
  cv::RNG random(0x9e3779b97f4a7c15ULL * static_cast<std::uint64_t>(number + 1));
  for (int i = 0; i < 8; ++i) random.next();
  for (int i = 0; i < 26; ++i) {
    const cv::Point at(px(random.uniform(8.0, 55.0)), px(random.uniform(8.0, 80.0)));
    const cv::Scalar ink(random.uniform(0, 200), random.uniform(0, 200), random.uniform(0, 200));
    if (i % 2)
      cv::circle(card, at, px(random.uniform(1.5, 5.0)), ink, cv::FILLED, cv::LINE_AA);
    else
      cv::rectangle(card, {at.x, at.y, px(random.uniform(2.0, 7.0)), px(random.uniform(2.0, 7.0))}, ink, cv::FILLED);
  }
  return card;
}

/// A table with some grain and a slope of light.
inline cv::Mat bareTable(cv::Size size, const cv::Scalar& colour) {
  cv::Mat table(size, CV_8UC3, colour), noise(size, CV_8UC3);
  cv::RNG random(5);
  random.fill(noise, cv::RNG::NORMAL, 20, 3);
  table += noise - cv::Scalar::all(20);
  for (int y = 0; y < size.height; ++y) table.row(y) *= 0.85 + 0.2 * y / size.height;
  return table;
}

/// Lays the card into the picture so that its corners come to lie there.
inline void lay(cv::Mat& picture, const cv::Mat& card, const std::vector<cv::Point2f>& corners) {
  const auto w = static_cast<float>(card.cols), h = static_cast<float>(card.rows);
  const std::vector<cv::Point2f> from{{-0.5F, -0.5F}, {w - 0.5F, -0.5F}, {w - 0.5F, h - 0.5F}, {-0.5F, h - 0.5F}};
  const cv::Mat map = cv::getPerspectiveTransform(from, corners);
  cv::Mat laid, mask, smaller;
  cv::GaussianBlur(card, smaller, {}, 1.2);
  cv::warpPerspective(smaller, laid, map, picture.size());
  cv::warpPerspective(cv::Mat(card.size(), CV_8U, cv::Scalar(255)), mask, map, picture.size());
  laid.copyTo(picture, mask > 127);
}

}  // namespace octo::test
