#include "vision/read/cards/conv_network.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/capture/picture.h"

using octo::vision::Activations;
using octo::vision::ConvNetwork;
using octo::vision::ConvolutionKernel;
using octo::vision::Numbers;

namespace {

std::string fileOf(const std::string& model) {
  std::ifstream in(std::string(OCTO_SOURCE_DIR) + "/vision/models/card_" + model + ".onnx", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

cv::Mat pictureOf(cv::Size size, int seed) {
  cv::RNG random(static_cast<std::uint64_t>(seed));
  cv::Mat picture(size, CV_8UC3);
  random.fill(picture, cv::RNG::UNIFORM, 0, 256);
  return picture;
}

/// What OpenCV's own network says.
cv::Mat saidByOpenCv(const std::string& file, const cv::Mat& picture, const std::string& output) {
  cv::dnn::Net net = cv::dnn::readNetFromONNX(file.data(), file.size());
  net.setInput(cv::dnn::blobFromImage(picture, 1.0 / 255));
  return net.forward(output).clone();
}

/// A part of a photograph-like table of cards, drawn at so many pixels: what networks are made for.
cv::Mat cardsOf(cv::Size size, int number) {
  static const cv::Mat kTable =
      octo::vision::loadPicture(std::string(OCTO_SOURCE_DIR) + "/tests/vision/read/cards/samples/apart/00001.jpg");
  cv::Mat part;
  const int side = std::min(kTable.cols, kTable.rows) / 2;
  cv::resize(kTable(cv::Rect(number * side / 4, number * side / 8, side, side)), part, size, 0, 0, cv::INTER_AREA);
  return part;
}

/// The mean difference, as a share of how far apart (standard deviation) what OpenCV's says lies.
double apart(const Activations& ours, const cv::Mat& theirs) {
  const bool planes = theirs.dims == 4;
  REQUIRE(ours.depth() == theirs.size[1]);
  REQUIRE(ours.rows() == (planes ? theirs.size[2] : 1));
  REQUIRE(ours.cols() == (planes ? theirs.size[3] : 1));
  double sum = 0;
  for (int d = 0; d < ours.depth(); ++d)
    for (int y = 0; y < ours.rows(); ++y)
      for (int x = 0; x < ours.cols(); ++x) {
        const float their = planes ? *(theirs.ptr<float>(0, d, y) + x) : theirs.at<float>(0, d);
        sum += static_cast<double>(std::abs(ours.at(y, x)[d] - their));
      }
  cv::Scalar mean, spread;
  cv::meanStdDev(theirs.reshape(1, 1), mean, spread);
  return sum / static_cast<double>(theirs.total()) / spread[0];
}

bool isSame(const Activations& a, const Activations& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols() || a.depth() != b.depth()) return false;
  for (int y = 0; y < a.rows(); ++y)
    for (int x = 0; x < a.cols(); ++x)
      if (!std::equal(a.at(y, x), a.at(y, x) + a.depth(), b.at(y, x))) return false;
  return true;
}

struct Model {
  std::string name, output;
  cv::Size size;
};

const std::vector<Model> kModels{{"detector", "heat", {176, 112}}, {"detector", "geometry", {176, 112}},
                                 {"reader", "logits", {48, 48}},   {"outline", "corners", {64, 64}},
                                 {"face", "logits", {80, 112}},    {"back", "logits", {40, 56}},
                                 {"spotter", "card", {176, 112}},  {"spotter", "place", {176, 112}}};

}  // namespace

TEST_CASE("each network says in bytes what OpenCV's says in full") {
  constexpr double kRounding = 0.12;
  for (const auto& [name, output, size] : kModels) {
    const std::string file = fileOf(name);
    const ConvNetwork network(file.data(), file.data() + file.size(), size);
    ConvNetwork::Memory memory;
    for (int number = 0; number < 4; ++number) {
      CAPTURE(name, output, number);
      const cv::Mat picture = cardsOf(size, number);
      network.run(picture, memory, number == 1);
      CHECK(apart(network.told(memory, output), saidByOpenCv(file, picture, output)) < kRounding);
    }
  }
}

TEST_CASE("whatever the processor can do a network says the very same") {
  for (const auto& [name, output, size] : kModels) {
    const std::string file = fileOf(name);
    const ConvNetwork best(file.data(), file.data() + file.size(), size);
    ConvNetwork::Memory byBest, byOther;
    for (const ConvolutionKernel* kernel : ConvNetwork::kernels()) {
      CAPTURE(kernel->name, name, output);
      const ConvNetwork other(file.data(), file.data() + file.size(), size, *kernel);
      for (const cv::Mat& picture : {pictureOf(size, 1), cardsOf(size, 1)}) {
        best.run(picture, byBest, false);
        other.run(picture, byOther, false);
        CHECK(isSame(best.told(byBest, output), other.told(byOther, output)));
      }
    }
  }
}

TEST_CASE("what a network says between its layers fills its bytes and seldom goes beyond") {
  for (const auto& [name, output, size] : kModels) {
    CAPTURE(name, output);
    const std::string file = fileOf(name);
    const ConvNetwork network(file.data(), file.data() + file.size(), size);
    ConvNetwork::Memory memory;
    std::map<std::size_t, std::array<int, 3>> layers;  // the largest byte, how many are cut off, how many there are
    for (int number = 0; number < 4; ++number) {
      network.run(cardsOf(size, number), memory, false);
      for (std::size_t layer = 1; layer < memory.size(); ++layer) {
        const Activations& said = memory[layer];
        if (said.numbers() == Numbers::Told) continue;
        auto& [most, cut, all] = layers[layer];
        for (int y = 0; y < said.rows(); ++y)
          for (int x = 0; x < said.cols(); ++x)
            for (int d = 0; d < said.depth(); ++d) {
              const int byte = said.bytes(y, x)[d];
              most = std::max(most, byte), cut += byte == 255, ++all;
            }
      }
    }
    for (const auto& [layer, told] : layers) {
      CAPTURE(layer, told);
      CHECK(told[0] > 75);
      CHECK(told[1] <= 0.01 * told[2]);
    }
  }
}

TEST_CASE("on all cores and on one a network says the very same") {
  const std::string file = fileOf("detector");
  const ConvNetwork network(file.data(), file.data() + file.size(), {});
  const cv::Mat picture = pictureOf({320, 240}, 7);
  ConvNetwork::Memory one, all;
  network.run(picture, one, false);
  network.run(picture, all, true);
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) REQUIRE(*network.told(one, "heat").at(y, x) == *network.told(all, "heat").at(y, x));
}

