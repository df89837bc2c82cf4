#include "tracker/follow/possible_starts.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace octo::tracker {
namespace {

/// What speaks for the player who reaches in first having the first turn.
constexpr double kReachedFirst = 0.5;
/// An option in which so much of the likelihood agrees is told.
constexpr double kAsGoodAsSure = 0.99;
constexpr std::size_t kMostOtherSetUps = 5;

}  // namespace

void PossibleStarts::tellFirst(int player) {
  firstTold_ = true;
  allowOnly(player);
}

void PossibleStarts::allowAnybody(std::size_t players) {
  first_.resize(players);
  std::iota(first_.begin(), first_.end(), 0);
}

void PossibleStarts::readSetUp(const Json& setUp, std::vector<PossibleSetUp> others) {
  std::erase_if(others,
                [&](const PossibleSetUp& each) { return each.likely < PossibleSetUp::kLeast || each.setup == setUp; });
  std::stable_sort(others.begin(), others.end(),
                   [](const PossibleSetUp& a, const PossibleSetUp& b) { return a.likely > b.likely; });
  if (others.size() > kMostOtherSetUps) others.resize(kMostOtherSetUps);
  setUps_ = {setUp};
  for (PossibleSetUp& each : others) setUps_.push_back(std::move(each.setup));
}

const std::vector<PossibleStart>& PossibleStarts::combine(const GameHeader& header, std::span<const Way> ways) {
  starts_.clear();
  const std::vector<Json> setUps = setUps_.empty() ? std::vector<Json>{header.setup} : setUps_;
  for (const int first : first_)
    for (const Way& way : ways)
      for (const Json& setUp : setUps) {
        starts_.push_back({header, way.cost + (first == reachedFirst_ ? 0 : kReachedFirst)});
        PossibleStart& start = starts_.back();
        start.header.first = first;
        start.header.options = way.options;
        start.header.setup = setUp;
      }
  return starts_;
}

Json PossibleStarts::optionsFound(std::size_t likeliest, std::span<const double> chances) const {
  Json found = Json::object();
  const Json& usual = starts_.front().header.options;
  for (const auto& [option, value] : starts_[likeliest].header.options.items()) {
    double same = 0;
    for (std::size_t start = 0; start < starts_.size(); ++start)
      if (starts_[start].header.options.at(option) == value) same += chances[start];
    if (same >= kAsGoodAsSure || value != usual.at(option)) found[option] = value;
  }
  return found;
}

}  // namespace octo::tracker
