#include "tracker/oct8/oct8_table.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "tracker/follow/face_shares.h"
#include "tracker/follow/hidden_area.h"
#include "tracker/oct8/move.h"
#include "tracker/oct8/oct8_position.h"
#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {
namespace {

/// People lay cards a little beyond a zone, mm.
constexpr double kAround = 12;
/// Columns lie farther apart than that; cards of one column stray less, mm.
constexpr double kColumnGap = 14;
/// A pile's cards lie nearer to each other than two piles, mm.
constexpr double kPile = 35;
/// An arm in a column shows about a quarter; a pile's lower cards look out by less than this.
constexpr double kLeastVisible = 0.1;
/// A card, the strip of it that shows in a column, and a chip, mm².
constexpr double kCard = kCardWide * kCardDeep, kStrip = kCardWide * kArmStep, kChipArea = 800;
/// Where that share of a piece is hidden it may be missed.
constexpr double kHides = 0.2;
/// The setup must be read this surely.
constexpr double kClear = 0.8;

std::optional<std::size_t> faceOf(const Face& face) {
  if (const auto arm = Arm::parse(face.text())) return SeenCard::indexOf(*arm);
  if (face.family() == "head")
    if (const auto head = parseColour(face.detail())) return SeenCard::indexOf(*head);
  return std::nullopt;
}

SeenCard cardOf(const SeenPiece& piece) {
  SeenCard seen;
  seen.at = piece.pose.at;
  seen.presence = piece.presence;
  seen.visible = std::round(piece.visible * 10) / 10;
  for (const Candidate& each : piece.faces) {
    const auto face = faceOf(each.face);
    if (!face) continue;
    const double share = std::min(each.confidence, kNeverSurer);
    if (share > seen.sure) seen.best = face, seen.sure = share;
  }
  return seen;
}

bool isChip(const SeenPiece& piece) { return piece.face().family() == "chip"; }
bool isBack(const SeenPiece& piece) { return piece.face().isBack() || piece.face().text() == "head:back"; }
bool isCard(const SeenPiece& piece) { return piece.face().isUnknown() || faceOf(piece.face()); }

/// How far the point lies outside, mm.
double outside(const TableRect& area, TablePoint at) {
  const double x = std::max({area.x0 - at.x, at.x - area.x1, 0.0});
  const double y = std::max({area.y0 - at.y, at.y - area.y1, 0.0});
  return std::hypot(x, y);
}

/// The card farthest from the owner is the head, unless it is clearly an arm; any other head is one, too.
SeenColumn columnOf(std::vector<SeenCard> cards, Side side) {
  std::sort(cards.begin(), cards.end(),
            [side](const SeenCard& a, const SeenCard& b) { return seenFrom(side, a.at).y > seenFrom(side, b.at).y; });
  SeenColumn column;
  auto head = std::find_if(cards.begin(), cards.end(), [](const SeenCard& card) { return card.isHead(); });
  if (head == cards.end() && !cards.front().best) head = cards.begin();
  if (head != cards.end()) {
    column.head = *head;
    cards.erase(head);
  }
  column.arms = std::move(cards);
  return column;
}

/// Cards that lie below each other for somebody at the side, from the leftmost column to the rightmost.
std::vector<SeenColumn> columnsOf(std::vector<SeenCard> cards, Side side) {
  const auto right = [side](const SeenCard& card) { return seenFrom(side, card.at).x; };
  std::sort(cards.begin(), cards.end(), [&](const SeenCard& a, const SeenCard& b) { return right(a) < right(b); });
  std::vector<SeenColumn> columns;
  std::vector<SeenCard> column;
  for (std::size_t card = 0; card < cards.size(); ++card) {
    column.push_back(cards[card]);
    if (card + 1 < cards.size() && right(cards[card + 1]) - right(cards[card]) < kColumnGap) continue;
    columns.push_back(columnOf(std::move(column), side));
    column.clear();
  }
  return columns;
}

/// Of each pile the head on top; arms that look out below it are left out.
std::vector<SeenCard> pileHeads(const std::vector<SeenCard>& cards) {
  std::vector<SeenCard> heads;
  for (const SeenCard& card : cards)
    if (card.isHead()) heads.push_back(card);
  for (const SeenCard& card : cards) {
    if (card.best) continue;
    const bool known = std::any_of(heads.begin(), heads.end(),
                                   [&](const SeenCard& head) { return distance(head.at, card.at) < kPile; });
    if (!known) heads.push_back(card);
  }
  return heads;
}

/// The areas hide so much of the place that a piece of so many mm² may be missed there.
bool hide(const std::vector<TableRect>& areas, const TableRect& place, double piece) {
  return hiddenArea(areas, place) > kHides * piece;
}

/// Sorts what is seen into the zones.
class Reader {
 public:
  Reader(const Observation& observation, const Oct8Places& places)
      : observation_(observation), places_(places), zones_{places.heads, places.arms, places.discard} {
    zones_.insert(zones_.end(), places.slots.begin(), places.slots.end());
    for (const Oct8Places::Seat& seat : places.seats)
      zones_.insert(zones_.end(), {seat.field, seat.shipped, seat.chips, seat.turn});
  }

