#pragma once

#include <cstddef>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/read/taught/card_pose.h"
#include "vision/read/taught/taught_faces.h"

namespace octo::vision {

/// What must be explained of a card before it is one: telling places, mm², and their share of those that no other card
/// covers.
inline constexpr double kLeastTellingMm2 = 20, kLeastTellingShare = 0.5;
/// Besides: of what nothing covers, so much is as one face shows it; so well details of that go together with it, -1 to
/// 1, of a strip and of more than that; and the share of the whole card that shows.
struct CardDemands {
  double explained, alike, alikeWhole, share;
  /// Something that is no card may cover what is not explained: then more must show than a strip does, and just as on
  /// the face.
  bool isUnderAnything = false;
};
/// Of what was found by features: what chance makes of the edges of other cards and of the mat is explained to less
/// than 0.9.
inline constexpr CardDemands kNotSpotted{0.92, 0.58, 0.58, 0.1};
/// Where the spotter sees a card there is one: noise, blur and half a millimetre beside the place leave as little as
/// that of the right face's correlation with a strip that has little print.
inline constexpr CardDemands kSpotted{0.8, 0.2, 0.35, 0.06};
inline constexpr CardDemands kUnderAnything{0.5, 0.58, 0.58, 0.1, true};
/// Of the whole card: more than the strip that one laid on it leaves.
inline constexpr double kMoreThanStrip = 0.42;
/// Correlation with some face, without which it is no card of the edition.
inline constexpr double kLeastAlike = 0.35;

/// A card where it lies, with the faces that it may show.
struct ReadCard {
  /// What speaks against it being this, compared with the likeliest, natural logarithm; and the light if it is.
  struct Face {
    std::size_t face;
    double against;
    cv::Vec3f light;
  };
  PlanePose pose;
  std::vector<Face> likely;
  double tellingMm2 = 0, visible = 0;
  /// So many faces more it may show: of a strip only some are compared in full.
  std::size_t others = 0;
};

/// Whether so little of a card shows that it is read as a strip: the thinned places that nothing covers.
bool isStrip(const cv::Mat& openRough, const TaughtFaces& faces);

/// The part of a card, straightened, that contains all of it that no other card covers.
struct CardPart {
  /// Of a picture of the whole card at `kFineScale`.
  cv::Rect where;
  /// As sharp as faces are told apart; its mask is where no other card covers it.
  Look look;
};

/// That part by its detail of brightness alone (`detailOf`), and where no other card covers it.
struct StripLook {
  cv::Rect where;
  cv::Mat detail, open;
};

/// What a camera shows of a card, straightened.
struct CardLook {
  /// Thinned, and where no other card covers it.
  Look rough;
  cv::Mat openRough;
  CardPart fine;
};

/// How well a strip goes together with the face that goes best with it, -1 to 1, and how far that face is then, mm,
/// from where it would be.
struct StripFit {
  double alike = -1;
  cv::Point2d off{0, 0};
};

/// Leaves so many of the faces, those that go best with it.
StripFit stripFitOf(const StripLook& strip, std::vector<const FaceReference*>& faces, std::size_t most);

/// How a card is compared with the faces.
enum class Comparison {
  Whole,    // with those that a rough look finds likely, all of each at once
  Closely,  // with all of them, each moved to where it goes best, small signs one by one: as a strip has to be
};

/// The card compared with the faces where those differ and something is visible; nothing where it is none of the
/// edition.
std::optional<ReadCard> readCard(const TaughtFaces& faces, const References& references, const PlanePose& pose,
                                 const CardLook& card, const CardDemands& demands, Comparison comparison);

}  // namespace octo::vision
