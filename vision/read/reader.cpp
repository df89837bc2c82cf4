#include "vision/read/reader.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "vision/read/cards/octa_reader.h"
#include "vision/read/coded/coded_table_reader.h"
#include "vision/read/shields/octagone_reader.h"
#include "vision/read/taught/taught_table_reader.h"

namespace octo::vision {
namespace {

/// How many pieces were read that are neither tokens nor markers, which go with any deck.
std::size_t cardsAmong(const std::vector<Sighting>& sightings) {
  return static_cast<std::size_t>(std::count_if(sightings.begin(), sightings.end(), [](const Sighting& piece) {
    const Face& face = piece.faces.front().face;
    return piece.kind == "card" && !face.isUnknown() && !face.text().ends_with("back");
  }));
}

/// Octa is played with any deck: our own is read by its dots, the others by their indices. Both are tried until one has
/// read its first cards; what the pictures of another deck may have of dots is less than what its indices tell.
class AnyDeckReader final : public GameReader {
 public:
  explicit AnyDeckReader(int players)
      : ours_(makeCodedTableReader(GameId::Octa, players)), others_(makeOctaReader(ours_->playArea())) {}

  std::vector<PrintedMark> marks() const override { return ours_->marks(); }
  TableRect playArea() const override { return ours_->playArea(); }

  void read(const cv::Mat& bgr, const TableView& view) override {
    if (isOurs_) return ours_->read(bgr, view);
    if (isOther_) return others_->read(bgr, view);
    ours_->read(bgr, view);
    const std::size_t ours = cardsAmong(ours_->sightings(view));
    if (isOurs_ = ours >= kSurelyOurs; isOurs_) return;
    others_->read(bgr, view);
    const std::size_t others = cardsAmong(others_->sightings(view));
    isOther_ = others >= kEnoughOthers && others > 2 * ours;
    isOurs_ = !isOther_ && ours >= kEnough && 2 * ours >= others;
  }

  bool lookAgain(const cv::Mat& bgr, const TableView& view) override { return now().lookAgain(bgr, view); }

  void forget() override {
    ours_->forget();
    others_->forget();
  }

  std::vector<Sighting> sightings(const TableView& view) const override { return now().sightings(view); }
  std::vector<TableRect> hidden() const override { return now().hidden(); }

 private:
  static constexpr std::size_t kEnough = 2, kSurelyOurs = 5, kEnoughOthers = 4;
  GameReader& now() const { return isOurs_ ? *ours_ : *others_; }

  std::unique_ptr<GameReader> ours_, others_;
  bool isOurs_ = false, isOther_ = false;
};

std::unique_ptr<GameReader> makeTaughtReader(GameId game, int players, std::shared_ptr<const TaughtEdition> edition) {
  const std::string called = "the edition \"" + edition->list().name + "\"";
  if (edition->game() != game)
    throw std::out_of_range(called + " is one of " + std::string(title(edition->game())) + "; one of " +
                            std::string(title(game)) + " was expected");
  if (!followsTaught(game))
    throw std::out_of_range(called + ": whole games of " + std::string(title(game)) +
                            " are not followed with taught editions; one of another game was expected");
  return makeTaughtTableReader(std::move(edition), players);
}

}  // namespace

bool followsTaught(GameId game) { return game != GameId::Octa; }

std::unique_ptr<GameReader> makeReader(GameId game, int players, std::shared_ptr<const TaughtEdition> edition) {
  if (edition) return makeTaughtReader(game, players, std::move(edition));
  if (game == GameId::Octagone) return makeOctagoneReader();
  if (game == GameId::Octa) return std::make_unique<AnyDeckReader>(players);
  if (printEdition(game).codeRow()) return makeCodedTableReader(game, players);
  throw std::out_of_range(std::string(title(game)) + " cannot be followed by camera yet");
}

}  // namespace octo::vision
