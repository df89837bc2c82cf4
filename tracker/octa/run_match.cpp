#include "tracker/octa/run_match.h"

#include <algorithm>
#include <cmath>

#include "tracker/follow/layout_hash.h"

namespace octo::tracker::octa {
namespace {

/// A card of a run that is not seen: between others, at an end, and where something hides it.
constexpr Cost kUnseenBetween = 1.5, kUnseenAtEnd = 2.5, kUnseenHidden = 0.2;
/// A whole run hidden; and how far a card may lie from where it belongs, mm.
constexpr Cost kRunHidden = 0.3;
constexpr double kAstray = 12;
/// A whole run not seen, and a row that is no known run: for the first card, and for each.
constexpr Cost kRunGone = 2.5, kRunGoneCard = 1.0, kNoRun = 5.5, kNoRunCard = 1.0;
/// The row that is no known run if it has one or two cards, at most: a run that is just being laid.
constexpr Cost kBegun = 3.0;
/// A run that lies elsewhere than before, at most, and how far away that is nearly reached, mm.
constexpr Cost kMoved = 0.5;
constexpr double kMovedFar = 60;
/// A card at a run that is not known: the first, and each of those beside it, as people add several at once.
constexpr Cost kExtraCard = 6.5, kMoreExtra = 1.0;

Cost against(const Place& place, const SeenCard& card) {
  return place.open ? card.against(place.card) : card.againstBack();
}

/// Sums up what speaks against cards that should not be there.
class Extra {
 public:
  void add(const SeenRun::Slot& slot) {
    if (!slot.card) return;
    most_ = std::max(most_, std::min(kExtraCard, slot.card->againstNothing()));
    more_ += std::min(kMoreExtra, slot.card->againstNothing());
  }
  Cost cost() const { return most_ == 0 ? 0 : most_ + more_ - kMoreExtra; }

