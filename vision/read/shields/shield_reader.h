#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "tracker/vocabulary/table.h"
#include "vision/geometry/geometry.h"
#include "vision/read/shields/arrow_finder.h"
#include "vision/read/shields/drawing_set.h"
#include "vision/read/shields/light_map.h"
#include "vision/read/shields/shield_art.h"

namespace octo::vision {

/// What the place of a shield looks like.
struct ShieldLook {
  TablePose pose;
  /// How like an arrow it is, 0 to 1, and the best other turn.
  double arrow = 0;
  double otherArrow = 0;
  /// Of each face, as ShieldArt lists them, in printed levels.
  std::vector<double> residuals;
  /// The face that fits best.
  std::size_t best = 0;
  /// Brightness against the light map's.
  double scale = 1;
};

/// Finds and compares the shield at a place, whose light is known.
class ShieldReader {
 public:
  explicit ShieldReader(const ShieldArt& art);

  /// The light of the picture that is read from now on.
  void setLight(const LightMap& light);
  const LightMap& light() const { return light_; }

  /// The shield about this place (its centre within `slackMm`).
  ShieldLook look(const cv::Mat& bgr, const TableView& view, TablePoint about, double slackMm);

 private:
  void compareFaces(const cv::Mat& bgr, const TableView& view, ShieldLook& look);

  const ShieldArt& art_;
  ArrowFinder arrows_;
  LightMap light_ = LightMap::neutral();
  /// Of each face, of each blur.
  DrawingSet drawings_;
  DrawingSet::Seen seen_;
  cv::Mat patch_, grey_;
};

/// The patch of the picture, divided by the light's gain, at 1 pixel a mm; CV_32FC3.
void levelledPatch(const cv::Mat& bgr, const TableView& view, const LightMap& light, TablePose pose, double sideMm,
                   cv::Mat& patch);

}  // namespace octo::vision
