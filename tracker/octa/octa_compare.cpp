#include "tracker/octa/octa_compare.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace octo::tracker::octa {
namespace {

/// A card that should be seen and is not: in the pot or open on a pile; a back that should be there or should not.
constexpr Cost kCardGone = 3.5, kBackGone = 2.0, kBackThere = 2.5, kHidden = 0.2;
/// A token that is not seen, and that lies elsewhere.
constexpr Cost kTokenUnseen = 0.8, kTokenElsewhere = 9.0;
/// A token that lies on a run before all of its cards do.
constexpr Cost kTokenOnPart = 8.0;
/// A place so near the token lies under it, mm.
constexpr double kUnderToken = kStep / 2;
/// A card under the top of the discard pile that is read though nobody saw it before, and what its reading counts: the
/// more where much of it is seen.
constexpr Cost kSeenAfterAll = 0.4;
constexpr double kUnderTop = 0.5, kFanned = 0.9, kFannedVisible = 0.12;
/// How much of what speaks against a row that stays so short was known before.
constexpr double kStillShort = 0.3;
/// Two cards beside each other that are gone again, beyond what speaks against their lying there for a moment: one was
/// not read wrongly, and nothing came of them.
constexpr Cost kCameToNothing = 6.0;
/// How far from its place a token lies, mm.
constexpr double kAtMiddle = 48, kOnRunAcross = 45;

Cost againstCard(const std::optional<Card>& known, const std::optional<SeenCard>& seen, TablePoint at,
                 const OctaReading& reading) {
  if (!seen) return !known ? 0 : reading.isHidden(at) ? kHidden : kCardGone;
  return known ? seen->against(*known) : seen->againstNothing();
}

}  // namespace

Cost againstPot(const State& state, std::size_t place, const OctaReading& reading, const OctaPlaces& places) {
  return againstCard(state.pot.at(static_cast<int>(place) + 1), reading.pot[place], places.pot[place], reading);
}

Cost againstActions(const State& state, std::size_t pile, const OctaReading& reading, const OctaPlaces& places) {
  return againstCard(openAction(state, pile), reading.actions[pile], places.actions[pile].middle(), reading);
}

namespace {

/// What is taken up or about to be laid may not lie anywhere just then.
Cost leastOf(Cost before, Cost after, bool there) {
  return there || before == 0 || after == 0 ? std::min(before, after) : 0;
}

}  // namespace

Cost againstPotBetween(const State& before, const State& after, std::size_t place, const OctaReading& reading,
                       const OctaPlaces& places) {
  const int number = static_cast<int>(place) + 1;
  return leastOf(againstPot(before, place, reading, places), againstPot(after, place, reading, places),
                 reading.pot[place] || before.pot.at(number) == after.pot.at(number));
}

Cost againstActionsBetween(const State& before, const State& after, std::size_t pile, const OctaReading& reading,
                           const OctaPlaces& places) {
  return leastOf(againstActions(before, pile, reading, places), againstActions(after, pile, reading, places),
                 reading.actions[pile] || before.openActions[pile] == after.openActions[pile]);
}

namespace {

Cost againstBack(int count, bool seen, TablePoint at, const OctaReading& reading) {
  if (count > 0) return seen || reading.isHidden(at) ? 0 : kBackGone;
  return seen ? kBackThere : 0;
}

/// Stock, action stack, aside.
std::array<Cost, 3> againstEachPile(const State& state, const OctaReading& reading, const OctaPlaces& places) {
  if (!state.counted) return {};
  return {againstBack(state.stock, reading.stock, places.stock.middle(), reading),
          againstBack(state.actionStack, reading.actionStack, places.actionStack.middle(), reading),
          againstBack(state.aside, reading.aside, places.aside.middle(), reading)};
}

}  // namespace

Cost againstPiles(const State& state, const OctaReading& reading, const OctaPlaces& places) {
  const auto each = againstEachPile(state, reading, places);
  return each[0] + each[1] + each[2];
}

