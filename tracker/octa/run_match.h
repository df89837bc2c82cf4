#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tracker/octa/octa_reading.h"
#include "tracker/octa/state.h"

namespace octo::tracker::octa {

/// A known run, and the row of cards that it is taken to be.
struct RunMatch {
  const Run* run;
  const SeenRun* seen;
  /// The slot in which the run's first place lies; below 0 where the first places are not seen.
  int offset;
  Cost cost;

  /// The slot of that place; nullptr where none is.
  const SeenRun::Slot* slot(std::size_t place) const;
  /// The card in the slot of that place, if one is seen there.
  const SeenCard* card(std::size_t place) const;
  /// Where a place of the run lies, also if it is not seen; the first, without a number.
  TablePoint placeAt(int place) const;
  TablePoint start() const { return placeAt(0); }
};

/// A run that no row is, and what speaks against that: little where it lies under a forearm.
struct MissingRun {
  const Run* run;
  Cost cost;
};

/// Which of the seen rows of a player are which of the known runs, as the least speaks against it.
struct RunsMatch {
  std::vector<RunMatch> pairs;
  std::vector<MissingRun> missing;
  /// Rows that are no known run.
  std::vector<const SeenRun*> fresh;
  Cost cost = 0;

  /// By number: the match of a run, and the row that it is; nullptr where no row is.
  const RunMatch* pairOf(int run) const;
  const SeenRun* seenAs(int run) const;
};

/// A player's runs and where they lay when they were seen last.
struct LaidRuns {
  int owner;
  std::vector<Run> runs;
  /// By run: where the first place lay.
  std::vector<std::optional<TablePoint>> lay;
  /// Of all this.
  std::size_t hash;

  bool areOf(const State& state, const OctaMemory& memory) const;
  bool isLike(const LaidRuns& other) const { return owner == other.owner && runs == other.runs && lay == other.lay; }
};

std::shared_ptr<const LaidRuns> runsOf(const State& state, int owner, const OctaMemory& memory);

/// Runs lie where they lay: a little speaks against their having moved. A forearm over a run may leave two rows of it;
/// the second of them is not in the result, which lives as long as the reading.
const RunsMatch& matchRuns(const std::shared_ptr<const LaidRuns>& laid, const OctaReading& reading);

/// What speaks against a run in the same way in two readings, which match it so: place by place, as two cards that are
/// missed at one of them each are two.
Cost againstBoth(const RunMatch& then, const OctaReading& before, const RunMatch& now, const OctaReading& reading);
/// What speaks against the row being a part of the run: cards that are not there yet do not.
Cost againstPartOf(const Run& run, const SeenRun& seen);
/// What speaks against the run not being there.
Cost againstGone(const Run& run);
/// What speaks against the row being no run at all.
Cost againstNoRun(const SeenRun& seen);

}  // namespace octo::tracker::octa
