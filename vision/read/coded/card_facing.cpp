#include "vision/read/coded/card_facing.h"

#include <opencv2/imgproc.hpp>

#include "vision/read/correlation.h"

namespace octo::vision {
namespace {

/// The share of a card that must be seen.
constexpr double kLeastSeen = 0.5;
/// By how much better, as a correlation, it must go with its drawing after half a turn. On rendered tables cards whose
/// drawings differ did by 0.02 and more.
constexpr double kClearly = 0.004;

}  // namespace

bool liesUpsideDown(const cv::Mat& grey, const CodedFaces& faces, const Face& face, const cv::Matx33d& imageFromCard,
                    const std::vector<std::vector<cv::Point>>& covers) {
  const cv::Mat& drawn = faces.wholeOf(face);
  cv::Mat open(drawn.size(), CV_8U, cv::Scalar(255)), seen, turned;
  for (const auto& cover : covers) cv::fillConvexPoly(open, cover, cv::Scalar(0));
  cv::flip(drawn, turned, -1);
  if (cv::countNonZero(open) < kLeastSeen * static_cast<double>(open.total())) return false;
  const cv::Matx33d centres(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1);
  cv::warpPerspective(grey, seen, centres * imageFromCard * centres.inv(), drawn.size(),
                      cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  seen.convertTo(seen, CV_32F);
  return correlationOf(seen, turned, open) > correlationOf(seen, drawn, open) + kClearly;
}

}  // namespace octo::vision
