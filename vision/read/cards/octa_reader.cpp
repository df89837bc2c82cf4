#include "vision/read/cards/octa_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>

#include "vision/fuse/seen_table.h"
#include "vision/read/cards/card_geometry.h"
#include "vision/read/cards/card_memory.h"
#include "vision/read/cards/card_reader.h"
#include "vision/read/cards/deck_measure.h"
#include "vision/read/cards/pile_backs.h"
#include "vision/read/markers/turn_marker.h"
#include "vision/read/rounds/round_pieces.h"

namespace octo::vision {
namespace {

/// Every resting table is looked at this often, one with doubtful cards this often: glare and key frames pass.
constexpr int kLeastLooks = 2, kMostLooks = 4;

bool inDoubt(const Sighting& card) { return card.faces.front().face.isUnknown(); }

bool sameReadings(const std::vector<Sighting>& a, const std::vector<Sighting>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Sighting& x, const Sighting& y) { return x.faces.front().face == y.faces.front().face; });
}

/// Half the width of a token, mm.
constexpr double kRoundReach = 15;
/// From the turn marker's middle to its ticket's corner, mm.
constexpr double kTicketReach = 45;
/// Around a card's index, a back's middle: what is looked at to tell whether they show as before, mm.
constexpr double kIndexReach = 5, kBackReach = 24;
/// Backs are seen whole, so as much around what has changed belongs to them.
constexpr double kBackAround = 100;

bool isWithin(const std::vector<TableRect>& areas, TablePoint point) {
  return std::any_of(areas.begin(), areas.end(), [&](const TableRect& area) { return area.contains(point); });
}

bool holdsPoint(const Corners& corners, ImagePoint point) {
  std::array<cv::Point2f, 4> polygon;
  for (std::size_t i = 0; i < 4; ++i) polygon[i] = {static_cast<float>(corners[i].x), static_cast<float>(corners[i].y)};
  return cv::pointPolygonTest(polygon, {static_cast<float>(point.x), static_cast<float>(point.y)}, false) >= 0;
}

/// The table in a picture that begins there in the other one.
TableView viewFrom(const TableView& view, cv::Point corner) {
  const cv::Matx33d shift(1, 0, corner.x, 0, 1, corner.y, 0, 0, 1);
  return TableView::fromHomography(view.homography() * shift).value_or(view);
}

ImagePoint moved(ImagePoint point, cv::Point by) { return {point.x + by.x, point.y + by.y}; }

class OctaReader final : public GameReader {
 public:
  explicit OctaReader(const TableRect& playArea)
      : playArea_(playArea), table_(playArea), backs_(backChances), roundPieces_(printEdition(GameId::Octa)) {}

  std::vector<PrintedMark> marks() const override { return {}; }
  TableRect playArea() const override { return playArea_; }

  void read(const cv::Mat& bgr, const TableView& view) override {
    table_.look(bgr, view);
    areas_ = table_.changedAreas(kRoundReach);
    looks_ = 1;
    const auto isAt = [&](TablePoint at, double reach, auto is) {
      for (const double x : {-reach, 0.0, reach})
        for (const double y : {-reach, 0.0, reach})
          if (is(TablePoint{at.x + x, at.y + y})) return true;
      return false;
    };
    const auto changed = [&](TablePoint at) { return table_.changed(at); };
    const auto hidden = [&](TablePoint at) { return table_.isHidden(at); };
    const auto indexChanged = [&](ImagePoint at) { return isAt(view.tableFromImage(at), kIndexReach, changed); };
    part_ = partOf(bgr.size(), view);
    expected_ = memory_.indicesWhere(indexChanged);
    for (CardIndex& index : expected_) index.at = moved(index.at, -part_.tl());
    memory_.rest(cardsIn(bgr, view, Effort::Frame), [&](ImagePoint at) { return !indexChanged(at); });
    choose(bgr.size());
    std::erase_if(turned_, [&](Turned& known) {
      known.seen = !isAt(known.back.pose.at, kBackReach, changed);
      return false;
    });
    findBacks(bgr, view);
    for (Round& known : rounds_) known.seen = !isAt(known.round.at, 0.6 * kRoundReach, changed);
    findRounds(bgr, view);
    findTurn(bgr, view, changed(turn_ ? turn_->marker.pose.at : TablePoint{}));
    table_.understand([&](const SeenTable::Block& block) { return explained(block.middle, view); });
    memory_.settle([&](ImagePoint at) { return isAt(view.tableFromImage(at), kIndexReach, hidden); });
    std::erase_if(turned_,
                  [&](const Turned& known) { return !known.seen && !isAt(known.back.pose.at, kBackReach, hidden); });
    std::erase_if(rounds_, [&](const Round& known) { return !known.seen && !hidden(known.round.at); });
    if (turn_ && !turn_->seen && !hidden(turn_->marker.pose.at)) turn_.reset();
    choose(bgr.size());
  }

