#include "vision/read/shields/shield_reader.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/geometry/patch.h"

namespace octo::vision {

void levelledPatch(const cv::Mat& bgr, const TableView& view, const LightMap& light, TablePose pose, double sideMm,
                   cv::Mat& patch) {
  // Twice as fine as needed, then averaged: noise is halved and fine print does not flicker.
  cv::Mat fine, small;
  rectify(bgr, view, {pose, sideMm, 2.0}, fine);
  cv::resize(fine, small, {}, 0.5, 0.5, cv::INTER_AREA);
  const cv::Vec3f gain = light.gainAt(pose.at);
  small.convertTo(patch, CV_32FC3);
  cv::multiply(patch, cv::Scalar(1 / gain[0], 1 / gain[1], 1 / gain[2]), patch);
}

ShieldReader::ShieldReader(const ShieldArt& art) : art_(art), arrows_(art), drawings_(art.mask()) {
  for (const ShieldArt::Shield& shield : art_.shields())
    for (const cv::Mat& drawing : shield.drawings) drawings_.add(drawing);
  drawings_.relight(light_);
}

void ShieldReader::setLight(const LightMap& light) {
  if (!light.mixesLike(light_)) drawings_.relight(light);
  light_ = light;
}

ShieldLook ShieldReader::look(const cv::Mat& bgr, const TableView& view, TablePoint about, double slackMm) {
  levelledPatch(bgr, view, light_, {about, 0}, 2 * ArrowFinder::kReachMm, patch_);
  cv::cvtColor(patch_, grey_, cv::COLOR_BGR2GRAY);
  const auto places = arrows_.find(grey_, slackMm);
  ShieldLook look;
  look.pose = {{about.x + places[0].x, about.y + places[0].y}, places[0].angle};
  look.arrow = places[0].likeness;
  look.otherArrow = places.size() > 1 ? places[1].likeness : 0;
  compareFaces(bgr, view, look);
  return look;
}

void ShieldReader::compareFaces(const cv::Mat& bgr, const TableView& view, ShieldLook& look) {
  levelledPatch(bgr, view, light_, look.pose, art_.acrossMm(), patch_);
  drawings_.gather(patch_, 0, 0, seen_);
  constexpr std::size_t kBlurs = ShieldArt::kBlursMm.size();
  look.residuals.clear();
  for (std::size_t face = 0; face < art_.shields().size(); ++face) {
    Misfit misfit;
    for (std::size_t blur = 0; blur < kBlurs; ++blur)
      if (const Misfit other = drawings_.compare(face * kBlurs + blur, seen_); other.residual < misfit.residual)
        misfit = other;
    look.residuals.push_back(misfit.residual);
    if (misfit.residual > look.residuals[look.best]) continue;
    look.best = face;
    look.scale = misfit.scale;
  }
}

}  // namespace octo::vision
