#include "tracker/oct8/oct8_compare.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "tracker/follow/assignment.h"
#include "tracker/follow/layout_hash.h"

namespace octo::tracker::oct8 {
namespace {

using tracker::mixed;

std::uint64_t mixed(std::uint64_t hash, const Octopus& octopus) {
  hash = mixed(hash, static_cast<std::uint64_t>(octopus.head));
  for (const Arm arm : Arm::all()) hash = mixed(hash, static_cast<std::uint64_t>(octopus.arms.count(arm)));
  return hash;
}

std::uint64_t mixed(std::uint64_t hash, const std::optional<TablePoint>& at) {
  if (!at) return mixed(hash, 0);
  return mixed(mixed(hash, std::bit_cast<std::uint64_t>(at->x)), std::bit_cast<std::uint64_t>(at->y));
}

/// Costs that were worked out before, by the hash of what was compared.
class KnownCosts {
 public:
  template <class WorkOut>
  Cost of(std::uint64_t hash, const WorkOut& workOut) {
    if (const auto known = costs_.find(hash); known != costs_.end()) return known->second;
    const Cost cost = workOut();
    costs_.emplace(hash, cost);
    return cost;
  }

 private:
  std::unordered_map<std::uint64_t, Cost> costs_;
};

}  // namespace

struct Comparisons {
  std::unordered_map<std::uint64_t, std::vector<PlaceCost>> places;
  std::array<KnownCosts, kSlots> slots, slotsHalfWay;
  std::vector<KnownCosts> fields, fieldsHalfWay;

  explicit Comparisons(std::size_t players) : fields(players), fieldsHalfWay(players) {}
};

namespace {

/// The search comes to many positions that look alike.
Comparisons& comparisons(const OctopusesReading& seen) {
  if (!seen.compared) seen.compared = std::make_shared<Comparisons>(seen.seats.size());
  return *seen.compared;
}

/// Something not seen that should be there.
constexpr Cost kArmMissing = 3.8, kHeadMissing = 3, kColumnMissing = 4, kColumnMissingAtMost = 12, kShippedMissing = 2,
               kDiscardMissing = 2.5, kChipMissing = 2.5, kNoChipSeen = 0.6, kToldMissing = 0.3, kDeckOtherwise = 3;
/// Something seen that should not be there, if it is clear.
constexpr Cost kColumnExtraAtMost = 20, kShippedExtra = 3, kChipExtra = 4.8, kToldExtra = 4;
/// However many arms differ: less than that an octopus is gone and another one there.
constexpr Cost kArmsOtherwiseAtMost = 18;
/// That a rest shows an octopus half carried.
constexpr Cost kPartCarried = 1.5;
/// Of what is missing where something hides the place.
constexpr double kHiddenShare = 0.1;
/// A column that stays where it is moves less than that, mm.
constexpr double kSamePlace = 30;
constexpr Cost kNever = std::numeric_limits<Cost>::infinity();

Cost share(bool hidden) { return hidden ? kHiddenShare : 1; }

/// Takes the cards seen for the arms known as cheaply as can be: some are one, the others too much or missing. Of the
/// arms known the first `due` have to be there.
tracker::Assignment pairing(const std::vector<const SeenCard*>& seen, const std::vector<Arm>& known, std::size_t due,
                            Cost missing) {
  std::vector<Cost> pairs, tooMuch, gone(known.size(), 0);
  std::fill_n(gone.begin(), due, missing);
  pairs.reserve(seen.size() * known.size());
  for (const SeenCard* card : seen) {
    for (const Arm arm : known) pairs.push_back(card->against[arm.index()]);
    tooMuch.push_back(card->tooMuch());
  }
  return cheapestAssignment(pairs, tooMuch, gone);
}

Cost tooMuch(const SeenColumn& column) {
  Cost cost = column.head ? column.head->tooMuch() : 0;
  for (const SeenCard& arm : column.arms) cost += arm.tooMuch();
  return std::min(cost, kColumnExtraAtMost);
}

Cost missing(const Octopus& octopus, bool hidden) {
  return share(hidden) * std::min(kColumnMissingAtMost, kColumnMissing + kArmMissing * octopus.arms.cards());
}

/// The cheapest way to take columns for octopuses. Heads stay what they are, and an octopus stays where it lies as long
/// as it can.
class FieldAssignment {
 public:
  struct Octopus {
    const oct8::Octopus* is;
    std::optional<TablePoint> at;
    int k;
    /// Something hides its place, or it is being carried.
    bool hidden;
    /// Arms that may lie there or not.
    Arms may{};
  };

