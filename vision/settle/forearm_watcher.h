#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "tracker/vocabulary/observation.h"
#include "vision/geometry/geometry.h"
#include "vision/settle/change_map.h"

namespace octo::vision {

/// Of two forearms from one side the one that reached farther; the first where neither did.
const ForearmTrack& farther(const ForearmTrack& one, const ForearmTrack& other);
/// Adds a forearm that came later. Nobody tells apart what it did at places no farther from each other than that, mm:
/// one that ends so near where another of its side did is the same, and is told by whichever reached farther.
inline constexpr double kSamePlace = 60;
void addVisit(std::vector<ForearmTrack>& forearms, const ForearmTrack& later);

/// Whose forearm was over the table? While something moves, what differs from the last resting picture is a forearm if
/// it reaches from outside the play area into it; its side of the table (not of the picture) and its farthest point are
/// gathered until the table rests. One that draws back and comes again elsewhere is told once more. One thread uses it.
class ForearmWatcher {
 public:
  /// `halfWidth`, `halfHeight`: of the play area around the table's origin, mm.
  ForearmWatcher(double halfWidth, double halfHeight) : halfWidth_(halfWidth), halfHeight_(halfHeight) {}

  /// A picture of the table at rest, thinned out, which the next movement is compared with.
  void rest(const cv::Mat& small);
  /// A picture in which something moves; `stride`: every how many pixels it was taken.
  void watch(const cv::Mat& small, int stride, const TableView& view);
  /// The forearms since the last call, the surest side first, those of a side in the order in which they came. Where
  /// something `movesOn`, one that is over the table yet counts again only once it has drawn back and comes again, or
  /// reaches much farther.
  std::vector<ForearmTrack> take(bool movesOn = false);
  void reset();

 private:
  /// One forearm, from when it comes until it has drawn back.
  struct Visit {
    int pictures = 0;  // that showed it
    double sure = 0;   // how surely each did, added up
    double depth = 0;  // of the farthest point from this side
    TablePoint farthest{0, 0};
    std::optional<TablePoint> entered = std::nullopt;
  };
  /// What came from one side.
  struct Reach {
    std::vector<Visit> visits = {};
    /// The latest visit goes on.
    bool goesOn = false;
    /// How far the forearm reached when it had drawn back most since it reached farthest.
    double back = 0;
    /// Pictures since the last one that showed any.
    int gone = 0;
  };
  /// One connected piece of change.
  struct Forearm {
    std::vector<std::size_t> blocks;
    /// Places along the picture's edge, clockwise in blocks from its upper left corner, and the blocks there.
    std::vector<std::pair<int, std::size_t>> edge;
  };
  /// How surely something comes from each side, 0 to 1; 0 where it does not.
  using Sides = std::array<double, 4>;

  void place(int stride, const TableView& view);
  void findForearms();
  bool reachesIn(const Forearm& forearm) const;
  void count(std::size_t side, const Forearm* farthest, double depth, double sure);
  bool rememberWhoCameAlone();
  Sides withoutStretched(Sides sides) const;
  Sides sidesEntered(const Forearm& forearm);
  TablePoint bodyBehind(const Forearm& forearm, TablePoint enters) const;
  Sides sidesOutside(const Forearm& forearm) const;
  double beyondPlayArea(TablePoint at) const;
  std::optional<TablePoint> entryOf(const Forearm& forearm, std::size_t side) const;
  TablePoint tipOf(const Forearm& forearm, std::size_t side, double depth) const;
  double depthFrom(std::size_t side, TablePoint at) const;
  double depthOf(const Forearm& forearm, std::size_t side) const;

  double halfWidth_, halfHeight_;
  cv::Mat resting_;
  ChangeMap changes_;
  /// Where the middle of each block lies on the table.
  std::vector<TablePoint> places_;
  cv::Matx33d placedBy_ = cv::Matx33d::zeros();
  CameraStand camera_{};
  cv::Mat spread_, labels_;
  /// Of the latest picture, and from which sides each seems to come. What the one before needed is used again.
  std::vector<Forearm> pieces_;
  std::vector<const Forearm*> forearms_;
  std::vector<Sides> from_;
  std::vector<std::pair<int, std::size_t>> edge_;
  std::array<Reach, 4> reaches_{};
  /// From which sides one has come in by itself that is there still.
  std::array<bool, 4> alone_{};
};

}  // namespace octo::vision