  OctopusesReading read() const {
    OctopusesReading reading;
    for (std::size_t slot = 0; slot < kSlots; ++slot)
      if (auto cards = cardsIn(places_.slots[slot]); !cards.empty())
        reading.shared[slot] = columnOf(std::move(cards), Side::Near);
    for (const Oct8Places::Seat& seat : places_.seats) reading.seats.push_back(readSeat(seat));
    reading.discard = topOf(cardsIn(places_.discard));
    reading.headDeck = liesIn(places_.heads);
    reading.armDeck = liesIn(places_.arms);
    reading.hidden = isHidden();
    return reading;
  }

 private:
  /// In the zone, or nearer to it than to any other.
  bool isIn(const TableRect& area, TablePoint at) const {
    const double off = outside(area, at);
    if (off == 0) return true;
    return off <= kAround &&
           std::none_of(zones_.begin(), zones_.end(), [&](const TableRect& other) { return outside(other, at) < off; });
  }

  std::vector<SeenCard> cardsIn(const TableRect& area) const {
    std::vector<SeenCard> cards;
    for (const SeenPiece& piece : observation_.pieces)
      if (isCard(piece) && piece.visible >= kLeastVisible && isIn(area, piece.pose.at)) cards.push_back(cardOf(piece));
    return cards;
  }

  /// A deck, or something on its place that cannot be read.
  bool liesIn(const TableRect& area) const {
    return std::any_of(observation_.pieces.begin(), observation_.pieces.end(), [&](const SeenPiece& piece) {
      return (isBack(piece) || piece.face().isUnknown()) && piece.presence > 0.5 && isIn(area, piece.pose.at);
    });
  }

  static std::optional<SeenCard> topOf(const std::vector<SeenCard>& cards) {
    const auto surest = std::max_element(cards.begin(), cards.end(), [](const SeenCard& a, const SeenCard& b) {
      return std::pair(a.visible, a.sure * a.presence) < std::pair(b.visible, b.sure * b.presence);
    });
    return surest == cards.end() ? std::nullopt : std::optional(*surest);
  }

  SeenSeat readSeat(const Oct8Places::Seat& seat) const {
    SeenSeat seen;
    seen.field = columnsOf(cardsIn(seat.field), seat.side);
    seen.shipped = pileHeads(cardsIn(seat.shipped));
    for (const SeenPiece& piece : observation_.pieces)
      if (isIn(seat.chips, piece.pose.at)) addChip(piece, seen);
    return seen;
  }

  static void addChip(const SeenPiece& piece, SeenSeat& seen) {
    seen.chipsUnread += piece.face().isUnknown();
    if (!isChip(piece)) return;
    seen.chips = seen.chips.value_or(0) + (piece.face().detail() == "2" ? 2 : 1);
  }

  bool isHidden() const {
    const auto hides = [&](const TableRect& area, double piece) { return hide(observation_.hidden, area, piece); };
    const auto& slots = places_.slots;
    return std::any_of(slots.begin(), slots.end(), [&](const TableRect& slot) { return hides(slot, kStrip); }) ||
           std::any_of(places_.seats.begin(), places_.seats.end(),
                       [&](const Oct8Places::Seat& seat) {
                         return hides(seat.shipped, kCard) || hides(seat.chips, kChipArea) || hides(seat.field, 0);
                       }) ||
           hides(places_.discard, kCard);
  }

