#include "vision/read/cards/card_neighbours.h"

#include <algorithm>
#include <opencv2/core.hpp>
#include <optional>

#include "vision/read/cards/card_geometry.h"

namespace octo::vision {
namespace {

/// A card's height over its width: poker cards have 1.40, bridge cards 1.52.
constexpr double kRatio = 1.44;
/// So many lengths of a neighbour away it tells no more: the camera sees the table larger or smaller there.
constexpr double kReach = 7;
/// What is larger or smaller than its neighbours by more is something else.
constexpr double kMostChange = 1.7;
/// The neighbours' word over the outline's own.
constexpr double kTrust = 0.8;

using Way = cv::Vec2d;

Way between(ImagePoint from, ImagePoint to) { return {to.x - from.x, to.y - from.y}; }
ImagePoint moved(ImagePoint from, const Way& way) { return {from.x + way[0], from.y + way[1]}; }

/// A card's sides in the picture: to its right and down.
struct Sides {
  Way right, down;
};

Sides sidesOf(const Corners& c) {
  return {(between(c[0], c[1]) + between(c[3], c[2])) / 2, (between(c[0], c[3]) + between(c[1], c[2])) / 2};
}

/// How the table is seen around a whole card, its unit being the width of a card.
class Around {
 public:
  /// Nothing where the card is seen from the edge on, or turned over.
  static std::optional<Around> card(const Corners& corners) {
    constexpr double kLeastArea = 0.15;  // of that of a card seen from straight above
    const auto [right, down] = sidesOf(corners);
    const double area = right[0] * down[1] - right[1] * down[0], high = cv::norm(down);
    if (area < kLeastArea * high * high / kRatio) return std::nullopt;
    return Around(middle(corners), high, {right[0], down[0] / kRatio, right[1], down[1] / kRatio});
  }

  /// How much it tells about a card there, 0 to 1.
  double weightAt(ImagePoint at) const {
    const double far = distance(at, middle_) / high_;
    return far > kReach ? 0 : 1 / (1 + far * far);
  }

  /// The sides of a card that points that way down.
  Sides sidesOfCard(const Way& down) const {
    const Way onTable = cv::normalize(tableFromPicture_ * down);
    return {pictureFromTable_ * Way(onTable[1], -onTable[0]), pictureFromTable_ * (onTable * kRatio)};
  }

 private:
  Around(ImagePoint middle, double high, const cv::Matx22d& pictureFromTable)
      : middle_(middle), high_(high), pictureFromTable_(pictureFromTable), tableFromPicture_(pictureFromTable.inv()) {}

  ImagePoint middle_;
  double high_;
  cv::Matx22d pictureFromTable_, tableFromPicture_;
};

/// As the neighbours have them, the nearest most.
std::optional<Sides> sidesBeside(const AssembledCard& card, const Way& down, const std::vector<Around>& neighbours) {
  Sides all{{0, 0}, {0, 0}};
  double weights = 0;
  for (const Around& each : neighbours) {
    const double weight = each.weightAt(card.at);
    const Sides sides = each.sidesOfCard(down);
    all.right += weight * sides.right;
    all.down += weight * sides.down;
    weights += weight;
  }
  if (weights == 0) return std::nullopt;
  return Sides{all.right / weights, all.down / weights};
}

/// The index stays in its corner: of the sides that meet there one end is known.
Corners laid(const Corners& told, const AssembledCard& card, const Sides& sides) {
  const bool left = distance(told[0], card.at) <= distance(told[1], card.at);
  const ImagePoint first = left ? told[0] : moved(told[1], -sides.right), second = moved(first, sides.right);
  return {first, second, moved(second, sides.down), moved(first, sides.down)};
}

bool isLike(const Sides& a, const Sides& b) {
  const double change = cv::norm(a.down) / std::max(cv::norm(b.down), 1e-6);
  return change < kMostChange && change > 1 / kMostChange;
}

Way mixed(const Way& neighbours, const Way& own) { return kTrust * neighbours + (1 - kTrust) * own; }

}  // namespace

void layLikeNeighbours(std::vector<AssembledCard>& cards) {
  std::vector<Around> neighbours;
  for (const AssembledCard& card : cards)
    if (card.indices > 1)
      if (const auto around = Around::card(card.corners)) neighbours.push_back(*around);
  for (AssembledCard& card : cards) {
    if (card.indices > 1) continue;
    const Sides own = sidesOf(card.corners);
    const auto like = sidesBeside(card, own.down, neighbours);
    if (like && isLike(*like, own))
      card.corners = laid(card.corners, card, {mixed(like->right, own.right), mixed(like->down, own.down)});
  }
}

}  // namespace octo::vision
