#include "vision/read/cards/octa_reader.h"

#include <algorithm>
#include <cmath>

#include "vision/fuse/card_memory.h"
#include "vision/read/cards/card_reader.h"

namespace octo::vision {
namespace {

/// Every resting table is looked at this often, one with doubtful cards this often: glare and key frames pass.
constexpr int kLeastLooks = 2, kMostLooks = 4;

bool inDoubt(const Sighting& card) { return card.faces.front().face.isUnknown(); }

bool sameReadings(const std::vector<Sighting>& a, const std::vector<Sighting>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Sighting& x, const Sighting& y) { return x.faces.front().face == y.faces.front().face; });
}

class OctaReader final : public GameReader {
 public:
  explicit OctaReader(const TableRect& playArea) : playArea_(playArea) {}

  std::vector<PrintedMark> marks() const override { return {}; }
  TableRect playArea() const override { return playArea_; }

  void read(const cv::Mat& bgr, const TableView&) override {
    memory_.rest(findCards(bgr, Effort::Frame));
    choose(bgr.size());
  }

  bool lookAgain(const cv::Mat& bgr, const TableView&) override {
    const bool doubtful = std::any_of(cards_.begin(), cards_.end(), inDoubt);
    if (memory_.looks() >= (doubtful ? kMostLooks : kLeastLooks)) return false;
    const std::vector<Sighting> before = cards_;
    memory_.look(findCards(bgr, doubtful ? Effort::Photograph : Effort::Frame));
    choose(bgr.size());
    return !sameReadings(before, cards_);
  }

  void forget() override {
    memory_.forget();
    cards_.clear();
  }

  std::vector<Sighting> sightings(const TableView& view) const override {
    std::vector<Sighting> onTable;
    for (Sighting card : cards_) {
      card.pose = poseOf(card, view);
      if (playArea_.contains(card.pose->at)) onTable.push_back(card);
    }
    return onTable;
  }

  std::vector<TableRect> hidden() const override { return {}; }

 private:
  void choose(cv::Size size) { cards_ = cardSightings(memory_.cards(), size); }

  TableRect playArea_;
  CardMemory memory_;
  std::vector<Sighting> cards_;
};

}  // namespace

std::unique_ptr<GameReader> makeOctaReader(const TableRect& playArea) { return std::make_unique<OctaReader>(playArea); }

}  // namespace octo::vision