TEST_CASE("pictures of another size are looked at in the same memory") {
  const std::string file = fileOf("detector");
  const ConvNetwork network(file.data(), file.data() + file.size(), {});
  ConvNetwork::Memory memory;
  network.run(pictureOf({320, 240}, 1), memory, false);
  const cv::Mat other = cardsOf({160, 128}, 2);
  network.run(other, memory, false);
  ConvNetwork::Memory fresh;
  network.run(other, fresh, false);
  CHECK(isSame(network.told(memory, "heat"), network.told(fresh, "heat")));
}

TEST_CASE("where only a part is looked at it is told as the whole would, whatever was seen before") {
  const std::string file = fileOf("detector");
  const ConvNetwork network(file.data(), file.data() + file.size(), {});
  const cv::Mat picture = pictureOf({640, 480}, 3);
  cv::Mat where(30, 40, CV_8U, cv::Scalar(0));
  where(cv::Rect(10, 5, 20, 20)) = 255;
  ConvNetwork::Memory whole, part, other;
  network.run(picture, whole, true);
  network.run(picture, part, true, where);
  network.run(pictureOf({640, 480}, 4), other, true);
  network.run(picture, other, true, where);
  for (int y = 10; y < 50; ++y)
    for (int x = 20; x < 60; ++x) {
      REQUIRE(*network.told(part, "heat").at(y, x) == *network.told(other, "heat").at(y, x));
      constexpr int kSees = 14;  // places that the network looks at around each
      if (x < 20 + kSees || x >= 60 - kSees || y < 10 + kSees || y >= 50 - kSees) continue;
      REQUIRE(*network.told(part, "heat").at(y, x) == *network.told(whole, "heat").at(y, x));
    }
}
