#include "vision/read/taught/taught_table_reader.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <stdexcept>

#include "vision/locate/table_fit.h"
#include "vision/read/coded/drawn_cards.h"
#include "vision/read/markers/turn_marker.h"
#include "vision/read/rounds/small_pieces.h"
#include "vision/read/taught/card_places.h"
#include "vision/read/taught/recognize_taught.h"
#include "vision/read/taught/taught_cards.h"

namespace octo::vision {
namespace {

/// Around what has changed, mm: a card whose middle has changed shows its print so far around it.
constexpr double kAroundChange = 30;
/// Looks at each resting table, and at one in doubt.
constexpr int kLooks = 2, kLooksInDoubt = 3;

/// The share of a card that has to show for it to be handed on: less of one hardly tells its face, and comes to light
/// where cards are pushed about, not where one is laid.
constexpr double kMoreThanSliver = 0.15;

/// Of its cards, or of its shields: they are all of one size.
const FaceArt& pieceArtOf(const TaughtEdition& edition) {
  for (const FaceArt& art : edition.faces())
    if (art.shape == Shape::Card || art.shape == Shape::Octagon) return art;
  throw std::out_of_range("the edition \"" + edition.list().name + "\" has neither cards nor shields");
}

/// What the pieces lie on: a whole board, or what is between a mat's marks.
struct Ground {
  bool isBoard;
  std::vector<PrintedMark> marks;
  TableRect area;
};

Ground groundOf(const TaughtEdition& edition, int players) {
  if (!edition.boxes()) {
    const auto marks = edition.marksOf(groundFor(edition, players));
    return {false, marks, areaBetween(marks)};
  }
  const FaceArt& board = edition.art(Face("board"));
  const double x = board.widthMm / 2, y = board.heightMm / 2;
  return {true, edition.marks(), {-x, -y, x, y}};
}

/// As the memory of drawn cards wants to know it: where a card lies, and what it shows. Of a card that may be one of
/// several, the likeliest.
std::optional<FoundRow> laidCard(const Sighting& card, const FaceArt& art) {
  const auto known =
      std::find_if(card.faces.begin(), card.faces.end(), [](const Candidate& each) { return !each.face.isUnknown(); });
  if (known == card.faces.end()) return std::nullopt;
  const double a = card.pose->angle * CV_PI / 180, c = std::cos(a), s = std::sin(a);
  const double x = art.widthMm / 2, y = art.heightMm / 2;
  const cv::Matx33d downFromCard(c, -s, card.pose->at.x - c * x + s * y, s, c, -card.pose->at.y - s * x - c * y, 0, 0,
                                 1);
  return FoundRow{known->face, Face::unknown(), known->confidence, known->confidence, 0, downFromCard, {}, {}};
}

class TaughtTableReader final : public GameReader {
 public:
  TaughtTableReader(std::shared_ptr<const TaughtEdition> edition, int players)
      : edition_(std::move(edition)),
        art_(pieceArtOf(*edition_)),
        ground_(groundOf(*edition_, players)),
        cards_(*edition_),
        small_(roundsWith(*edition_)),
        drawn_(*edition_),
        table_(ground_.area),
        places_(art_.widthMm, art_.heightMm, ground_.isBoard) {}

  std::vector<PrintedMark> marks() const override { return ground_.marks; }
  TableRect playArea() const override { return ground_.area; }

  void read(const cv::Mat& bgr, const TableView& view) override {
    table_.look(bgr, view);
    places_.rest([&](TablePoint at) { return table_.changed(at); });
    areas_ = table_.changedAreas(kAroundChange, places_.doubtfulAreas());
    cv::Mat gray;
    if (!areas_.empty()) {
      cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
      places_.found(cards_.read(bgr, view, areas_, places_.doubtful()));
      layDrawn();
    }
    small_.rest(bgr, gray, view, table_, areas_);
    table_.understand(
        [&](const SeenTable::Block& block) { return drawn_.explain(block) || small_.explain(block.middle); });
    small_.settle(table_);
    if (ground_.isBoard) turn_ = findTurnMarkerBeside(ground_.area, bgr, view);
    places_.settle(shown_);
    looks_ = 1;
  }

  bool lookAgain(const cv::Mat& bgr, const TableView& view) override {
    if (areas_.empty() || looks_ >= (places_.inDoubt() ? kLooksInDoubt : kLooks)) return false;
    ++looks_;
    const auto wasLookedAt = [&](TablePoint at) {
      return std::any_of(areas_.begin(), areas_.end(), [&](const TableRect& area) { return area.contains(at); });
    };
    return places_.look(cards_.read(bgr, view, areas_, places_.doubtful()), wasLookedAt, shown_);
  }

  void forget() override {
    table_.forget();
    places_.forget();
    small_.forget();
    areas_.clear();
  }

  std::vector<Sighting> sightings(const TableView& view) const override {
    std::vector<Sighting> pieces = places_.cards();
    std::erase_if(pieces, [](const Sighting& card) { return card.visible < kMoreThanSliver; });
    for (Sighting& piece : small_.sightings(view)) pieces.push_back(std::move(piece));
    if (turn_) pieces.push_back(sightingOf(*turn_, view));
    return pieces;
  }

  std::vector<TableRect> hidden() const override { return table_.hidden(); }

 private:
  void layDrawn() {
    std::vector<FoundRow> laid;
    for (const Sighting& card : places_.cards())
      if (const auto row = laidCard(card, art_)) laid.push_back(*row);
    drawn_.lay(laid, table_);
  }

  std::shared_ptr<const TaughtEdition> edition_;
  FaceArt art_;
  Ground ground_;
  TaughtCards cards_;
  SmallPieces small_;
  DrawnCards drawn_;
  SeenTable table_;
  CardPlaces places_;
  const CardPlaces::Shown shown_{[this](TablePoint at) { return table_.isHidden(at); },
                                 [this](TablePoint at) { return table_.standsOut(at); }};
  std::optional<TurnMarker> turn_;  // beside a board
  std::vector<TableRect> areas_;    // read at this rest
  int looks_ = 0;
};

}  // namespace

std::unique_ptr<GameReader> makeTaughtTableReader(std::shared_ptr<const TaughtEdition> edition, int players) {
  return std::make_unique<TaughtTableReader>(std::move(edition), players);
}

}  // namespace octo::vision