 private:
  Cost most_ = 0, more_ = 0;
};

int sizeOf(const Run& run) { return static_cast<int>(run.places.size()); }
int sizeOf(const SeenRun& seen) { return static_cast<int>(seen.slots.size()); }

/// Where a slot of a row lies, also beyond its ends.
TablePoint slotAt(const SeenRun& seen, int slot, int owner) {
  const int end = std::clamp(slot, 0, sizeOf(seen) - 1);
  const TablePoint at = seen.slots[static_cast<std::size_t>(end)].at;
  return {at.x + wayOf(owner) * kStep * (slot - end), at.y};
}

Cost againstPlace(const Run& run, int place, const SeenRun& seen, int offset, const OctaReading& reading) {
  const int slot = place + offset;
  const bool within = slot >= 0 && slot < sizeOf(seen);
  if (within && seen.slots[static_cast<std::size_t>(slot)].card)
    return against(run.places[static_cast<std::size_t>(place)], *seen.slots[static_cast<std::size_t>(slot)].card);
  const TablePoint at = slotAt(seen, slot, run.owner);
  const bool mayBe = reading.isHidden(at) || reading.hidesStrip(at, run.owner);
  return mayBe ? kUnseenHidden : within ? kUnseenBetween : kUnseenAtEnd;
}

/// Stops counting at `most`.
Cost costAt(const Run& run, const SeenRun& seen, int offset, const OctaReading& reading, Cost most) {
  Extra extra;
  for (int slot = 0; slot < sizeOf(seen); ++slot)
    if (slot < offset || slot >= offset + sizeOf(run)) extra.add(seen.slots[static_cast<std::size_t>(slot)]);
  Cost cost = extra.cost();
  for (int k = 0; k < sizeOf(run) && cost < most; ++k) cost += againstPlace(run, k, seen, offset, reading);
  return cost;
}

Cost againstMoving(const RunMatch& match, const std::optional<TablePoint>& lay) {
  return lay ? kMoved * (1 - std::exp(-distance(match.start(), *lay) / kMovedFar)) : 0;
}

RowFit bestFit(const Run& run, const SeenRun& seen, const OctaReading& reading, Cost most) {
  const int more = sizeOf(seen) - sizeOf(run);
  RowFit best{0, costAt(run, seen, 0, reading, most)};
  for (int offset = std::min(0, more) - 1; offset <= std::max(0, more) + 1; ++offset) {
    if (offset == 0 || best.cost == 0) continue;
    if (const Cost cost = costAt(run, seen, offset, reading, best.cost); cost < best.cost) best = {offset, cost};
  }
  return best;
}

/// The same run is compared with the same row for hundreds of positions.
RowFit knownFit(const Run& run, int owner, std::size_t row, const OctaReading& reading, Cost most) {
  std::string key{static_cast<char>(owner), static_cast<char>(row)};
  for (const Place& place : run.places) {
    key += static_cast<char>(place.card.index());
    key += static_cast<char>(place.open ? 1 : 0);
  }
  const auto known = reading.fits.find(key);
  if (known != reading.fits.end()) return known->second;
  const RowFit fit = bestFit(run, reading.runs[static_cast<std::size_t>(owner)][row], reading, most);
  reading.fits.emplace(std::move(key), fit);
  return fit;
}

}  // namespace

const SeenRun::Slot* RunMatch::slot(std::size_t place) const {
  const int slot = static_cast<int>(place) + offset;
  return slot >= 0 && slot < sizeOf(*seen) ? &seen->slots[static_cast<std::size_t>(slot)] : nullptr;
}

const SeenCard* RunMatch::card(std::size_t place) const {
  const SeenRun::Slot* there = slot(place);
  return there && there->card ? &*there->card : nullptr;
}

const RunMatch* RunsMatch::pairOf(int run) const {
  const auto pair =
      std::find_if(pairs.begin(), pairs.end(), [&](const RunMatch& each) { return each.run->number == run; });
  return pair == pairs.end() ? nullptr : &*pair;
}

const SeenRun* RunsMatch::seenAs(int run) const {
  const RunMatch* pair = pairOf(run);
  return pair ? pair->seen : nullptr;
}

Cost againstGone(const Run& run) { return kRunGone + kRunGoneCard * sizeOf(run); }

Cost againstNoRun(const SeenRun& seen) {
  Cost cost = 0, most = 0;
  std::size_t cards = 0;
  for (const SeenRun::Slot& slot : seen.slots)
    if (slot.card) {
      ++cards;
      cost += std::min(kNoRunCard, slot.card->againstNothing());
      most = std::max(most, std::min(kNoRun, slot.card->againstNothing()));
    }
  return cards < kShortestRun ? std::min(kBegun, cost + most) : cost + most;
}

Cost againstBoth(const RunMatch& then, const OctaReading& before, const RunMatch& now, const OctaReading& reading) {
  Cost cost = 0, restThen = then.cost, restNow = now.cost;
  for (int place = 0; place < sizeOf(*now.run); ++place) {
    const Cost one = againstPlace(*now.run, place, *then.seen, then.offset, before);
    const Cost other = againstPlace(*now.run, place, *now.seen, now.offset, reading);
    cost += std::min(one, other);
    restThen -= one;
    restNow -= other;
  }
  return cost + std::max(0.0, std::min(restThen, restNow));
}

TablePoint RunMatch::placeAt(int place) const { return slotAt(*seen, place + offset, run->owner); }

namespace {

/// What speaks against no row being the run.
Cost againstMissing(const Run& run, const OctaReading& reading, const std::optional<TablePoint>& lay) {
  if (!lay || reading.hidden.empty()) return againstGone(run);
  int open = 0;
  for (int place = 0; place < sizeOf(run); ++place)
    open += !reading.isHidden({lay->x + wayOf(run.owner) * kStep * place, lay->y});
  return open == 0 ? kRunHidden : open == sizeOf(run) ? againstGone(run) : kRunHidden + kRunGoneCard * open;
}

/// What speaks against the row being the rest of a run of which a forearm hides some; nothing where it lies elsewhere.
std::optional<Cost> againstRestOf(const RunMatch& pair, const SeenRun& row, const OctaReading& reading) {
  const TablePoint start = pair.start(), first = row.slots.front().at;
  const double along = wayOf(pair.run->owner) * (first.x - start.x);
  const int offset = static_cast<int>(std::lround(along / kStep));
  if (offset < 0 || offset + sizeOf(row) > sizeOf(*pair.run)) return std::nullopt;
  if (std::abs(first.y - start.y) > kAstray) return std::nullopt;
  Cost cost = 0;
  for (int slot = 0; slot < sizeOf(row); ++slot) {
    const auto place = static_cast<std::size_t>(offset + slot);
    if (pair.card(place)) return std::nullopt;
    const auto& card = row.slots[static_cast<std::size_t>(slot)].card;
    if (card) cost += against(pair.run->places[place], *card);
  }
  const bool arm = reading.isHidden(pair.placeAt(offset - 1)) || reading.isHidden(pair.placeAt(offset + sizeOf(row)));
  return arm ? std::optional(cost) : std::nullopt;
}

/// Takes rows that are the rest of a run under a forearm out of the fresh ones.
void joinRests(RunsMatch& match, const OctaReading& reading) {
  if (reading.hidden.empty()) return;
  std::erase_if(match.fresh, [&](const SeenRun* row) {
    for (const RunMatch& pair : match.pairs)
      if (const auto cost = againstRestOf(pair, *row, reading); cost && *cost < againstNoRun(*row)) {
        match.cost += *cost;
        return true;
      }
    return false;
  });
}

}  // namespace

/// A reading's match with the runs that it is of: most positions share them.
struct KnownMatch {
  std::shared_ptr<const LaidRuns> laid;
  RunsMatch match;
};

namespace {

std::optional<TablePoint> layOf(const Run& run, const OctaMemory& memory) {
  const auto lay = memory.runs.find(run.number);
  return lay == memory.runs.end() ? std::nullopt : std::optional(lay->second);
}

std::size_t hashOf(const LaidRuns& laid) {
  auto hash = static_cast<std::size_t>(laid.owner + 1);
  const auto mix = [&](std::size_t value) { hash = mixed(hash, value); };
  for (std::size_t k = 0; k < laid.runs.size(); ++k) {
    mix(static_cast<std::size_t>(laid.runs[k].number));
    for (const Place& place : laid.runs[k].places) mix(2 * place.card.index() + (place.open ? 1 : 0));
    if (const auto& lay = laid.lay[k])
      for (const double along : {lay->x, lay->y}) mix(std::hash<double>()(along));
  }
  return hash;
}

void match(KnownMatch& known, const OctaReading& reading) {
  const int owner = known.laid->owner;
  const std::vector<SeenRun>& rows = reading.runs[static_cast<std::size_t>(owner)];
  std::vector<Cost> noRun;
  for (const SeenRun& row : rows) noRun.push_back(againstNoRun(row));
  std::vector<std::pair<Cost, RunMatch>> gains;
  RunsMatch& match = known.match;
  for (std::size_t each = 0; each < known.laid->runs.size(); ++each) {
    const Run& run = known.laid->runs[each];
    const auto& lay = known.laid->lay[each];
    match.missing.push_back({&run, againstMissing(run, reading, lay)});
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Cost otherwise = match.missing.back().cost + noRun[k];
      const RowFit fit = knownFit(run, owner, k, reading, againstGone(run) + noRun[k]);
      if (fit.cost >= otherwise) continue;
      RunMatch pair{&run, &rows[k], fit.offset, fit.cost};
      pair.cost += againstMoving(pair, lay);
      // Of like runs, those choose first of which it is known where they lay.
      const Cost later = lay ? 0 : kMoved;
      gains.push_back({otherwise - pair.cost - later, pair});
    }
  }
  for (const SeenRun& row : rows) match.fresh.push_back(&row);
  std::stable_sort(gains.begin(), gains.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& gain : gains) {
    const RunMatch& pair = gain.second;  // no structured binding: clang 14 captures none
    const auto run = std::find_if(match.missing.begin(), match.missing.end(),
                                  [&](const MissingRun& each) { return each.run == pair.run; });
    const auto row = std::find(match.fresh.begin(), match.fresh.end(), pair.seen);
    if (run == match.missing.end() || row == match.fresh.end()) continue;
    match.missing.erase(run);
    match.fresh.erase(row);
    match.pairs.push_back(pair);
    match.cost += pair.cost;
  }
  joinRests(match, reading);
  for (const MissingRun& run : match.missing) match.cost += run.cost;
  for (const SeenRun* row : match.fresh) match.cost += againstNoRun(*row);
}

}  // namespace

