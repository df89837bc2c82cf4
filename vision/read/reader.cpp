#include "vision/read/reader.h"

#include <stdexcept>
#include <string>

#include "vision/read/cards/octa_reader.h"
#include "vision/read/coded/coded_table_reader.h"
#include "vision/read/shields/octagone_reader.h"

namespace octo::vision {
namespace {

/// Octa is played with any deck: our own is read by its dots, and from its first two cards on nothing else is; as long
/// as none is seen, the others are read by their indices.
class AnyDeckReader final : public GameReader {
 public:
  explicit AnyDeckReader(int players)
      : ours_(makeCodedTableReader(GameId::Octa, players)), others_(makeOctaReader(ours_->playArea())) {}

  std::vector<PrintedMark> marks() const override { return ours_->marks(); }
  TableRect playArea() const override { return ours_->playArea(); }

  void read(const cv::Mat& bgr, const TableView& view) override {
    if (!isOther_) {
      ours_->read(bgr, view);
      isOurs_ = isOurs_ || ours_->sightings(view).size() >= kEnough;
    }
    if (isOurs_) return;
    others_->read(bgr, view);
    isOther_ = isOther_ || others_->sightings(view).size() >= kEnoughOthers;
  }

  bool lookAgain(const cv::Mat& bgr, const TableView& view) override { return now().lookAgain(bgr, view); }

  void forget() override {
    ours_->forget();
    others_->forget();
  }

  std::vector<Sighting> sightings(const TableView& view) const override { return now().sightings(view); }
  std::vector<TableRect> hidden() const override { return now().hidden(); }

 private:
  static constexpr std::size_t kEnough = 2, kEnoughOthers = 4;
  GameReader& now() const { return isOurs_ ? *ours_ : *others_; }

  std::unique_ptr<GameReader> ours_, others_;
  bool isOurs_ = false, isOther_ = false;
};

}  // namespace

std::unique_ptr<GameReader> makeReader(GameId game, int players) {
  switch (game) {
    case GameId::Octagone:
      return makeOctagoneReader();
    case GameId::Octal:
    case GameId::Oct8:
      return makeCodedTableReader(game, players);
    case GameId::Octa:
      return std::make_unique<AnyDeckReader>(players);
  }
  throw std::out_of_range(std::string(title(game)) + " cannot be followed by camera yet");
}

}  // namespace octo::vision
