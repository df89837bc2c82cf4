#include "tracker/octa/pot.h"

#include <algorithm>
#include <cstdlib>

#include "tracker/octa/run.h"

namespace octo::tracker::octa {
namespace {

constexpr std::array<int, kPotPlaces> kRing{1, 2, 3, 5, 8, 7, 6, 4};

/// So many successive places from a position of the ring on.
std::vector<int> arc(std::size_t from, std::size_t length) {
  std::vector<int> places;
  for (std::size_t k = 0; k < length; ++k) places.push_back(kRing[(from + k) % kRing.size()]);
  return places;
}

bool hasValue(Card card, int value) { return card.rank() == value || (card.isAce() && value == kHighAce); }

bool oneApart(Card a, Card b) {
  const int apart = std::abs(a.rank() - b.rank());
  return apart == 1 || apart == Card::kTen - kLowAce;
}

/// Whether the cards along the arc have the values `first`, `first + step`, …
bool runsFrom(const Pot& pot, const std::vector<int>& places, int first, int step) {
  const auto& start = pot.at(places.front());
  for (const int place : places) {
    const auto& card = pot.at(place);
    if (!card || card->suit() != start->suit() || !hasValue(*card, first)) return false;
    first += step;
  }
  return true;
}

bool runsAlong(const Pot& pot, const std::vector<int>& places) {
  const auto& start = pot.at(places.front());
  if (!start) return false;
  const auto from = [&](int first) { return runsFrom(pot, places, first, 1) || runsFrom(pot, places, first, -1); };
  return from(start->rank()) || (start->isAce() && from(kHighAce));
}

/// Every three or more successive places of the ring, each as often as it has a first place.
const std::vector<std::vector<int>>& arcs() {
  static const auto all = [] {
    std::vector<std::vector<int>> list;
    for (std::size_t length = kShortestRun; length <= kRing.size(); ++length)
      for (std::size_t from = 0; from < kRing.size(); ++from) list.push_back(arc(from, length));
    return list;
  }();
  return all;
}

}  // namespace

PotPlaces setOf(const std::vector<int>& places) {
  PotPlaces set;
  for (const int place : places) set.set(static_cast<std::size_t>(place - 1));
  return set;
}

std::vector<int> listOf(const PotPlaces& places) {
  std::vector<int> list;
  for (int place = 1; place <= kPotPlaces; ++place)
    if (places.test(static_cast<std::size_t>(place - 1))) list.push_back(place);
  return list;
}

std::vector<int> Pot::gaps() const {
  std::vector<int> places;
  for (int place = 1; place <= kPotPlaces; ++place)
    if (!at(place)) places.push_back(place);
  return places;
}

std::vector<Card> cardsOn(const Pot& pot, const std::vector<int>& places) {
  std::vector<Card> cards;
  for (const int place : places)
    if (const auto& card = pot.at(place)) cards.push_back(*card);
  return cards;
}

std::size_t gapsAfterTaking(const Pot& pot, const std::vector<int>& places) {
  return pot.gaps().size() + cardsOn(pot, places).size();
}

std::array<int, 2> neighboursOf(int place) {
  const auto here = static_cast<std::size_t>(std::find(kRing.begin(), kRing.end(), place) - kRing.begin());
  return {kRing[(here + 1) % kRing.size()], kRing[(here + kRing.size() - 1) % kRing.size()]};
}

bool fitsBeside(const Pot& pot, int place, Card card) {
  const auto fits = [&](int neighbour) {
    const auto& beside = pot.at(neighbour);
    return beside && beside->suit() == card.suit() && oneApart(*beside, card);
  };
  const auto neighbours = neighboursOf(place);
  return std::any_of(neighbours.begin(), neighbours.end(), fits);
}

bool isRun(const Pot& pot, const PotPlaces& places) {
  return std::any_of(arcs().begin(), arcs().end(), [&](const std::vector<int>& each) {
    return each.size() == places.count() && setOf(each) == places && runsAlong(pot, each);
  });
}

std::vector<PotPlaces> runsThrough(const Pot& pot, int place) {
  std::vector<PotPlaces> runs;
  for (const std::vector<int>& each : arcs())
    if (std::find(each.begin(), each.end(), place) != each.end() && runsAlong(pot, each)) runs.push_back(setOf(each));
  return runs;
}

std::vector<PotPlaces> longerRuns(const Pot& pot, const PotPlaces& places) {
  std::vector<PotPlaces> runs;
  for (const std::vector<int>& each : arcs())
    if (const PotPlaces set = setOf(each); set != places && (set & places) == places && runsAlong(pot, each))
      runs.push_back(set);
  return runs;
}

PotPlaces claimedBy(const Pot& pot, int place, int token) {
  PotPlaces claim;
  for (const PotPlaces& run : runsThrough(pot, place))
    if (run.test(static_cast<std::size_t>(token - 1)) && run.count() > claim.count()) claim = run;
  if (claim.any()) return claim;
  claim = setOf({place, token});
  for (const int beside : neighboursOf(place)) {
    Pot alone;
    alone.at(beside) = pot.at(beside);
    if (fitsBeside(alone, place, *pot.at(place))) claim |= setOf({beside});
  }
  return claim;
}

std::string_view name(Line line) {
  switch (line) {
    case Line::Top:
      return "top";
    case Line::Bottom:
      return "bottom";
    case Line::Left:
      return "left";
    case Line::Right:
      return "right";
  }
  return {};
}

std::optional<Line> parseLine(std::string_view text) {
  for (const Line line : kLines)
    if (name(line) == text) return line;
  return std::nullopt;
}

const std::vector<int>& placesOf(Line line) {
  static const std::array<std::vector<int>, 4> places{{{1, 2, 3}, {6, 7, 8}, {1, 4, 6}, {3, 5, 8}}};
  return places[static_cast<std::size_t>(line)];
}

}  // namespace octo::tracker::octa
