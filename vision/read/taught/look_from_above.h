#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <opencv2/core.hpp>

#include "vision/geometry/geometry.h"

namespace octo::vision {

/// A picture's plane from straight above as pieces are compared (`Look`), a pixel a millimetre; x right, y down. Each
/// part of it is made when it is first asked for. Any thread.
class LookFromAbove {
 public:
  /// Both must outlive it.
  LookFromAbove(const cv::Mat& bgr, const TableView& plane);

  /// What shows at a place: detail of brightness and two of colour, and how strongly a coloured light changes those.
  /// All 0 far beyond what the picture shows.
  cv::Vec4f at(cv::Point2d place) const;
  /// The first of these alone.
  float detailAt(cv::Point2d place) const;

 private:
  /// Of a part, mm; and how far each way parts are made.
  static constexpr int kPart = 128, kPartsEachWay = 24;
  struct Part {
    std::once_flag once;
    std::atomic<bool> isMade = false;
    /// One pixel more each way than the part.
    cv::Mat_<cv::Vec4f> look;
  };
  const Part* partAt(int x, int y) const;
  /// Four pixels around a place, and how much each counts; no pixels far beyond what the picture shows.
  struct Corners {
    const cv::Vec4f *upper = nullptr, *lower = nullptr;
    float right = 0, down = 0;
  };
  Corners around(cv::Point2d place) const;
  cv::Mat_<cv::Vec4f> made(int column, int row) const;

  const cv::Mat& bgr_;
  const TableView& plane_;
  std::unique_ptr<std::array<Part, 4 * kPartsEachWay * kPartsEachWay>> parts_;
};

}  // namespace octo::vision
