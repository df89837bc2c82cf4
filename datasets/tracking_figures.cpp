#include "datasets/tracking_figures.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "datasets/compare_games.h"
#include "datasets/measure.h"

namespace octo::datasets {
namespace {

/// The figures that are counts.
constexpr std::array kTrackingCounts{"events",   "right", "visible",         "visible_right", "tracked",
                                     "breaches", "found", "falsely_claimed", "withdrawn"};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

GameComparison::Count sumOf(const std::map<std::string, GameComparison::Count>& counts) {
  GameComparison::Count sum;
  for (const auto& [kind, count] : counts) sum.truly += count.truly, sum.right += count.right;
  return sum;
}

/// What was found out of The OCTAL's options is right; those left out have their default.
bool optionsRight(const GameHeader& truth, const Json& options) {
  if (truth.game != GameId::Octal) return true;
  return options.value("mode", "twin") == truth.options.value("mode", "twin") &&
         options.value("podium", 1) == truth.options.value("podium", 1);
}

/// How long looks took to explain, ms; at least one.
Json timesOf(std::vector<double> looks) {
  std::sort(looks.begin(), looks.end());
  return {{"median", quantile(looks, 0.5)},
          {"p95", quantile(looks, 0.95)},
          {"p99", quantile(looks, 0.99)},
          {"longest", looks.back()}};
}

}  // namespace

Json figuresOf(const tracker::Record& truth, const TrackedGame& game, std::uint64_t seed, double framesPerSecond) {
  GameComparison comparison = compareGames(truth, game.events, game.result, framesPerSecond, game.first, game.setup);
  comparison.exact = comparison.exact && optionsRight(truth.header, game.options);
  const auto kindsOf = [](const std::map<std::string, GameComparison::Count>& counts) {
    Json kinds = Json::object();
    for (const auto& [kind, count] : counts) kinds[kind] = {{"true", count.truly}, {"right", count.right}};
    return kinds;
  };
  Json sureness = Json::object();
  for (std::size_t bin = 0; bin < comparison.bySureness.size(); ++bin)
    sureness[fmt::format("from {}", GameComparison::kSureness[bin])] = {{"told", comparison.bySureness[bin].truly},
                                                                        {"right", comparison.bySureness[bin].right}};
  const GameComparison::Count visible = sumOf(comparison.visible), inferred = sumOf(comparison.inferred);
  Json line{{"seed", seed},
            {"exact", comparison.exact},
            {"visible_exact", comparison.visibleExact},
            {"result_right", comparison.resultRight},
            {"events", visible.truly + inferred.truly},
            {"right", visible.right + inferred.right},
            {"visible", visible.truly},
            {"visible_right", visible.right},
            {"tracked", comparison.tracked},
            {"kinds", kindsOf(comparison.visible)},
            {"inferred_kinds", kindsOf(comparison.inferred)},
            {"breaches", comparison.breaches},
            {"found", comparison.found},
            {"falsely_claimed", comparison.falselyClaimed},
            {"withdrawn", game.withdrawn},
            {"by_sureness", sureness},
            {"delay_s", median(comparison.delays)},
            {"frames", game.frames},
            {"tracking_s", game.seconds}};
  if (!game.looks.empty()) line["look_ms"] = timesOf(game.looks);
  if (!comparison.firstMissed.empty()) line["first_missed"] = Json::parse(comparison.firstMissed);
  return line;
}

void TrackingSum::add(const Json& figures) {
  ++games_;
  for (const char* name : {"exact", "visible_exact", "result_right"}) counts_[name] += figures.at(name).get<bool>();
  for (const char* name : kTrackingCounts) counts_[name] += figures.value(name, 0);  // figures kept may lack the latest
  for (const char* kinds : {"kinds", "inferred_kinds"})
    for (const auto& [kind, count] : figures.at(kinds).items())
      for (const char* part : {"true", "right"}) {
        Json& sum = kinds_[kinds][kind][part];
        sum = (sum.is_null() ? 0 : sum.get<int>()) + count.at(part).get<int>();
      }
  const Json sureness = figures.value("by_sureness", Json::object());
  for (const auto& [from, count] : sureness.items())
    for (const char* part : {"told", "right"}) {
      Json& sum = bySureness_[from][part];
      sum = (sum.is_null() ? 0 : sum.get<int>()) + count.at(part).get<int>();
    }
  delays_.push_back(figures.at("delay_s").get<double>());
  seconds_ += figures.at("tracking_s").get<double>();
  const Json looks = figures.value("look_ms", Json::object());
  for (const auto& [name, ms] : looks.items()) slowest_[name] = std::max(slowest_[name], ms.get<double>());
}

bool TrackingSum::allExact() const { return counts_.at("exact") == games_; }

Json TrackingSum::line() const {
  Json line{{"games", games_},
            {"exact", counts_.at("exact")},
            {"visible_exact", counts_.at("visible_exact")},
            {"results_right", counts_.at("result_right")}};
  for (const char* name : kTrackingCounts) line[name] = counts_.at(name);
  for (const char* kinds : {"kinds", "inferred_kinds"}) line[kinds] = kinds_.value(kinds, Json::object());
  line["by_sureness"] = bySureness_;
  line["delay_s"] = median(delays_);
  line["tracking_s"] = seconds_;
  if (!slowest_.empty()) line["look_ms_of_the_slowest_game"] = slowest_;
  return line;
}

}  // namespace octo::datasets
