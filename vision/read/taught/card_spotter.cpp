#include "vision/read/taught/card_spotter.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "vision/geometry/from_above.h"
#include "vision/models/embedded.h"

OCTO_EMBED(spotter);

namespace octo::vision {
namespace {

/// As in datasets/spotter/net.py: the square root of a card's area, the side of a square of which something is said,
/// and what tells the way to the middle of its card; pixels.
constexpr double kCard = 72, kSquare = 4, kOffset = 24;
/// The network's layers halve the picture so often; its sides are multiples of that, pixels.
constexpr int kSides = 16;
/// A square belongs to a card.
constexpr float kIsCard = 0.4F;
/// Squares agree whose cards' middles lie within that of each other, pixels: of cards in a column, neighbours are
/// farther apart.
constexpr double kAgree = 9;
/// So many squares must agree: a quarter of the narrowest strip.
constexpr int kLeastSquares = 8;
constexpr std::size_t kMostCards = 400;
/// A square belongs to the nearest of the cards so near to the middle that it tells, pixels.
constexpr double kOwnWithin = 14;
/// No table of an edition with tiny cards may take a second.
constexpr int kMostPixels = 4'000'000;
/// A camera that shows more pixels than that to one of the network's is seen at half the size: thin lines would
/// flicker.
constexpr double kMuchFiner = 1.8;

/// What a square of a card says.
struct Vote {
  int row, col;
  cv::Point2d middle;
  double cosine, sine;  // of twice the card's turn
};

std::vector<Vote> votesOf(const Activations& card, const Activations& place) {
  std::vector<Vote> votes;
  for (int row = 0; row < card.rows(); ++row)
    for (int col = 0; col < card.cols(); ++col) {
      if (*card.at(row, col) < kIsCard) continue;
      const float* told = place.at(row, col);
      const cv::Point2d here((col + 0.5) * kSquare, (row + 0.5) * kSquare);
      votes.push_back({row, col, here + kOffset * cv::Point2d(told[0], told[1]), told[2], told[3]});
    }
  return votes;
}

/// Where squares agree on a card, pixels, and how many do.
struct Agreed {
  PlanePose pose;
  int squares;
};

/// What the votes near a place agree on, by and by.
Agreed agreedNear(const std::vector<Vote>& votes, const std::vector<std::size_t>& near, cv::Point2d at) {
  Agreed agreed{{at, 0}, 0};
  for (int round = 0; round < 3; ++round) {
    cv::Point2d sum(0, 0);
    double cosine = 0, sine = 0;
    agreed.squares = 0;
    for (const std::size_t i : near) {
      if (cv::norm(votes[i].middle - agreed.pose.at) > kAgree / (1 + 0.3 * round)) continue;
      ++agreed.squares;
      sum += votes[i].middle;
      cosine += votes[i].cosine, sine += votes[i].sine;
    }
    if (agreed.squares == 0) break;
    agreed.pose = {sum / agreed.squares, std::atan2(sine, cosine) * 90 / std::numbers::pi};
  }
  return agreed;
}

/// Those on which most agree come first.
std::vector<PlanePose> agreedOn(const std::vector<Vote>& votes) {
  std::map<std::pair<int, int>, std::vector<std::size_t>> grid;
  for (std::size_t i = 0; i < votes.size(); ++i)
    grid[{static_cast<int>(std::floor(votes[i].middle.x / kAgree)),
          static_cast<int>(std::floor(votes[i].middle.y / kAgree))}]
        .push_back(i);
  std::vector<Agreed> found;
  for (const auto& [cell, own] : grid) {
    std::vector<std::size_t> near;
    for (int dx = -1; dx <= 1; ++dx)
      for (int dy = -1; dy <= 1; ++dy)
        if (const auto other = grid.find({cell.first + dx, cell.second + dy}); other != grid.end())
          near.insert(near.end(), other->second.begin(), other->second.end());
    cv::Point2d sum(0, 0);
    for (const std::size_t i : own) sum += votes[i].middle;
    const Agreed agreed = agreedNear(votes, near, sum / static_cast<double>(own.size()));
    if (agreed.squares >= kLeastSquares) found.push_back(agreed);
  }
  std::stable_sort(found.begin(), found.end(), [](const Agreed& a, const Agreed& b) { return a.squares > b.squares; });
  std::vector<PlanePose> poses;
  for (const Agreed& each : found)
    if (poses.size() < kMostCards && std::none_of(poses.begin(), poses.end(), [&](const PlanePose& other) {
          return cv::norm(other.at - each.pose.at) < kAgree;
        }))
      poses.push_back(each.pose);
  return poses;
}

/// The number of the card that a vote means.
int meantBy(const Vote& vote, const std::vector<PlanePose>& poses) {
  int nearest = SpottedCards::kNobody;
  double least = kOwnWithin;
  for (std::size_t i = 0; i < poses.size(); ++i)
    if (const double off = cv::norm(poses[i].at - vote.middle); off < least) least = off, nearest = static_cast<int>(i);
  return nearest;
}

/// That area of the plane from straight above.
cv::Mat seenForSpotting(const cv::Mat& bgr, const TableView& plane, const TableRect& area, double scale,
                        cv::Size size) {
  if (plane.scaleAt({(area.x0 + area.x1) / 2, (area.y0 + area.y1) / 2}) < kMuchFiner * scale)
    return seenFromAbove(bgr, plane, area, scale, size, cv::INTER_LINEAR);
  cv::Mat above;
  cv::resize(seenFromAbove(bgr, plane, area, 2 * scale, {2 * size.width, 2 * size.height}, cv::INTER_LINEAR), above,
             size, 0, 0, cv::INTER_AREA);
  return above;
}

}  // namespace

double spotterScale(const FaceArt& card) { return kCard / std::sqrt(card.widthMm * card.heightMm); }

int SpottedCards::ownerAt(cv::Point2d place) const {
  for (const Part& part : parts_) {
    const cv::Point2d at = (place - part.from) / part.square;
    const int row = static_cast<int>(std::floor(at.y)), col = static_cast<int>(std::floor(at.x));
    if (row >= 0 && col >= 0 && row < part.owner.rows && col < part.owner.cols) return part.owner(row, col);
  }
  return kNobody;
}

CardSpotter::CardSpotter() : network_(octo_model_spotter, octo_model_spotter_end, {}) {}

void CardSpotter::spot(const cv::Mat& bgr, const TableView& plane, const TableRect& area, const FaceArt& card,
                       SpottedCards& spotted) {
  const double scale = spotterScale(card);
  const auto sideOf = [&](double mm) { return static_cast<int>(std::ceil(mm * scale / kSides)) * kSides; };
  const cv::Size size(sideOf(area.x1 - area.x0), sideOf(area.y1 - area.y0));
  if (size.width <= 0 || size.height <= 0 || size.width > kMostPixels / size.height) return;
  network_.run(seenForSpotting(bgr, plane, area, scale, size), memory_, true);
  const Activations& cards = network_.told(memory_, "card");
  const std::vector<Vote> votes = votesOf(cards, network_.told(memory_, "place"));
  const std::vector<PlanePose> poses = agreedOn(votes);
  const cv::Point2d from(area.x0, -area.y1);
  const int before = static_cast<int>(spotted.poses.size());
  spotted.parts_.push_back({from, kSquare / scale, cv::Mat_<int>(cards.rows(), cards.cols(), SpottedCards::kNobody)});
  for (const Vote& vote : votes)
    if (const int meant = meantBy(vote, poses); meant != SpottedCards::kNobody)
      spotted.parts_.back().owner(vote.row, vote.col) = before + meant;
  for (const PlanePose& pose : poses) spotted.poses.push_back({from + pose.at / scale, pose.angle});
}

}  // namespace octo::vision
