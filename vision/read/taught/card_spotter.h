#pragma once

#include <cmath>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/geometry/geometry.h"
#include "vision/read/cards/conv_network.h"
#include "vision/read/taught/card_pose.h"

namespace octo::vision {

/// Pixels a millimetre at which the spotter sees a table: cards of all editions have the same area then.
double spotterScale(const FaceArt& card);

/// Where cards lie in parts of a plane, and which square of those parts belongs to which card.
class SpottedCards {
 public:
  static constexpr int kNobody = -1;

  /// Those first that show most of themselves in their part; perhaps upside down.
  std::vector<PlanePose> poses;

  /// The number of the pose whose card shows at that place, as far as can be told.
  int ownerAt(cv::Point2d place) const;

 private:
  friend class CardSpotter;
  struct Part {
    /// Of its top left corner, mm in the plane, and mm of a square's side.
    cv::Point2d from;
    double square;
    cv::Mat_<int> owner;
  };
  std::vector<Part> parts_;
};

/// Tells where cards lie, whatever is printed on them, also those of which others leave a strip: a network sees a part
/// of a table from straight above and says of each square of it whether it belongs to a card, and where that card's
/// middle is; where many squares agree lies a card. Not for two threads at once.
class CardSpotter {
 public:
  CardSpotter();

  /// Adds the cards in that area of the plane.
  void spot(const cv::Mat& bgr, const TableView& plane, const TableRect& area, const FaceArt& card,
            SpottedCards& spotted);

 private:
  ConvNetwork network_;
  ConvNetwork::Memory memory_;
};

}  // namespace octo::vision
