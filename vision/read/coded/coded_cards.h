#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/pipeline.h"
#include "vision/read/coded/dot_row.h"

namespace octo::vision {

/// Reads the cards of a print edition that spell their faces in rows of dots: whole cards, and covered ones
/// as long as one of their two rows is seen. A card that shows a frame but no row that can be read is `?`. No
/// learning, no thresholds on colours: a grey, faded or warmly lit print reads as well.
class CodedCardReader {
 public:
  /// Throws std::out_of_range for an edition without such cards.
  explicit CodedCardReader(const Edition& edition) : faces_(edition) {}

  /// `table`: where it lies, if that is known; the outlines of covered cards and all poses come from it. Any
  /// thread.
  std::vector<Sighting> read(const cv::Mat& bgr, const std::optional<TableView>& table) const;

 private:
  CodedFaces faces_;
};

/// Everything in a single picture of The OCTAL or Oct8: the mat by its corner markers (or `corners`, of its
/// play area), and the cards. Throws std::out_of_range for a game without such cards.
Recognition recognizeCodedCards(GameId game, const cv::Mat& bgr, const std::vector<ImagePoint>& corners);

}  // namespace octo::vision
