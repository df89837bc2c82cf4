#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <span>
#include <utility>
#include <vector>

#include "tracker/vocabulary/table.h"
#include "vision/geometry/geometry.h"
#include "vision/read/cards/card_index.h"

namespace octo::vision {

/// A card that lies face down, seen whole.
struct FoundBack {
  TablePose pose;
  /// In the picture, clockwise from the top left of the upright card.
  Corners corners;
  /// That it is one, 0 to 1.
  double sure;
};

/// Tells how likely each quadrangle of the picture is a face-down card.
using BackTeller = std::function<std::vector<double>(const cv::Mat&, std::span<const Corners>)>;

/// Cards that lie face down on a known table, whatever is printed on their backs: things of a card's shape and size on
/// which no index shows. Patterns that were seen surely once, on the piles that a game begins with, are known again.
/// One thread uses it.
class PileBacks {
 public:
  explicit PileBacks(BackTeller isBack) : isBack_(std::move(isBack)) {}

  /// In a picture (8-bit BGR), within `area`. `open`: the cards whose faces were read there; none of them is a back,
  /// and they tell how large this deck's cards are.
  std::vector<FoundBack> find(const cv::Mat& bgr, const TableView& view, const TableRect& area,
                              std::span<const Corners> open);
  void forget() { patterns_.clear(); }

 private:
  double likeness(const cv::Mat& patch) const;

  BackTeller isBack_;
  /// Backs seen from above, upright, BGR; each mean 0 and square sum 1, 32-bit.
  std::vector<cv::Mat> patterns_;
};

}  // namespace octo::vision
