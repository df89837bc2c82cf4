#include "vision/read/taught/look_from_above.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "vision/teach/look.h"

namespace octo::vision {
namespace {

/// Pixels around a part that its look is computed from, too.
constexpr int kBeyond = 8;
constexpr int kPartBits = 7;

int floorOf(double value) {
  const int towardsZero = static_cast<int>(value);
  return towardsZero - (value < towardsZero ? 1 : 0);
}

}  // namespace

LookFromAbove::LookFromAbove(const cv::Mat& bgr, const TableView& plane)
    : bgr_(bgr), plane_(plane), parts_(std::make_unique<std::array<Part, 4 * kPartsEachWay * kPartsEachWay>>()) {}

const LookFromAbove::Part* LookFromAbove::partAt(int x, int y) const {
  static_assert(kPart == 1 << kPartBits);
  const int column = x >> kPartBits, row = y >> kPartBits;
  if (column < -kPartsEachWay || row < -kPartsEachWay || column >= kPartsEachWay || row >= kPartsEachWay)
    return nullptr;
  Part& part = (*parts_)[static_cast<std::size_t>((row + kPartsEachWay) * 2 * kPartsEachWay + column + kPartsEachWay)];
  if (!part.isMade.load(std::memory_order_acquire))
    std::call_once(part.once, [&] {
      part.look = made(column, row);
      part.isMade.store(true, std::memory_order_release);
    });
  return &part;
}

cv::Mat_<cv::Vec4f> LookFromAbove::made(int column, int row) const {
  constexpr int kSize = kPart + 1 + 2 * kBeyond;
  const cv::Size size(kSize, kSize);
  std::vector<cv::Point2f> there;
  for (const auto& [dx, dy] : {std::pair{0, 0}, {kSize, 0}, {kSize, kSize}, {0, kSize}}) {
    const ImagePoint p = plane_.imageFromTable(
        {static_cast<double>(column * kPart - kBeyond + dx), static_cast<double>(-(row * kPart - kBeyond + dy))});
    there.emplace_back(static_cast<float>(p.x - 0.5), static_cast<float>(p.y - 0.5));
  }
  const float end = kSize - 0.5F;
  cv::Mat bgr = cv::Mat::zeros(size, CV_8UC3);
  // Seen from behind, the plane is beyond its horizon.
  if (cv::contourArea(there, true) > 0)
    cv::warpPerspective(bgr_, bgr,
                        cv::getPerspectiveTransform(
                            std::vector<cv::Point2f>{{-0.5F, -0.5F}, {end, -0.5F}, {end, end}, {-0.5F, end}}, there),
                        size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  const Look look = lookAt(bgr, 1);
  cv::Mat_<cv::Vec4f> both(size);
  constexpr std::array kInto{0, 0, 1, 1, 2, 2, 3, 3};
  const std::array<cv::Mat, 2> from{look.features, look.tint};
  cv::mixChannels(from.data(), from.size(), &both, 1, kInto.data(), kInto.size() / 2);
  return both(cv::Rect(kBeyond, kBeyond, kPart + 1, kPart + 1)).clone();
}

LookFromAbove::Corners LookFromAbove::around(cv::Point2d place) const {
  const int x = floorOf(place.x - 0.5), y = floorOf(place.y - 0.5);
  const Part* part = partAt(x, y);
  if (!part) return {};
  const int column = x & (kPart - 1), row = y & (kPart - 1);
  return {part->look[row] + column, part->look[row + 1] + column, static_cast<float>(place.x - 0.5 - x),
          static_cast<float>(place.y - 0.5 - y)};
}

cv::Vec4f LookFromAbove::at(cv::Point2d place) const {
  const auto [upper, lower, u, v] = around(place);
  if (!upper) return {};
  return (1 - v) * ((1 - u) * upper[0] + u * upper[1]) + v * ((1 - u) * lower[0] + u * lower[1]);
}

float LookFromAbove::detailAt(cv::Point2d place) const {
  const auto [upper, lower, u, v] = around(place);
  if (!upper) return 0;
  return (1 - v) * ((1 - u) * upper[0][0] + u * upper[1][0]) + v * ((1 - u) * lower[0][0] + u * lower[1][0]);
}

}  // namespace octo::vision
