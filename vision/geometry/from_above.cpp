#include "vision/geometry/from_above.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

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

cv::Mat seenFromAbove(const cv::Mat& picture, const TableView& table, const TableRect& area, double scale,
                      cv::Size size, int interpolation) {
  const cv::Matx33d centres(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1);
  cv::Mat above;
  cv::warpPerspective(picture, above, centres * aboveFromTable(area, scale) * table.homography() * centres.inv(), size,
                      interpolation, cv::BORDER_REPLICATE);
  return above;
}

cv::Mat seenFromAbove(const cv::Mat& picture, const TableView& table, const TableRect& area, double scale,
                      int interpolation) {
  const cv::Size size(static_cast<int>((area.x1 - area.x0) * scale), static_cast<int>((area.y1 - area.y0) * scale));
  if (size.width < 1 || size.height < 1) return {};
  return seenFromAbove(picture, table, area, scale, size, interpolation);
}

}  // namespace octo::vision
