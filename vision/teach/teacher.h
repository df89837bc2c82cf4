#pragma once

#include <filesystem>
#include <map>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "vision/edition/taught_edition.h"
#include "vision/geometry/geometry.h"

namespace octo::vision {

/// What is known of a face once all were shown.
struct TaughtReport {
  Face face;
  /// How often it was shown; 0 for a face that is missing.
  int views = 0;
  /// The face that looks most like it, and how much of the two differs clearly, mm².
  std::optional<Face> nearest = std::nullopt;
  double distanceMm2 = 0;
  /// It was shown, and can be told from every other.
  bool ok = false;
};

/// Learns an edition from pictures of single pieces and writes its folder. One thread uses it.
class Teacher {
 public:
  Teacher(GameId game, std::string name);

  /// A picture (8-bit BGR) of that piece alone on a bare table. `outline`: its corners as in `Sighting`, where somebody
  /// told; otherwise the piece is looked for, and lies upright if it points up in its first picture. Throws
  /// EditionError where the game has no such face, the outline has another number of corners, or no piece stands out.
  void show(const Face& face, const cv::Mat& bgr, const std::optional<std::vector<ImagePoint>>& outline = std::nullopt);

  /// Of each face of the game and each that was shown, in the game's order. Backs, boards, tokens and chips need not be
  /// shown.
  std::vector<TaughtReport> report() const;

  /// Writes the edition, in place of one of that name only if `folder` holds nothing else. Throws EditionError.
  void write(const std::filesystem::path& folder) const;

 private:
  struct Learnt {
    FaceArt art;
    std::vector<cv::Mat> views;
    /// What the first may be, until a second tells which of its outlines is the piece's.
    std::vector<cv::Mat> possibleFirst;
  };

  GameId game_;
  std::string name_;
  std::map<Face, Learnt> learnt_;
};

}  // namespace octo::vision
