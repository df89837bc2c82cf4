#include "vision/teach/look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "vision/teach/lone_piece.h"

namespace octo::vision {
namespace {

/// Brightness is compared with that around it, within so much, mm; and colour by the mean over so much.
constexpr double kAroundMm = 7, kColourMm = 0.6;
/// Contrast below this (grey levels) is noise of print and camera.
constexpr float kNoise = 9;
/// Of lightness, 0 to 100.
constexpr double kGreyLevels = 2.55;
/// So much difference of brightness, in standard deviations of its surroundings, is as much as light and print make.
constexpr float kDetail = 0.75F;
constexpr float kMostDiffers = 4;
/// What lamps and white balance change of a white thing's a and b: channels 20 % apart. And how many places must tell.
constexpr std::array kMostCast{30.0F, 20.0F};
constexpr std::size_t kLeastForCast = 40;
/// A place has a detail, and both have the same there.
constexpr float kHasDetail = 0.4F, kSameDetail = 0.7F;
/// Left out along the edge, mm: there the piece's edge and shadow are seen.
constexpr double kEdgeMm = 1.5;
/// Pieces are laid and cut a little inexactly, and lenses bend: what is a pixel off is no difference.
constexpr int kOffPixels = 1;
/// Differs clearly.
constexpr double kClearly = 2;

/// Makes brightness, grey levels, the detail that it shows; returns what is around each place.
cv::Mat toDetail(cv::Mat& brightness, double scale) {
  cv::GaussianBlur(brightness, brightness, {}, 0.8);
  const int around = 2 * static_cast<int>(kAroundMm * scale / 2) + 1;
  cv::Mat mean, square, spread;
  cv::boxFilter(brightness, mean, CV_32F, {around, around}, {-1, -1}, true, cv::BORDER_REFLECT);
  cv::sqrBoxFilter(brightness, square, CV_32F, {around, around}, {-1, -1}, true, cv::BORDER_REFLECT);
  cv::sqrt(cv::max(square - mean.mul(mean), 0), spread);
  brightness = (brightness - mean) / (spread + kNoise) / kDetail;
  return mean;
}

constexpr int kLanes = cv::v_float32x4::nlanes;

/// Of each place the mean over a patch of 5 x 5, where that is less than what was there before.
void keepLeast(const cv::Mat& squares, cv::Mat& least) {
  constexpr int kReach = 2, kPatch = 2 * kReach + 1;
  const int many = squares.cols;
  std::vector<float> columns(static_cast<std::size_t>(many + 2 * kReach + kLanes), 0);
  float* const column = columns.data() + kReach;
  const auto mirrored = [](int at, int end) { return cv::borderInterpolate(at, end, cv::BORDER_REFLECT_101); };
  const cv::v_float32x4 share = cv::v_setall_f32(1.0F / (kPatch * kPatch));
  for (int y = 0; y < squares.rows; ++y) {
    std::array<const float*, kPatch> lines{};
    for (int dy = 0; dy < kPatch; ++dy)
      lines[static_cast<std::size_t>(dy)] = squares.ptr<float>(mirrored(y + dy - kReach, squares.rows));
    int x = 0;
    for (; x + kLanes <= many; x += kLanes) {
      cv::v_float32x4 sum = cv::v_load(lines[0] + x);
      for (std::size_t dy = 1; dy < lines.size(); ++dy) sum += cv::v_load(lines[dy] + x);
      cv::v_store(column + x, sum);
    }
    for (; x < many; ++x) {
      column[x] = 0;
      for (const float* line : lines) column[x] += line[x];
    }
    for (int beyond = 1; beyond <= kReach; ++beyond) {
      column[-beyond] = column[mirrored(-beyond, many)];
      column[many - 1 + beyond] = column[mirrored(many - 1 + beyond, many)];
    }
    auto* const kept = least.ptr<float>(y);
    for (x = 0; x < many; x += kLanes) {
      cv::v_float32x4 sum = cv::v_load(column + x - kReach);
      for (int dx = 1 - kReach; dx <= kReach; ++dx) sum += cv::v_load(column + x + dx);
      sum *= share;
      if (x + kLanes <= many)
        cv::v_store(kept + x, cv::v_min(cv::v_load(kept + x), sum));
      else
        for (std::array<float, kLanes> rest{}; x < many; ++x) {
          cv::v_store(rest.data(), sum);
          kept[x] = std::min(kept[x], rest[static_cast<std::size_t>(x % kLanes)]);
        }
    }
  }
}

}  // namespace

cv::Mat maskOf(const FaceArt& art, double scale) {
  const cv::Size size(static_cast<int>(std::lround(art.widthMm * scale)),
                      static_cast<int>(std::lround(art.heightMm * scale)));
  cv::Mat mask(size, CV_8U, cv::Scalar(0));
  if (art.shape == Shape::Round) {
    cv::ellipse(mask, {size.width / 2, size.height / 2}, {size.width / 2, size.height / 2}, 0, 0, 360, 255, cv::FILLED);
  } else {
    std::vector<cv::Point> corners;
    for (const cv::Point2f& p : uprightCorners(art, scale)) corners.emplace_back(p);
    cv::fillConvexPoly(mask, corners, 255);
  }
  const int edge = static_cast<int>(std::ceil(kEdgeMm * scale));
  cv::copyMakeBorder(mask, mask, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  cv::erode(mask, mask, cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * edge + 1, 2 * edge + 1}));
  return mask(cv::Rect(1, 1, size.width, size.height)).clone();
}

