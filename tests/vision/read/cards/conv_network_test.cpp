#include "vision/read/cards/conv_network.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>

using octo::vision::Activations;
using octo::vision::ConvNetwork;
using octo::vision::ConvolutionKernel;

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

/// The largest difference.
double apart(const Activations& ours, const cv::Mat& theirs) {
  double most = 0;
  const bool planes = theirs.dims == 4;
  REQUIRE(ours.depth() == theirs.size[1]);
  REQUIRE(ours.rows() == (planes ? theirs.size[2] : 1));
  REQUIRE(ours.cols() == (planes ? theirs.size[3] : 1));
  for (int d = 0; d < ours.depth(); ++d)
    for (int y = 0; y < ours.rows(); ++y)
      for (int x = 0; x < ours.cols(); ++x) {
        const float their = planes ? *(theirs.ptr<float>(0, d, y) + x) : theirs.at<float>(0, d);
        most = std::max(most, static_cast<double>(std::abs(ours.at(y, x)[d] - their)));
      }
  return most;
}

struct Model {
  std::string name, output;
  cv::Size size;
};

const std::vector<Model> kModels{{"detector", "heat", {176, 112}}, {"detector", "geometry", {176, 112}},
                                 {"reader", "logits", {48, 48}},   {"outline", "corners", {64, 64}},
                                 {"face", "logits", {80, 112}},    {"back", "logits", {40, 56}}};

}  // namespace

TEST_CASE("each network says what OpenCV's says, whatever the processor can do") {
  for (const ConvolutionKernel* kernel : ConvNetwork::kernels())
    for (const auto& [name, output, size] : kModels) {
      CAPTURE(kernel->name, name, output);
      const std::string file = fileOf(name);
      const ConvNetwork network(file.data(), file.data() + file.size(), size, *kernel);
      ConvNetwork::Memory memory;
      for (int seed = 1; seed <= 3; ++seed) {
        const cv::Mat picture = pictureOf(size, seed);
        network.run(picture, memory, seed == 1);
        CHECK(apart(network.told(memory, output), saidByOpenCv(file, picture, output)) < 2e-4);
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
  const cv::Mat other = pictureOf({160, 128}, 2);
  network.run(other, memory, false);
  CHECK(apart(network.told(memory, "heat"), saidByOpenCv(file, other, "heat")) < 2e-4);
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
      REQUIRE(*network.told(part, "heat").at(y, x) == Approx(*network.told(whole, "heat").at(y, x)).margin(1e-5));
    }
}