  FieldAssignment(const std::vector<SeenColumn>& seen, std::vector<Octopus> known)
      : seen_(seen), expected_(std::move(known)), taken_(seen.size(), false), of_(expected_.size()) {
    takeExactOnes();
    assignOthers();
  }

  FieldMatch field() const {
    FieldMatch field;
    std::vector<bool> taken(seen_.size(), false);
    for (std::size_t octopus = 0; octopus < expected_.size(); ++octopus) {
      if (const auto column = of_[octopus]) {
        taken[*column] = true;
        field.pairs.push_back({expected_[octopus].k, *column, match(octopus, *column)});
        field.cost += field.pairs.back().match.cost;
      } else {
        field.gone.push_back(expected_[octopus].k);
        field.cost += missing(octopus);
      }
    }
    for (std::size_t column = 0; column < seen_.size(); ++column)
      if (!taken[column]) field.extra.push_back(column), field.cost += tooMuch(seen_[column]);
    return field;
  }

 private:
  ColumnMatch match(std::size_t octopus, std::size_t column) const {
    const Octopus& known = expected_[octopus];
    return matchColumn(seen_[column], *known.is, known.hidden, known.may);
  }

  Cost missing(std::size_t octopus) const { return oct8::missing(*expected_[octopus].is, expected_[octopus].hidden); }

  bool liesThere(std::size_t octopus, std::size_t column) const {
    const auto& at = expected_[octopus].at;
    return !at || distance(*at, seen_[column].at) < kSamePlace;
  }

  Cost costOf(std::size_t octopus, std::size_t column) const {
    constexpr Cost kElsewhere = 12, kOtherHead = 2;
    const SeenColumn& there = seen_[column];
    const Cost head = there.head ? kOtherHead * there.head->against[SeenCard::indexOf(expected_[octopus].is->head)] : 0;
    return match(octopus, column).cost + head + (liesThere(octopus, column) ? 0 : kElsewhere);
  }

  /// What fits needs no weighing.
  void takeExactOnes() {
    for (std::size_t octopus = 0; octopus < expected_.size(); ++octopus)
      for (std::size_t column = 0; column < seen_.size() && !of_[octopus]; ++column)
        if (!taken_[column] && seen_[column].plain == *expected_[octopus].is && liesThere(octopus, column))
          taken_[column] = true, of_[octopus] = column;
  }

  void assignOthers() {
    std::vector<std::size_t> octopuses, columns;
    std::vector<Cost> pairs, gone, extra;
    for (std::size_t column = 0; column < seen_.size(); ++column)
      if (!taken_[column]) columns.push_back(column), extra.push_back(tooMuch(seen_[column]));
    for (std::size_t octopus = 0; octopus < expected_.size(); ++octopus) {
      if (of_[octopus]) continue;
      octopuses.push_back(octopus), gone.push_back(missing(octopus));
      for (const std::size_t column : columns) pairs.push_back(costOf(octopus, column));
    }
    const auto columnOf = cheapestAssignment(pairs, gone, extra).columnOf;
    for (std::size_t k = 0; k < octopuses.size(); ++k)
      if (columnOf[k]) of_[octopuses[k]] = columns[*columnOf[k]];
  }

