#include "vision/read/cards/card_networks.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "vision/read/cards/card_geometry.h"

// The model files as bytes of this object file; their names are known where it is compiled and nowhere else.
#define OCTO_EMBED(name)                                                                                            \
  __asm__(".pushsection .rodata\n.balign 16\n.global octo_model_" #name "\nocto_model_" #name                       \
          ":\n.incbin \"" OCTO_MODELS "/card_" #name ".onnx\"\n.global octo_model_" #name "_end\nocto_model_" #name \
          "_end:\n.byte 0\n.popsection\n");                                                                         \
  extern "C" const char octo_model_##name[];                                                                        \
  extern "C" const char octo_model_##name##_end[]

OCTO_EMBED(detector);
OCTO_EMBED(reader);
OCTO_EMBED(outline);
OCTO_EMBED(face);
OCTO_EMBED(back);

namespace octo::vision {
namespace {

/// Pixels a cell of the detector's output.
constexpr double kStride = 8;
/// Crops in one call of a network, always as many: OpenCV plans a network anew when their number changes. More are
/// hardly faster a crop.
constexpr std::size_t kBatch = 4;
/// Cores that crops are spread over: each has a network of its own.
constexpr int kMostCores = 4;
/// Detectors kept for as many picture sizes.
constexpr std::size_t kMostDetectors = 6;
/// Where the reader's corrections begin among its outputs, after glyphs and suits.
constexpr std::size_t kCorrections = kGlyphs.size() + kSuits.size() + 2;
/// What lies outside the picture in a crop; as in training.
const cv::Scalar kOutside(114, 114, 114);

/// A square patch around an index: how far it reaches, in index sizes, and its side in pixels. As in nets.py.
struct Window {
  double left, top, span;
  int side;
};
constexpr Window kReaderWindow{0.8, 0.8, 1.6, 48};
constexpr Window kOutlineWindow{5.0, 2.5, 10.0, 64};
/// A typical card's corners from its index's middle, in index sizes: what the outline network tells is added to it.
constexpr Corners kOutlineMean{{{-0.45, -0.75}, {3.0, -0.75}, {3.0, 4.2}, {-0.45, 4.2}}};

cv::dnn::Net load(const char* begin, const char* end) {
  cv::dnn::Net net = cv::dnn::readNetFromONNX(begin, static_cast<std::size_t>(end - begin));
  net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
  return net;
}

/// Writes the picture as planes 0 to 1 into place `n` of a blob. Much faster than blobFromImage of OpenCV 4.6.
void putPlanes(const cv::Mat& bgr, cv::Mat& blob, int n) {
  std::array<cv::Mat, 3> planes;
  cv::split(bgr, planes.data());
  for (int c = 0; c < 3; ++c) {
    cv::Mat target(bgr.rows, bgr.cols, CV_32F, blob.ptr<float>(n, c));
    planes[static_cast<std::size_t>(c)].convertTo(target, CV_32F, 1.0 / 255);
  }
}

bool isPeak(const cv::Mat& heat, int x, int y) {
  const float value = heat.at<float>(y, x);
  for (int v = std::max(y - 1, 0); v <= std::min(y + 1, heat.rows - 1); ++v)
    for (int u = std::max(x - 1, 0); u <= std::min(x + 1, heat.cols - 1); ++u)
      if (heat.at<float>(v, u) > value) return false;
  return true;
}

CardIndex indexAt(const cv::Mat& geometry, int x, int y, float heat) {
  const auto value = [&](int channel) { return static_cast<double>(*(geometry.ptr<float>(0, channel, y) + x)); };
  const double length = std::max(std::hypot(value(2), value(3)), 1e-6);
  return {{(x + value(0)) * kStride, (y + value(1)) * kStride},
          {value(2) / length, value(3) / length},
          std::exp(std::min(value(4), 6.0)) * kStride,
          heat};
}

/// What a quadrangle and a card's face are drawn as, and how far beyond it the drawing reaches, in shares of its sides.
/// As in backs.py and nets.py.
const cv::Size kQuadPatch(40, 56), kFacePatch(48, 64);
constexpr double kAround = 0.08;

/// The picture and its halves; crops are cut from the one that is at most twice too large, or thin strokes are lost.
class Halves {
 public:
  explicit Halves(const cv::Mat& bgr) : levels_{bgr} {}

