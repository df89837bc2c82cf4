#pragma once

#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>
#include <span>
#include <vector>

#include "vision/read/cards/card_index.h"

namespace octo::vision {

/// The two networks of `vision/models/`. Not for two threads at once.
class CardNetworks {
 public:
  CardNetworks();

  /// The indices in a picture whose sides are multiples of 16 pixels, in its pixels. They are found where they are
  /// 13 to 60 pixels high (what the network was trained on).
  std::vector<CardIndex> detect(const cv::Mat& bgr);

  /// The same indices, placed, turned and sized more exactly, in the same order. The detector is some 10° off.
  std::vector<CardIndex> refine(const cv::Mat& bgr, std::span<const CardIndex> indices);

  /// Reads what the detector found in the picture.
  std::vector<SeenIndex> read(const cv::Mat& bgr, std::span<const CardIndex> indices);

 private:
  cv::dnn::Net detector_, reader_;
};

}  // namespace octo::vision
