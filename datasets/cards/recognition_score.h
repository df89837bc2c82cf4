#pragma once

#include <string>
#include <vector>

#include "vision/geometry/geometry.h"

namespace octo::datasets {

/// What is said to lie in a picture, truly or by the program.
struct LabelledPiece {
  /// A face; in a truth "K*" is any king and "*" any face.
  std::string face;
  std::vector<vision::ImagePoint> outline;
  /// The outline is only an upright box around the piece.
  bool box = false;
  /// May be found or not.
  bool ignored = false;
};

/// Counts over pictures, as `score_recognition.py` of the contract counts them: a found "?" is never extra, nor a
/// found "back".
struct RecognitionScore {
  int pictures = 0, pieces = 0, right = 0, misread = 0, unsure = 0, missed = 0, extra = 0, perfectPictures = 0;

  /// Pairs truth and finding by overlap (intersection over union) and counts.
  void add(const std::vector<LabelledPiece>& truth, const std::vector<LabelledPiece>& found, double leastOverlap);
  double precision() const;
  double recall() const;
  double f1() const;
  /// Of the pieces that are there.
  double misreadRate() const;
};

}  // namespace octo::datasets
