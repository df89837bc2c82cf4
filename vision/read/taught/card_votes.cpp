#include "vision/read/taught/card_votes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

namespace octo::vision {
namespace {

/// Features agree on a card's place within so much, mm, turn, degrees, and size, natural logarithm.
constexpr double kAgreeMm = 9, kAgreeDegrees = 16, kAgreeSize = 0.35;
constexpr int kLeastVotes = 2;
constexpr std::size_t kMostPoses = 400;

struct Vote {
  PlanePose pose;
  /// Where on the plane it was seen, and where on the card it is.
  cv::Point2d seen, onCard;
};

cv::Point2d placeIn(const TableView& plane, cv::Point2d pixel) {
  const TablePoint at = plane.tableFromImage({pixel.x, pixel.y});
  return {at.x, -at.y};
}

class CardVotes {
 public:
  CardVotes(const TaughtFaces& faces, const TableView& plane, double reach)
      : faces_(faces), plane_(plane), reach_(reach) {}

  void vote(const SeenFeatures& seen) {
    for (std::size_t i = 0; i < seen.points.size(); ++i) {
      const cv::KeyPoint& point = seen.points[i];
      const FaceFeature& feature = faces_.features[seen.like[i]];
      const cv::Point2d at(point.pt.x + 0.5, point.pt.y + 0.5);
      const double a = point.angle * std::numbers::pi / 180;
      const cv::Point2d here = placeIn(plane_, at),
                        there = placeIn(plane_, at + 2 * cv::Point2d(std::cos(a), std::sin(a)));
      const double mmPerPixel = cv::norm(there - here) / 2;
      if (!(mmPerPixel > 0) || std::abs(std::log(point.size * mmPerPixel / feature.size)) > kAgreeSize) continue;
      const double angle = std::atan2(there.y - here.y, there.x - here.x) * 180 / std::numbers::pi - feature.angle;
      votes_.push_back({{here - turnedBy(feature.at, angle), angle}, here, feature.at});
    }
  }

  /// Where several features agree on a card, those with the most votes first.
  std::vector<PlanePose> poses() const {
    std::map<std::pair<int, int>, std::vector<std::size_t>> grid;
    const auto cellOf = [](cv::Point2d at) {
      return std::pair(static_cast<int>(std::floor(at.x / kAgreeMm)), static_cast<int>(std::floor(at.y / kAgreeMm)));
    };
    for (std::size_t i = 0; i < votes_.size(); ++i) grid[cellOf(votes_[i].pose.at)].push_back(i);
    const auto agreeing = [&](const PlanePose& pose) {
      std::vector<std::size_t> found;
      const auto [x, y] = cellOf(pose.at);
      for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy) {
          const auto cell = grid.find({x + dx, y + dy});
          if (cell == grid.end()) continue;
          for (const std::size_t i : cell->second)
            if (cv::norm(votes_[i].pose.at - pose.at) < kAgreeMm &&
                angleBetween(votes_[i].pose.angle, pose.angle) < kAgreeDegrees)
              found.push_back(i);
        }
      return found;
    };
    struct Cluster {
      PlanePose pose;
      int votes;
    };
    std::vector<Cluster> clusters;
    for (const Vote& each : votes_) {
      const auto found = agreeing(each.pose);
      if (static_cast<int>(found.size()) >= kLeastVotes) clusters.push_back({each.pose, countOf(found)});
    }
    std::stable_sort(clusters.begin(), clusters.end(),
                     [](const Cluster& a, const Cluster& b) { return a.votes > b.votes; });
    std::vector<PlanePose> poses;
    for (const Cluster& each : clusters) {
      if (cv::norm(each.pose.at) > reach_) continue;
      if (each.votes < kLeastVotes || poses.size() >= kMostPoses) break;
      const auto isNear = [&](const PlanePose& other) {
        return cv::norm(other.at - each.pose.at) < kAgreeMm &&
               angleBetween(other.angle, each.pose.angle) < kAgreeDegrees;
      };
      if (std::none_of(poses.begin(), poses.end(), isNear)) poses.push_back(fitted(each.pose, agreeing(each.pose)));
    }
    return poses;
  }

 private:
  /// One feature of the picture counts once, however many features of faces are like it; so does one of the card.
  int countOf(const std::vector<std::size_t>& found) const {
    std::set<std::pair<int, int>> places;
    for (const std::size_t i : found)
      places.insert({static_cast<int>(votes_[i].seen.x / 2), static_cast<int>(votes_[i].seen.y / 2)});
    return static_cast<int>(places.size());
  }

  /// The place and turn on which they agree best; those far off count less each time.
  PlanePose fitted(PlanePose pose, const std::vector<std::size_t>& found) const {
    for (int round = 0; round < 4; ++round) {
      cv::Point2d seen(0, 0), card(0, 0);
      double sum = 0, dot = 0, cross = 0;
      std::vector<double> weights;
      for (const std::size_t i : found) {
        const double off = cv::norm(pose.at + turnedBy(votes_[i].onCard, pose.angle) - votes_[i].seen);
        weights.push_back(1 / (1 + off * off / 4));
        seen += weights.back() * votes_[i].seen;
        card += weights.back() * votes_[i].onCard;
        sum += weights.back();
      }
      seen *= 1 / sum, card *= 1 / sum;
      for (std::size_t k = 0; k < found.size(); ++k) {
        const cv::Point2d s = votes_[found[k]].seen - seen, c = votes_[found[k]].onCard - card;
        dot += weights[k] * c.dot(s);
        cross += weights[k] * c.cross(s);
      }
      if (std::hypot(dot, cross) > 1e-6) pose.angle = std::atan2(cross, dot) * 180 / std::numbers::pi;
      pose.at = seen - turnedBy(card, pose.angle);
    }
    return pose;
  }

  const TaughtFaces& faces_;
  const TableView& plane_;
  double reach_;
  std::vector<Vote> votes_;
};

}  // namespace

std::vector<PlanePose> posesAgreedOn(const SeenFeatures& seen, const TaughtFaces& faces, const TableView& plane,
                                     double reach) {
  CardVotes votes(faces, plane, reach);
  votes.vote(seen);
  return votes.poses();
}

}  // namespace octo::vision
