#pragma once

#include <array>
#include <map>
#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vision/read/cards/card_index.h"

namespace octo::vision {

/// What the reader says of one place.
struct IndexReading {
  SeenIndex seen;
  /// The same index, placed, turned and sized more exactly. The detector is some 5° off.
  CardIndex better;
};

/// The five networks of `vision/models/`. Not for two threads at once.
class CardNetworks {
 public:
  CardNetworks();

  /// The indices in a picture whose sides are multiples of 16 pixels, in its pixels. They are found where they are
  /// 9 to 60 pixels high (what the network was trained on). Those below the heat are left out.
  std::vector<CardIndex> detect(const cv::Mat& bgr, double leastHeat = 0.2);

  /// Reads what the detector found in the picture, in the same order.
  std::vector<IndexReading> read(const cv::Mat& bgr, std::span<const CardIndex> indices);

  /// The whole card around each index, covered parts and all, in the same order.
  std::vector<Corners> outlines(const cv::Mat& bgr, std::span<const CardIndex> indices);

  /// What each card's face looks like, corners from the top left as its index is read; in the same order.
  std::vector<SeenFace> faces(const cv::Mat& bgr, std::span<const Corners> cards);

  /// How likely each quadrangle, clockwise with a short side first, is a face-down card.
  std::vector<double> backs(const cv::Mat& bgr, std::span<const Corners> quads);

 private:
  cv::dnn::Net& detectorFor(cv::Size size);

  /// One detector a picture size: OpenCV plans a network anew whenever its input changes its shape.
  std::map<std::pair<int, int>, cv::dnn::Net> detectors_;
  cv::dnn::Net reader_, outline_, face_, back_;
  cv::Mat picture_, crops_, surroundings_, cards_, quads_;
};

}  // namespace octo::vision
