#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/read/shields/board_reader.h"

namespace octo::vision {

/// Several looks at one box at rest as one: misfits and likenesses are averaged, so that noise, a passing glare or a
/// key frame does not decide. `looks` is not empty.
BoxLook fused(const std::vector<BoxLook>& looks);

/// What is known of every box of a board. Boxes that look as they did when they were last read are not read again;
/// boxes that are in doubt are looked at several times. One thread uses it.
class BoxMemory {
 public:
  explicit BoxMemory(BoardReader& reader);

  /// The table has come to rest: reads the boxes that changed, all of them after `forget`.
  void readChanged(const cv::Mat& bgr, const TableView& view);
  /// Another look at the boxes in doubt; true when a reading has changed by it.
  bool lookAgain(const cv::Mat& bgr, const TableView& view);
  void forget();

  /// Of each box, row by row.
  const std::vector<BoxReading>& readings() const { return readings_; }
  /// Boxes read by the last call.
  int lastRead() const { return lastRead_; }

 private:
  struct Box {
    Cell cell;
    cv::Mat seen;  // how it looked when it was read, a pixel for 2 mm, CV_32FC3
    std::vector<BoxLook> looks;
  };
  /// The box as it looks now, into patch_.
  void coarsePatch(const cv::Mat& bgr, const TableView& view, Cell cell);
  bool looksAsBefore(const Box& box) const;
  void look(Box& box, BoxReading& reading, const cv::Mat& bgr, const TableView& view);

  BoardReader& reader_;
  std::vector<Box> boxes_;
  std::vector<BoxReading> readings_;
  cv::Mat fine_, coarse_, patch_;
  int lastRead_ = 0;
};

}  // namespace octo::vision