  const Observation& observation_;
  const Oct8Places& places_;
  /// All of them, to find the nearest.
  std::vector<TableRect> zones_;
};

bool isClear(const SeenCard& card) { return card.sure * card.presence >= kClear; }

std::optional<SeenCard> headIn(const OctopusesReading& seen, std::size_t slot) {
  const auto& column = seen.shared[slot];
  return column && column->head && column->head->isHead() ? column->head : std::nullopt;
}

/// The card as the first reading shows it that shows it clearly; where none does, as it is read most surely.
template <class CardOf>
std::optional<SeenCard> firstRead(const std::vector<OctopusesReading>& readings, const CardOf& cardOf) {
  std::optional<SeenCard> surest;
  for (const OctopusesReading& seen : readings) {
    std::optional<SeenCard> card = cardOf(seen);
    if (!card || !card->best) continue;
    if (isClear(*card)) return card;
    if (!surest || card->sure > surest->sure) surest = std::move(card);
  }
  return surest;
}

/// Octopuses or chips lie before a player: a game goes on.
bool areBeforePlayers(const OctopusesReading& seen) {
  const auto isHead = [](const SeenCard& card) { return card.isHead() && isClear(card); };
  return std::any_of(seen.seats.begin(), seen.seats.end(), [&](const SeenSeat& seat) {
    return std::any_of(seat.field.begin(), seat.field.end(),
                       [&](const SeenColumn& column) { return column.head && isHead(*column.head); }) ||
           std::any_of(seat.shipped.begin(), seat.shipped.end(), isHead) || seat.chips.value_or(0) > 0;
  });
}

/// An arm lies at an octopus.
bool hasBegun(const OctopusesReading& seen) {
  return std::any_of(seen.shared.begin(), seen.shared.end(), [](const auto& column) {
    return column && std::any_of(column->arms.begin(), column->arms.end(), isClear);
  });
}

/// A card that can be read is one; what does not look like a card at all is none.
constexpr double kReadable = 0.5;
bool isThere(const SeenCard& card) { return card.presence >= kReadable; }
bool isReadable(const SeenCard& card) { return card.best && card.sure >= kReadable; }

/// The octopus that the column shows; nothing where a card of it cannot be read.
std::optional<Octopus> octopusOf(const SeenColumn& column) {
  if (!column.head || !column.head->isHead() || !isReadable(*column.head)) return std::nullopt;
  Octopus octopus{kColours[*column.head->best - Arm::kFaces], {}};
  for (const SeenCard& card : column.arms) {
    if (!isThere(card)) continue;
    if (!card.arm() || !isReadable(card)) return std::nullopt;
    octopus.arms.add(*card.arm());
  }
  return octopus;
}

/// What lies there; nothing where it cannot be read whole.
std::optional<TakePosition> positionIn(const OctopusesReading& seen, int turn) {
  TakePosition position{{}, {}, {}, {}, {}, turn};
  if (seen.hidden) return std::nullopt;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    if (!seen.shared[slot]) continue;
    if (!(position.shared[slot] = octopusOf(*seen.shared[slot]))) return std::nullopt;
  }
  for (const SeenSeat& seat : seen.seats) {
    auto& field = position.fields.emplace_back();
    for (const SeenColumn& column : seat.field) {
      const auto octopus = octopusOf(column);
      if (!octopus) return std::nullopt;
      field.push_back(*octopus);
    }
    auto& shipped = position.shipped.emplace_back();
    for (const SeenCard& head : seat.shipped) {
      if (!head.isHead() || !isReadable(head)) return std::nullopt;
      shipped.push_back({kColours[*head.best - Arm::kFaces], std::nullopt});
    }
    if (seat.chipsUnread > 0) return std::nullopt;
    position.chips.push_back(seat.chips.value_or(0));
  }
  if (seen.discard) position.discard = {isReadable(*seen.discard) ? seen.discard->arm() : std::nullopt};
  return position;
}

/// Where a head lies in its slot, its arms to come below it.
TableRect cardAtFarEnd(const TableRect& slot) {
  const double middle = slot.middle().x, top = slot.middle().y + headInColumn(slot.y1 - slot.y0) + kCardDeep / 2;
  return {middle - kCardWide / 2, top - kCardDeep, middle + kCardWide / 2, top};
}

class Oct8Table final : public GameTable {
 public:
  explicit Oct8Table(Oct8Places places) : places_(std::make_shared<const Oct8Places>(std::move(places))) {}

  std::optional<GameHeader> setUp(const GameHeader& asked, const Observation& observation) const override {
    const OctopusesReading seen = readOctopuses(observation, *places_);
    if (areBeforePlayers(seen)) return std::nullopt;
    Json heads = Json::array();
    for (const auto& column : seen.shared) {
      if (!column || !column->head || !column->head->isHead() || !isClear(*column->head) || !column->arms.empty())
        return std::nullopt;
      heads.push_back(name(kColours[*column->head->best - Arm::kFaces]));
    }
    if (!seen.discard || !seen.discard->arm() || !isClear(*seen.discard) || !seen.armDeck || !seen.headDeck)
      return std::nullopt;
    GameHeader header = asked;
    header.setup["heads"] = std::move(heads);
    header.setup["discard"] = seen.discard->arm()->name();
    return header;
  }

