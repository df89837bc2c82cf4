#include "vision/read/taught/recognize_taught.h"

#include "vision/read/coded/coded_cards.h"
#include "vision/read/shields/octagone_reader.h"
#include "vision/read/taught/taught_cards.h"

namespace octo::vision {

struct TaughtRecognizer::Parts {
  explicit Parts(const TaughtEdition& taught) : edition(taught), cards(taught) {}

  const TaughtEdition& edition;
  TaughtCards cards;
};

TaughtRecognizer::TaughtRecognizer(const TaughtEdition& edition) : parts_(std::make_unique<const Parts>(edition)) {}

TaughtRecognizer::~TaughtRecognizer() = default;

Recognition TaughtRecognizer::recognize(const cv::Mat& bgr, const std::vector<ImagePoint>& corners) const {
  const GameId game = parts_->edition.game();
  Recognition result = game == GameId::Octagone ? findBoard(bgr, corners) : findMat(game, bgr, corners);
  result.pieces = parts_->cards.read(bgr, result.table);
  return result;
}

}  // namespace octo::vision
