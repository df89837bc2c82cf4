#pragma once

#include "vision/edition/taught_edition.h"
#include "vision/sighting.h"

namespace octo::vision {

/// The edition whose chips or tokens lie on the table: that one if it has any, else our own.
const Edition& roundsWith(const TaughtEdition& edition);

/// Everything of a taught edition in single pictures. Building one looks at all of the edition's pictures.
class TaughtRecognizer {
 public:
  explicit TaughtRecognizer(const TaughtEdition& edition);
  ~TaughtRecognizer();

  /// As `recognize`: the table by the marks of our mat or board, or by `corners` of the play area. Without a table,
  /// cards are read all the same, shields are not.
  Recognition recognize(const cv::Mat& bgr, const std::vector<ImagePoint>& corners = {}) const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace octo::vision
