#include "vision/read/taught/card_features.h"

#include <cmath>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>

namespace octo::vision {
namespace {

constexpr int kMostFeatures = 12000;

/// Adds those of a part of the picture, where the mask says so.
void addFeatures(const cv::Mat& bgr, const cv::Rect& part, const cv::Mat& mask, const TaughtFaces& faces,
                 SeenFeatures& seen) {
  cv::Mat gray, descriptors, nearest, distances;
  cv::cvtColor(bgr(part), gray, cv::COLOR_BGR2GRAY);
  std::vector<cv::KeyPoint> points;
  cv::SIFT::create(kMostFeatures, 3, kLeastContrast)->detectAndCompute(gray, mask, points, descriptors);
  if (points.empty() || !faces.index) return;
  faces.index->knnSearch(descriptors, nearest, distances, 1, cv::flann::SearchParams(48));
  for (int i = 0; i < nearest.rows; ++i) {
    seen.points.push_back(points[static_cast<std::size_t>(i)]);
    seen.points.back().pt += cv::Point2f(part.tl());
    seen.like.push_back(static_cast<std::size_t>(nearest.at<int>(i, 0)));
  }
}

}  // namespace

SeenFeatures featuresOf(const cv::Mat& bgr, const TaughtFaces& faces) {
  SeenFeatures seen;
  addFeatures(bgr, cv::Rect({}, bgr.size()), {}, faces, seen);
  return seen;
}

SeenFeatures featuresIn(const cv::Mat& bgr, const TableView& table, const std::vector<TableRect>& areas,
                        const TaughtFaces& faces) {
  /// Pixels around an area that its features are computed from, too.
  constexpr int kAround = 12;
  constexpr double kFarAway = 1e5;
  SeenFeatures seen;
  for (const TableRect& area : areas) {
    std::vector<cv::Point> corners;
    for (const TablePoint& corner :
         {TablePoint{area.x0, area.y0}, {area.x1, area.y0}, {area.x1, area.y1}, {area.x0, area.y1}}) {
      const ImagePoint p = table.imageFromTable(corner);
      if (std::abs(p.x) < kFarAway && std::abs(p.y) < kFarAway)
        corners.emplace_back(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
    }
    if (corners.size() < 4) continue;
    cv::Rect part = cv::boundingRect(corners);
    part += cv::Size(2 * kAround, 2 * kAround);
    part -= cv::Point(kAround, kAround);
    part &= cv::Rect({}, bgr.size());
    if (part.empty()) continue;
    for (cv::Point& corner : corners) corner -= part.tl();
    cv::Mat mask = cv::Mat::zeros(part.size(), CV_8U);
    cv::fillConvexPoly(mask, corners, 255);
    addFeatures(bgr, part, mask, faces, seen);
  }
  return seen;
}

}  // namespace octo::vision
