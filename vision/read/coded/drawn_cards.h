#pragma once

#include <map>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/fuse/seen_table.h"
#include "vision/read/coded/found_row.h"

namespace octo::vision {

/// Cards as the edition draws them, laid where they were read: does a block of the table show one of them? One thread
/// uses it.
class DrawnCards {
 public:
  explicit DrawnCards(const Edition& edition) : edition_(edition) {}

  /// `rows` of the cards that were read, on the table, mm, y down. The light is taken from what of them has not
  /// changed.
  void lay(const std::vector<FoundRow>& rows, const SeenTable& table);
  bool explain(const SeenTable::Block& block) const;

 private:
  struct Laid {
    const cv::Mat* art;  // BGR, a pixel a mm
    cv::Matx33d cardFromDown;
  };
  struct Expected {
    cv::Vec3f colour;
    cv::Mat grey;
  };
  const cv::Mat& artOf(const Face& face);
  bool expected(const Laid& card, TablePoint middle, Expected& result) const;

  const Edition& edition_;
  std::map<Face, cv::Mat> arts_;
  std::vector<Laid> laid_;
  cv::Vec3f light_;  // natural logarithms of what a picture makes of the drawing's colours
};

}  // namespace octo::vision
