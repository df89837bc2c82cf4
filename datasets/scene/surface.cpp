#include "datasets/scene/surface.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace octo::datasets {
namespace {

constexpr int kSide = 2000;
constexpr double kPixelsPerMm = kSide / kSurfaceMm;

cv::Vec3f fromHsv(double hue, double saturation, double value) {
  const cv::Mat hsv(1, 1, CV_32FC3, cv::Scalar(std::fmod(hue + 360, 360), saturation, value));
  cv::Mat bgr;
  cv::cvtColor(hsv, bgr, cv::COLOR_HSV2BGR);
  return bgr.at<cv::Vec3f>(0, 0);
}

/// Smooth noise of mean 0 and about ±1, with bumps of that size in pixels.
cv::Mat noise(Random& random, double wide, double high) {
  cv::RNG rng(random.bits());
  cv::Mat small(std::max(4, static_cast<int>(kSide / high) + 3), std::max(4, static_cast<int>(kSide / wide) + 3),
                CV_32F);
  rng.fill(small, cv::RNG::NORMAL, 0, 0.5);
  cv::Mat large;
  cv::resize(small, large, {kSide, kSide}, 0, 0, cv::INTER_CUBIC);
  return large;
}

/// One colour times 1 + tone, where tone is a picture.
cv::Mat toned(const cv::Vec3f& colour, const cv::Mat& tone) {
  std::vector<cv::Mat> channels;
  for (int i = 0; i < 3; ++i) channels.push_back((tone + 1.0) * (colour[i] * 255.0));
  cv::Mat merged, result;
  cv::merge(channels, merged);
  merged.convertTo(result, CV_8UC3);
  return result;
}

cv::Mat wood(Random& random) {
  const cv::Vec3f colour = fromHsv(random.between(18, 36), random.between(0.3, 0.62), random.between(0.3, 0.85));
  cv::Mat tone = noise(random, 260, 5) * 0.10 + noise(random, 60, 1.6) * 0.06 + noise(random, 400, 40) * 0.1;
  const cv::Mat bend = noise(random, 500, 60);
  const double plank = random.between(85, 150) * kPixelsPerMm;
  std::vector<double> tones;
  for (int i = 0; i < 40; ++i) tones.push_back(random.normal(0.09, 0.2));
  const double rings = random.between(0.02, 0.06);
  for (int y = 0; y < kSide; ++y) {
    const int index = static_cast<int>(y / plank);
    const double inPlank = y - index * plank;
    const double gap = inPlank < 1.5 ? -0.35 : 0;
    for (int x = 0; x < kSide; ++x) {
      const double ring =
          std::sin(inPlank * 0.22 + 5 * bend.at<float>(y, x) + tones[static_cast<std::size_t>(index)] * 40);
      tone.at<float>(y, x) += static_cast<float>(tones[static_cast<std::size_t>(index)] + gap + rings * ring);
    }
  }
  cv::Mat picture = toned(colour, tone);
  if (random.chance(0.5)) cv::rotate(picture, picture, cv::ROTATE_90_CLOCKWISE);
  return picture;
}

cv::Mat weave(Random& random) {
  return noise(random, 1.6, 1.0) * 0.04 + noise(random, 1.0, 1.6) * 0.04 + noise(random, 350, 200) * 0.05;
}

cv::Mat plainCloth(Random& random) {
  return toned(fromHsv(random.between(0, 360), random.between(0.02, 0.6), random.between(0.2, 0.95)), weave(random));
}

/// A pattern of two colours, `share` of the second at each pixel.
template <class Share>
cv::Mat patterned(Random& random, Share share) {
  const double hue = random.between(0, 360);
  const cv::Vec3f a = fromHsv(hue, random.between(0.02, 0.25), random.between(0.75, 0.97));
  const cv::Vec3f b = fromHsv(hue + random.between(-40, 40), random.between(0.3, 0.85), random.between(0.2, 0.8));
  const cv::Mat tone = weave(random);
  cv::Mat picture(kSide, kSide, CV_8UC3);
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      const cv::Vec3f colour = (a + (b - a) * static_cast<float>(share(x, y))) * (255.F * (1.F + tone.at<float>(y, x)));
      picture.at<cv::Vec3b>(y, x) = {cv::saturate_cast<uchar>(colour[0]), cv::saturate_cast<uchar>(colour[1]),
                                     cv::saturate_cast<uchar>(colour[2])};
    }
  return picture;
}

cv::Mat checkedCloth(Random& random) {
  const double period = random.between(18, 70) * kPixelsPerMm;
  return patterned(random, [=](int x, int y) {
    const bool across = std::fmod(x, period) < period / 2, along = std::fmod(y, period) < period / 2;
    return 0.5 * (across ? 1 : 0) + 0.5 * (along ? 1 : 0);
  });
}

cv::Mat stripedCloth(Random& random) {
  const double period = random.between(15, 90) * kPixelsPerMm, share = random.between(0.15, 0.6);
  return patterned(random, [=](int x, int) { return std::fmod(x, period) < period * share ? 1.0 : 0.0; });
}

cv::Mat dottedCloth(Random& random) {
  const double period = random.between(25, 70) * kPixelsPerMm, radius = period * random.between(0.12, 0.3);
  const int petals = random.below(3) * 3;
  return patterned(random, [=](int x, int y) {
    const int row = static_cast<int>(y / period);
    const double dx = std::fmod(x + (row % 2) * period / 2, period) - period / 2,
                 dy = std::fmod(y, period) - period / 2;
    const double flower = petals == 0 ? 1 : 0.75 + 0.25 * std::cos(petals * std::atan2(dy, dx));
    return std::hypot(dx, dy) < radius * flower ? 1.0 : 0.0;
  });
}

cv::Mat laminate(Random& random) {
  const cv::Mat tone = noise(random, 1.2, 1.2) * 0.05 + noise(random, 4, 4) * 0.04 + noise(random, 120, 120) * 0.04;
  return toned(fromHsv(random.between(0, 360), random.between(0.0, 0.15), random.between(0.25, 0.93)), tone);
}

}  // namespace

cv::Mat makeSurface(Random& random, Difficulty difficulty) {
  using Make = cv::Mat (*)(Random&);
  switch (difficulty) {
    case Difficulty::Easy:
      return random.pick(std::array<Make, 2>{wood, plainCloth})(random);
    case Difficulty::Default:
      return random.pick(std::array<Make, 7>{wood, wood, wood, plainCloth, checkedCloth, stripedCloth, laminate})(
          random);
    case Difficulty::Hard:
      return random.pick(std::array<Make, 5>{wood, checkedCloth, stripedCloth, dottedCloth, laminate})(random);
  }
  return wood(random);
}

}  // namespace octo::datasets
