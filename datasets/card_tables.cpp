#include "datasets/card_tables.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "datasets/scene/random.h"
#include "datasets/scene/zone_place.h"
#include "tracker/follow/follower.h"
#include "vision/edition/edition.h"

namespace octo::datasets {
namespace {

constexpr double kCardWidth = 63, kCardHeight = 88, kRoundAcross = 32;
/// How far each card shows what lies beneath it, mm (`table.md`).
constexpr double kQuestionStep = 25, kArmStep = 22, kRunStep = 18;
/// Standard deviations of a card's place and turn, and at most twice as much.
constexpr double kOffMm = 1.5, kOffDegrees = 2.0;
/// Nobody's cards are off by more, in the standard deviation, and still lie on their places.
constexpr double kMostDeviationMm = 4.5;

class TableDealer {
 public:
  TableDealer(const vision::Edition& edition, int players, std::uint64_t seed, const Habits* people)
      : edition_(edition), players_(players), random_(Random(seed).fork("cards")), people_(people) {
    pieces_.push_back({0, edition_.ground(players), {{0, 0}, 0}, 0, true});
    for (const vision::FaceArt& art : edition_.faces())
      if (art.shape == vision::Shape::Card)
        faces_.push_back(art.face);
      else if (art.shape == vision::Shape::Round)
        rounds_.push_back(art.face);
    std::erase_if(faces_, [](const Face& face) { return face.text().ends_with("back"); });
    for (const Face& face : faces_) (face.family() == "head" ? heads_ : arms_).push_back(face);
  }

  void deal(const Layout& layout) {
    for (const Zone& zone : layout.zones) fill(zone);
  }
  std::vector<ScenePiece> pieces() && { return std::move(pieces_); }

 private:
  void fill(const Zone& zone) {
    const std::string_view name = zone.name;
    owner_ = ownerOf(name);
    const Place place = placeOf(zone.area, ownerOf(name) < 0 ? 0 : angleFor(seat(ownerOf(name), players_)));
    if (name.starts_with("question")) return column(place, 0, 1 + random_.below(8), kQuestionStep);
    if (name.ends_with(".field")) return columns(place);
    if (name.ends_with(".shipped")) return piles(place);
    if (name.ends_with(".chips")) return chips(place);
    if (name.ends_with(".runs")) return rows(place);
    if (zone.grid) return ring(*zone.grid);
    const bool single =
        name == "discard" || name == "s1" || name == "s2" || name == "s3" || name == "action0" || name == "action1";
    if (single) lay(place.at(0, 0), place.angle, oneOf(faces_));
    if (name == "deck" || name == "arms" || name == "stock" || name == "actions")
      lay(place.at(0, 0), place.angle, Face::back());
    if (name == "heads") lay(place.at(0, 0), place.angle, Face("head:back"));
  }

  /// Cards towards the owner, each covering the one before but for a step.
  void column(const Place& place, double right, int wanted, double step) {
    const int most = 1 + static_cast<int>((place.height - kCardHeight - 4) / step);
    const double top = place.height / 2 - kCardHeight / 2 - 2;
    for (int i = 0; i < std::min(wanted, most); ++i)
      lay(place.at(right, top - i * step), place.angle, oneOf(faces_), i + 1);
  }

  void columns(const Place& place) {
    const int most = static_cast<int>(place.width / (kCardWidth + 8));
    const int count = random_.below(std::min(most, 5) + 1);
    for (int i = 0; i < count; ++i)
      column(place, (i - (most - 1) / 2.0) * place.width / most, 1 + random_.below(8), kArmStep);
  }