  bool lookAgain(const cv::Mat& bgr, const TableView& view) override {
    const bool doubtful = std::any_of(cards_.begin(), cards_.end(), inDoubt);
    if (areas_.empty() || looks_ >= (doubtful ? kMostLooks : kLeastLooks)) return false;
    ++looks_;
    const std::vector<Sighting> before = sightings(view);
    // What nothing explains for so long may be a card that quick looks overlook.
    const bool closely = doubtful || table_.isHiddenSinceEarlier();
    memory_.look(cardsIn(bgr, view, closely ? Effort::Photograph : Effort::Frame),
                 [&](const AssembledCard& card) { return hasChanged(card, view); });
    choose(bgr.size());
    findBacks(bgr, view);
    return !sameReadings(before, sightings(view));
  }

  void forget() override {
    memory_.forget();
    table_.forget();
    backs_.forget();
    turned_.clear();
    rounds_.clear();
    turn_.reset();
    cards_.clear();
  }

  std::vector<Sighting> sightings(const TableView& view) const override {
    std::vector<Sighting> onTable;
    const auto add = [&](Sighting piece) {
      if (playArea_.contains(piece.pose->at)) onTable.push_back(std::move(piece));
    };
    for (Sighting card : cards_) {
      card.pose = poseOf(card, view);
      add(std::move(card));
    }
    for (const Turned& known : turned_)
      if (known.seen) add(sightingOf(known.back));
    for (const Round& known : rounds_)
      if (known.seen) add(roundPieces_.sightingOf(known.round, view));
    if (turn_ && turn_->seen) add(vision::sightingOf(turn_->marker, view));
    return onTable;
  }

  std::vector<TableRect> hidden() const override { return table_.hidden(); }

 private:
  /// What is not seen lies under whatever hides its place.
  struct Turned {
    FoundBack back;
    bool seen;
  };
  struct Round {
    FoundRound round;
    bool seen;
  };
  struct Turn {
    TurnMarker marker;
    bool seen;
  };

  static Sighting sightingOf(const FoundBack& back) {
    Sighting sighting;
    sighting.faces = {{Face::back(), back.sure}};
    sighting.kind = "card";
    sighting.outline.assign(back.corners.begin(), back.corners.end());
    sighting.pose = back.pose;
    return sighting;
  }

  /// The part of the picture where the table has changed, with the cards that reach into it. In steps: for each size a
  /// network needs a memory of its own.
  cv::Rect partOf(cv::Size size, const TableView& view) const {
    constexpr double kCardReach = 100;  // mm
    constexpr int kStep = 192;
    double x0 = size.width, y0 = size.height, x1 = 0, y1 = 0;
    for (const TableRect& area : areas_)
      for (const TablePoint& corner : vision::cornersOf(area.grown(kCardReach))) {
        const ImagePoint at = view.imageFromTable(corner);
        x0 = std::min(x0, at.x), x1 = std::max(x1, at.x), y0 = std::min(y0, at.y), y1 = std::max(y1, at.y);
      }
    const auto low = [](double from, int length) {
      return std::clamp(static_cast<int>(std::floor(from / kStep)) * kStep, 0, length - 1);
    };
    const auto high = [](double to, int length) {
      return std::clamp(static_cast<int>(std::ceil(to / kStep)) * kStep, 1, length);
    };
    const cv::Point from(low(x0, size.width), low(y0, size.height));
    return {from, cv::Point(std::max(high(x1, size.width), from.x + 1), std::max(high(y1, size.height), from.y + 1))};
  }

  /// Where only a part is looked at, what lies elsewhere in it did not change: nothing new is there, and what the
  /// part's edge cuts off would be read as something else.
  std::vector<AssembledCard> cardsIn(const cv::Mat& bgr, const TableView& view, Effort effort) {
    if (areas_.empty()) return {};
    const TableView ofPart = viewFrom(view, part_.tl());
    std::vector<AssembledCard> cards =
        findCards(bgr(part_), effort, TableOfCards{ofPart, measure_, letters_}, expected_);
    for (AssembledCard& card : cards) {
      card.at = moved(card.at, part_.tl());
      if (card.other) card.other = moved(*card.other, part_.tl());
      for (ImagePoint& corner : card.corners) corner = moved(corner, part_.tl());
    }
    if (part_.size() != bgr.size())
      std::erase_if(cards, [&](const AssembledCard& card) { return !hasChanged(card, view); });
    return cards;
  }