  const std::vector<SeenColumn>& seen_;
  std::vector<Octopus> expected_;
  std::vector<bool> taken_;
  std::vector<std::optional<std::size_t>> of_;
};

/// What lies there before and after a move, and what may.
struct HalfWay {
  Octopus octopus;
  Arms may;

  HalfWay(const Octopus& before, const Octopus& after) : octopus(before), may(before.arms) {
    octopus.arms = may.remove(after.arms);
    Arms more = after.arms;
    more.remove(octopus.arms);
    may.add(more);
  }

  /// People carry an octopus card by card: each lies here still, there already, or is in a hand.
  static HalfWay carried(const Octopus& octopus) { return {octopus, Octopus{octopus.head, {}}}; }
};

/// The octopus that `after` has been taken from the slot: who took it has one more.
const Octopus* takenFrom(std::size_t slot, const State& before, const State& after) {
  if (!before.shared[slot] || after.shared[slot]) return nullptr;
  for (std::size_t player = 0; player < after.seats.size(); ++player)
    if (after.seats[player].taken.size() > before.seats[player].taken.size())
      return &after.seats[player].taken.back().octopus;
  return nullptr;
}

/// An octopus is completed arm by arm and carried off then, seldom in more than one go.
Cost compareTaken(const SeenColumn& column, bool hidden, const Octopus& before, const Octopus& taken) {
  const HalfWay laid(before, taken), carried = HalfWay::carried(taken);
  return std::min(matchColumn(column, laid.octopus, hidden, laid.may).cost,
                  kPartCarried + matchColumn(column, carried.octopus, true, carried.may).cost);
}

Cost compareSlotHalfWay(std::size_t slot, const OctopusesReading& seen, const ExpectedLayout& before,
                        const State& after) {
  const auto& column = seen.shared[slot];
  if (!column) return kNever;
  const auto &octopus = before.state.shared[slot], &later = after.shared[slot];
  if (const Octopus* taken = takenFrom(slot, before.state, after))
    return compareTaken(*column, seen.hidden.slots[slot], *octopus, *taken);
  if (const Octopus* taken = takenFrom(slot, after, before.state))
    return compareTaken(*column, seen.hidden.slots[slot], *later, *taken);
  if (!octopus || !later || octopus->head != later->head || *octopus == *later) return kNever;
  return comparisons(seen).slotsHalfWay[slot].of(mixed(before.hash.slots[slot], *later), [&] {
    const HalfWay half(*octopus, *later);
    return matchColumn(*column, half.octopus, seen.hidden.slots[slot], half.may).cost;
  });
}

/// The octopuses before and after; of those that are carried to the field or off it, any part lies there.
Cost workOutFieldHalfWay(std::size_t player, const OctopusesReading& seen, const ExpectedLayout& before,
                         const ExpectedLayout& after) {
  const auto &taken = before.seat(player).taken, &later = after.seat(player).taken;
  const auto onField = [](const std::vector<TakenOctopus>& all, std::size_t k) {
    return k < all.size() && !all[k].shipped ? &all[k].octopus : nullptr;
  };
  std::vector<HalfWay> halves;
  halves.reserve(std::max(taken.size(), later.size()));
  std::vector<FieldAssignment::Octopus> octopuses;
  for (std::size_t k = 0; k < std::max(taken.size(), later.size()); ++k) {
    const Octopus *first = onField(taken, k), *then = onField(later, k);
    if (!first && !then) continue;
    const bool stays = first && then;
    halves.push_back(stays ? HalfWay(*first, *then) : HalfWay::carried(first ? *first : *then));
    const int number = static_cast<int>(k);
    const auto at = before.placeOf(player, number);
    octopuses.push_back(
        {&halves.back().octopus, at, number, !stays || seen.hidden.fields[player].hides(at), halves.back().may});
  }
  return FieldAssignment(seen.seats[player].field, std::move(octopuses)).field().cost;
}

Cost compareFieldHalfWay(std::size_t player, const OctopusesReading& seen, const ExpectedLayout& before,
                         const ExpectedLayout& after) {
  return comparisons(seen).fieldsHalfWay[player].of(mixed(before.hash.fields[player], after.hash.fields[player]),
                                                    [&] { return workOutFieldHalfWay(player, seen, before, after); });
}

/// Cards are laid on the pile and taken off it one by one: for a while the one in the middle is on top.
Cost compareDiscardHalfWay(const OctopusesReading& seen, const State& before, const State& after) {
  const auto &pile = before.discard, &later = after.discard;
  if (!seen.discard) return kNever;
  std::optional<Arm> middle;
  if (later.size() == pile.size() + 2)
    middle = later[pile.size()];
  else if (pile.size() >= 2 && later.size() + 2 == pile.size())
    middle = pile[later.size()];
  else if (later.size() < pile.size() + 2)
    return kNever;
  return middle ? seen.discard->against[middle->index()] : 0;
}

/// `place` and `later`: as it should look before and after.
Cost comparePlaceHalfWay(const PlaceCost& place, const PlaceCost& later, const OctopusesReading& seen,
                         const ExpectedLayout& before, const ExpectedLayout& after) {
  const Cost least = std::min(place.cost, later.cost);
  if (least == 0) return 0;
  const auto whose = static_cast<std::size_t>(std::max(0, place.whose));
  if (place.where == Where::Shared) return std::min(least, compareSlotHalfWay(whose, seen, before, after.state));
  if (place.where == Where::Field) return std::min(least, compareFieldHalfWay(whose, seen, before, after));
  if (place.where == Where::Discard) return std::min(least, compareDiscardHalfWay(seen, before.state, after.state));
  return least;
}

Cost compareSlot(std::size_t slot, const OctopusesReading& seen, const ExpectedLayout& known) {
  const auto& column = seen.shared[slot];
  const auto& octopus = known.state.shared[slot];
  if (!octopus) return column ? tooMuch(*column) : 0;
  if (!column) return missing(*octopus, seen.hidden.slots[slot]);
  if (column->plain == *octopus) return 0;
  return comparisons(seen).slots[slot].of(known.hash.slots[slot],
                                          [&] { return matchColumn(*column, *octopus, seen.hidden.slots[slot]).cost; });
}

Cost compareField(std::size_t player, const OctopusesReading& seen, const ExpectedLayout& known) {
  return comparisons(seen).fields[player].of(known.hash.fields[player],
                                             [&] { return matchField(seen, known, player).cost; });
}

/// Heads in a player's shipped place against the known ones.
Cost compareShipped(const std::vector<SeenCard>& seen, const Seat& known, bool hidden) {
  std::array<int, kColours.size()> left{};
  for (const TakenOctopus& each : known.taken)
    if (each.shipped) ++left[static_cast<std::size_t>(each.octopus.head)];
  std::vector<const SeenCard*> others;
  for (const SeenCard& head : seen) {
    if (head.isHead() && left[*head.best - Arm::kFaces] > 0)
      --left[*head.best - Arm::kFaces];
    else
      others.push_back(&head);
  }
  std::vector<std::size_t> open;
  for (std::size_t colour = 0; colour < left.size(); ++colour)
    open.insert(open.end(), static_cast<std::size_t>(left[colour]), Arm::kFaces + colour);
  std::vector<Cost> pairs, extra;
  for (const SeenCard* head : others) {
    for (const std::size_t face : open) pairs.push_back(head->against[face]);
    extra.push_back(kShippedExtra * (head->best ? head->sure : 0.5) * head->presence);
  }
  return cheapestAssignment(pairs, extra, std::vector<Cost>(open.size(), kShippedMissing * share(hidden))).cost;
}

Cost compareChips(const SeenSeat& seen, const Seat& known, bool hidden) {
  if (!seen.chips) return known.chips > 0 ? kNoChipSeen * share(hidden) : 0;
  const int more =
      *seen.chips + std::clamp(known.chips - *seen.chips, seen.chipsUnread, 2 * seen.chipsUnread) - known.chips;
  if (more >= 0) return kChipExtra * seen.chipsSure * std::min(more, 2);
  const int chips = (1 - more) / 2;
  return kChipMissing * seen.chipsSure * share(hidden) * std::min(chips, 2);
}

Cost compareTold(const std::optional<SeenCard>& seen, const Seat& known) {
  if (!seen) return known.colour ? kToldMissing : 0;
  return known.colour ? seen->against[SeenCard::indexOf(*known.colour)] : kToldExtra * seen->sure * seen->presence;
}

Cost compareDeck(bool seen, int known, bool hidden) {
  if (seen == (known > 0)) return 0;
  return seen ? kDeckOtherwise : kDeckOtherwise * share(hidden);
}

Cost compare(Where where, int whose, const OctopusesReading& seen, const ExpectedLayout& known) {
  const State& state = known.state;
  const HiddenParts& hidden = seen.hidden;
  const auto number = static_cast<std::size_t>(std::max(0, whose));
  switch (where) {
    case Where::Shared:
      return compareSlot(number, seen, known);
    case Where::Field:
      return compareField(number, seen, known);
    case Where::Shipped:
      return compareShipped(seen.seats[number].shipped, known.seat(number), hidden.shipped[number]);
    case Where::Chips:
      return compareChips(seen.seats[number], known.seat(number), hidden.chips[number]);
    case Where::Told:
      return compareTold(seen.seats[number].told, known.seat(number));
    case Where::Discard:
      return compareDiscard(seen, known);
    case Where::Heads:
      return state.counted ? compareDeck(seen.headDeck, state.headDeck, hidden.heads) : 0;
    case Where::Arms:
      return state.counted ? compareDeck(seen.armDeck, state.armDeck, hidden.arms) : 0;
  }
  return 0;
}

/// What is wrong in both: not one card that was missed, and another one later.
Cost both(const ColumnMatch& first, const ColumnMatch& second) {
  const auto plain = [](const ColumnMatch& match) { return match.gone.cards() == 0 && match.extra.empty(); };
  Arms gone = first.gone;
  const bool sameGone = gone.remove(second.gone).cards() > 0;
  const bool sameExtra = std::any_of(first.extra.begin(), first.extra.end(), [&](const SeenCard* card) {
    return std::any_of(second.extra.begin(), second.extra.end(),
                       [&](const SeenCard* other) { return card->best == other->best; });
  });
  return sameGone || sameExtra || (plain(first) && plain(second)) ? std::min(first.cost, second.cost) : 0;
}

Cost bothSlots(std::size_t slot, const OctopusesReading& first, const OctopusesReading& second,
               const ExpectedLayout& known) {
  const auto& octopus = known.state.shared[slot];
  const auto &before = first.shared[slot], &now = second.shared[slot];
  if (!octopus || !before || !now) return std::numeric_limits<Cost>::infinity();
  return both(matchColumn(*before, *octopus, first.hidden.slots[slot]),
              matchColumn(*now, *octopus, second.hidden.slots[slot]));
}

Cost bothFields(std::size_t player, const OctopusesReading& first, const OctopusesReading& second,
                const ExpectedLayout& known) {
  const FieldMatch before = matchField(first, known, player), now = matchField(second, known, player);
  if (!before.gone.empty() || !now.gone.empty() || !before.extra.empty() || !now.extra.empty())
    return std::numeric_limits<Cost>::infinity();
  Cost cost = 0;
  for (const FieldMatch::Pair& pair : before.pairs)
    for (const FieldMatch::Pair& other : now.pairs)
      if (pair.k == other.k) cost += both(pair.match, other.match);
  return cost;
}

/// The card farthest from the owner taken for the head.
SeenColumn withHead(const SeenColumn& seen) {
  SeenColumn column = seen;
  column.head = column.arms.front();
  column.arms.erase(column.arms.begin());
  return column;
}

}  // namespace

ColumnMatch matchAsRead(const SeenColumn& seen, const Octopus& known, bool hidden, const Arms& may) {
  ColumnMatch match;
  match.cost = seen.head ? seen.head->against[SeenCard::indexOf(known.head)] : kHeadMissing * share(hidden);
  Arms left = known.arms, free = may;
  std::vector<const SeenCard*> others;
  for (const SeenCard& card : seen.arms) {
    const auto arm = card.arm();
    if (arm && left.count(*arm) > 0)
      left.remove(Arms({*arm}));
    else if (arm && free.count(*arm) > 0)
      free.remove(Arms({*arm}));
    else
      others.push_back(&card);
  }
  std::vector<Arm> open = left.list();
  const std::size_t due = open.size();
  if (others.empty() && due == 0) return match;
  for (const Arm arm : free.list()) open.push_back(arm);
  const tracker::Assignment paired = pairing(others, open, due, kArmMissing * share(hidden));
  match.cost += std::min(paired.cost, kArmsOtherwiseAtMost);
  match.gone = left;
  for (std::size_t card = 0; card < others.size(); ++card) {
    const auto arm = paired.columnOf[card];
    // A card taken for an arm that it hardly looks like may be another one.
    constexpr Cost kHardly = 2;
    if (!arm || others[card]->against[open[*arm].index()] > kHardly)
      match.extra.push_back(others[card]);
    else if (*arm < due)
      match.gone.remove(Arms({open[*arm]}));
  }
  return match;
}

ColumnMatch matchColumn(const SeenColumn& seen, const Octopus& known, bool hidden, const Arms& may) {
  if (!seen.head && !seen.arms.empty()) {  // it may have been taken for an arm
    const SeenColumn headed = withHead(seen);
    ColumnMatch match = matchAsRead(headed, known, hidden, may);
    if (const ColumnMatch headless = matchAsRead(seen, known, hidden, may); headless.cost <= match.cost)
      return headless;
    for (const SeenCard*& card : match.extra)
      card = &seen.arms[static_cast<std::size_t>(card - headed.arms.data()) + 1];
    return match;
  }
  return matchAsRead(seen, known, hidden, may);
}

FieldMatch matchField(const OctopusesReading& seen, const ExpectedLayout& known, std::size_t player) {
  std::vector<FieldAssignment::Octopus> octopuses;
  const auto& taken = known.seat(player).taken;
  for (std::size_t k = 0; k < taken.size(); ++k) {
    if (taken[k].shipped) continue;
    const int number = static_cast<int>(k);
    const auto at = known.placeOf(player, number);
    octopuses.push_back({&taken[k].octopus, at, number, seen.hidden.fields[player].hides(at)});
  }
  return FieldAssignment(seen.seats[player].field, std::move(octopuses)).field();
}

Cost compareDiscard(const OctopusesReading& seen, const ExpectedLayout& known) {
  const auto& there = seen.discard;
  if (known.state.discard.empty()) return there ? there->tooMuch() : 0;
  if (!there) return discardsUnknown(known.state) ? 0 : kDiscardMissing * share(seen.hidden.discard);
  const auto top = known.discardTop();
  return top ? there->against[top->index()] : 0;
}

LayoutHash::LayoutHash(const State& state, const Shown& shown) {
  constexpr std::uint64_t kNothing = 1;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    const auto& octopus = state.shared[slot];
    slots[slot] = octopus ? mixed(slot, *octopus) : kNothing;
    whole = mixed(whole, slots[slot]);
  }
  const ExpectedLayout known{state, shown, *this};
  for (std::size_t player = 0; player < state.seats.size(); ++player) {
    const Seat& seat = state.seats[player];
    std::uint64_t field = mixed(kNothing, seat.taken.size()), shipped = kNothing;
    for (std::size_t k = 0; k < seat.taken.size(); ++k) {
      const Octopus& octopus = seat.taken[k].octopus;
      if (seat.taken[k].shipped)
        shipped = mixed(shipped, static_cast<std::uint64_t>(octopus.head));
      else
        field = mixed(mixed(mixed(field, k), octopus), known.placeOf(player, static_cast<int>(k)));
    }
    fields.push_back(field);
    const std::uint64_t told = seat.colour ? 2 + static_cast<std::uint64_t>(*seat.colour) : kNothing;
    whole = mixed(mixed(mixed(mixed(whole, field), shipped), static_cast<std::uint64_t>(seat.chips)), told);
  }
  const auto top = known.discardTop();
  const std::uint64_t discard = top ? 2 + top->index() : static_cast<std::uint64_t>(!state.discard.empty());
  const bool heads = state.headDeck > 0, arms = state.armDeck > 0;
  const std::uint64_t decks = 2 * static_cast<std::uint64_t>(heads) + static_cast<std::uint64_t>(arms);
  constexpr std::uint64_t kUncounted = 4;
  whole = mixed(mixed(whole, discard), state.counted ? decks : kUncounted);
}