Cost againstPilesBetween(const State& before, const State& after, const OctaReading& reading,
                         const OctaPlaces& places) {
  const auto one = againstEachPile(before, reading, places), other = againstEachPile(after, reading, places);
  Cost cost = 0;
  for (std::size_t pile = 0; pile < one.size(); ++pile) cost += std::min(one[pile], other[pile]);
  return cost;
}

namespace {

double countsUnderTop(const SeenCard& card) { return card.visible() < kFannedVisible ? kUnderTop : kFanned; }

/// The cards under the top one, in their order.
Cost againstUnderTop(std::span<const Discarded> pile, const std::vector<SeenCard>& seen) {
  Cost cost = 0;
  for (std::size_t k = 1; k < seen.size(); ++k) {
    if (k >= pile.size()) {
      cost += countsUnderTop(seen[k]) * seen[k].againstNothing();
    } else if (const Discarded& known = pile[pile.size() - 1 - k]) {
      cost += countsUnderTop(seen[k]) * seen[k].against(*known);
    } else if (seen[k].best()) {
      cost += kSeenAfterAll;
    }
  }
  return cost;
}

/// The least that speaks against a card of the pile being one of these.
Cost againstAnyOf(std::span<const Discarded> pile, const SeenCard& seen) {
  Cost least = seen.againstNothing();
  for (const Discarded& known : pile) least = std::min(least, known ? seen.against(*known) : kSeenAfterAll);
  return least;
}

/// In any order: the pile as it was may stick out between cards that are laid over it as a fan.
Cost againstUnderTopSomehow(std::span<const Discarded> pile, const std::vector<SeenCard>& seen) {
  constexpr Cost kOutOfOrder = 0.4;
  const auto under = pile.last(std::min(pile.size(), seen.size()));
  Cost cost = kOutOfOrder;
  for (std::size_t k = 1; k < seen.size(); ++k) cost += countsUnderTop(seen[k]) * againstAnyOf(under, seen[k]);
  return cost;
}

Cost againstPile(std::span<const Discarded> pile, const OctaReading& reading, const OctaPlaces& places) {
  const auto& seen = reading.discard;
  const std::optional<SeenCard> top = seen.empty() ? std::nullopt : std::optional(seen.front());
  if (pile.empty()) return top ? top->againstNothing() : 0;
  if (!top) return reading.isHidden(places.discard.middle()) ? kHidden : kCardGone;
  const Cost cost = pile.back() ? top->against(*pile.back()) : kSeenAfterAll;
  const Cost under = againstUnderTop(pile, seen);
  return cost + (under == 0 ? 0 : std::min(under, againstUnderTopSomehow(pile, seen)));
}

/// Where one of the cards that stick out was not seen, the others may be taken for lying otherwise.
Cost againstPileButOne(std::span<const Discarded> pile, const std::vector<SeenCard>& seen) {
  const auto top = pile.last(std::min(pile.size(), seen.size() + 1));
  Cost cost = kCardGone;
  for (const SeenCard& card : seen) cost += againstAnyOf(top, card);
  return cost;
}

}  // namespace

Cost againstDiscard(const State& state, const OctaReading& reading, const OctaPlaces& places) {
  if (mayHoldMore(state) && state.discard.size() == 1) return 0;
  const Cost cost = againstPile(state.discard, reading, places);
  if (cost <= kCardGone || state.discard.size() <= reading.discard.size() || reading.discard.empty()) return cost;
  return std::min(cost, againstPileButOne(state.discard, reading.discard));
}

namespace {

/// Of what lies on the pile before and after, from the bottom.
std::size_t sharedDepth(std::span<const Discarded> before, std::span<const Discarded> after) {
  const auto differ = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  return static_cast<std::size_t>(differ.first - before.begin());
}

}  // namespace

