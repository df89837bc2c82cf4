#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/read/taught/read_card.h"
#include "vision/sighting.h"

namespace octo::vision {

/// Whether its print alone tells the card's face.
bool isSure(const ReadCard& card);

/// The light on the cards that can be told by their print alone: it is the same for all, but for shades. Nothing where
/// too few tell it.
std::optional<cv::Vec3f> lightOn(const std::vector<ReadCard>& cards);

/// Whether the light on that card is hardly that on the others: it may be a part of the table.
bool isInOtherLight(const ReadCard& card, const cv::Vec3f& light);

/// The faces that a card of the edition may show in that light, with calibrated confidence; `?` first where two cannot
/// be told apart. What they leave to 1 is that of faces with which it was not compared.
std::vector<Candidate> facesOf(const ReadCard& card, const std::optional<cv::Vec3f>& light,
                               const std::vector<FaceArt>& edition);

}  // namespace octo::vision