Look lookAt(const cv::Mat& upright, const FaceArt& art, double scale) {
  Look look = lookAt(upright, scale);
  look.mask = maskOf(art, scale);
  return look;
}

cv::Mat detailAt(const cv::Mat& picture, double scale) {
  cv::Mat lab, detail;
  // Of 8-bit pictures lightness is in grey levels.
  cv::cvtColor(picture, lab, cv::COLOR_BGR2Lab);
  cv::extractChannel(lab, detail, 0);
  detail.convertTo(detail, CV_32F);
  toDetail(detail, scale);
  return detail;
}

Look lookAt(const cv::Mat& picture, double scale) {
  Look look;
  cv::Mat lab, channels[3];
  picture.convertTo(lab, CV_32F, 1 / 255.0);
  cv::cvtColor(lab, lab, cv::COLOR_BGR2Lab);
  cv::split(lab, channels);
  const cv::Mat lightness = (channels[0] + 16) / 116;
  channels[0] *= kGreyLevels;
  look.level = toDetail(channels[0], scale);
  // In CIE Lab the gain of a coloured light moves a and b in proportion to f(Y).
  cv::GaussianBlur(lightness, look.tint, {}, kColourMm * scale);
  for (int c : {1, 2}) {
    cv::GaussianBlur(channels[c], channels[c], {}, kColourMm * scale);
    channels[c] /= kLookColour;
  }
  look.scale = scale;
  cv::merge(channels, 3, look.features);
  return look;
}

cv::Vec2f castOf(const Look& one, const Look& other, const cv::Mat& mask) {
  std::array<std::vector<float>, 2> shifts;
  for (int y = 0; y < one.features.rows; ++y) {
    const auto *a = one.features.ptr<cv::Vec3f>(y), *b = other.features.ptr<cv::Vec3f>(y);
    const auto *tintA = one.tint.ptr<float>(y), *tintB = other.tint.ptr<float>(y);
    const auto* here = mask.ptr<uchar>(y);
    for (int x = 0; x < one.features.cols; ++x) {
      if (!here[x] || std::abs(b[x][0]) < kHasDetail || std::abs(a[x][0] - b[x][0]) > kSameDetail) continue;
      const float tint = std::max(0.2F, (tintA[x] + tintB[x]) / 2);
      for (int c : {0, 1}) shifts[static_cast<std::size_t>(c)].push_back((a[x][c + 1] - b[x][c + 1]) / tint);
    }
  }
  if (shifts[0].size() < kLeastForCast) return {0, 0};
  cv::Vec2f cast;
  for (std::size_t c : {0, 1}) {
    const auto middle = shifts[c].begin() + static_cast<std::ptrdiff_t>(shifts[c].size() / 2);
    std::nth_element(shifts[c].begin(), middle, shifts[c].end());
    cast[static_cast<int>(c)] = std::clamp(*middle, -kMostCast[c] / kLookColour, kMostCast[c] / kLookColour);
  }
  return cast;
}

