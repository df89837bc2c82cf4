#pragma once

#include <opencv2/core.hpp>

#include "datasets/scene/random.h"

namespace octo::datasets {

/// What a hand is doing. The origin of every pose is the point between thumb and fingers.
enum class Grip { Carry, Open, Point };

enum class ClothPattern { Plain, Stripes, Checks, Knit };

/// Where a right hand of ordinary size that holds something ends, from the point between thumb and fingers: to its
/// right and along the fingers, mm.
inline constexpr double kHandEndRight = 12, kHandEndAlong = 38;

/// How somebody's arm looks. Colours are BGR, 0 to 1.
struct ArmLook {
  cv::Vec3f skin;
  cv::Vec3f sleeve;
  cv::Vec3f sleeveSecond;
  ClothPattern pattern;
  /// From the wrist to where the sleeve begins, mm; beyond the elbow for a bare forearm.
  double bare;
  /// 1 for a hand 185 mm long.
  double size;
  bool leftHanded;
  bool watch;
};

ArmLook randomArmLook(Random& random);

/// The directions that an arm is drawn in: unit vectors in space (x, y as on the table, z up).
struct ArmView {
  cv::Vec3d right, down, forward;  // of the picture
  cv::Vec3d toLight;
  double pixelsPerMm;
};

/// An arm as seen from far away in one direction: a strip along the arm. It ends at the shoulder, 1.5 m from the
/// hand: people lean over a large table.
struct ArmSprite {
  /// 8-bit BGRA, colours multiplied by alpha, lit.
  cv::Mat picture;
  /// The pixel of the origin.
  cv::Point2d origin;
  /// The strip's x axis in the picture it is drawn for: a unit vector.
  cv::Point2d along;
  double pixelsPerMm;
  /// The shadow on the table, were the origin on it: coverage 0 to 255 on a grid of `kShadowMm` millimetres, x and y as
  /// on the table but y downwards, soft.
  cv::Mat shadow;
  cv::Point2d shadowOrigin;
};

inline constexpr double kShadowMm = 2.5;

/// `direction`: where the fingers point, degrees clockwise from the table's y axis.
ArmSprite drawArm(const ArmLook& look, Grip grip, double direction, const ArmView& view);

}  // namespace octo::datasets
