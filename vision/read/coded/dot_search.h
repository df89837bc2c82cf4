#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/read/coded/dot_row.h"

namespace octo::vision {

/// A row of dots found by its dots alone, where no frame comes apart from what lies around it.
struct SpelledRow {
  Face face;
  /// The next best.
  Face runnerUp;
  /// How well the row correlates with the face's word, and by how much better than with any other: 0 to 1.
  double correlation, lead;
  /// How well the card's strip along the row goes with its drawing, 1 at best.
  double likeness;
  /// From mm on the upright card (y down) to pixels of the picture.
  cv::Matx33d imageFromCard;
};

/// All rows of light dots on a dark band in a table seen straight from above, 8-bit grey, `scale` pixels a mm. Of an
/// edition with dark dots on paper none: there pips and letters come too near to words (tried: false rows at a
/// correlation of 0.995). `where`: 8-bit, as large as the picture: rows of which a dot lies where that is not 0, and
/// perhaps others; without it, rows anywhere.
std::vector<SpelledRow> findSpelledRows(const cv::Mat& above, double scale, const CodedFaces& faces,
                                        const cv::Mat& where = {});

}  // namespace octo::vision
