#include <stdexcept>
#include <string>

#include "vision/pipeline.h"
#include "vision/read/cards/card_reader.h"
#include "vision/read/coded/coded_cards.h"
#include "vision/read/shields/octagone_reader.h"

namespace octo::vision {

// The one place that knows which reader a game's single pictures need.
Recognition recognize(GameId game, const cv::Mat& bgr, const std::vector<ImagePoint>& corners) {
  switch (game) {
    case GameId::Octagone:
      return recognizeOctagone(bgr, corners);
    case GameId::Octa:
      return {std::nullopt, FoundBy::Nothing, readCards(bgr)};
    case GameId::Octal:
    case GameId::Oct8:
      return recognizeCodedCards(game, bgr, corners);
  }
  throw std::out_of_range("the pieces of " + std::string(title(game)) + " cannot be read yet");
}

}  // namespace octo::vision
