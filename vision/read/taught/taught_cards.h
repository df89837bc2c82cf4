#pragma once

#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/edition/taught_edition.h"
#include "vision/sighting.h"

namespace octo::vision {

class CardSpotter;
class SpottedCards;
class TaughtFaces;
struct PlaneSearch;

/// Cards or shields of a taught edition in a picture, here both called cards. A card is found by a network that knows
/// cards of any print (`CardSpotter`), a shield by local features (SIFT) that agree on where it lies, as all of an
/// edition have a known size; what it is, is decided by comparing it, straightened, with every face where faces differ
/// and something is visible. Building one looks at every picture of the edition: some 10 ms each.
class TaughtCards {
 public:
  explicit TaughtCards(const TaughtEdition& edition);
  ~TaughtCards();

  /// `table`: where the table lies, if that is known; otherwise cards that are seen well tell the plane around them,
  /// and the sightings have no pose. Faces with calibrated confidence, `?` first where two cannot be told apart. One
  /// thread at a time.
  std::vector<Sighting> read(const cv::Mat& bgr, const std::optional<TableView>& table) const;

  /// Only cards whose middle lies in one of these areas of a known table, which do not overlap; those on top first.
  /// `mayLie`: where cards lay before. What is left of a card that is covered may have too few features to be found
  /// anew, and enough print to be told apart.
  std::vector<Sighting> read(const cv::Mat& bgr, const TableView& table, const std::vector<TableRect>& areas,
                             const std::vector<TablePose>& mayLie) const;

 private:
  /// Nothing where shields are read, which lie in boxes.
  std::unique_ptr<SpottedCards> spottedIn(const cv::Mat& bgr, const TableView& plane,
                                          const std::vector<TableRect>& areas) const;
  /// Cards are spotted in `around`, and features looked for in `areas`.
  std::vector<Sighting> readOn(const cv::Mat& bgr, const TableView& table, const std::vector<TableRect>& areas,
                               const std::vector<TableRect>& around, PlaneSearch search) const;

  std::unique_ptr<const TaughtFaces> faces_;
  /// Only of cards.
  std::unique_ptr<CardSpotter> spotter_;
};

}  // namespace octo::vision