  cv::Mat crop(const CardIndex& index, const Window& window) {
    double shrink = 1;
    std::size_t level = 0;
    for (; window.side / (window.span * index.size * shrink) < 0.5 && shortSide(level) > 4; ++level) shrink /= 2;
    const double scale = window.side / (window.span * index.size * shrink);
    const double a = -index.up.y * scale, b = index.up.x * scale;
    const cv::Point2d at(index.at.x * shrink - 0.5, index.at.y * shrink - 0.5);
    const double x = window.left * index.size * shrink * scale - 0.5,
                 y = window.top * index.size * shrink * scale - 0.5;
    const cv::Matx23d turn(a, b, x - a * at.x - b * at.y, -b, a, y + b * at.x - a * at.y);
    cv::Mat patch;
    cv::warpAffine(picture(level), patch, turn, {window.side, window.side}, cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                   kOutside);
    return patch;
  }

  cv::Mat patch(const Corners& quad, cv::Size size) {
    double shrink = 1, longest = std::max({distance(quad[0], quad[3]), distance(quad[1], quad[2]), 1.0});
    std::size_t level = 0;
    for (; longest * shrink > 2 * size.height && shortSide(level) > 4; ++level) shrink /= 2;
    const auto w = static_cast<float>(size.width), h = static_cast<float>(size.height);
    const auto share = static_cast<float>(kAround / (1 + 2 * kAround)), x = w * share - 0.5F, y = h * share - 0.5F;
    const std::array<cv::Point2f, 4> there{{{x, y}, {w - 1 - x, y}, {w - 1 - x, h - 1 - y}, {x, h - 1 - y}}};
    std::array<cv::Point2f, 4> here;
    for (std::size_t k = 0; k < 4; ++k)
      here[k] = {static_cast<float>(quad[k].x * shrink - 0.5), static_cast<float>(quad[k].y * shrink - 0.5)};
    cv::Mat drawn;
    cv::warpPerspective(picture(level), drawn, cv::getPerspectiveTransform(here.data(), there.data()), size,
                        cv::INTER_LINEAR, cv::BORDER_CONSTANT, kOutside);
    return drawn;
  }

 private:
  int shortSide(std::size_t level) const { return std::min(levels_[0].rows, levels_[0].cols) >> level; }

  const cv::Mat& picture(std::size_t level) {
    while (levels_.size() <= level) {
      cv::Mat half;
      cv::resize(levels_.back(), half, {}, 0.5, 0.5, cv::INTER_AREA);
      levels_.push_back(half);
    }
    return levels_[level];
  }