/// A king takes two cards of the pile.
bool takesTwo(const State& before, const State& after) {
  return after.turn.effectUsed && !before.turn.effectUsed && after.turn.action &&
         after.turn.action->rank() == Card::kKing && before.discard.size() == after.discard.size() + 2;
}

/// Who looks through the pile holds it in the hand, or has spread it in some order.
Cost againstLookingThrough(std::span<const Discarded> pile, const OctaReading& reading) {
  constexpr Cost kLifted = 0.3, kSpread = 0.5;
  if (reading.discard.empty()) return kLifted;
  Cost cost = kSpread;
  for (const SeenCard& card : reading.discard) cost += againstAnyOf(pile, card);
  return cost;
}

Cost againstDiscardBetween(const State& before, const State& after, const OctaReading& reading,
                           const OctaPlaces& places) {
  Cost cost = std::min(againstDiscard(before, reading, places), againstDiscard(after, reading, places));
  if (cost == 0 || before.discard == after.discard) return cost;
  if (takesTwo(before, after)) cost = std::min(cost, againstLookingThrough(before.discard, reading));
  const std::size_t shared = sharedDepth(before.discard, after.discard);
  for (State state : {before, after})
    while (state.discard.size() > shared) {
      state.discard.pop_back();
      cost = std::min(cost, againstDiscard(state, reading, places));
    }
  return cost;
}

namespace {

bool isWithin(double mm, TablePoint a, TablePoint b) {
  const double x = a.x - b.x, y = a.y - b.y;
  return x * x + y * y < mm * mm;
}

bool liesOnRow(TablePoint at, const SeenRun& row) {
  return std::any_of(row.slots.begin(), row.slots.end(),
                     [&](const SeenRun::Slot& slot) { return isWithin(kOnRunAcross, slot.at, at); });
}

bool liesWhereKnown(const State& state, int player, TablePoint at, const BothMatches& runs, const OctaPlaces& places) {
  const Token& token = state.token(player);
  if (std::holds_alternative<InTheMiddle>(token)) return isWithin(kAtMiddle, at, places.middle);
  if (const auto* claim = std::get_if<OnPot>(&token)) {
    const std::vector<int> list = listOf(claim->places);
    return std::any_of(list.begin(), list.end(), [&](int place) {
      return isWithin(kOnCard, at, places.pot[static_cast<std::size_t>(place - 1)]);
    });
  }
  const int number = std::get<OnRun>(token).run;
  const Run* run = findRun(state, number);
  const SeenRun* row = run ? runs[static_cast<std::size_t>(run->owner)]->seenAs(number) : nullptr;
  return row && liesOnRow(at, *row);
}

}  // namespace

Cost againstToken(const State& state, int player, const OctaReading& reading, const BothMatches& runs,
                  const OctaPlaces& places) {
  const auto& token = reading.tokens[static_cast<std::size_t>(player)];
  if (!token) return kTokenUnseen;
  return liesWhereKnown(state, player, token->at, runs, places) ? 0 : kTokenElsewhere * token->sure;
}

Cost againstTokenOnPart(const State& after, int player, const OctaReading& reading, const BothMatches& runs) {
  const auto& token = reading.tokens[static_cast<std::size_t>(player)];
  const auto* on = std::get_if<OnRun>(&after.token(player));
  const Run* run = token && on ? findRun(after, on->run) : nullptr;
  if (!run) return 0;
  const RunMatch* row = runs[static_cast<std::size_t>(run->owner)]->pairOf(run->number);
  if (!row || !liesOnRow(token->at, *row->seen)) return 0;
  const int last = static_cast<int>(run->places.size()) - 1;
  // A token lies on a card, which it may hide.
  const auto isToCome = [&](int end) {
    const TablePoint place = row->placeAt(end);
    return !row->slot(static_cast<std::size_t>(end)) && !reading.isHidden(place) &&
           distance(place, token->at) > kUnderToken;
  };
  return isToCome(0) || isToCome(last) ? kTokenOnPart * token->sure : 0;
}

