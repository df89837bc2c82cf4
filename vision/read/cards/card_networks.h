#pragma once

#include <array>
#include <functional>
#include <map>
#include <opencv2/core.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vision/read/cards/card_index.h"
#include "vision/read/cards/conv_network.h"

namespace octo::vision {

/// What the reader says of one place.
struct IndexReading {
  SeenIndex seen;
  /// The same index, placed, turned and sized more exactly. The detector is some 5° off.
  CardIndex better;
};

/// A network that is asked about many small pictures, on all cores at once.
class CropNetwork {
 public:
  /// Told the number of a picture and what the network says of it; on any thread, for each picture once.
  using Take = std::function<void(std::size_t, const float*)>;

  /// Cuts the picture with that number; on any thread. What it returns is used before it is called again.
  using CropOf = std::function<void(std::size_t, cv::Mat& crop)>;

  /// The model file's bytes, and the pictures' size.
  CropNetwork(const char* begin, const char* end, cv::Size size);

  void run(std::size_t many, const CropOf& cropOf, const Take& take);

 private:
  /// What one core works with.
  struct Core {
    ConvNetwork::Memory memory;
    cv::Mat crop;
  };

  ConvNetwork network_;
  std::vector<Core> cores_;
};

/// The five networks of `vision/models/`. Not for two threads at once.
class CardNetworks {
 public:
  CardNetworks();

  /// The indices in a picture whose sides are multiples of 16 pixels, in its pixels. They are found where they are
  /// 9 to 60 pixels high (what the network was trained on). Those below the heat are left out. `where`: 8-bit, a number
  /// each 16 pixels, 0 where nothing is looked for; empty: everywhere.
  std::vector<CardIndex> detect(const cv::Mat& bgr, double leastHeat = 0.2, const cv::Mat& where = {});

  /// The detector's ONNX file, for others to run.
  static std::string detectorFile();

  /// How warm the last picture was, 0 to 1: 32-bit, a number each 8 pixels.
  cv::Mat heat() const { return heat_.clone(); }

  /// Reads what the detector found in the picture, in the same order.
  std::vector<IndexReading> read(const cv::Mat& bgr, std::span<const CardIndex> indices);

  /// The whole card around each index, covered parts and all, in the same order.
  std::vector<Corners> outlines(const cv::Mat& bgr, std::span<const CardIndex> indices);

  /// What each card's face looks like, corners from the top left as its index is read; in the same order.
  std::vector<SeenFace> faces(const cv::Mat& bgr, std::span<const Corners> cards);

  /// How likely each quadrangle, clockwise with a short side first, is a face-down card.
  std::vector<double> backs(const cv::Mat& bgr, std::span<const Corners> quads);

 private:
  ConvNetwork::Memory& memoryFor(cv::Size size);

  ConvNetwork detector_;
  std::map<std::pair<int, int>, ConvNetwork::Memory> memories_;
  CropNetwork reader_, outline_, face_, back_;
  cv::Mat heat_;
};

}  // namespace octo::vision