  std::vector<MissingPiece> missing(const GameHeader&, const Observation& observation) const override {
    const OctopusesReading seen = readOctopuses(observation, *places_);
    std::vector<MissingPiece> missing;
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      const auto head = headIn(seen, slot);
      if (!head || !isClear(*head)) missing.push_back({"head", cardAtFarEnd(places_->slots[slot])});
    }
    if (!seen.headDeck) missing.push_back({"heads", places_->heads});
    if (!seen.armDeck) missing.push_back({"arms", places_->arms});
    if (!seen.discard || !seen.discard->arm() || !isClear(*seen.discard))
      missing.push_back({"discard", places_->discard});
    return missing;
  }

  std::optional<GameHeader> setUpOf(const GameHeader& asked, std::span<const Observation> looks) const override {
    std::vector<OctopusesReading> readings;
    for (const Observation& look : looks) readings.push_back(readOctopuses(look, *places_));
    if (!hasBegun(readings.back())) return std::nullopt;
    GameHeader header = asked;
    header.setup["heads"] = Json::array();
    for (std::size_t slot = 0; slot < kSlots; ++slot)
      if (const auto head = firstRead(readings, [slot](const auto& seen) { return headIn(seen, slot); }))
        header.setup["heads"].push_back(name(kColours[*head->best - Arm::kFaces]));
    const auto discard = firstRead(readings, [](const auto& seen) { return seen.discard; });
    if (header.setup["heads"].size() < kSlots || !discard || !discard->arm()) return std::nullopt;
    header.setup["discard"] = discard->arm()->name();
    return header;
  }

  /// A player may lay several arms in the first turn.
  bool isOccupied(const Observation& observation) const override {
    constexpr std::size_t kMostMissed = 4;
    const OctopusesReading seen = readOctopuses(observation, *places_);
    std::size_t arms = 0;
    for (const auto& column : seen.shared) arms += column ? column->arms.size() : 0;
    return arms > kMostMissed || areBeforePlayers(seen);
  }

  std::optional<TakenTable> taken(const GameHeader& known, const Observation& observation) const override {
    const auto position = positionIn(readOctopuses(observation, *places_), known.first);
    if (!position) return std::nullopt;
    TakenTable taken{known, eventOf({}, *position)};
    if (!known.setup.contains("heads")) setUpWith(taken.header.setup, *position);
    return taken;
  }

  std::unique_ptr<Position> start(const GameHeader& header) const override {
    return std::make_unique<Oct8Position>(header, places_);
  }

 private:
  /// The heads that lie there and the top of the discard pile; others where none do.
  static void setUpWith(Json& setup, const TakePosition& position) {
    setup["heads"] = Json::array();
    for (const auto& octopus : position.shared) setup["heads"].push_back(name(octopus ? octopus->head : Colour::Red));
    const bool known = !position.discard.empty() && position.discard.back();
    setup["discard"] = (known ? *position.discard.back() : Arm::of(Colour::Red, 1)).name();
  }

  std::shared_ptr<const Oct8Places> places_;
};

}  // namespace

std::optional<Arm> SeenCard::arm() const { return best && !isHead() ? std::optional(Arm::all()[*best]) : std::nullopt; }

Oct8Places placesOf(const Layout& layout, int players) {
  Oct8Places places{};
  for (int slot = 0; slot < kSlots; ++slot)
    places.slots[static_cast<std::size_t>(slot)] = layout.neededZone(name(Slot{slot})).area;
  places.heads = layout.neededZone("heads").area;
  places.arms = layout.neededZone("arms").area;
  places.discard = layout.neededZone("discard").area;
  for (int player = 0; player < players; ++player) {
    const std::string own = "p" + std::to_string(player) + ".";
    places.seats.push_back({seat(player, players), layout.neededZone(own + "field").area,
                            layout.neededZone(own + "shipped").area, layout.neededZone(own + "chips").area,
                            layout.neededZone(own + "turn").area});
  }
  return places;
}

OctopusesReading readOctopuses(const Observation& observation, const Oct8Places& places) {
  return Reader(observation, places).read();
}

std::unique_ptr<GameTable> makeTable(const GameHeader& header, const Layout& layout) {
  return std::make_unique<Oct8Table>(placesOf(layout, static_cast<int>(header.players.size())));
}

}  // namespace octo::tracker::oct8