BothMatches matchBoth(const std::array<std::shared_ptr<const LaidRuns>, kPlayers>& runs, const OctaReading& reading) {
  return {&matchRuns(runs[0], reading), &matchRuns(runs[1], reading)};
}

namespace {

bool hasRun(const State& state, const Run& run) {
  const Run* other = findRun(state, run.number);
  return other && *other == run;
}

/// A player's runs that are not the same at both positions.
std::vector<const Run*> changingRuns(const State& before, const State& after, int owner) {
  std::vector<const Run*> changing;
  for (const auto& [one, other] : {std::pair(&before, &after), std::pair(&after, &before)})
    for (const Run& run : one->runs)
      if (run.owner == owner && !hasRun(*other, run)) changing.push_back(&run);
  return changing;
}

/// What speaks against the row being a part of one of the runs that change.
Cost againstPartOfAny(const std::vector<const Run*>& changing, const SeenRun& row) {
  Cost least = againstNoRun(row);
  for (const Run* run : changing) least = std::min(least, againstPartOf(*run, row));
  return least;
}

}  // namespace

Cost againstRunsBetween(const State& before, const State& after, int owner, const RunsMatch& match) {
  const std::vector<const Run*> changing = changingRuns(before, after, owner);
  if (changing.empty()) return match.cost;
  Cost cost = 0;
  for (const RunMatch& pair : match.pairs) {
    if (hasRun(after, *pair.run))
      cost += pair.cost;
    else
      cost += againstPartOfAny(changing, *pair.seen);
  }
  for (const MissingRun& each : match.missing)
    if (hasRun(after, *each.run)) cost += each.cost;
  for (const SeenRun* row : match.fresh) cost += againstPartOfAny(changing, *row);
  return cost;
}

namespace {

double apart(const TablePose& lay, const TablePose& now) {
  constexpr double kDegreesOfMm = 0.8;
  return std::hypot(distance(lay.at, now.at), std::remainder(now.angle - lay.angle, 180.0) / kDegreesOfMm);
}

/// The median of the pot's cards, mm; most of them nobody touched.
double unrest(const PotPoses& lay, const OctaReading& reading) {
  std::array<double, kPotPlaces> each{};
  auto end = each.begin();
  for (std::size_t place = 0; place < lay.size(); ++place)
    if (lay[place] && reading.pot[place]) *end++ = apart(*lay[place], reading.pot[place]->pose());
  if (end == each.begin()) return 0;
  const auto middle = each.begin() + (end - each.begin()) / 2;
  std::nth_element(each.begin(), middle, end);
  return *middle;
}

}  // namespace

void remember(PotPoses& poses, const OctaReading& reading) {
  for (std::size_t place = 0; place < poses.size(); ++place)
    if (reading.pot[place]) poses[place] = reading.pot[place]->pose();
}

double shift(const TablePose& lay, const PotPoses& pot, const TablePose& now, const OctaReading& reading) {
  constexpr double kUsualUnrest = 0.3;  // in a hundred looks at a rendered table one shows as much
  const double moved = apart(lay, now);
  return moved == 0 ? 0 : moved / std::max(1.0, unrest(pot, reading) / kUsualUnrest);
}

bool looksAlike(const std::optional<SeenCard>& a, const std::optional<SeenCard>& b) {
  if (!a || !b) return !a && !b;
  return a->isBack() == b->isBack() && a->best() == b->best();
}

std::optional<SeenCard> topOf(const OctaReading& reading) {
  return reading.discard.empty() ? std::nullopt : std::optional(reading.discard.front());
}

bool mayHaveGrown(const SeenRun& a, const SeenRun& b) {
  const auto& fewer = a.slots.size() < b.slots.size() ? a.slots : b.slots;
  const auto& more = a.slots.size() < b.slots.size() ? b.slots : a.slots;
  return std::search(more.begin(), more.end(), fewer.begin(), fewer.end(),
                     [](const auto& x, const auto& y) { return looksAlike(x.card, y.card); }) != more.end();
}