bool LaidRuns::areOf(const State& state, const OctaMemory& memory) const {
  std::size_t k = 0;
  for (const Run& run : state.runs) {
    if (run.owner != owner) continue;
    if (k == runs.size() || runs[k] != run || lay[k] != layOf(run, memory)) return false;
    ++k;
  }
  return k == runs.size();
}

std::shared_ptr<const LaidRuns> runsOf(const State& state, int owner, const OctaMemory& memory) {
  LaidRuns laid{owner, {}, {}, 0};
  for (const Run& run : state.runs) {
    if (run.owner != owner) continue;
    laid.runs.push_back(run);
    laid.lay.push_back(layOf(run, memory));
  }
  laid.hash = hashOf(laid);
  return std::make_shared<const LaidRuns>(std::move(laid));
}

const RunsMatch& matchRuns(const std::shared_ptr<const LaidRuns>& laid, const OctaReading& reading) {
  if (const auto same = reading.matchesOfSame.find(laid); same != reading.matchesOfSame.end())
    return same->second->match;
  const auto [first, last] = reading.matches.equal_range(laid->hash);
  auto each = std::find_if(first, last, [&](const auto& known) { return known.second->laid->isLike(*laid); });
  if (each == last) {
    auto known = std::make_shared<KnownMatch>(KnownMatch{laid, {}});
    match(*known, reading);
    each = reading.matches.emplace(laid->hash, std::move(known));
  }
  return reading.matchesOfSame.emplace(laid, each->second).first->second->match;
}

