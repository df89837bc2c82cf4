#pragma once

#include <cstddef>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/read/taught/card_pose.h"
#include "vision/read/taught/look_from_above.h"
#include "vision/teach/look.h"

namespace octo::vision {

/// The numbers of so many of them, the greatest first.
std::vector<std::size_t> greatestOf(const std::vector<float>& values, std::size_t many);

/// The details of all references at some places, each place's beside each other: how well a card goes with all of them
/// is told in one go.
struct ReferenceDetails {
  /// Of as many references as there are, rounded up.
  std::size_t count = 0;
  std::vector<float> detail;

  /// `features`: of each reference's look, all of one size; of another, it goes with none. Places are counted line by
  /// line.
  ReferenceDetails(const std::vector<cv::Mat>& features, const std::vector<int>& places);

  /// How well they go together with the thinned look's where `open` says so, -1 to 1 each.
  std::vector<float> alike(const Look& look, const cv::Mat& open) const;

  /// Which of the places, and the detail that it shows.
  struct Shown {
    std::size_t place;
    float detail;
  };
  std::vector<float> alike(const std::vector<Shown>& shown) const;
};

/// The places of a thinned card that nothing covers, and what references show there: tells quickly how well a card goes
/// together with them in many places of a plane.
class OpenPlaces {
 public:
  /// `open`: 8-bit, 255 where a thinned picture of the card is open. `all`: everywhere in such a picture.
  OpenPlaces(const cv::Mat& open, const FaceArt& card, const ReferenceDetails& all);

  /// With so many of the references alone, those that go best with what shows if the card lies there.
  OpenPlaces narrowedTo(std::size_t many, const PlanePose& pose, const LookFromAbove& seen) const;

  /// How well the likeliest reference goes together with what shows if the card lies there, -1 to 1.
  double likenessAt(const PlanePose& pose, const LookFromAbove& seen) const;

  /// The same of each reference.
  std::vector<float> alikeAt(const PlanePose& pose, const LookFromAbove& seen) const;

 private:
  OpenPlaces() = default;

  /// On the card, mm from its middle, y down.
  std::vector<cv::Point2d> places_;
  /// Of as many references as are compared in one go the details at all places, one place after the other; then those
  /// of the next.
  std::vector<float> details_;
  /// Of each reference the sum of their squares.
  std::vector<float> squares_;
};

}  // namespace octo::vision