  void rows(const Place& place) {
    const int count = static_cast<int>(place.height / (kCardHeight + 4));
    for (int row = 0; row < count; ++row) {
      const double up = (row - (count - 1) / 2.0) * (kCardHeight + 4);
      double right = -place.width / 2 + kCardWidth / 2 + 4;
      while (right < place.width / 2 - kCardWidth / 2) {
        const int cards = 1 + random_.below(7);
        for (int i = 0; i < cards && right < place.width / 2 - kCardWidth / 2; ++i, right += kRunStep)
          lay(place.at(right, up), place.angle, oneOf(faces_), i + 1);
        right += kCardWidth - kRunStep + 10;
      }
    }
  }

  /// Shipped octopuses: arms squared up, the head on top.
  void piles(const Place& place) {
    const int most = static_cast<int>(place.width / (kCardWidth + 8));
    const int count = random_.below(most + 1);
    for (int i = 0; i < count; ++i) {
      const TablePoint at =
          place.at((i - (most - 1) / 2.0) * place.width / most, place.height / 2 - kCardHeight / 2 - 2);
      for (int arm = 0, arms = 1 + random_.below(8); arm < arms; ++arm) lay(at, place.angle, oneOf(arms_), arm + 1);
      lay(at, place.angle, oneOf(heads_), 9);
    }
  }

  void chips(const Place& place) {
    const int most = static_cast<int>(place.height / (kRoundAcross + 2));
    const int count = random_.below(most + 1);
    for (int i = 0; i < count; ++i)
      lay(place.at(0, place.height / 2 - (kRoundAcross + 2) * (i + 0.5)), 360 * random_.unit(), oneOf(rounds_));
  }

  /// And the tokens: in the middle, on a card of the pot, or not there.
  void ring(const Grid& grid) {
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column)
        if (row != 1 || column != 1) lay(grid.centre(Cell::at(column, row)), 0, oneOf(faces_));
    const TablePoint middle = grid.centre(Cell::at(1, 1));
    for (std::size_t i = 0; i < rounds_.size(); ++i) {
      const bool away = random_.chance(0.5);
      if (away && random_.chance(0.3)) continue;
      const int side = static_cast<int>(i);
      lay(away ? grid.centre(Cell::at(2 * random_.below(2), side)) : TablePoint{middle.x, middle.y - 18 + 36 * side},
          360 * random_.unit(), rounds_[i], 2);
    }
  }

  /// Nothing where the edition has no such piece.
  std::optional<Face> oneOf(const std::vector<Face>& faces) {
    if (faces.empty()) return std::nullopt;
    return random_.pick(faces);
  }

  void lay(TablePoint at, double angle, const std::optional<Face>& face, int layer = 1) {
    if (face) lay(at, angle, *face, layer);
  }

  void lay(TablePoint at, double angle, const Face& face, int layer = 1) {
    const int player = people_ && owner_ < 0 ? random_.below(players_) : owner_;
    const double mm = people_ ? std::min(people_->of(player).neatnessMm, kMostDeviationMm) : kOffMm;
    const double degrees = people_ ? people_->of(player).neatnessDegrees : kOffDegrees;
    const TablePoint off{random_.normal(mm, 2 * mm), random_.normal(mm, 2 * mm)};
    const int number = static_cast<int>(pieces_.size());
    pieces_.push_back(
        {number,
         face,
         {{at.x + off.x, at.y + off.y}, std::remainder(angle + random_.normal(degrees, 2 * degrees), 360.0)},
         layer,
         true});
  }

  const vision::Edition& edition_;
  int players_;
  Random random_;
  const Habits* people_;
  /// Of the zone being filled; -1 for the table's own.
  int owner_ = -1;
  std::vector<Face> faces_, arms_, heads_, rounds_;
  std::vector<ScenePiece> pieces_;
};

}  // namespace

std::vector<ScenePiece> randomCards(GameId game, int players, std::uint64_t seed, const Habits* people,
                                    const vision::Edition* edition) {
  TableDealer dealer(edition ? *edition : vision::printEdition(game), players, seed, people);
  dealer.deal(tracker::seededLayout(game, players));
  return std::move(dealer).pieces();
}

}  // namespace octo::datasets
