#include "tracker/oct8/oct8_arrangement.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "tracker/follow/layout_hash.h"

namespace octo::tracker::oct8 {
namespace {

using infer::ExpectedPiece;
using infer::PieceId;

/// A chip, mm; and how it looks turned by so many degrees.
constexpr double kChipWide = 32, kChipTurn = 45;
/// A card reads the same from both ends, degrees.
constexpr double kCardTurn = 180;
/// How much of a card shows below which another lies a step on; of the card below the top of a pile.
constexpr double kStripShows = kArmStep / kCardDeep, kBelowShows = 0.14;
/// A strip of which others leave less than this share is read about as seldom as what is below a pile's top.
constexpr double kStripLeft = 0.6;
/// Once nobody knows how many cards a pile holds it may be gone.
constexpr double kMayBeGone = 0.5;
/// Numbers of faces and of places, as powers of two.
constexpr std::uint32_t kFaceNumbers = 32, kPlaceNumbers = 64;
constexpr std::size_t kHeadFaces = Arm::kFaces, kChipFaces = kHeadFaces + kColours.size(), kBacks = kChipFaces + 2,
                      kNoFace = kBacks + 2;
/// A field of more columns than lie beside each other, mm from one to the next.
constexpr double kTightStep = 26;

std::size_t numberOf(Colour head) { return kHeadFaces + static_cast<std::size_t>(head); }

Face faceOf(Colour head) { return Face("head:" + std::string(name(head))); }

const Face& faceOf(Arm arm) {
  static const std::vector<Face> kFaces = [] {
    std::vector<Face> faces;
    for (const Arm each : Arm::all()) faces.emplace_back(each.name());
    return faces;
  }();
  return kFaces[arm.index()];
}

/// Of the middle of a card that lies so, mm.
TableRect partOf(double angle, double bottom, double top) {
  const TablePose pose{{0, 0}, angle};
  const TablePoint a = pointOn(pose, -kCardWide / 2, bottom), b = pointOn(pose, kCardWide / 2, top);
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

ExpectedPiece card(PieceId id, std::vector<Face> faces, const TablePose& pose, double visible = 1) {
  const bool whole = visible == 1;
  return {.id = id,
          .faces = std::move(faces),
          .pose = pose,
          .turn = kCardTurn,
          .shown = partOf(pose.angle, whole ? -kCardDeep / 2 : kCardDeep / 2 - kArmStep, kCardDeep / 2),
          .visible = visible};
}

/// A head and its arms below it, each beside those before it.
Arrangement::Pieces columnOf(const Arrangement::LyingOctopus& octopus, const TablePose& head) {
  Arrangement::Pieces pieces{
      card(octopus.headId, {faceOf(octopus.head)}, head, octopus.arms.empty() ? 1 : kStripShows)};
  const auto below = [&](std::size_t steps) { return pointOn(head, 0, -kArmStep * static_cast<double>(steps)); };
  for (std::size_t row = 1; row <= octopus.arms.size(); ++row) {
    const auto& arm = octopus.arms[row - 1];
    pieces.push_back(
        card(arm.id, {faceOf(arm.arm)}, {below(row), head.angle}, row == octopus.arms.size() ? 1 : kStripShows));
    pieces.back().gaps = arm.gaps;
    ExpectedPiece& covered = pieces[row - 1];
    covered.whole = partOf(head.angle, -kCardDeep / 2, kCardDeep / 2);
    covered.under = arm.id;
    const auto beside = [&](std::size_t other) {
      const TablePoint is = below(row), from = below(other);
      pieces.back().beside.push_back({pieces[other].id, is.x - from.x, is.y - from.y});
    };
    beside(row - 1);
    if (row > 1) beside(row - 2);
    if (row > 2) beside(0);
  }
  return pieces;
}

void append(Arrangement::Pieces& all, Arrangement::Pieces more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

Arrangement::Arrangement(std::shared_ptr<const Oct8Places> places, const State& state) : places_(std::move(places)) {
  layAnew(state);
}

void Arrangement::layAnew(const State& state) {
  shared_ = {};
  taken_.assign(state.seats.size(), {});
  chips_.assign(state.seats.size(), {});
  colours_.assign(state.seats.size(), std::nullopt);
  discard_.clear();
  heads_.reset();
  arms_.reset();
  show(state);
}

PieceId Arrangement::newId(Kind kind, int whose, std::size_t face) {
  constexpr std::uint32_t kWhose = 4;
  const auto place = static_cast<std::uint32_t>(kind) * kWhose + static_cast<std::uint32_t>(whose);
  static_assert((static_cast<std::uint32_t>(Kind::Arms) + 1) * kWhose <= kPlaceNumbers && kNoFace < kFaceNumbers);
  return (laid_++ * kPlaceNumbers + place) * kFaceNumbers + static_cast<std::uint32_t>(face);
}

// --- where things lie ---

ZonePlace Arrangement::inSeat(int player, TableRect Oct8Places::Seat::*zone) const {
  return placeOf(seat(player).*zone, angleFor(seat(player).side));
}

TablePose Arrangement::poseOf(int player, const LyingOctopus& octopus) const {
  if (!octopus.shipped) return columnAt(player, octopus.place);
  const ZonePlace area = inSeat(player, &Oct8Places::Seat::shipped);
  const int columns = std::max(1, static_cast<int>(area.width / kCardWide));
  const int rows = std::max(1, static_cast<int>(area.height / kCardDeep));
  return area.pose(area.width * ((octopus.place % columns + 0.5) / columns - 0.5),
                   area.height * (0.5 - (octopus.place / columns % rows + 0.5) / rows));
}

TablePose Arrangement::columnAt(int player, int place) const {
  const ZonePlace area = inSeat(player, &Oct8Places::Seat::field);
  const double step = area.width / kColumns, last = area.width / 2 - step / 2;
  const double right = place < kColumns ? step * place - last : last + kTightStep * (place - kColumns + 1);
  return area.pose(right, headInColumn(area.height));
}

TablePoint Arrangement::headOf(int player, int k) const {
  return poseOf(player, taken(player)[static_cast<std::size_t>(k)]).at;
}

std::optional<TablePoint> Arrangement::nextOnFullField(int player) const {
  const int place = placeFor(player, false, std::nullopt);
  if (place < kColumns) return std::nullopt;
  return columnAt(player, place).at;
}

/// The first that is free, or the one nearest to where it is seen.
int Arrangement::placeFor(int player, bool shipped, std::optional<TablePoint> near) const {
  const auto isFree = [&](int place) {
    return std::none_of(taken(player).begin(), taken(player).end(),
                        [&](const LyingOctopus& each) { return each.shipped == shipped && each.place == place; });
  };
  int first = 0;
  while (!isFree(first)) ++first;
  if (!near) return first;
  const ZonePlace field = inSeat(player, &Oct8Places::Seat::field);
  const auto away = [&](int place) {
    return std::abs(field.rightOf(*near) - field.rightOf(columnAt(player, place).at));
  };
  int nearest = first;
  for (int place = 0; place < kColumns; ++place)
    if (isFree(place) && away(place) < away(nearest)) nearest = place;
  return nearest;
}

TablePoint Arrangement::chipAt(int player, int chip) const {
  const ZonePlace area = inSeat(player, &Oct8Places::Seat::chips);
  const int rows = std::max(1, static_cast<int>(area.height / (kChipWide + 1)));
  return area.at(kChipWide * (chip / rows - 0.5), area.height / 2 - kChipWide * (chip % rows + 0.5));
}

// --- what is laid and moved ---

/// What is taken out of a column goes; people push up the arms below it.
void Arrangement::takeOutArms(LyingOctopus& octopus, const Arms& wanted, const std::vector<PieceId>& gone) {
  Arms surplus = armsOf(octopus);
  surplus.remove(wanted);
  for (const bool any : {false, true})
    for (std::size_t row = octopus.arms.size(); row-- > 0 && surplus.cards() > 0;) {
      const LyingArm arm = octopus.arms[row];
      if (surplus.count(arm.arm) == 0 || !(any || std::find(gone.begin(), gone.end(), arm.id) != gone.end())) continue;
      surplus.remove(Arms({arm.arm}));
      octopus.arms.erase(octopus.arms.begin() + static_cast<std::ptrdiff_t>(row));
      for (std::size_t below = row; below < octopus.arms.size(); ++below) ++octopus.arms[below].gaps;
    }
}

void Arrangement::addArms(LyingOctopus& octopus, const Arms& wanted, const LaidAs& laid, Kind kind, int whose) {
  Arms lacking = wanted;
  lacking.remove(armsOf(octopus));
  const auto lay = [&](Arm arm, std::size_t row) {
    octopus.arms.insert(octopus.arms.begin() + static_cast<std::ptrdiff_t>(std::min(row, octopus.arms.size())),
                        {newId(kind, whose, arm.index()), arm});
  };
  for (std::size_t k = 0; k < laid.order.size(); ++k)
    if (lacking.remove(Arms({laid.order[k]})).cards() > 0)
      lay(laid.order[k], k < laid.rows.size() ? laid.rows[k] : octopus.arms.size());
  for (const Arm arm : lacking.list()) lay(arm, octopus.arms.size());
}

void Arrangement::lay(Slot slot, const Arms& wanted, const LaidAs& laid) {
  if (auto& octopus = shared_[static_cast<std::size_t>(slot.index)])
    addArms(*octopus, wanted, laid, Kind::Slot, slot.index);
}

Arms Arrangement::armsOf(const LyingOctopus& octopus) {
  Arms arms;
  for (const LyingArm& each : octopus.arms) arms.add(each.arm);
  return arms;
}

Arrangement::ChangedArms Arrangement::changedArms(const State& state, const TakenName& name) const {
  const Arms& had = find(state, name)->arms;
  const Arms lies = armsOf(taken(name.player)[static_cast<std::size_t>(name.k)]);
  ChangedArms changed{had, lies};
  changed.gone.remove(lies);
  changed.come.remove(had);
  return changed;
}

std::vector<std::pair<TakenName, Arrangement::ChangedArms>> Arrangement::changedOctopuses(const State& state) const {
  std::vector<std::pair<TakenName, ChangedArms>> changed;
  for (int player = 0; player < state.players(); ++player)
    for (int k = 0; k < std::ssize(state.seat(player).taken); ++k)
      if (ChangedArms arms = changedArms(state, {player, k}); arms.gone.cards() + arms.come.cards() > 0)
        changed.emplace_back(TakenName{player, k}, std::move(arms));
  std::stable_partition(changed.begin(), changed.end(),
                        [&](const auto& each) { return each.first.player == state.turn.player; });
  return changed;
}

void Arrangement::exchange(const Exchanged& exchanged) {
  const int player = exchanged.octopus.player;
  LyingOctopus& octopus = taken_[static_cast<std::size_t>(player)][static_cast<std::size_t>(exchanged.octopus.k)];
  Arms lies = armsOf(octopus);
  lies.remove(Arms(exchanged.gone));
  takeOutArms(octopus, lies, exchanged.laid.gone);
  lies.add(Arms(exchanged.laid.order));
  addArms(octopus, lies, exchanged.laid, Kind::Field, player);
}

/// A whole octopus goes to its taker, its latest arms with it.
void Arrangement::take(int player, Slot slot, const State& state, const LaidAs& laid) {
  auto& octopus = *shared_[static_cast<std::size_t>(slot.index)];
  addArms(octopus, state.seat(player).taken[taken(player).size()].octopus.arms, laid, Kind::Slot, slot.index);
  carry(slot, player, laid.octopus);
}

void Arrangement::carry(Slot slot, int player, std::optional<TablePoint> near) {
  auto& from = shared_[static_cast<std::size_t>(slot.index)];
  LyingOctopus octopus = *from;
  from.reset();
  octopus.place = placeFor(player, false, near);
  octopus.headId = newId(Kind::Field, player, numberOf(octopus.head));
  for (LyingArm& each : octopus.arms) each.id = newId(Kind::Field, player, each.arm.index());
  taken_[static_cast<std::size_t>(player)].push_back(std::move(octopus));
}

void Arrangement::showTaken(int player, const State& state, const LaidAs& laid) {
  auto& lying = taken_[static_cast<std::size_t>(player)];
  const auto& taken = state.seat(player).taken;
  for (std::size_t k = 0; k < taken.size(); ++k) {
    const Octopus& octopus = taken[k].octopus;
    if (k == lying.size()) {
      LyingOctopus anew{.headId = newId(Kind::Field, player, numberOf(octopus.head)), .head = octopus.head};
      anew.place = placeFor(player, false, laid.octopus);
      lying.push_back(std::move(anew));
    }
    takeOutArms(lying[k], octopus.arms, laid.gone);
    addArms(lying[k], octopus.arms, laid, Kind::Field, player);
    if (lying[k].shipped == taken[k].shipped) continue;
    lying[k].place = placeFor(player, taken[k].shipped, std::nullopt);
    lying[k].shipped = taken[k].shipped;
    lying[k].headId = newId(Kind::Shipped, player, numberOf(octopus.head));
  }
}

/// A second chip turns the first over, to two actions.
void Arrangement::showChips(int player, int actions, const std::optional<TablePoint>& at) {
  auto& chips = chips_[static_cast<std::size_t>(player)];
  const auto lay = [&](int worth, TablePoint where) {
    chips.push_back({newId(Kind::Chips, player, kChipFaces + static_cast<std::size_t>(worth) - 1), worth, where});
  };
  for (int lying = this->actions(player); lying != actions; lying += lying < actions ? 1 : -1) {
    const bool more = lying < actions, alone = lying % 2 == (more ? 1 : 0);
    if (alone) {
      const TablePoint where = chips.back().at;
      chips.pop_back();
      lay(more ? 2 : 1, where);
    } else if (more) {
      lay(1, at.value_or(chipAt(player, static_cast<int>(chips.size()))));
    } else {
      chips.pop_back();
    }
  }
}

int Arrangement::actions(int player) const {
  int actions = 0;
  for (const LyingChip& each : chips(player)) actions += each.actions;
  return actions;
}

void Arrangement::gainChip(int player, TablePoint at) { showChips(player, actions(player) + 1, at); }

/// What was the top lies below those that were laid after it.
void Arrangement::showDiscard(const State& state, std::size_t oneByOne) {
  const auto same = [](const LyingDiscard& card, const std::optional<Arm>& told) { return card.told == told; };
  const auto kept = static_cast<std::size_t>(
      std::mismatch(discard_.begin(), discard_.end(), state.discard.begin(), state.discard.end(), same).first -
      discard_.begin());
  if (oneByOne > 1 && kept + 1 == discard_.size() && discard_.size() == state.discard.size())
    for (std::size_t card = discard_.size() - oneByOne; card < kept; ++card) {
      discard_[card].id = discard_[card + 1].id;
      discard_[card].seen = discard_[card + 1].seen;
    }
  discard_.resize(kept);
  for (std::size_t card = kept; card < state.discard.size(); ++card) {
    const auto& face = state.discard[card];
    discard_.push_back({newId(Kind::Discard, 0, face ? face->index() : kNoFace), face, face});
  }
}

void Arrangement::showColour(int player, const std::optional<Colour>& colour) {
  auto& lying = colours_[static_cast<std::size_t>(player)];
  if (!colour)
    lying.reset();
  else if (!lying || lying->second != *colour)
    lying = {newId(Kind::Colour, player, numberOf(*colour)), *colour};
}

void Arrangement::show(const State& state, const LaidAs& laid) {
  const auto any = [&](std::optional<PieceId>& deck, Kind kind, bool lies, std::size_t face) {
    if (lies != deck.has_value()) deck = lies ? std::optional(newId(kind, 0, face)) : std::nullopt;
  };
  counted_ = state.counted;
  for (int index = 0; index < kSlots; ++index) {
    const Slot slot{index};
    auto& lying = shared_[static_cast<std::size_t>(index)];
    const auto& octopus = state.in(slot);
    if (lying && !octopus)
      for (int player = 0; player < state.players() && lying; ++player)
        if (taken(player).size() < state.seat(player).taken.size()) take(player, slot, state, laid);
    if (!octopus) {
      lying.reset();
      continue;
    }
    if (!lying)
      lying = LyingOctopus{.headId = newId(Kind::Slot, index, numberOf(octopus->head)), .head = octopus->head};
    takeOutArms(*lying, octopus->arms, laid.gone);
    addArms(*lying, octopus->arms, laid, Kind::Slot, index);
  }
  for (int player = 0; player < state.players(); ++player) {
    showTaken(player, state, laid);
    showChips(player, state.seat(player).chips, laid.chip);
    showColour(player, state.seat(player).colour);
  }
  showDiscard(state, laid.discards);
  any(heads_, Kind::Heads, state.headDeck > 0, kBacks);
  any(arms_, Kind::Arms, state.armDeck > 0, kBacks + 1);
}

// --- what a camera should see ---

Arrangement::Pieces Arrangement::inSlot(Slot slot) const {
  const auto& octopus = shared(slot);
  if (!octopus) return {};
  const ZonePlace area = placeOf(places_->slots[static_cast<std::size_t>(slot.index)], angleFor(Side::Near));
  return columnOf(*octopus, area.pose(0, headInColumn(area.height)));
}

Arrangement::Pieces Arrangement::ofTaken(int player, int k) const {
  const LyingOctopus& octopus = taken(player)[static_cast<std::size_t>(k)];
  if (octopus.shipped) return {card(octopus.headId, {faceOf(octopus.head)}, poseOf(player, octopus))};
  Pieces pieces = columnOf(octopus, columnAt(player, octopus.place));
  coverByLaterColumns(pieces, player, k);
  return pieces;
}

/// On a full field a column lies partly on the one beside it, as far down as it reaches.
void Arrangement::coverByLaterColumns(Pieces& pieces, int player, int k) const {
  const std::vector<LyingOctopus>& all = taken(player);
  const TablePoint head = headOf(player, k);
  for (int above = k + 1; above < std::ssize(all); ++above) {
    const LyingOctopus& octopus = all[static_cast<std::size_t>(above)];
    if (octopus.shipped || octopus.place == all[static_cast<std::size_t>(k)].place) continue;
    const double left = distance(headOf(player, above), head) / kCardWide;
    if (left >= 1) continue;
    const double ofStrip = left < kStripLeft ? kBelowShows : kStripShows;
    const double deep = kCardDeep + kArmStep * static_cast<double>(octopus.arms.size());
    for (std::size_t row = 0; row < pieces.size() && kArmStep * static_cast<double>(row) < deep; ++row) {
      double& visible = pieces[row].visible;
      visible = std::min(visible, visible < 1 ? ofStrip : left);
    }
  }
}

Arrangement::Pieces Arrangement::ofChips(int player) const {
  Pieces pieces;
  for (const LyingChip& each : chips(player)) {
    pieces.push_back({.id = each.id,
                      .faces = {Face(each.actions == 2 ? "chip:2" : "chip:1")},
                      .pose = {each.at, 0},
                      .turn = kChipTurn,
                      .shown = {-kChipWide / 2, -kChipWide / 2, kChipWide / 2, kChipWide / 2}});
  }
  return pieces;
}

/// The top card, and those below it that may be the top after a draw, and may look out.
Arrangement::Pieces Arrangement::ofDiscard() const {
  Pieces pieces;
  constexpr std::size_t kKnown = kDrawn + 1;
  const std::size_t first = discard_.size() < kKnown ? 0 : discard_.size() - kKnown;
  for (std::size_t n = first; n < discard_.size(); ++n) {
    const LyingDiscard& each = discard_[n];
    std::vector<Face> faces;
    if (each.seen) faces.push_back(faceOf(*each.seen));
    pieces.push_back(
        card(each.id, std::move(faces), {places_->discard.middle(), 0}, n + 1 == discard_.size() ? 1 : kBelowShows));
    if (!counted_ && !each.seen) pieces.back().lies = kMayBeGone;
  }
  return pieces;
}

Arrangement::Pieces Arrangement::ofDecks() const {
  Pieces pieces;
  const auto lies = [&](const std::optional<PieceId>& deck, const Face& back, const Face& other,
                        const TableRect& area) {
    if (!deck) return;
    pieces.push_back(card(*deck, {back, other}, {area.middle(), 0}));
    if (!counted_) pieces.back().lies = kMayBeGone;
  };
  lies(heads_, Face("head:back"), Face::back(), places_->heads);
  lies(arms_, Face::back(), Face("head:back"), places_->arms);
  return pieces;
}

Arrangement::Pieces Arrangement::ofColour(int player) const {
  const auto& lying = colours_[static_cast<std::size_t>(player)];
  if (!lying) return {};
  return {card(lying->first, {faceOf(lying->second)}, inSeat(player, &Oct8Places::Seat::turn).pose(0, 0))};
}

Arrangement::Pieces Arrangement::pieces() const {
  Pieces all = ofDecks();
  append(all, ofDiscard());
  for (int slot = 0; slot < kSlots; ++slot) append(all, inSlot(Slot{slot}));
  for (int player = 0; player < static_cast<int>(taken_.size()); ++player) {
    for (int k = 0; k < static_cast<int>(taken(player).size()); ++k) append(all, ofTaken(player, k));
    append(all, ofChips(player));
    append(all, ofColour(player));
  }
  return all;
}

/// Numbers apart: what lies where.
std::uint64_t Arrangement::hash() const {
  std::uint64_t hash = 0;
  const auto octopus = [&](const LyingOctopus& each) {
    hash = mixed(hash, static_cast<std::uint64_t>(each.head) | static_cast<std::uint64_t>(each.place) << 8 |
                           static_cast<std::uint64_t>(each.shipped) << 16);
    for (const LyingArm& arm : each.arms) hash = mixed(hash, arm.arm.index());
  };
  for (const auto& each : shared_) {
    hash = mixed(hash, each.has_value());
    if (each) octopus(*each);
  }
  for (const auto& seat : taken_) {
    hash = mixed(hash, seat.size());
    for (const LyingOctopus& each : seat) octopus(each);
  }
  for (int player = 0; player < static_cast<int>(chips_.size()); ++player)
    hash = mixed(hash, static_cast<std::uint64_t>(actions(player)));
  return hash;
}

}  // namespace octo::tracker::oct8
