#include "vision/geometry/from_above.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

namespace octo::vision {

TableRect shownBy(cv::Size picture, const TableView& table) {
  TableRect shown{1e9, 1e9, -1e9, -1e9};
  for (const auto& [x, y] : {std::pair(0.0, 0.0), {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}}) {
    const TablePoint p = table.tableFromImage({x * picture.width, y * picture.height});
    shown = {std::min(shown.x0, p.x), std::min(shown.y0, p.y), std::max(shown.x1, p.x), std::max(shown.y1, p.y)};
  }
  return {std::max(shown.x0, -kMostReachMm), std::max(shown.y0, -kMostReachMm), std::min(shown.x1, kMostReachMm),
          std::min(shown.y1, kMostReachMm)};
}

cv::Matx33d aboveFromTable(const TableRect& area, double scale) {
  return {scale, 0, -area.x0 * scale, 0, -scale, area.y1 * scale, 0, 0, 1};
}

namespace {

/// With whole numbers at the pixels' centres.
cv::Matx33d aboveFromImage(const TableView& table, const TableRect& area, double scale) {
  const cv::Matx33d centres(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1);
  return centres * aboveFromTable(area, scale) * table.homography() * centres.inv();
}

/// The part of the picture that a picture from above is made of, `around` pixels wider; all of it where a corner of
/// that one lies beyond the horizon.
cv::Rect sourceOf(cv::Size picture, const cv::Matx33d& aboveFromImage, cv::Size above, int around) {
  const cv::Rect all({}, picture);
  const cv::Matx33d from = aboveFromImage.inv();
  std::vector<cv::Point2f> corners;
  for (const auto& [x, y] : {std::pair(0, 0), {above.width, 0}, {above.width, above.height}, {0, above.height}}) {
    const cv::Vec3d p = from * cv::Vec3d(x, y, 1);
    if (p[2] * from(2, 2) <= 0) return all;
    corners.emplace_back(static_cast<float>(std::clamp(p[0] / p[2], -1.0, picture.width + 1.0)),
                         static_cast<float>(std::clamp(p[1] / p[2], -1.0, picture.height + 1.0)));
  }
  const cv::Rect seen = cv::boundingRect(corners);
  return cv::Rect(seen.x - around, seen.y - around, seen.width + 2 * around, seen.height + 2 * around) & all;
}

/// With curves between the pixels. OpenCV draws them quickly where it only enlarges, and straight lines do between the
/// pixels of twice the picture; of one that is finer than what is asked for twice would be too much.
cv::Mat warpedWithCurves(const cv::Mat& picture, const cv::Matx33d& aboveFromImage, cv::Size size) {
  constexpr int kTimes = 2, kAround = 3;
  const cv::Rect part = sourceOf(picture.size(), aboveFromImage, size, kAround);
  cv::Mat above;
  if (part.empty() || part.area() > size.area()) {
    cv::warpPerspective(picture, above, aboveFromImage, size, cv::INTER_CUBIC, cv::BORDER_REPLICATE);
    return above;
  }
  cv::Mat enlarged;
  cv::resize(picture(part), enlarged, {}, kTimes, kTimes, cv::INTER_CUBIC);
  constexpr double kCentre = (kTimes - 1) / 2.0;
  const cv::Matx33d enlargedFromImage(kTimes, 0, kCentre - kTimes * part.x, 0, kTimes, kCentre - kTimes * part.y, 0, 0,
                                      1);
  cv::warpPerspective(enlarged, above, aboveFromImage * enlargedFromImage.inv(), size, cv::INTER_LINEAR,
                      cv::BORDER_REPLICATE);
  return above;
}

}  // namespace

cv::Rect partShowing(const TableRect& area, cv::Size picture, const TableView& table, int around) {
  const cv::Size above(static_cast<int>(std::ceil(area.x1 - area.x0)), static_cast<int>(std::ceil(area.y1 - area.y0)));
  return sourceOf(picture, aboveFromImage(table, area, 1), above, around);
}

cv::Mat seenFromAbove(const cv::Mat& picture, const TableView& table, const TableRect& area, double scale,
                      cv::Size size, int interpolation) {
  if (interpolation == cv::INTER_CUBIC) return warpedWithCurves(picture, aboveFromImage(table, area, scale), size);
  cv::Mat above;
  cv::warpPerspective(picture, above, aboveFromImage(table, area, scale), size, interpolation, cv::BORDER_REPLICATE);
  return above;
}

cv::Mat seenFromAbove(const cv::Mat& picture, const TableView& table, const TableRect& area, double scale,
                      int interpolation) {
  const cv::Size size(static_cast<int>((area.x1 - area.x0) * scale), static_cast<int>((area.y1 - area.y0) * scale));
  if (size.width < 1 || size.height < 1) return {};
  return seenFromAbove(picture, table, area, scale, size, interpolation);
}

void FromAbove::see(const cv::Mat& picture, const TableView& table, cv::Mat& above) {
  if (const cv::Matx33d now = aboveFromImage(table, area_, scale_); now != aboveFromImage_) comeFrom(now);
  cv::remap(picture, above, whole_, part_, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
}

void FromAbove::comeFrom(const cv::Matx33d& aboveFromImage) {
  const cv::Matx33d from = aboveFromImage.inv();
  whole_.create(size_, CV_16SC2);
  part_.create(size_, CV_16U);
  constexpr int kParts = cv::INTER_TAB_SIZE;
  constexpr double kMost = std::numeric_limits<short>::max() - 1;  // pixels
  const auto at = [&](double pixel) { return cvRound(std::clamp(pixel, -kMost, kMost) * kParts); };
  for (int row = 0; row < size_.height; ++row) {
    auto* whole = whole_.ptr<cv::Vec2s>(row);
    auto* part = part_.ptr<std::uint16_t>(row);
    cv::Vec3d p = from * cv::Vec3d(0, row, 1);
    for (int column = 0; column < size_.width; ++column, p += from.col(0)) {
      const int x = at(p[0] / p[2]), y = at(p[1] / p[2]);
      whole[column] = cv::Vec2s(static_cast<short>(x >> cv::INTER_BITS), static_cast<short>(y >> cv::INTER_BITS));
      part[column] = static_cast<std::uint16_t>((y & (kParts - 1)) * kParts + (x & (kParts - 1)));
    }
  }
  aboveFromImage_ = aboveFromImage;
}

}  // namespace octo::vision