  /// Some of the card, whether it shows or not, lies where the table has changed.
  bool hasChanged(const AssembledCard& card, const TableView& view) const {
    const Corners& c = card.corners;
    for (const double across : {0.1, 0.5, 0.9})
      for (const double down : {0.05, 0.275, 0.5, 0.725, 0.95}) {
        const auto mixed = [&](double a, double b, double d, double e) {
          return (1 - down) * ((1 - across) * a + across * b) + down * ((1 - across) * e + across * d);
        };
        const ImagePoint at{mixed(c[0].x, c[1].x, c[2].x, c[3].x), mixed(c[0].y, c[1].y, c[2].y, c[3].y)};
        if (isWithin(areas_, view.tableFromImage(at))) return true;
      }
    return isWithin(areas_, view.tableFromImage(card.at));
  }

  void choose(cv::Size size) { cards_ = cardSightings(memory_.cards(), size); }

  std::vector<Corners> openCards() const {
    std::vector<Corners> open;
    for (const Sighting& card : cards_)
      if (!inDoubt(card)) open.push_back({card.outline[0], card.outline[1], card.outline[2], card.outline[3]});
    return open;
  }

  void findBacks(const cv::Mat& bgr, const TableView& view) {
    if (areas_.empty()) return;
    TableRect area = areas_.front();
    for (const TableRect& each : areas_)
      area = {std::min(area.x0, each.x0), std::min(area.y0, each.y0), std::max(area.x1, each.x1),
              std::max(area.y1, each.y1)};
    for (const FoundBack& found : backs_.find(bgr, view, area.grown(kBackAround), openCards())) {
      const auto same = std::find_if(turned_.begin(), turned_.end(), [&](const Turned& known) {
        return distance(known.back.pose.at, found.pose.at) < kBackReach;
      });
      if (same == turned_.end())
        turned_.push_back({found, true});
      else if (!same->seen)
        *same = {found, true};
    }
    // A face that was read there since is no back.
    std::erase_if(turned_, [&](const Turned& known) {
      return known.seen && std::any_of(cards_.begin(), cards_.end(), [&](const Sighting& card) {
               return !inDoubt(card) && distance(poseOf(card, view).at, known.back.pose.at) < kIndexReach;
             });
    });
  }

  void findRounds(const cv::Mat& bgr, const TableView& view) {
    for (const TableRect& area : areas_)
      for (const FoundRound& found : roundPieces_.find(bgr, view, area)) keepRound(found);
  }

  void keepRound(const FoundRound& found) {
    const auto same = std::find_if(rounds_.begin(), rounds_.end(), [&](const Round& known) {
      return distance(known.round.at, found.at) < kRoundReach;
    });
    if (same == rounds_.end())
      rounds_.push_back({found, true});
    else if (!same->seen)
      *same = {found, true};
  }

  /// There is one of it.
  void findTurn(const cv::Mat& bgr, const TableView& view, bool changed) {
    if (turn_) turn_->seen = !changed;
    if (areas_.empty() || (turn_ && turn_->seen)) return;
    cv::Mat gray;
    cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
    for (const TableRect& area : areas_)
      if (const auto found = findTurnMarker(gray, view, area)) turn_ = Turn{*found, true};
  }

  bool explained(TablePoint at, const TableView& view) const {
    const ImagePoint point = view.imageFromTable(at);
    const auto isOn = [&](const Corners& corners) { return holdsPoint(corners, point); };
    const std::vector<Corners> open = openCards();
    return std::any_of(open.begin(), open.end(), isOn) ||
           std::any_of(turned_.begin(), turned_.end(),
                       [&](const Turned& known) { return known.seen && isOn(known.back.corners); }) ||
           std::any_of(
               rounds_.begin(), rounds_.end(),
               [&](const Round& known) { return known.seen && distance(known.round.at, at) < kRoundReach + 4; }) ||
           (turn_ && turn_->seen && distance(turn_->marker.pose.at, at) < kTicketReach);
  }

  TableRect playArea_;
  DeckMeasure measure_;
  LettersSeen letters_;
  CardMemory memory_;
  SeenTable table_;
  PileBacks backs_;
  RoundPieces roundPieces_;
  std::vector<Turned> turned_;
  std::vector<Round> rounds_;
  std::optional<Turn> turn_;
  std::vector<Sighting> cards_;
  /// Those that have changed, and what of the picture is looked at for them.
  std::vector<TableRect> areas_;
  cv::Rect part_;
  /// Where indices of cards stood that were known before and whose place has changed, in that part.
  std::vector<CardIndex> expected_;
  int looks_ = 0;
};

}  // namespace

std::unique_ptr<GameReader> makeOctaReader(const TableRect& playArea) { return std::make_unique<OctaReader>(playArea); }

}  // namespace octo::vision
