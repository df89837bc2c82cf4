#include "vision/read/taught/recognize_taught.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/read/coded/coded_cards.h"
#include "vision/read/rounds/small_pieces.h"
#include "vision/read/shields/octagone_reader.h"
#include "vision/read/taught/taught_cards.h"

namespace octo::vision {

const Edition& roundsWith(const TaughtEdition& edition) {
  const auto isRound = [](const FaceArt& art) { return art.shape == Shape::Round; };
  if (std::any_of(edition.faces().begin(), edition.faces().end(), isRound)) return edition;
  return printEdition(edition.game());
}

struct TaughtRecognizer::Parts {
  explicit Parts(const TaughtEdition& taught) : edition(taught), cards(taught), rounds(roundsWith(taught)) {}

  const TaughtEdition& edition;
  TaughtCards cards;
  RoundPieces rounds;
};

TaughtRecognizer::TaughtRecognizer(const TaughtEdition& edition) : parts_(std::make_unique<const Parts>(edition)) {}

TaughtRecognizer::~TaughtRecognizer() = default;

Recognition TaughtRecognizer::recognize(const cv::Mat& bgr, const std::vector<ImagePoint>& corners) const {
  const GameId game = parts_->edition.game();
  if (game == GameId::Octagone) {
    Recognition result = findBoard(bgr, corners);
    result.pieces = parts_->cards.read(bgr, result.table);
    return result;
  }
  cv::Mat gray;
  cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
  const std::vector<FoundMarker> markers = findMarkers(gray);
  Recognition result = findMat(game, markers, corners);
  result.pieces = parts_->cards.read(bgr, result.table);
  if (!result.table) return result;
  for (Sighting& piece : smallPiecesIn(parts_->rounds, bgr, gray, markers, *result.table))
    result.pieces.push_back(std::move(piece));
  return result;
}

}  // namespace octo::vision
