#include "datasets/scene/light.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace octo::datasets {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

/// Where a straight pixel's ray meets the table.
cv::Point2d onTable(const cv::Matx33d& tableFromStraight, cv::Point2d pixel) {
  const cv::Vec3d v = tableFromStraight * cv::Vec3d(pixel.x, pixel.y, 1);
  return {v[0] / v[2], v[1] / v[2]};
}

void addGrain(const uchar* __restrict light, const std::uint16_t* __restrict gains, const signed char* __restrict grain,
              uchar* __restrict pixels, int count) {
  for (int i = 0; i < count; ++i) {
    const auto lit = static_cast<std::uint16_t>((static_cast<std::uint32_t>(light[i]) << 8) * gains[i] >> 16);
    const auto value = static_cast<std::int16_t>((lit >> 7) + grain[i]);
    pixels[i] = static_cast<uchar>(std::clamp<std::int16_t>(value, 0, 255));
  }
}

}  // namespace

Light::Light(Random& random, Difficulty difficulty) {
  const double azimuth = random.between(0, kTurn), height = random.between(0.7, 1.3);  // 40 to 75 degrees
  direction_ = {std::sin(azimuth) * std::cos(height), std::cos(azimuth) * std::cos(height), std::sin(height)};
  shadow_ = byDifficulty(difficulty, 0.28, random.between(0.25, 0.5), random.between(0.35, 0.62));
  const double warm = random.normal(byDifficulty(difficulty, 0.02, 0.06, 0.12), 0.24);
  tint_ = {static_cast<float>(1 - warm), 1.F, static_cast<float>(1 + warm * 0.7)};
  tint_ *= static_cast<float>(random.between(byDifficulty(difficulty, 0.92, 0.78, 0.62), 1.04));
  const double steep = byDifficulty(difficulty, 0.05, 0.28, 0.5);
  slope_ = {random.between(-steep, steep), random.between(-steep, steep)};
  lamp_ = {random.between(-260, 260), random.between(-220, 220)};
  pool_ = random.between(0, byDifficulty(difficulty, 0.03, 0.2, 0.55));
  poolRadius_ = random.between(180, 420);
  vignette_ = random.between(0, byDifficulty(difficulty, 0.05, 0.18, 0.3));
  Random other = random.fork("other lamp");
  lampGain_ = other.between(0.12, byDifficulty(difficulty, 0.2, 0.35, 0.5)) * (other.chance(0.5) ? 1 : -1);
  lampWarmth_ = other.between(0, 0.12);
  lampAt_ = {other.between(-500, 500), other.between(-500, 500)};
}

void Light::switchLamp() { lampOn_ = !lampOn_; }

cv::Vec3f Light::at(const Camera& camera, cv::Point2d tablePoint, cv::Point2d pixel) const {
  const double x = std::clamp(tablePoint.x, -900.0, 900.0), y = std::clamp(tablePoint.y, -900.0, 900.0);
  const double off = std::hypot(x - lamp_.x, y - lamp_.y) / poolRadius_;
  const double table = 1 + (slope_[0] * x + slope_[1] * y) / 1000 + pool_ * (std::exp(-off * off / 2) - 0.5);
  cv::Vec3f tint = tint_;
  if (lampOn_) {  // one that goes off takes its light away
    const double away = std::hypot(x - lampAt_.x, y - lampAt_.y) / 600;
    const double gain = lampGain_ * (0.6 + 0.8 * std::exp(-away * away / 2));
    const cv::Vec3d colour(1 - lampWarmth_, 1, 1 + lampWarmth_);
    for (int i = 0; i < 3; ++i) tint[i] *= static_cast<float>(1 + gain * colour[i]);
  }
  const cv::Size size = camera.picture();
  const double corner = (std::pow(pixel.x / size.width - 0.5, 2) + std::pow(pixel.y / size.height - 0.5, 2)) * 2;
  return tint * static_cast<float>(std::max(0.15, table) * (1 - vignette_ * corner));
}

cv::Mat Light::map(const Camera& camera) const {
  constexpr int kStep = 16;  // light changes slowly
  const cv::Size size = camera.picture();
  cv::Mat small(size.height / kStep + 2, size.width / kStep + 2, CV_32FC3);
  const cv::Matx33d tableFromStraight = camera.straightFromPlane(0).inv();
  for (int row = 0; row < small.rows; ++row)
    for (int column = 0; column < small.cols; ++column) {
      const cv::Point2d pixel((column + 0.5) * kStep, (row + 0.5) * kStep);
      small.at<cv::Vec3f>(row, column) = at(camera, onTable(tableFromStraight, pixel + camera.straightOrigin()), pixel);
    }
  cv::Mat large;
  cv::resize(small, large, {small.cols * kStep, small.rows * kStep}, 0, 0, cv::INTER_LINEAR);
  return large(cv::Rect({0, 0}, size)).clone();
}

Sensor::Sensor(Random random, Difficulty difficulty, cv::Size picture) : random_(random) {
  // Blur grows with the resolution; the figures are for a width of 1920.
  const double scale = picture.width / 1920.0;
  blur_ = random_.between(0.5, byDifficulty(difficulty, 0.7, 1.0, 1.7)) * std::max(0.5, scale);
  const double most = byDifficulty(difficulty, 0.0, 0.035, 0.07);
  distortion_ = random_.between(-most, most * 0.6);
  noise_ = random_.between(byDifficulty(difficulty, 0.8, 1.5, 3.0), byDifficulty(difficulty, 1.6, 3.5, 7.0));
  drift_ = byDifficulty(difficulty, 0.004, random_.between(0.005, 0.03), random_.between(0.02, 0.08));
  whiteDrift_ = byDifficulty(difficulty, 0.002, random_.between(0.002, 0.015), random_.between(0.01, 0.04));
  jpegQuality_ =
      static_cast<int>(random_.between(byDifficulty(difficulty, 92, 80, 60), byDifficulty(difficulty, 96, 94, 85)));
  for (double& phase : phases_) phase = random_.between(0, kTurn);
  cv::RNG rng(random_.bits());
  // A quarter longer than a picture: where a frame begins in it is left to chance.
  const int length = picture.area() * 3;
  cv::Mat grain(1, length + length / 4, CV_32F);
  rng.fill(grain, cv::RNG::NORMAL, 0, noise_ * 1.15);
  cv::blur(grain, grain, {3, 1});  // colours of one pixel, and its neighbours, are not independent
  grain.convertTo(bank_, CV_8S, 1.6);
}

void Sensor::expose(const cv::Mat& light, double second, cv::Mat& picture) {
  const double gain =
      1 + drift_ * std::sin(second * 0.37 + phases_[0]) + 0.4 * drift_ * std::sin(second * 1.9 + phases_[1]);
  const double white = whiteDrift_ * std::sin(second * 0.23 + phases_[2]);
  // Fixed point: 1 is 2^15. A row of gains, so that the loop below is one that the compiler turns into vectors.
  const double gains[3] = {gain * (1 + white), gain, gain * (1 - white)};
  std::vector<std::uint16_t> row(static_cast<std::size_t>(light.cols) * 3);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<std::uint16_t>(gains[i % 3] * 32768);
  const int length = static_cast<int>(light.total()) * 3;
  const signed char* grain = bank_.ptr<signed char>() + random_.below(bank_.cols - length);
  picture.create(light.size(), light.type());
  for (int y = 0; y < light.rows; ++y, grain += row.size())
    addGrain(light.ptr<uchar>(y), row.data(), grain, picture.ptr<uchar>(y), static_cast<int>(row.size()));
}

}  // namespace octo::datasets
