#include "tracker/octa/run_match.h"

#include <algorithm>
#include <cmath>

namespace octo::tracker::octa {
namespace {

/// A card of a run that is not seen: between others, at an end, and where something hides it.
constexpr Cost kUnseenBetween = 1.5, kUnseenAtEnd = 2.5, kUnseenHidden = 0.2;
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

/// Stops counting at `most`.
Cost costAt(const Run& run, const SeenRun& seen, int offset, const OctaReading& reading, Cost most) {
  Extra extra;
  for (int slot = 0; slot < sizeOf(seen); ++slot)
    if (slot < offset || slot >= offset + sizeOf(run)) extra.add(seen.slots[static_cast<std::size_t>(slot)]);
  Cost cost = extra.cost();
  for (int k = 0; k < sizeOf(run) && cost < most; ++k) {
    const int slot = k + offset;
    const bool within = slot >= 0 && slot < sizeOf(seen);
    const auto& there = seen.slots[static_cast<std::size_t>(std::clamp(slot, 0, sizeOf(seen) - 1))];
    if (within && there.card)
      cost += against(run.places[static_cast<std::size_t>(k)], *there.card);
    else
      cost += reading.isHidden(there.at) ? kUnseenHidden : within ? kUnseenBetween : kUnseenAtEnd;
  }
  return cost;
}

Cost againstMoving(const RunMatch& match, const OctaMemory& memory) {
  const auto lay = memory.runs.find(match.run->number);
  return lay == memory.runs.end() ? 0 : kMoved * (1 - std::exp(-distance(match.start(), lay->second) / kMovedFar));
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

const SeenRun* RunsMatch::seenAs(int run) const {
  for (const RunMatch& pair : pairs)
    if (pair.run->number == run) return pair.seen;
  return nullptr;
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

TablePoint RunMatch::start() const {
  const auto& slots = seen->slots;
  const TablePoint first = slots.front().at, last = slots.back().at;
  if (offset >= 0 && offset < sizeOf(*seen)) return slots[static_cast<std::size_t>(offset)].at;
  const double steps = slots.size() > 1 ? static_cast<double>(slots.size() - 1) : 1;
  return {first.x + (last.x - first.x) * offset / steps, first.y + (last.y - first.y) * offset / steps};
}

RunsMatch matchRuns(const State& state, int owner, const OctaReading& reading, const OctaMemory& memory) {
  const std::vector<SeenRun>& rows = reading.runs[static_cast<std::size_t>(owner)];
  std::vector<Cost> noRun;
  for (const SeenRun& row : rows) noRun.push_back(againstNoRun(row));
  std::vector<std::pair<Cost, RunMatch>> gains;
  RunsMatch match;
  for (const Run& run : state.runs) {
    if (run.owner != owner) continue;
    match.missing.push_back(&run);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Cost otherwise = againstGone(run) + noRun[k];
      const RowFit fit = knownFit(run, owner, k, reading, otherwise);
      if (fit.cost >= otherwise) continue;
      RunMatch pair{&run, &rows[k], fit.offset, fit.cost};
      pair.cost += againstMoving(pair, memory);
      // Of like runs, those choose first of which it is known where they lay.
      const Cost later = memory.runs.count(run.number) > 0 ? 0 : kMoved;
      gains.push_back({otherwise - pair.cost - later, pair});
    }
  }
  for (const SeenRun& row : rows) match.fresh.push_back(&row);
  std::stable_sort(gains.begin(), gains.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [gain, pair] : gains) {
    const auto run = std::find(match.missing.begin(), match.missing.end(), pair.run);
    const auto row = std::find(match.fresh.begin(), match.fresh.end(), pair.seen);
    if (run == match.missing.end() || row == match.fresh.end()) continue;
    match.missing.erase(run);
    match.fresh.erase(row);
    match.pairs.push_back(pair);
    match.cost += pair.cost;
  }
  for (const Run* run : match.missing) match.cost += againstGone(*run);
  for (const SeenRun* row : match.fresh) match.cost += againstNoRun(*row);
  return match;
}

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
  return best;
}

}  // namespace octo::tracker::octa
