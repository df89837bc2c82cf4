#include "vision/read/shields/light_map.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "vision/fuse/median.h"

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

  /// The gain at a spot, from the ground about it: a shadow has an edge that the smooth surface does not follow.
  /// Nothing where that is no shade of the surface's gain, but something that lies over the ground.
  std::optional<cv::Vec3f> localGain(TablePoint at) const {
    constexpr double kAboutMm = 16, kDarkest = 0.3, kBrightest = 1.6, kOtherColour = 1.35;
    std::array<std::vector<double>, 3> ratios;
    for (const Seen& seen : seen_) {
      const ColourSample& ground = *seen.sample;
      if (ground.kind != 0 || std::abs(ground.at.x - at.x) > kAboutMm || std::abs(ground.at.y - at.y) > kAboutMm)
        continue;
      for (int c = 0; c < 3; ++c)
        ratios[static_cast<std::size_t>(c)].push_back((seen.bgr[c] + 1.0) / (ground.bgr[c] + 1.0));
    }
    const cv::Vec3f smooth = map_.gainAt(at);
    if (ratios[0].size() < 3) return smooth;
    cv::Vec3f gain;
    double least = kBrightest, most = kDarkest;
    for (int c = 0; c < 3; ++c) {
      gain[c] = static_cast<float>(median(ratios[static_cast<std::size_t>(c)]));
      const double shade = gain[c] / smooth[c];
      if (shade < kDarkest || shade > kBrightest) return std::nullopt;
      least = std::min(least, shade), most = std::max(most, shade);
    }
    return most > kOtherColour * least ? std::nullopt : std::optional(gain);
  }

  /// Middle of what is seen of a kind under a gain of 1; false where too little of it is seen.
  bool kindSeen(int kind, cv::Vec3f& middle, cv::Vec3f& printed) const {
    if (kind == 0) return groundSeen(middle, printed);
    std::array<std::vector<double>, 3> values;
    for (const Seen& seen : seen_) {
      if (seen.sample->kind != kind) continue;
      const auto gain = localGain(seen.sample->at);
      if (!gain) continue;
      printed = seen.sample->bgr;
      for (int c = 0; c < 3; ++c) values[static_cast<std::size_t>(c)].push_back(seen.bgr[c] / (*gain)[c]);
    }
    if (values[0].size() < 4) return false;
    for (int c = 0; c < 3; ++c) middle[c] = static_cast<float>(median(values[static_cast<std::size_t>(c)]));
    return true;
  }

  /// Under its own gain the ground is what is printed.
  bool groundSeen(cv::Vec3f& middle, cv::Vec3f& printed) const {
    const auto ground =
        std::find_if(seen_.begin(), seen_.end(), [](const Seen& seen) { return seen.sample->kind == 0; });
    if (ground == seen_.end()) return false;
    middle = printed = ground->sample->bgr;
    return true;
  }

  /// A kind of the board's colours, 0 to 1: as printed, and as it is seen under a gain of 1.
  struct KindSeen {
    cv::Vec4d printed;  // and 1
    cv::Vec3d seen;
    double weight;
  };

  /// The ground is what the gain was fitted to: whatever else is thought of the colours, it is to stay what it is.
  std::vector<KindSeen> kindsSeen() const {
    constexpr double kGround = 4;
    std::vector<KindSeen> list;
    for (int kind = 0; kind < kinds_; ++kind) {
      cv::Vec3f middle, printed;
      if (!kindSeen(kind, middle, printed)) continue;
      list.push_back({{printed[0] / 255.0, printed[1] / 255.0, printed[2] / 255.0, 1.0},
                      cv::Vec3d(middle[0], middle[1], middle[2]) * (1 / 255.0),
                      kind == 0 ? kGround : 1.0});
    }
    return list;
  }

  using Mix = cv::Matx<double, 4, 3>;

  /// Of some kinds there are a few samples only, and an arm covers most of them: one such kind, white say, would bend
  /// all colours. So what does not go with the others loses its weight, beginning with what is far from no mixing.
  void fitMix() {
    const std::vector<KindSeen> kinds = kindsSeen();
    Mix mix = Mix::eye();
    if (!kinds.empty())
      for (int round = 0; round < kRounds; ++round) mix = mixed(kinds, mix);
    for (int c = 0; c < 3; ++c) {
      for (int from = 0; from < 3; ++from) map_.mix_(c, from) = static_cast<float>(mix(from, c));
      map_.lift_[c] = static_cast<float>(mix(3, c) * 255);
    }
  }

  /// Ridge regression towards no mixing, of the kinds that are near to where they were expected.
  static Mix mixed(const std::vector<KindSeen>& kinds, const Mix& before) {
    std::vector<double> off;
    for (const KindSeen& kind : kinds) off.push_back(cv::norm(before.t() * kind.printed - kind.seen));
    auto sorted = off;
    constexpr double kNear = 0.12;  // 30 levels
    const double scale = std::max(kNear, 3.0 * median(sorted)), tie = 0.15;
    cv::Matx44d normal = cv::Matx44d::zeros();
    Mix right = Mix::zeros();
    for (int i = 0; i < 3; ++i) normal(i, i) = right(i, i) = tie;
    normal(3, 3) = tie / 10;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const double ratio = off[i] / scale;
      if (ratio >= 1) continue;
      const double weight = kinds[i].weight * (1 - ratio * ratio) * (1 - ratio * ratio);
      normal += weight * (kinds[i].printed * kinds[i].printed.t());
      right += weight * (kinds[i].printed * kinds[i].seen.t());
    }
    return normal.solve(right, cv::DECOMP_CHOLESKY);
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