  std::vector<cv::Mat> levels_;
};

cv::Mat blobOf(std::size_t count, cv::Size size) {
  const std::array<int, 4> shape{static_cast<int>(count), 3, size.height, size.width};
  return cv::Mat(4, shape.data(), CV_32F, cv::Scalar(0));
}

template <std::size_t N>
void softmax(const float* logits, std::array<double, N>& probabilities) {
  const float most = *std::max_element(logits, logits + N);
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += probabilities[i] = std::exp(logits[i] - most);
  for (double& p : probabilities) p /= sum;
}

/// The index as the reader says it lies better: right, down (in sizes), clockwise (rad), log of larger.
CardIndex corrected(const CardIndex& index, const float* off) {
  const auto most = [](float value, double bound) { return std::clamp(static_cast<double>(value), -bound, bound); };
  const double right = most(off[0], 0.5) * index.size, down = most(off[1], 0.5) * index.size;
  const double turn = most(off[2], 1.2), c = std::cos(turn), s = std::sin(turn);
  const ImagePoint up = index.up;
  return {{index.at.x - up.y * right - up.x * down, index.at.y + up.x * right - up.y * down},
          {c * up.x - s * up.y, c * up.y + s * up.x},
          index.size * std::exp(most(off[3], 0.5)),
          index.heat};
}

}  // namespace

CropNetwork::CropNetwork(const char* begin, const char* end, cv::Size size) {
  const int cores = std::clamp(cv::getNumThreads(), 1, kMostCores);
  for (int i = 0; i < cores; ++i) copies_.push_back({load(begin, end), blobOf(kBatch, size)});
}

void CropNetwork::run(std::size_t many, const std::function<cv::Mat(std::size_t)>& cropOf, const Take& take) {
  std::vector<cv::Mat> crops;
  for (std::size_t i = 0; i < many; ++i) crops.push_back(cropOf(i));
  const std::size_t batches = (many + kBatch - 1) / kBatch, copies = std::min(copies_.size(), batches);
  const auto work = [&](const cv::Range& some) {
    for (auto copy = static_cast<std::size_t>(some.start); copy < static_cast<std::size_t>(some.end); ++copy)
      for (std::size_t b = copy; b < batches; b += copies)
        copies_[copy].run(std::span(crops).subspan(b * kBatch, std::min(kBatch, many - b * kBatch)), b * kBatch, take);
  };
  cv::parallel_for_({0, static_cast<int>(copies)}, work, static_cast<double>(copies));
}

void CropNetwork::Copy::run(std::span<const cv::Mat> crops, std::size_t first, const Take& take) {
  for (std::size_t i = 0; i < crops.size(); ++i) putPlanes(crops[i], blob, static_cast<int>(i));
  net.setInput(blob);
  const cv::Mat told = net.forward();
  for (std::size_t i = 0; i < crops.size(); ++i) take(first + i, told.ptr<float>(static_cast<int>(i)));
}

CardNetworks::CardNetworks()
    : reader_(octo_model_reader, octo_model_reader_end, {kReaderWindow.side, kReaderWindow.side}),
      outline_(octo_model_outline, octo_model_outline_end, {kOutlineWindow.side, kOutlineWindow.side}),
      face_(octo_model_face, octo_model_face_end, kFacePatch),
      back_(octo_model_back, octo_model_back_end, kQuadPatch) {}

cv::dnn::Net& CardNetworks::detectorFor(cv::Size size) {
  const std::pair key{size.width, size.height};
  if (const auto known = detectors_.find(key); known != detectors_.end()) return known->second;
  if (detectors_.size() == kMostDetectors) detectors_.clear();
  return detectors_.emplace(key, load(octo_model_detector, octo_model_detector_end)).first->second;
}

std::vector<CardIndex> CardNetworks::detect(const cv::Mat& bgr, double leastHeat) {
  cv::dnn::Net& detector = detectorFor(bgr.size());
  if (picture_.empty() || picture_.size[2] != bgr.rows || picture_.size[3] != bgr.cols)
    picture_ = blobOf(1, bgr.size());
  putPlanes(bgr, picture_, 0);
  detector.setInput(picture_);
  std::vector<cv::Mat> outputs;
  detector.forward(outputs, std::vector<cv::String>{"heat", "geometry"});
  const cv::Mat heat(outputs[0].size[2], outputs[0].size[3], CV_32F, outputs[0].ptr<float>());
  std::vector<CardIndex> found;
  for (int y = 0; y < heat.rows; ++y)
    for (int x = 0; x < heat.cols; ++x)
      if (static_cast<double>(heat.at<float>(y, x)) > leastHeat && isPeak(heat, x, y))
        found.push_back(indexAt(outputs[1], x, y, heat.at<float>(y, x)));
  return found;
}

std::vector<IndexReading> CardNetworks::read(const cv::Mat& bgr, std::span<const CardIndex> indices) {
  std::vector<IndexReading> readings(indices.size());
  Halves picture(bgr);
  const auto cropOf = [&](std::size_t i) { return picture.crop(indices[i], kReaderWindow); };
  reader_.run(indices.size(), cropOf, [&](std::size_t i, const float* told) {
    IndexReading& reading = readings[i];
    reading.seen.index = indices[i];
    softmax(told, reading.seen.glyph);
    softmax(told + reading.seen.glyph.size(), reading.seen.suit);
    reading.better = corrected(indices[i], told + kCorrections);
  });
  return readings;
}

std::vector<Corners> CardNetworks::outlines(const cv::Mat& bgr, std::span<const CardIndex> indices) {
  std::vector<Corners> outlines(indices.size());
  Halves picture(bgr);
  const auto cropOf = [&](std::size_t i) { return picture.crop(indices[i], kOutlineWindow); };
  outline_.run(indices.size(), cropOf, [&](std::size_t i, const float* told) {
    const CardIndex& index = indices[i];
    for (std::size_t k = 0; k < kOutlineMean.size(); ++k) {
      const double right = (kOutlineMean[k].x + static_cast<double>(told[2 * k])) * index.size;
      const double down = (kOutlineMean[k].y + static_cast<double>(told[2 * k + 1])) * index.size;
      outlines[i][k] = {index.at.x - index.up.y * right - index.up.x * down,
                        index.at.y + index.up.x * right - index.up.y * down};
    }
  });
  return outlines;
}

std::vector<SeenFace> CardNetworks::faces(const cv::Mat& bgr, std::span<const Corners> cards) {
  std::vector<SeenFace> faces(cards.size());
  Halves picture(bgr);
  const auto cropOf = [&](std::size_t i) { return picture.patch(cards[i], kFacePatch); };
  face_.run(cards.size(), cropOf, [&](std::size_t i, const float* told) {
    softmax(told, faces[i].glyph);
    softmax(told + faces[i].glyph.size(), faces[i].suit);
  });
  return faces;
}

std::vector<double> CardNetworks::backs(const cv::Mat& bgr, std::span<const Corners> quads) {
  std::vector<double> chances(quads.size());
  Halves picture(bgr);
  const auto cropOf = [&](std::size_t i) { return picture.patch(quads[i], kQuadPatch); };
  back_.run(quads.size(), cropOf, [&](std::size_t i, const float* told) {
    std::array<double, 2> chance{};
    softmax(told, chance);
    chances[i] = chance[1];
  });
  return chances;
}

}  // namespace octo::vision
