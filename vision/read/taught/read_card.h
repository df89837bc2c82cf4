#pragma once

#include <cstddef>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/read/taught/card_pose.h"
#include "vision/read/taught/taught_faces.h"

namespace octo::vision {

/// What must be explained of a card before it is one: telling places, mm², their share of those that no other card
/// covers, and the share of the whole card.
inline constexpr double kLeastTellingMm2 = 20, kLeastTellingShare = 0.5, kLeastShare = 0.1;
/// Of what no other card covers, so much is explained by the face of a card that nothing else covers; and of one that
/// something does. What chance makes of the edges of other cards and of the mat is below 0.9.
inline constexpr double kExplainedAll = 0.92, kExplainedMost = 0.5;
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
};

/// What a camera shows of a card, straightened.
struct CardLook {
  /// Thinned, and where no other card covers it.
  Look rough;
  cv::Mat openRough;
  /// As sharp as faces are told apart; its mask is where no other card covers it.
  Look fine;
};

/// The card compared with every face where faces differ and something is visible; nothing where it is none of the
/// edition. `leastExplained`: so much of what no other card covers must be as one face shows it.
std::optional<ReadCard> readCard(const TaughtFaces& faces, const References& references, const PlanePose& pose,
                                 const CardLook& card, double leastExplained);

}  // namespace octo::vision
