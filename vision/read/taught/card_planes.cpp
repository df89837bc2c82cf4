#include "vision/read/taught/card_planes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <opencv2/calib3d.hpp>
#include <tuple>
#include <utility>

#include "vision/read/taught/card_pose.h"

namespace octo::vision {
namespace {

/// Inliers of a card that tells the plane around it, and how exactly they agree, pixels.
constexpr int kLeastForPlane = 9;
constexpr double kPlanePixels = 3;
constexpr std::size_t kMostPlanes = 80;

}  // namespace

std::vector<CardPlane> planesOfCards(const TaughtFaces& faces, const SeenFeatures& seen) {
  struct Guess {
    cv::Point2d at;
    double angle, size;
  };
  std::vector<Guess> guesses;
  std::map<std::tuple<int, int, int>, std::vector<std::size_t>> votes;
  constexpr double kCell = 40, kTurn = 30;
  for (std::size_t i = 0; i < seen.points.size(); ++i) {
    const FaceFeature& feature = faces.features[seen.like[i]];
    const double size = seen.points[i].size / feature.size, angle = seen.points[i].angle - feature.angle;
    const cv::Point2d at = cv::Point2d(seen.points[i].pt) - size * turnedBy(feature.at, angle);
    guesses.push_back({at, angle, size});
    votes[{static_cast<int>(std::floor(at.x / kCell)), static_cast<int>(std::floor(at.y / kCell)),
           static_cast<int>(std::floor((std::remainder(angle, 360.0) + 180) / kTurn))}]
        .push_back(i);
  }
  std::vector<CardPlane> planes;
  std::vector<std::pair<std::size_t, const std::vector<std::size_t>*>> order;
  for (const auto& [cell, list] : votes) order.push_back({list.size(), &list});
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t k = 0; k < std::min(order.size(), kMostPlanes); ++k) {
    const Guess& first = guesses[order[k].second->front()];
    std::vector<cv::Point2d> card, image;
    for (std::size_t i = 0; i < guesses.size(); ++i)
      if (cv::norm(guesses[i].at - first.at) < 1.5 * kCell && angleBetween(guesses[i].angle, first.angle) < kTurn &&
          std::abs(std::log(guesses[i].size / first.size)) < 0.6) {
        card.push_back({faces.features[seen.like[i]].at.x, -faces.features[seen.like[i]].at.y});
        image.push_back(cv::Point2d(seen.points[i].pt) + cv::Point2d(0.5, 0.5));
      }
    if (static_cast<int>(card.size()) < kLeastForPlane) continue;
    cv::Mat inliers;
    const cv::Mat map = cv::findHomography(card, image, cv::RANSAC, kPlanePixels, inliers, 500);
    if (map.empty() || cv::countNonZero(inliers) < kLeastForPlane) continue;
    const cv::Mat back = map.inv();
    const auto view = TableView::fromHomography(cv::Matx33d(back));
    // Seen from behind there is no card.
    if (!view || cv::determinant(map(cv::Rect(0, 0, 2, 2))) > 0) continue;
    planes.push_back({*view, cv::countNonZero(inliers)});
  }
  std::stable_sort(planes.begin(), planes.end(),
                   [](const CardPlane& a, const CardPlane& b) { return a.inliers > b.inliers; });
  return planes;
}

}  // namespace octo::vision