cv::Mat withoutCast(const Look& look, const cv::Vec2f& cast) {
  cv::Mat plain = look.features.clone();
  for (int y = 0; y < plain.rows; ++y) {
    auto* feature = plain.ptr<cv::Vec3f>(y);
    const auto* tint = look.tint.ptr<float>(y);
    for (int x = 0; x < plain.cols; ++x) {
      feature[x][1] -= cast[0] * tint[x];
      feature[x][2] -= cast[1] * tint[x];
    }
  }
  return plain;
}

void putSquares(const cv::Vec3f* one, const cv::Vec3f* other, float* squares, int many) {
  int x = 0;
  for (; x + kLanes <= many; x += kLanes) {
    std::array<cv::v_float32x4, 3> a, b;
    cv::v_load_deinterleave(one[x].val, a[0], a[1], a[2]);
    cv::v_load_deinterleave(other[x].val, b[0], b[1], b[2]);
    cv::v_float32x4 sum = cv::v_setzero_f32();
    for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
    cv::v_store(squares + x, sum);
  }
  for (; x < many; ++x) {
    const cv::Vec3f off = one[x] - other[x];
    squares[x] = off[0] * off[0] + off[1] * off[1] + off[2] * off[2];
  }
}

cv::Mat differenceOf(const Look& one, const Look& other) {
  return differenceOf(one, other, castOf(one, other, one.mask));
}

cv::Mat differenceOf(const Look& one, const Look& other, const cv::Vec2f& cast) {
  const cv::Mat plain = withoutCast(one, cast);
  cv::Mat around, sum(plain.size(), CV_32F), least(plain.size(), CV_32F, cv::Scalar(kMostDiffers));
  cv::copyMakeBorder(other.features, around, kOffPixels, kOffPixels, kOffPixels, kOffPixels, cv::BORDER_REPLICATE);
  for (int dy = 0; dy <= 2 * kOffPixels; ++dy)
    for (int dx = 0; dx <= 2 * kOffPixels; ++dx) {
      for (int y = 0; y < plain.rows; ++y)
        putSquares(plain.ptr<cv::Vec3f>(y), around.ptr<cv::Vec3f>(y + dy) + dx, sum.ptr<float>(y), plain.cols);
      // What a shift explains, it explains for a whole patch.
      keepLeast(sum, least);
    }
  least.setTo(0, one.mask == 0);
  return least;
}

double differingMm2(const Look& one, const Look& other) {
  return cv::countNonZero(differenceOf(one, other) > kClearly) / (one.scale * one.scale);
}

int turnsOf(const FaceArt& art) {
  if (art.shape == Shape::Octagon) return 8;
  if (art.shape == Shape::Round) return 24;
  return std::abs(art.widthMm - art.heightMm) < 1 ? 4 : 2;
}

cv::Mat turned(const cv::Mat& upright, const FaceArt& art, int step) {
  if (step == 0) return upright.clone();
  const cv::Point2f middle(static_cast<float>(upright.cols - 1) / 2, static_cast<float>(upright.rows - 1) / 2);
  const cv::Mat turn = cv::getRotationMatrix2D(middle, -360.0 * step / turnsOf(art), 1);
  cv::Mat result;
  cv::warpAffine(upright, result, turn, upright.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return result;
}

}  // namespace octo::vision