const std::vector<PlaceCost>& comparePlaces(const OctopusesReading& seen, const ExpectedLayout& known) {
  using enum Where;
  std::vector<PlaceCost>& compared = comparisons(seen).places[known.hash.whole];
  if (!compared.empty()) return compared;
  const auto add = [&](Where where, int whose) {
    compared.push_back({where, whose, compare(where, whose, seen, known)});
  };
  for (int slot = 0; slot < kSlots; ++slot) add(Shared, slot);
  for (int player = 0; player < known.state.players(); ++player)
    for (const Where where : {Field, Shipped, Chips, Told}) add(where, player);
  for (const Where where : {Where::Discard, Heads, Where::Arms}) add(where, -1);
  return compared;
}

Cost compareHalfWay(const OctopusesReading& seen, const ExpectedLayout& before, const ExpectedLayout& after) {
  const auto &places = comparePlaces(seen, before), &later = comparePlaces(seen, after);
  Cost cost = 0;
  for (std::size_t k = 0; k < places.size(); ++k) cost += comparePlaceHalfWay(places[k], later[k], seen, before, after);
  return cost;
}

Cost compareBothHalfWay(const OctopusesReading& first, const OctopusesReading& second, const ExpectedLayout& before,
                        const ExpectedLayout& after) {
  const auto &one = comparePlaces(first, before), &oneLater = comparePlaces(first, after);
  const auto &other = comparePlaces(second, before), &otherLater = comparePlaces(second, after);
  Cost cost = 0;
  for (std::size_t k = 0; k < one.size(); ++k)
    if (const Cost its = comparePlaceHalfWay(one[k], oneLater[k], first, before, after); its > 0)
      cost += std::min(its, comparePlaceHalfWay(other[k], otherLater[k], second, before, after));
  return cost;
}