namespace {

/// Cards of a run that is being changed may be lifted, and others not be pushed to where they will lie: only their
/// order is as in the run.
Cost againstPartApart(const Run& run, const SeenRun& seen) {
  constexpr Cost kApart = 0.3;
  // What speaks against the slots so far, the last of them being no later place than that.
  std::vector<Cost> least(run.places.size() + 1, kApart);
  for (const SeenRun::Slot& slot : seen.slots) {
    if (!slot.card) continue;
    std::vector<Cost> next(least.size(), kNoRun + kApart);
    for (std::size_t k = 1; k < least.size(); ++k)
      next[k] = std::min(next[k - 1], least[k - 1] + against(run.places[k - 1], *slot.card));
    least = std::move(next);
  }
  return least.back();
}

/// Cards that come to lie under others are laid where those still lie, and those are pushed along at last: each is one
/// of the run.
Cost againstPartMixed(const Run& run, const SeenRun& seen) {
  constexpr Cost kMixed = 0.8;
  Cost cost = kMixed;
  for (const SeenRun::Slot& slot : seen.slots) {
    if (!slot.card) continue;
    Cost least = slot.card->againstNothing();
    for (const Place& place : run.places) least = std::min(least, against(place, *slot.card));
    cost += least;
  }
  return cost;
}

}  // namespace

Cost againstPartOf(const Run& run, const SeenRun& seen) {
  Cost best = againstNoRun(seen);
  for (int offset = 1 - sizeOf(run); offset < sizeOf(seen); ++offset) {
    Extra extra;
    Cost cost = 0;
    for (int slot = 0; slot < sizeOf(seen) && cost < best; ++slot) {
      const auto& there = seen.slots[static_cast<std::size_t>(slot)];
      const int place = slot - offset;
      if (place < 0 || place >= sizeOf(run))
        extra.add(there);
      else if (there.card)
        cost += against(run.places[static_cast<std::size_t>(place)], *there.card);
    }
    best = std::min(best, cost + extra.cost());
  }
  return std::min({best, againstPartApart(run, seen), againstPartMixed(run, seen)});
}

}  // namespace octo::tracker::octa
