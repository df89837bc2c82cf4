#include "vision/geometry/patch.h"

#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

namespace octo::vision {

int PatchFrame::sidePixels() const { return static_cast<int>(std::lround(sideMm * pixelsPerMm)); }

cv::Matx33d PatchFrame::tableFromPatch() const {
  const double turn = pose.angle * std::numbers::pi / 180, c = std::cos(turn), s = std::sin(turn);
  const double mm = 1 / pixelsPerMm, start = 0.5 * mm - sideMm / 2;
  const cv::Matx33d local(mm, 0, start, 0, -mm, -start, 0, 0, 1);
  return cv::Matx33d(c, s, pose.at.x, -s, c, pose.at.y, 0, 0, 1) * local;
}

TablePoint PatchFrame::tableAt(double x, double y) const {
  const double turn = pose.angle * std::numbers::pi / 180, c = std::cos(turn), s = std::sin(turn);
  return {pose.at.x + c * x + s * y, pose.at.y - s * x + c * y};
}

void rectify(const cv::Mat& bgr, const TableView& view, const PatchFrame& frame, cv::Mat& patch) {
  const cv::Matx33d toPixelCentres(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1);
  const cv::Matx33d imageFromTable = view.homography().inv();
  const int side = frame.sidePixels();
  cv::warpPerspective(bgr, patch, toPixelCentres * imageFromTable * frame.tableFromPatch(), {side, side},
                      cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT);
}

}  // namespace octo::vision
