#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/geometry/geometry.h"
#include "vision/read/taught/card_pose.h"
#include "vision/read/taught/card_spotter.h"
#include "vision/read/taught/look_from_above.h"
#include "vision/read/taught/read_card.h"
#include "vision/read/taught/reference_details.h"
#include "vision/read/taught/taught_faces.h"

namespace octo::vision {

using Outlines = std::vector<std::vector<ImagePoint>>;

/// A plane with cards in one picture: what shows of a card that lies in some pose there, and how that looks. What was
/// read before covers what is read later. Any thread, while nothing is added.
///
/// Where an owner is given, the card is that one of the spotted, and others that were spotted and could not be read
/// cover it, too; nobody's is covered by what was read alone.
class PlaneSight {
 public:
  /// All must outlive it. `spotted`: null where nothing was. `above`: outlines in the picture of what lies above the
  /// plane's cards.
  PlaneSight(const TaughtFaces& faces, const cv::Mat& bgr, const TableView& plane, const SpottedCards* spotted,
             Outlines& above);

  const TaughtFaces& faces() const { return faces_; }
  /// Any face: all have one outline.
  const FaceArt& card() const { return faces_.arts.front(); }
  bool isShield() const { return card().shape == Shape::Octagon; }
  const LookFromAbove& fromAbove() const { return fromAbove_; }
  ImagePoint imageOf(cv::Point2d place) const { return plane_.imageFromTable({place.x, -place.y}); }

  /// These cover what is read later.
  void addCover(const std::vector<ImagePoint>& outline) { above_.push_back(outline); }
  void addUnread(int owner) { unread_.push_back(owner); }
  bool hasUnread() const { return !unread_.empty(); }

  /// Most of the card lies within the picture.
  bool isInPicture(const PlanePose& pose) const { return !inPicture(pose).empty(); }
  /// The faces as sharp as the picture shows them there; null where it shows nothing that could be read.
  const References* referencesAt(const PlanePose& pose) const;
  /// As which of the spotted cards that place shows.
  int ownerAt(cv::Point2d place) const { return spotted_ ? spotted_->ownerAt(place) : SpottedCards::kNobody; }

  /// 255 where the card may be seen, in a thinned picture of it.
  cv::Mat openPlaces(const PlanePose& pose, int owner = SpottedCards::kNobody) const;
  OpenPlaces withReferences(const cv::Mat& openPlaces, const References& all) const {
    return {openPlaces, card(), all.details};
  }
  /// The outlines of what was read before near that place, grown by so much, mm in the plane.
  std::vector<std::vector<cv::Point2f>> coversAbout(cv::Point2d place, double grown) const;

  /// What the card shows, thinned.
  Look roughLook(const PlanePose& pose) const;
  /// As sharp as faces are told apart; nothing where most of the card lies outside the picture, or all is covered.
  std::optional<CardPart> fineLook(const PlanePose& pose, int owner) const;
  std::optional<StripLook> stripLook(const PlanePose& pose, int owner) const;

 private:
  /// The part of a card that nothing covers, with so much around it that its look is that of the whole card.
  struct OpenPart {
    /// Of a picture of the whole card at `kFineScale`, and of `straight`.
    cv::Rect where, inside;
    cv::Mat straight, open;
  };
  std::optional<OpenPart> openPart(const PlanePose& pose, int owner) const;
  std::vector<cv::Point2f> inPicture(const PlanePose& pose) const;
  std::optional<cv::Mat> straightened(const PlanePose& pose, const cv::Rect& part) const;
  cv::Mat openAt(const PlanePose& pose, const cv::Mat& mask, double scale, int owner) const;

  const TaughtFaces& faces_;
  const cv::Mat& bgr_;
  const TableView plane_;
  const LookFromAbove fromAbove_;
  const SpottedCards* spotted_;
  Outlines& above_;
  /// The numbers of those spotted cards that were tried and not read.
  std::vector<int> unread_;
};

}  // namespace octo::vision
