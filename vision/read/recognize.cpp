#include "vision/read/recognize.h"

#include <algorithm>
#include <iterator>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <string>

#include "vision/edition/edition.h"
#include "vision/read/cards/card_reader.h"
#include "vision/read/coded/coded_cards.h"
#include "vision/read/shields/octagone_reader.h"

namespace octo::vision {

namespace {

ImagePoint middleOf(const std::vector<ImagePoint>& outline) {
  ImagePoint middle{0, 0};
  for (const ImagePoint& p : outline) {
    middle.x += p.x / static_cast<double>(outline.size());
    middle.y += p.y / static_cast<double>(outline.size());
  }
  return middle;
}

/// Whether the middle of the one lies within the other.
bool liesOn(const std::vector<ImagePoint>& one, const std::vector<ImagePoint>& other) {
  std::vector<cv::Point2f> polygon;
  for (const ImagePoint& p : other) polygon.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
  const ImagePoint middle = middleOf(one);
  return cv::pointPolygonTest(polygon, {static_cast<float>(middle.x), static_cast<float>(middle.y)}, false) >= 0;
}

/// On a known table full of our own cards nobody plays with another deck besides.
Recognition recognizeOcta(const cv::Mat& bgr, const std::vector<ImagePoint>& corners) {
  constexpr std::size_t kOurs = 4;
  Recognition ours = recognizeCodedCards(GameId::Octa, bgr, corners);
  if (ours.table && ours.pieces.size() >= kOurs) return ours;
  return withOtherDecks(std::move(ours), readCards(bgr, ours.table));
}

}  // namespace

Recognition withOtherDecks(Recognition ours, std::vector<Sighting> others) {
  std::vector<Sighting> coded;
  std::copy_if(ours.pieces.begin(), ours.pieces.end(), std::back_inserter(coded),
               [](const Sighting& own) { return own.kind == "card"; });
  const auto isOneOfOurs = [&](const Sighting& other) {
    return std::any_of(coded.begin(), coded.end(),
                       [&](const Sighting& own) { return liesOn(other.outline, own.outline); });
  };
  for (Sighting& other : others) {
    if (isOneOfOurs(other)) continue;
    if (ours.table && !other.outline.empty()) other.pose = poseOf(other, *ours.table);
    ours.pieces.push_back(std::move(other));
  }
  return ours;
}

// The one place that knows which reader a game's single pictures need: cards with rows of dots need none of their own.
Recognition recognize(GameId game, const cv::Mat& bgr, const std::vector<ImagePoint>& corners) {
  if (game == GameId::Octagone) return recognizeOctagone(bgr, corners);
  if (game == GameId::Octa) return recognizeOcta(bgr, corners);
  if (printEdition(game).codeRow()) return recognizeCodedCards(game, bgr, corners);
  throw std::out_of_range("the pieces of " + std::string(title(game)) + " cannot be read yet");
}

}  // namespace octo::vision
