#include "vision/read/cards/card_networks.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <mutex>
#include <opencv2/imgproc.hpp>

#include "vision/models/embedded.h"
#include "vision/read/cards/card_geometry.h"

OCTO_EMBED(detector);
OCTO_EMBED(reader);
OCTO_EMBED(outline);
OCTO_EMBED(face);
OCTO_EMBED(back);

namespace octo::vision {
namespace {

/// Pixels a cell of the detector's output.
constexpr double kStride = 8;
/// Cores that crops are spread over.
constexpr int kMostCores = 4;
/// The detector's memory is kept for as many picture sizes.
constexpr std::size_t kMostMemories = 6;
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

bool isPeak(const cv::Mat& heat, int x, int y) {
  const float value = heat.at<float>(y, x);
  for (int v = std::max(y - 1, 0); v <= std::min(y + 1, heat.rows - 1); ++v)
    for (int u = std::max(x - 1, 0); u <= std::min(x + 1, heat.cols - 1); ++u)
      if (heat.at<float>(v, u) > value) return false;
  return true;
}

CardIndex indexAt(const Activations& geometry, int x, int y, float heat) {
  const auto value = [&](int channel) { return static_cast<double>(geometry.at(y, x)[channel]); };
  const double length = std::max(std::hypot(value(2), value(3)), 1e-6);
  return {{(x + value(0)) * kStride, (y + value(1)) * kStride},
          {value(2) / length, value(3) / length},
          std::exp(std::min(value(4), 6.0)) * kStride,
          heat};
}

/// What a quadrangle and a card's face are drawn as, and how far beyond it the drawing reaches, in shares of its sides.
/// As in backs.py and nets.py.
const cv::Size kQuadPatch(40, 56), kFacePatch(80, 112);
constexpr double kAround = 0.08;

/// The picture and its halves; crops are cut from the one that is at most twice too large, or thin strokes are lost.
/// For any thread.
class Halves {
 public:
  explicit Halves(const cv::Mat& bgr) : levels_{bgr} {}

  void crop(const CardIndex& index, const Window& window, cv::Mat& drawn) {
    double shrink = 1;
    std::size_t level = 0;
    for (; window.side / (window.span * index.size * shrink) < 0.5 && shortSide(level) > 4; ++level) shrink /= 2;
    const double scale = window.side / (window.span * index.size * shrink);
    const double a = -index.up.y * scale, b = index.up.x * scale;
    const cv::Point2d at(index.at.x * shrink - 0.5, index.at.y * shrink - 0.5);
    const double x = window.left * index.size * shrink * scale - 0.5,
                 y = window.top * index.size * shrink * scale - 0.5;
    const cv::Matx23d turn(a, b, x - a * at.x - b * at.y, -b, a, y + b * at.x - a * at.y);
    cv::warpAffine(picture(level), drawn, turn, {window.side, window.side}, cv::INTER_LINEAR, cv::BORDER_CONSTANT,
                   kOutside);
  }

  void patch(const Corners& quad, cv::Size size, cv::Mat& drawn) {
    double shrink = 1, longest = std::max({distance(quad[0], quad[3]), distance(quad[1], quad[2]), 1.0});
    std::size_t level = 0;
    for (; longest * shrink > 2 * size.height && shortSide(level) > 4; ++level) shrink /= 2;
    const auto w = static_cast<float>(size.width), h = static_cast<float>(size.height);
    const auto share = static_cast<float>(kAround / (1 + 2 * kAround)), x = w * share - 0.5F, y = h * share - 0.5F;
    const std::array<cv::Point2f, 4> there{{{x, y}, {w - 1 - x, y}, {w - 1 - x, h - 1 - y}, {x, h - 1 - y}}};
    std::array<cv::Point2f, 4> here;
    for (std::size_t k = 0; k < 4; ++k)
      here[k] = {static_cast<float>(quad[k].x * shrink - 0.5), static_cast<float>(quad[k].y * shrink - 0.5)};
    cv::warpPerspective(picture(level), drawn, cv::getPerspectiveTransform(here.data(), there.data()), size,
                        cv::INTER_LINEAR, cv::BORDER_CONSTANT, kOutside);
  }

 private:
  int shortSide(std::size_t level) const { return std::min(levels_[0].rows, levels_[0].cols) >> level; }

  const cv::Mat& picture(std::size_t level) {
    const std::scoped_lock lock(growing_);
    while (levels_.size() <= level) {
      cv::Mat half;
      cv::resize(levels_.back(), half, {}, 0.5, 0.5, cv::INTER_AREA);
      levels_.push_back(half);
    }
    return levels_[level];
  }