namespace {

bool isClearlyTwo(const SeenRun& row) {
  return row.slots.size() == 2 && std::all_of(row.slots.begin(), row.slots.end(), [](const SeenRun::Slot& slot) {
           return slot.card && slot.card->best() && slot.card->sure() * slot.card->presence() > kClear;
         });
}

/// None of the rows is it, or may have been a part of it before.
bool isGone(const SeenRun& row, const std::vector<SeenRun>& rows, const OctaReading& reading) {
  return std::none_of(rows.begin(), rows.end(), [&](const SeenRun& each) { return mayHaveGrown(row, each); }) &&
         std::none_of(row.slots.begin(), row.slots.end(),
                      [&](const SeenRun::Slot& slot) { return reading.isHidden(slot.at); });
}

/// A row of too few cards for a run that has not grown since is less and less one that is just being laid.
bool isLeftSoShort(const SeenRun& before, const SeenRun& now) {
  return before.slots.size() == now.slots.size() && now.slots.size() < kShortestRun;
}

Cost against(const Run& run, const RunsMatch& match) {
  if (const RunMatch* pair = match.pairOf(run.number)) return pair->cost;
  for (const MissingRun& each : match.missing)
    if (each.run->number == run.number) return each.cost;
  return againstGone(run);
}

/// Run by run where they do not change, and of rows that may be a part of those that do, or are none, those that were
/// there.
Cost againstRowsOfBoth(const std::vector<const Run*>& changing, const ReadRuns& before, const ReadRuns& after) {
  const RunsMatch &then = before.match, &now = after.match;
  const auto stays = [&](const Run& run) {
    return std::none_of(changing.begin(), changing.end(), [&](const Run* each) { return each->number == run.number; });
  };
  const auto loose = [&](const RunsMatch& match) {
    std::vector<const SeenRun*> rows = match.fresh;
    for (const RunMatch& pair : match.pairs)
      if (!stays(*pair.run)) rows.push_back(pair.seen);
    return rows;
  };
  Cost cost = 0;
  for (const RunMatch& pair : now.pairs) {
    if (pair.cost == 0 || !stays(*pair.run)) continue;
    const RunMatch* was = then.pairOf(pair.run->number);
    cost +=
        was ? againstBoth(*was, before.reading, pair, after.reading) : std::min(pair.cost, against(*pair.run, then));
  }
  for (const MissingRun& each : now.missing)
    if (stays(*each.run)) cost += std::min(each.cost, against(*each.run, then));
  const std::vector<const SeenRun*> earlier = loose(then);
  for (const SeenRun* row : loose(now)) {
    const auto was =
        std::find_if(earlier.begin(), earlier.end(), [&](const SeenRun* each) { return mayHaveGrown(*each, *row); });
    if (was != earlier.end())
      cost += std::min(againstPartOfAny(changing, **was), againstPartOfAny(changing, *row)) *
              (isLeftSoShort(**was, *row) ? kStillShort : 1);
  }
  return cost;
}

}  // namespace

Cost againstRunsOfBoth(const ReadRuns& then, const ReadRuns& now) { return againstRowsOfBoth({}, then, now); }

Cost againstRunsBetweenOfBoth(const State& before, const State& after, int owner, const ReadRuns& then,
                              const ReadRuns& now) {
  return againstRowsOfBoth(changingRuns(before, after, owner), then, now);
}

Cost againstComingToNothing(const RunsMatch& match, const std::vector<SeenRun>& rows, const OctaReading& later) {
  Cost cost = 0;
  for (const SeenRun* row : match.fresh)
    if (isClearlyTwo(*row) && isGone(*row, rows, later)) cost += kCameToNothing;
  return cost;
}

}  // namespace octo::tracker::octa
