#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "vision/edition/edition.h"
#include "vision/geometry/geometry.h"
#include "vision/read/rounds/likeness_maps.h"
#include "vision/sighting.h"

namespace octo::vision {

/// A chip or token on the table.
struct FoundRound {
  Face face;
  /// The next best; `?` where the edition has but one.
  Face runnerUp;
  TablePoint at;
  /// How well it goes with its drawing, 0 to 1, and by how much better than with the next best.
  double likeness, lead;
};

/// Finds the round pieces of a print edition by their rings: discs that look like their drawing turned to all sides at
/// once, in any light, and with whatever lies around them. Immutable; any thread may use it.
class RoundPieces {
 public:
  explicit RoundPieces(const Edition& edition);

  bool any() const { return !kinds_.empty(); }
  /// In a part of a table that is known; a picture's plane of cards will do, with mm for mm.
  std::vector<FoundRound> find(const cv::Mat& bgr, const TableView& view, const TableRect& area) const;
  Sighting sightingOf(const FoundRound& round, const TableView& view) const;

 private:
  struct Kind {
    Face face;
    double across;
    std::vector<cv::Vec3d> rings;  // colours from the middle outwards, kRingsPerMm of them a mm
  };
  /// Where a kind may lie: its number, and its middle to a millimetre.
  struct Place {
    std::size_t kind;
    TablePoint at;
  };
  /// As it is seen, averaged over all turns.
  static DrawnDisc seen(const Kind& kind, double scale, double blurMm);
  static double likeness(const cv::Mat& above, cv::Point2d at, const DrawnDisc& drawn);
  std::vector<Place> likelyPlaces(const cv::Mat& bgr, const TableView& view, const TableRect& area,
                                  double blurMm) const;
  /// What lies there, of the kinds as they are seen; nothing where that is no piece, or more like another.
  std::optional<FoundRound> foundAt(const Place& place, const cv::Mat& bgr, const TableView& view,
                                    const std::vector<DrawnDisc>& drawn) const;

  std::vector<Kind> kinds_;
};

}  // namespace octo::vision