Cost compareBoth(const OctopusesReading& first, const OctopusesReading& second, const ExpectedLayout& known) {
  const auto &before = comparePlaces(first, known), &now = comparePlaces(second, known);
  Cost cost = 0;
  for (std::size_t k = 0; k < before.size(); ++k) {
    const Cost least = std::min(before[k].cost, now[k].cost);
    if (least == 0) continue;
    const auto whose = static_cast<std::size_t>(std::max(0, now[k].whose));
    switch (now[k].where) {
      case Where::Shared:
        cost += std::min(least, bothSlots(whose, first, second, known));
        break;
      case Where::Field:
        cost += std::min(least, bothFields(whose, first, second, known));
        break;
      default:
        cost += least;
    }
  }
  return cost;
}

std::optional<TablePoint> ExpectedLayout::placeOf(std::size_t player, int k) const {
  if (player >= shown.octopuses.size()) return std::nullopt;
  const auto& places = shown.octopuses[player];
  const auto index = static_cast<std::size_t>(k);
  return index < places.size() ? places[index] : std::nullopt;
}

std::optional<Arm> ExpectedLayout::discardTop() const {
  if (state.discard.empty()) return std::nullopt;
  if (state.discard.back()) return state.discard.back();
  return shown.discards == state.discard.size() ? shown.discardTop : std::nullopt;
}

