#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/read/coded/dot_row.h"

namespace octo::vision {

/// Where a row of dots may lie in a picture from above: its first dot and the step to the next, pixels (whole numbers
/// at their centres), and what it seems to spell.
struct ProposedRow {
  cv::Point2d start, along;
  const CodedFaces::Word* word;
  double correlation;
};

/// Rows along the sides of the table, where people lay nearly all cards: every line within 9° of them is read, so that
/// no dot needs to be seen by itself. `smooth`: the table from above, 32-bit grey, `scale` pixels a mm, blurred by half
/// a mm. Best first; of like proposals in one place only the best. `where`: as in `findSpelledRows`.
std::vector<ProposedRow> scanForRows(const cv::Mat& smooth, double scale, const CodedFaces& faces,
                                     const cv::Mat& where = {});

/// Whether that is so at the nearest pixel of an 8-bit picture; beyond its edge it is not.
inline bool isSet(const cv::Mat& where, cv::Point2d at) {
  const int x = cvRound(at.x), y = cvRound(at.y);
  return x >= 0 && y >= 0 && x < where.cols && y < where.rows && where.at<uchar>(y, x) != 0;
}

}  // namespace octo::vision
