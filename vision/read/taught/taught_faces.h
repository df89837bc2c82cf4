#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <opencv2/core.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/flann.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "vision/edition/taught_edition.h"
#include "vision/read/taught/reference_details.h"
#include "vision/teach/look.h"

namespace octo::vision {

/// Pixels a millimetre at which cards are laid straight and ordered, and at which faces are told apart.
inline constexpr double kRoughScale = 1, kFineScale = 2;
/// Contrast of features as SIFT takes it: weak ones count, too: on a table of a metre a card is 90 pixels high.
inline constexpr double kLeastContrast = 0.015;
/// A place of a thinned picture stands for so many.
inline constexpr int kThinned = 4;

/// A face's feature: mm from the card's middle, y down; its size in mm.
struct FaceFeature {
  std::size_t face;
  cv::Point2d at;
  double angle, size;
};

/// A face may be moved so far each way to where it goes best with a card, pixels of a fine look.
inline constexpr int kMostOff = 3;

/// A picture of a face for comparing, as sharp as the camera shows it.
struct FaceReference {
  FaceReference(std::size_t face, int turn, Look rough, const Look& fine);

  /// That part of the face where the card lies if it lies so far, in pixels, from where the face would be.
  Look movedBy(cv::Point off, const cv::Rect& part) const;
  cv::Mat detailMovedBy(cv::Point off, const cv::Rect& part) const;

  std::size_t face;
  /// By how many of `turnsOf` its kind the piece is turned clockwise: many look nearly the same then.
  int turn;
  /// `rough` is thinned.
  Look rough, fine;

 private:
  /// Those of `fine` with `kMostOff` more each way, the outermost pixels repeated; and their details of brightness.
  cv::Mat features_, level_, tint_, detail_;
};

/// How pictures of one size, 32-bit, one channel, differ from each other at each place.
class Scatter {
 public:
  explicit Scatter(cv::Size size) : sum_(cv::Mat::zeros(size, CV_32F)), squares_(sum_.clone()) {}

  void add(const cv::Mat& picture);
  /// Of those that were added; at least one.
  cv::Mat variance() const { return (squares_ - sum_.mul(sum_) / count_) / count_; }

 private:
  cv::Mat sum_, squares_;
  int count_ = 0;
};

/// Details of brightness without a camera's noise; those of a look.
cv::Mat withoutNoise(const cv::Mat& detail);
cv::Mat detailOf(const cv::Mat& features);

/// Every second place of every second line, those of the next line but one between them: a quarter of a picture tells
/// nearly as well how alike two are, as what lies beside says the same.
cv::Mat thinned(const cv::Mat& picture);
Look thinned(const Look& look);

/// Above that a place's detail tells something of a card.
inline constexpr float kTelling = 0.55F;
/// 255 where the look does so, as far as it is open.
cv::Mat tellingOf(const Look& look, const cv::Mat& open);

/// The references as a camera sees them from some distance.
struct References {
  References(std::vector<FaceReference> seen, double pixelsPerMm);

  /// So many of them, those that are most alike, as `OpenPlaces` tells it of each.
  std::vector<const FaceReference*> likeliest(std::size_t many, std::vector<float> alike) const;

  /// Pixels a millimetre, as the camera sees them.
  double scale;
  std::vector<FaceReference> all;
  /// Of the rough looks, everywhere.
  ReferenceDetails details;
  /// Places of the fine looks where faces differ, and the details there: what they share tells none from another.
  std::vector<int> apart;
  ReferenceDetails detailsApart;
  /// How much each place of a fine look tells one face from another, 32-bit, 0 to 1: what the faces share tells
  /// nothing, and differs from one picture of a face to the next as light and a camera's place make it.
  cv::Mat tells;
};

/// What the cards of an edition are known by. Any thread.
class TaughtFaces {
 public:
  explicit TaughtFaces(const TaughtEdition& edition);

  /// As a camera that shows so many pixels a millimetre sees the faces.
  const References& seenAt(double pixelsPerMm) const;

  /// 255 where two references differ.
  cv::Mat apartAt(const FaceReference& one, const FaceReference& other) const;

  std::vector<FaceArt> arts;
  std::vector<FaceFeature> features;
  /// Of the features; null where there are none.
  std::unique_ptr<cv::flann::Index> index;
  /// Where a card is, straightened at `kRoughScale`, also thinned; and at `kFineScale`.
  cv::Mat roughMask, thinMask, fineMask;
  /// Where the game's cards may lie.
  std::optional<TableRect> area;
  /// The middles of its board's boxes.
  std::vector<TablePoint> boxes;

 private:
  void learn(cv::SIFT& sift, const cv::Mat& picture);

  std::vector<std::vector<cv::Mat>> pictures_;
  cv::Mat descriptors_;
  mutable std::mutex busy_;
  mutable std::map<int, std::unique_ptr<const References>> references_;
  /// Where two of them differ, 8-bit, as was asked before.
  mutable std::map<std::pair<const FaceReference*, const FaceReference*>, cv::Mat> apart_;
};

}  // namespace octo::vision