MissingHeads::MissingHeads() {
  for (Place& place : places_) place.fill(kUnknown);
}

MissingHeads::MissingHeads(const OctopusesReading& seen, const State& state) : MissingHeads() {
  const auto isSeen = [](Place& place, const std::optional<SeenCard>& head) {
    if (head && head->isHead()) --place[*head->best - Arm::kFaces];
  };
  const auto isKnown = [](Place& place, const Octopus& octopus) { ++place[static_cast<std::size_t>(octopus.head)]; };
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    if (seen.hidden.slots[slot]) continue;
    Place& place = places_[slot];
    place.fill(0);
    if (state.shared[slot]) isKnown(place, *state.shared[slot]);
    if (seen.shared[slot]) isSeen(place, seen.shared[slot]->head);
  }
  for (std::size_t player = 0; player < state.seats.size(); ++player) {
    Place &field = places_[kSlots + 2 * player], &shipped = places_[kSlots + 2 * player + 1];
    const bool fieldSeen = seen.hidden.fields[player].areas.empty(), shippedSeen = !seen.hidden.shipped[player];
    if (fieldSeen) field.fill(0);
    if (shippedSeen) shipped.fill(0);
    for (const TakenOctopus& taken : state.seats[player].taken)
      if (taken.shipped ? shippedSeen : fieldSeen) isKnown(taken.shipped ? shipped : field, taken.octopus);
    if (fieldSeen)
      for (const SeenColumn& column : seen.seats[player].field) isSeen(field, column.head);
    if (shippedSeen)
      for (const SeenCard& head : seen.seats[player].shipped) isSeen(shipped, head);
  }
}

