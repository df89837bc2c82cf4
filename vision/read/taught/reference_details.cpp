#include "vision/read/taught/reference_details.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <opencv2/core/hal/intrin.hpp>

namespace octo::vision {
namespace {

/// References that are compared in one go: some of a processor's vectors.
constexpr std::size_t kAtOnce = 8;
constexpr std::size_t kLanes = cv::v_float32x4::nlanes;
/// No place shows any detail at all.
constexpr float kNoDetail = 1e-6F;

std::size_t roundedUp(std::size_t many) { return (many + kAtOnce - 1) / kAtOnce * kAtOnce; }

}  // namespace

std::vector<std::size_t> greatestOf(const std::vector<float>& values, std::size_t many) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  many = std::min(many, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(many), order.end(),
                    [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  order.resize(many);
  return order;
}

ReferenceDetails::ReferenceDetails(const std::vector<cv::Mat>& features, const std::vector<int>& places) {
  if (features.empty()) return;
  count = roundedUp(features.size());
  detail.assign(places.size() * count, 0);
  for (std::size_t n = 0; n < features.size(); ++n) {
    const cv::Mat& theirs = features[n];
    if (theirs.size() != features.front().size()) continue;
    std::size_t at = n;
    for (const int place : places) {
      detail[at] = theirs.at<cv::Vec3f>(place / theirs.cols, place % theirs.cols)[0];
      at += count;
    }
  }
}

std::vector<float> ReferenceDetails::alike(const Look& look, const cv::Mat& open) const {
  std::vector<Shown> shown;
  std::size_t place = 0;
  for (int y = 0; y < open.rows; ++y)
    for (int x = 0; x < open.cols; ++x, ++place)
      if (open.at<uchar>(y, x)) shown.push_back({place, look.features.at<cv::Vec3f>(y, x)[0]});
  return alike(shown);
}

std::vector<float> ReferenceDetails::alike(const std::vector<Shown>& shown) const {
  std::vector<float> both(count, 0), others(count, kNoDetail);
  double ones = kNoDetail;
  for (const Shown& each : shown) {
    ones += each.detail * each.detail;
    const float* details = &detail[each.place * count];
    const cv::v_float32x4 own = cv::v_setall_f32(each.detail);
    for (std::size_t n = 0; n < count; n += kLanes) {
      const cv::v_float32x4 other = cv::v_load(details + n);
      cv::v_store(&both[n], cv::v_load(&both[n]) + own * other);
      cv::v_store(&others[n], cv::v_load(&others[n]) + other * other);
    }
  }
  for (std::size_t n = 0; n < count; ++n) both[n] /= static_cast<float>(std::sqrt(ones * others[n]));
  return both;
}

OpenPlaces::OpenPlaces(const cv::Mat& open, const FaceArt& card, const ReferenceDetails& all)
    : squares_(all.count, kNoDetail) {
  std::vector<std::size_t> numbers;
  std::size_t number = 0;
  for (int y = 0; y < open.rows; ++y)
    for (int x = 0; x < open.cols; ++x, ++number) {
      if (!open.at<uchar>(y, x)) continue;
      places_.emplace_back(2 * x + y % 2 + 0.5 - card.widthMm / 2, 2 * y + 0.5 - card.heightMm / 2);
      numbers.push_back(number);
    }
  details_.resize(places_.size() * all.count);
  float* to = details_.data();
  for (std::size_t from = 0; from < all.count; from += kAtOnce) {
    float* const squares = &squares_[from];
    for (const std::size_t each : numbers) {
      const float* const theirs = &all.detail[each * all.count + from];
      for (std::size_t n = 0; n < kAtOnce; ++n) {
        to[n] = theirs[n];
        squares[n] += theirs[n] * theirs[n];
      }
      to += kAtOnce;
    }
  }
}

std::vector<float> OpenPlaces::alikeAt(const PlanePose& pose, const LookFromAbove& seen) const {
  const cv::Point2d right = turnedBy({1, 0}, pose.angle), down = turnedBy({0, 1}, pose.angle);
  std::vector<float> shown;
  shown.reserve(places_.size());
  double ones = kNoDetail;
  for (const cv::Point2d& on : places_) {
    shown.push_back(seen.detailAt(pose.at + on.x * right + on.y * down));
    ones += shown.back() * shown.back();
  }
  std::vector<float> alike(squares_.size());
  const float* details = details_.data();
  for (std::size_t from = 0; from < alike.size(); from += kAtOnce) {
    cv::v_float32x4 first = cv::v_setzero_f32(), second = cv::v_setzero_f32();
    for (const float each : shown) {
      const cv::v_float32x4 own = cv::v_setall_f32(each);
      first += own * cv::v_load(details);
      second += own * cv::v_load(details + kLanes);
      details += kAtOnce;
    }
    cv::v_store(&alike[from], first);
    cv::v_store(&alike[from + kLanes], second);
  }
  for (std::size_t n = 0; n < alike.size(); ++n) alike[n] /= static_cast<float>(std::sqrt(ones * squares_[n]));
  return alike;
}

OpenPlaces OpenPlaces::narrowedTo(std::size_t many, const PlanePose& pose, const LookFromAbove& seen) const {
  OpenPlaces some;
  some.places_ = places_;
  const std::vector<std::size_t> chosen = greatestOf(alikeAt(pose, seen), std::min(squares_.size(), roundedUp(many)));
  for (const std::size_t n : chosen) some.squares_.push_back(squares_[n]);
  some.details_.resize(places_.size() * chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const float* from = details_.data() + chosen[i] / kAtOnce * kAtOnce * places_.size() + chosen[i] % kAtOnce;
    float* to = some.details_.data() + i / kAtOnce * kAtOnce * places_.size() + i % kAtOnce;
    for (std::size_t place = 0; place < places_.size(); ++place) to[place * kAtOnce] = from[place * kAtOnce];
  }
  return some;
}

double OpenPlaces::likenessAt(const PlanePose& pose, const LookFromAbove& seen) const {
  const std::vector<float> alike = alikeAt(pose, seen);
  return alike.empty() ? 0 : *std::max_element(alike.begin(), alike.end());
}

}  // namespace octo::vision
