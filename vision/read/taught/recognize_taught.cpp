#include "vision/read/taught/recognize_taught.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/geometry/from_above.h"
#include "vision/read/coded/coded_cards.h"
#include "vision/read/markers/turn_marker.h"
#include "vision/read/rounds/round_pieces.h"
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
  Recognition result = game == GameId::Octagone ? findBoard(bgr, corners) : findMat(game, bgr, corners);
  result.pieces = parts_->cards.read(bgr, result.table);
  if (!result.table || game == GameId::Octagone) return result;
  if (const TableRect shown = shownBy(bgr.size(), *result.table); shown.x1 > shown.x0 && shown.y1 > shown.y0)
    for (const FoundRound& round : parts_->rounds.find(bgr, *result.table, shown))
      result.pieces.push_back(parts_->rounds.sightingOf(round, *result.table));
  cv::Mat gray;
  cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
  if (const auto turn = readTurnMarker(gray, findMarkers(gray), *result.table))
    result.pieces.push_back(sightingOf(*turn, *result.table));
  return result;
}

}  // namespace octo::vision