int MissingHeads::moreThan(const MissingHeads& earlier, Colour colour) const {
  const auto which = static_cast<std::size_t>(colour);
  int more = 0;
  for (std::size_t place = 0; place < places_.size(); ++place)
    if (places_[place][which] != kUnknown && earlier.places_[place][which] != kUnknown)
      more += places_[place][which] - earlier.places_[place][which];
  return more;
}

void MissingHeads::update(const MissingHeads& later) {
  for (std::size_t place = 0; place < places_.size(); ++place)
    if (later.places_[place].front() != kUnknown) places_[place] = later.places_[place];
}

void learn(const OctopusesReading& seen, const State& state, Shown& shown) {
  constexpr Cost kFits = 1;
  constexpr double kSure = 0.8;
  const LayoutHash hash;
  shown.octopuses.resize(state.seats.size());
  for (std::size_t player = 0; player < state.seats.size(); ++player) {
    shown.octopuses[player].resize(state.seats[player].taken.size());
    for (const FieldMatch::Pair& pair : matchField(seen, {state, shown, hash}, player).pairs)
      if (pair.match.cost < kFits)
        shown.octopuses[player][static_cast<std::size_t>(pair.k)] = seen.seats[player].field[pair.column].at;
  }
  if (!state.discard.empty() && !state.discard.back() && seen.discard && seen.discard->sure > kSure)
    if (const auto top = seen.discard->arm()) shown.discardTop = top, shown.discards = state.discard.size();
  const auto tellsMore = [&](std::size_t player) {
    const auto& told = seen.seats[player].told;
    const auto& colour = state.seats[player].colour;
    return told && told->isHead() && !(colour && told->best == SeenCard::indexOf(*colour));
  };
  for (std::size_t player = 0; player < state.seats.size(); ++player)
    if (tellsMore(player)) return;
  shown.missing.update(MissingHeads(seen, state));
}

}  // namespace octo::tracker::oct8
