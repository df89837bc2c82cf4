#include "vision/read/shields/light_map.h"

#include <algorithm>
#include <cmath>

namespace octo::vision {
namespace {

constexpr double kHalfBoard = 200.0;  // mm: positions are scaled to about ±1

struct Seen {
  const ColourSample* sample;
  cv::Vec3f bgr;
};

/// Mean of the nine pixels around, or nothing outside the picture.
bool meanAt(const cv::Mat& bgr, ImagePoint at, cv::Vec3f& mean) {
  const int x = static_cast<int>(std::floor(at.x)), y = static_cast<int>(std::floor(at.y));
  if (x < 1 || y < 1 || x + 1 >= bgr.cols || y + 1 >= bgr.rows) return false;
  cv::Vec3f sum(0, 0, 0);
  for (int v = y - 1; v <= y + 1; ++v)
    for (int u = x - 1; u <= x + 1; ++u) sum += cv::Vec3f(bgr.at<cv::Vec3b>(v, u));
  mean = sum * (1.0F / 9);
  return true;
}

std::vector<Seen> lookAt(const cv::Mat& bgr, const TableView& view, const BoardArt& board) {
  std::vector<Seen> seen;
  seen.reserve(board.samples().size());
  for (const ColourSample& sample : board.samples()) {
    cv::Vec3f mean;
    if (meanAt(bgr, view.imageFromTable(sample.at), mean)) seen.push_back({&sample, mean});
  }
  return seen;
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

/// The fitting of a LightMap.
class LightFit {
 public:
  LightFit(std::vector<Seen> seen, int kinds) : seen_(std::move(seen)), kinds_(kinds) {}

  LightMap fit() {
    for (int channel = 0; channel < 3; ++channel) fitGain(channel);
    fitMix();
    return map_;
  }

 private:
  /// Logarithm of how much brighter the ground is seen than it is drawn, as a surface of second order. What is no
  /// ground at the moment (shields, hands) is far from the surface and loses its weight.
  void fitGain(int channel) {
    std::vector<TablePoint> places;
    std::vector<double> values;
    for (const Seen& seen : seen_)
      if (seen.sample->kind == 0) {
        places.push_back(seen.sample->at);
        values.push_back(std::log((seen.bgr[channel] + 1.0) / (seen.sample->bgr[channel] + 1.0)));
      }
    if (values.size() < 20) return;
    auto& gain = map_.gain_[static_cast<std::size_t>(channel)];
    auto sorted = values;
    gain[0] = median(sorted);
    for (int round = 0; round < kRounds; ++round) gain = surface(places, values, gain);
  }

  static double valueOf(const LightMap::Polynomial& p, const LightMap::Polynomial& t) {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * t[i];
    return sum;
  }

  static LightMap::Polynomial surface(const std::vector<TablePoint>& places, const std::vector<double>& values,
                                      const LightMap::Polynomial& before) {
    std::vector<LightMap::Polynomial> terms;
    std::vector<double> off;
    for (std::size_t i = 0; i < places.size(); ++i) {
      terms.push_back(LightMap::terms(places[i]));
      off.push_back(std::abs(values[i] - valueOf(before, terms.back())));
    }
    auto sorted = off;
    const double scale = std::clamp(3.0 * median(sorted), 0.06, 0.4);
    cv::Matx<double, 6, 6> normal = cv::Matx<double, 6, 6>::zeros();
    cv::Matx<double, 6, 1> right = cv::Matx<double, 6, 1>::zeros();
    // Slopes and bends are small unless the board says otherwise: a board half hidden tells little of its other half.
    for (int i = 1; i < LightMap::kTerms; ++i) normal(i, i) = 0.004 * static_cast<double>(places.size());
    for (std::size_t k = 0; k < places.size(); ++k) {
      const double ratio = off[k] / scale;
      if (ratio >= 1) continue;
      const double weight = (1 - ratio * ratio) * (1 - ratio * ratio);
      const cv::Matx<double, 6, 1> t(terms[k].data());
      normal += weight * (t * t.t());
      right += weight * values[k] * t;
    }
    const cv::Matx<double, 6, 1> solved = normal.solve(right, cv::DECOMP_CHOLESKY);
    LightMap::Polynomial result{};
    for (int i = 0; i < LightMap::kTerms; ++i) result[static_cast<std::size_t>(i)] = solved(i);
    return result;
  }

  /// Middle of what is seen of a kind under a gain of 1; false where too little of it is seen alike.
  bool kindSeen(int kind, cv::Vec3f& middle, cv::Vec3f& printed) const {
    std::array<std::vector<double>, 3> values;
    for (const Seen& seen : seen_) {
      if (seen.sample->kind != kind) continue;
      printed = seen.sample->bgr;
      const cv::Vec3f gain = map_.gainAt(seen.sample->at);
      for (int c = 0; c < 3; ++c) values[static_cast<std::size_t>(c)].push_back(seen.bgr[c] / gain[c]);
    }
    if (values[0].size() < 4) return false;
    for (int c = 0; c < 3; ++c) middle[c] = static_cast<float>(median(values[static_cast<std::size_t>(c)]));
    return true;
  }

  /// Ridge regression towards no mixing.
  void fitMix() {
    cv::Matx44d normal = cv::Matx44d::zeros();
    cv::Matx<double, 4, 3> right = cv::Matx<double, 4, 3>::zeros();
    const double tie = 0.15;
    for (int i = 0; i < 3; ++i) normal(i, i) = right(i, i) = tie;
    normal(3, 3) = tie / 10;
    for (int kind = 0; kind < kinds_; ++kind) {
      cv::Vec3f middle, printed;
      if (!kindSeen(kind, middle, printed)) continue;
      const cv::Matx<double, 4, 1> from(printed[0] / 255.0, printed[1] / 255.0, printed[2] / 255.0, 1.0);
      const cv::Matx<double, 1, 3> to(middle[0] / 255.0, middle[1] / 255.0, middle[2] / 255.0);
      normal += from * from.t();
      right += from * to;
    }
    const cv::Matx<double, 4, 3> solved = normal.solve(right, cv::DECOMP_CHOLESKY);
    for (int c = 0; c < 3; ++c) {
      for (int from = 0; from < 3; ++from) map_.mix_(c, from) = static_cast<float>(solved(from, c));
      map_.lift_[c] = static_cast<float>(solved(3, c) * 255);
    }
  }

  static constexpr int kRounds = 4;
  std::vector<Seen> seen_;
  int kinds_;
  LightMap map_;
};

LightMap::Polynomial LightMap::terms(TablePoint at) {
  const double x = std::clamp(at.x / kHalfBoard, -1.5, 1.5), y = std::clamp(at.y / kHalfBoard, -1.5, 1.5);
  return {1, x, y, x * x, x * y, y * y};
}

LightMap LightMap::neutral() { return LightMap(); }

LightMap LightMap::measure(const cv::Mat& bgr, const TableView& view, const BoardArt& board) {
  return LightFit(lookAt(bgr, view, board), board.kinds()).fit();
}

bool LightMap::mixesLike(const LightMap& other) const {
  return cv::norm(mix_ - other.mix_) < 0.01 && cv::norm(lift_ - other.lift_) < 1.0;
}

cv::Vec3f LightMap::gainAt(TablePoint at) const {
  const Polynomial t = terms(at);
  cv::Vec3f gain;
  for (std::size_t c = 0; c < 3; ++c) {
    double sum = 0;
    for (std::size_t i = 0; i < t.size(); ++i) sum += gain_[c][i] * t[i];
    gain[static_cast<int>(c)] = static_cast<float>(std::exp(std::clamp(sum, -5.0, 3.0)));
  }
  return gain;
}

}  // namespace octo::vision
