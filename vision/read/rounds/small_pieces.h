#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/fuse/seen_table.h"
#include "vision/read/markers/turn_marker.h"
#include "vision/read/rounds/round_pieces.h"

namespace octo::vision {

/// What lies beside the cards in a single picture, anywhere on the table: chips or tokens and the turn marker. `gray`:
/// 8-bit; `markers`: the picture's.
std::vector<Sighting> smallPiecesIn(const RoundPieces& rounds, const cv::Mat& bgr, const cv::Mat& gray,
                                    const std::vector<FoundMarker>& markers, const TableView& table);

/// What lies beside the cards, remembered from rest to rest: chips or tokens and the turn marker. One thread uses it.
class SmallPieces {
 public:
  /// `edition`: whose chips or tokens they are.
  explicit SmallPieces(const Edition& edition) : roundPieces_(edition) {}

  /// The table has come to rest and is searched where it has changed. `gray`: 8-bit; may be empty where `areas` is.
  void rest(const cv::Mat& bgr, const cv::Mat& gray, const TableView& view, const SeenTable& table,
            const std::vector<TableRect>& areas);
  /// Whether one that was seen explains that place.
  bool explain(TablePoint at) const;
  /// Once `table` knows what is hidden: what was not seen again and is not hidden either is gone.
  void settle(const SeenTable& table);
  void forget();

  std::vector<Sighting> sightings(const TableView& view) const;

 private:
  /// One that is not seen lies under whatever hides its place.
  struct KnownRound {
    FoundRound round;
    bool seen;
  };
  struct KnownTurn {
    TurnMarker marker;
    bool seen;
  };

  RoundPieces roundPieces_;
  std::vector<KnownRound> rounds_;
  std::optional<KnownTurn> turn_;
};

}  // namespace octo::vision
