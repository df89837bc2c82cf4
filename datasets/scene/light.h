#pragma once

#include <opencv2/core.hpp>

#include "datasets/scene/camera.h"
#include "datasets/scene/difficulty.h"
#include "datasets/scene/random.h"

namespace octo::datasets {

/// The light of a room: where it comes from, how it falls on the table, its colour.
class Light {
 public:
  Light(Random& random, Difficulty difficulty);

  /// Towards the light, a unit vector in space.
  cv::Vec3d direction() const { return direction_; }
  /// How dark a cast shadow is, 0 to 1.
  double shadow() const { return shadow_; }
  /// What the light makes of white at a point of the table, BGR around 1; for the whole picture, 32-bit.
  cv::Vec3f at(const Camera& camera, cv::Point2d tablePoint, cv::Point2d pixel) const;
  cv::Mat map(const Camera& camera) const;
  /// A lamp beside the table goes on, or off the next time; what shines from above stays as it is.
  void switchLamp();

 private:
  cv::Vec3d direction_;
  double shadow_;
  cv::Vec3f tint_;
  cv::Vec2d slope_;           // share a metre
  cv::Point2d lamp_;          // where a lamp shines brightest, mm
  double pool_, poolRadius_;  // how much brighter it is there, and how far that goes, mm
  double vignette_;
  // The other lamp: whether it is on, how bright, how warm, where, mm.
  bool lampOn_ = false;
  double lampGain_, lampWarmth_;
  cv::Point2d lampAt_;
};

/// What a camera adds: noise, drifting exposure and white balance, a soft lens.
class Sensor {
 public:
  Sensor(Random random, Difficulty difficulty, cv::Size picture);

  /// The lens: standard deviation of its blur, pixels.
  double blur() const { return blur_; }
  double distortion() const { return distortion_; }
  int jpegQuality() const { return jpegQuality_; }
  /// Turns the light that came in (8-bit BGR) into what the camera gives at that second.
  void expose(const cv::Mat& light, double second, cv::Mat& picture);

 private:
  Random random_;
  double blur_, distortion_, noise_, drift_, whiteDrift_;
  int jpegQuality_;
  double phases_[4];
  cv::Mat bank_;  // noise, signed bytes in one row, longer than a picture
};

}  // namespace octo::datasets