  std::mutex growing_;
  std::deque<cv::Mat> levels_;  // those who look at one are not disturbed by another
};

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

CropNetwork::CropNetwork(const char* begin, const char* end, cv::Size size)
    : network_(begin, end, size), cores_(static_cast<std::size_t>(std::clamp(cv::getNumThreads(), 1, kMostCores))) {}

void CropNetwork::run(std::size_t many, const CropOf& cropOf, const Take& take) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&](const cv::Range& some) {
    for (int core = some.start; core < some.end; ++core) {
      auto& [memory, crop] = cores_[static_cast<std::size_t>(core)];
      for (std::size_t i = next++; i < many; i = next++) {
        cropOf(i, crop);
        network_.run(crop, memory, false);
        take(i, network_.last(memory).at(0, 0));
      }
    }
  };
  const auto cores = static_cast<int>(std::min(cores_.size(), many));
  cv::parallel_for_({0, cores}, work, cores);
}

CardNetworks::CardNetworks()
    : detector_(octo_model_detector, octo_model_detector_end, {}),
      reader_(octo_model_reader, octo_model_reader_end, {kReaderWindow.side, kReaderWindow.side}),
      outline_(octo_model_outline, octo_model_outline_end, {kOutlineWindow.side, kOutlineWindow.side}),
      face_(octo_model_face, octo_model_face_end, kFacePatch),
      back_(octo_model_back, octo_model_back_end, kQuadPatch) {}

ConvNetwork::Memory& CardNetworks::memoryFor(cv::Size size) {
  if (memories_.size() == kMostMemories && !memories_.contains({size.width, size.height})) memories_.clear();
  return memories_[{size.width, size.height}];
}

std::string CardNetworks::detectorFile() { return {octo_model_detector, octo_model_detector_end}; }

std::vector<CardIndex> CardNetworks::detect(const cv::Mat& bgr, double leastHeat, const cv::Mat& where) {
  constexpr int kCell = ConvNetwork::kCell / static_cast<int>(kStride);
  ConvNetwork::Memory& memory = memoryFor(bgr.size());
  detector_.run(bgr, memory, true, where);
  const Activations &heat = detector_.told(memory, "heat"), &geometry = detector_.told(memory, "geometry");
  heat_.create(heat.rows(), heat.cols(), CV_32F);
  for (int y = 0; y < heat.rows(); ++y)
    for (int x = 0; x < heat.cols(); ++x)
      heat_.at<float>(y, x) = where.empty() || where.at<uchar>(y / kCell, x / kCell) != 0 ? *heat.at(y, x) : 0;
  std::vector<CardIndex> found;
  for (int y = 0; y < heat.rows(); ++y)
    for (int x = 0; x < heat.cols(); ++x)
      if (static_cast<double>(heat_.at<float>(y, x)) > leastHeat && isPeak(heat_, x, y))
        found.push_back(indexAt(geometry, x, y, heat_.at<float>(y, x)));
  return found;
}

std::vector<IndexReading> CardNetworks::read(const cv::Mat& bgr, std::span<const CardIndex> indices) {
  std::vector<IndexReading> readings(indices.size());
  Halves picture(bgr);
  const auto cropOf = [&](std::size_t i, cv::Mat& crop) { picture.crop(indices[i], kReaderWindow, crop); };
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
  const auto cropOf = [&](std::size_t i, cv::Mat& crop) { picture.crop(indices[i], kOutlineWindow, crop); };
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
  const auto cropOf = [&](std::size_t i, cv::Mat& crop) { picture.patch(cards[i], kFacePatch, crop); };
  face_.run(cards.size(), cropOf, [&](std::size_t i, const float* told) {
    softmax(told, faces[i].glyph);
    softmax(told + faces[i].glyph.size(), faces[i].suit);
  });
  return faces;
}

std::vector<double> CardNetworks::backs(const cv::Mat& bgr, std::span<const Corners> quads) {
  std::vector<double> chances(quads.size());
  Halves picture(bgr);
  const auto cropOf = [&](std::size_t i, cv::Mat& crop) { picture.patch(quads[i], kQuadPatch, crop); };
  back_.run(quads.size(), cropOf, [&](std::size_t i, const float* told) {
    std::array<double, 2> chance{};
    softmax(told, chance);
    chances[i] = chance[1];
  });
  return chances;
}

}  // namespace octo::vision
