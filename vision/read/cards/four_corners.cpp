#include "vision/read/cards/four_corners.h"

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <tuple>
#include <utility>

#include "vision/read/cards/card_geometry.h"

namespace octo::vision {
namespace {

/// Of the corners of a card, told by one of its indices: where that one stands, beside it, below it, and across.
enum Corner : std::size_t { Own, Beside, Below, Across, kCorners };

/// A card that an index may be on, and which indices stand in its corners.
struct Group {
  Corners outline;
  std::array<std::optional<std::size_t>, kCorners> corners{};
  /// How far they stand from where they belong, in diagonals of the card.
  double off = 0;

  std::size_t count() const {
    return static_cast<std::size_t>(
        std::count_if(corners.begin(), corners.end(), [](const auto& each) { return each.has_value(); }));
  }
  /// Both ends of a diagonal show: nothing lies upon the card.
  bool isWhole() const { return (corners[Own] && corners[Across]) || (corners[Beside] && corners[Below]); }
  /// Only one side shows: on which of the two the card lies is not told by its indices.
  bool isStrip() const { return count() == 2 && corners[Below]; }
};

std::array<ImagePoint, kCorners> placesOf(const Corners& outline, ImagePoint index) {
  std::array<cv::Point2f, 4> corners, square{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  for (std::size_t k = 0; k < corners.size(); ++k)
    corners[k] = {static_cast<float>(outline[k].x), static_cast<float>(outline[k].y)};
  const cv::Matx33d fromPicture = cv::getPerspectiveTransform(corners.data(), square.data());
  const cv::Matx33d toPicture = fromPicture.inv();
  const auto through = [](const cv::Matx33d& map, double x, double y) {
    const cv::Vec3d at = map * cv::Vec3d(x, y, 1);
    return ImagePoint{at[0] / at[2], at[1] / at[2]};
  };
  const auto [u, v] = through(fromPicture, index.x, index.y);
  return {index, through(toPicture, 1 - u, v), through(toPicture, u, 1 - v), through(toPicture, 1 - u, 1 - v)};
}

class Assembly {
 public:
  Assembly(std::span<const SeenIndex> indices, const std::vector<CardChances>& chances,
           const std::vector<std::optional<CardsAround>>& around, std::vector<bool>& isTaken)
      : indices_(indices), chances_(chances), around_(around), isTaken_(isTaken) {}

  std::vector<AssembledCard> cards() {
    take(kTellsOfFour);
    if (!cards_.empty()) take(2);
    return std::move(cards_);
  }

 private:
  /// No card of a deck with two indices shows so many.
  static constexpr std::size_t kTellsOfFour = 3;

  /// Those with so many of their indices, the most and best placed first.
  void take(std::size_t least) {
    std::vector<Group> groups;
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      if (isTaken_[i] || !around_[i]) continue;
      for (const Corners& outline : {around_[i]->right, around_[i]->left})
        if (Group group = groupAround(i, outline); group.count() >= least && !group.isStrip())
          groups.push_back(std::move(group));
    }
    const auto rank = [](const Group& each) { return std::tuple(each.count(), each.isWhole(), -each.off); };
    std::stable_sort(groups.begin(), groups.end(), [&](const Group& a, const Group& b) { return rank(a) > rank(b); });
    for (const Group& group : groups) {
      const bool free = std::none_of(group.corners.begin(), group.corners.end(),
                                     [&](const auto& each) { return each && isTaken_[*each]; });
      if (free) add(group);
    }
  }

  /// The index nearest to each of the other corners that reads alike and stands the right way up.
  Group groupAround(std::size_t own, const Corners& outline) const {
    constexpr double kFromCorner = 0.09, kUpright = 0.8, kAlike = 0.3;
    Group group{outline};
    group.corners[Own] = own;
    const auto places = placesOf(outline, indices_[own].index.at);
    const double diagonal = distance(outline[0], outline[2]);
    for (const Corner corner : {Beside, Below, Across}) {
      double nearest = kFromCorner * diagonal;
      for (std::size_t k = 0; k < indices_.size(); ++k) {
        const CardIndex& index = indices_[k].index;
        const double away = distance(index.at, places[corner]);
        const double upright = dot(index.up, indices_[own].index.up) * (corner == Beside ? 1 : -1);
        if (k == own || isTaken_[k] || away >= nearest || upright < kUpright ||
            agreement(chances_[own], chances_[k]) < kAlike)
          continue;
        nearest = away;
        group.corners[corner] = k;
      }
      if (group.corners[corner]) group.off += nearest / diagonal;
    }
    return group;
  }

  void add(const Group& group) {
    for (const auto& each : group.corners)
      if (each) isTaken_[*each] = true;
    AssembledCard card = cardOf(*group.corners[Own], group.outline);
    double unsure = 1;
    const CardChances* second = nullptr;
    for (const auto& each : group.corners) {
      if (!each) continue;
      unsure *= 1 - indices_[*each].presence();
      if (*each != group.corners[Own] && (!second || surest(chances_[*each]) > surest(*second)))
        second = &chances_[*each];
    }
    card.chances = joined({&chances_[*group.corners[Own]], second});
    card.presence = 1 - unsure;
    if (group.isWhole()) {
      card.indices = group.count();
      if (group.corners[Across]) card.other = indices_[*group.corners[Across]].index.at;
    }
    cards_.push_back(std::move(card));
    if (group.count() < kTellsOfFour) return;
    // What stands in its fourth corner is its own, however it reads.
    for (std::size_t k = 0; k < indices_.size(); ++k)
      if (isInAnyCornerOf(cards_.back(), indices_[k].index.at)) isTaken_[k] = true;
  }

  static double surest(const CardChances& chances) { return *std::max_element(chances.begin(), chances.end()); }

  AssembledCard cardOf(std::size_t index, const Corners& outline) const {
    const SeenIndex& seen = indices_[index];
    return {chances_[index], seen.presence(), outline, 1, seen.index.at, seen.index.up, seen.index.size};
  }

  std::span<const SeenIndex> indices_;
  const std::vector<CardChances>& chances_;
  const std::vector<std::optional<CardsAround>>& around_;
  std::vector<bool>& isTaken_;
  std::vector<AssembledCard> cards_;
};

}  // namespace

std::vector<AssembledCard> assembleFourCornered(std::span<const SeenIndex> indices,
                                                const std::vector<CardChances>& chances,
                                                const std::vector<std::optional<CardsAround>>& around,
                                                std::vector<bool>& isTaken) {
  return Assembly(indices, chances, around, isTaken).cards();
}

}  // namespace octo::vision
