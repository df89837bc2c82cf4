#include "vision/read/taught/recognize_taught.h"

#include "vision/read/coded/coded_cards.h"
#include "vision/read/shields/octagone_reader.h"
#include "vision/read/taught/taught_cards.h"

namespace octo::vision {

struct TaughtRecognizer::Parts {
  explicit Parts(const TaughtEdition& taught) : edition(taught) {
    if (edition.game() != GameId::Octagone) cards.emplace(edition);
  }

  const TaughtEdition& edition;
  /// Octagone's shields are read on the board.
  std::optional<TaughtCards> cards;
};

TaughtRecognizer::TaughtRecognizer(const TaughtEdition& edition) : parts_(std::make_unique<const Parts>(edition)) {}
TaughtRecognizer::~TaughtRecognizer() = default;

Recognition TaughtRecognizer::recognize(const cv::Mat& bgr, const std::vector<ImagePoint>& corners) const {
  if (!parts_->cards) return recognizeOctagone(bgr, corners, parts_->edition);
  Recognition result = findMat(parts_->edition.game(), bgr, corners);
  result.pieces = parts_->cards->read(bgr, result.table);
  return result;
}

}  // namespace octo::vision
