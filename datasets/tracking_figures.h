#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "datasets/game_tracker.h"
#include "tracker/record/record_io.h"

namespace octo::datasets {

/// How far the tracked game is the true one, as a line of `evaluate tracking`. `framesPerSecond`: of the frames that
/// the events of both have.
Json figuresOf(const tracker::Record& truth, const TrackedGame& game, std::uint64_t seed, double framesPerSecond);

/// The figures of several games added up.
class TrackingSum {
 public:
  /// Figures that were kept by an earlier version may lack what came later.
  void add(const Json& figures);
  bool allExact() const;
  Json line() const;

 private:
  int games_ = 0;
  std::map<std::string, int> counts_;
  Json kinds_ = Json::object(), bySureness_ = Json::object();
  std::vector<double> delays_;
  double seconds_ = 0;
  std::map<std::string, double> slowest_;
};

}  // namespace octo::datasets
