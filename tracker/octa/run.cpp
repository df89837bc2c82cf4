#include "tracker/octa/run.h"

#include <algorithm>

namespace octo::tracker::octa {
namespace {

bool lower(const Place& a, const Place& b) { return a.value < b.value; }

bool successive(const std::vector<Place>& places) {
  const auto gap = [](const Place& a, const Place& b) { return b.value != a.value + 1; };
  return std::adjacent_find(places.begin(), places.end(), gap) == places.end();
}

/// The cards by value with their aces, in the order listed, at these values; nothing if they are not
/// successive.
std::optional<std::vector<Place>> withAcesAt(const std::vector<Card>& cards, std::vector<int> values) {
  std::vector<Place> places;
  auto next = values.begin();
  for (const Card card : cards) places.push_back({card, card.isAce() ? *next++ : card.rank()});
  std::stable_sort(places.begin(), places.end(), lower);
  return successive(places) ? std::optional(places) : std::nullopt;
}

/// Whether the one ace was listed at the high end: beside the ten, or, in no such order, in the later half.
bool aceListedHigh(const std::vector<Card>& cards) {
  const auto ace = std::find_if(cards.begin(), cards.end(), [](Card card) { return card.isAce(); });
  const auto beside = [&](int rank) {
    return (ace != cards.begin() && std::prev(ace)->rank() == rank) ||
           (std::next(ace) != cards.end() && std::next(ace)->rank() == rank);
  };
  if (beside(Card::kTen) != beside(2)) return beside(Card::kTen);
  return std::distance(cards.begin(), ace) * 2 > static_cast<std::ptrdiff_t>(cards.size());
}

}  // namespace

std::optional<Card> cardOfValue(int value, Suit suit) {
  if (value < kLowAce || value > kHighAce) return std::nullopt;
  return Card::of(value == kHighAce ? kLowAce : value, suit);
}

std::string nameOfRun(int number) { return "r" + std::to_string(number); }

std::optional<std::vector<Place>> inSuccession(const std::vector<Card>& cards) {
  switch (std::count_if(cards.begin(), cards.end(), [](Card card) { return card.isAce(); })) {
    case 0:
      return withAcesAt(cards, {});
    case 1: {
      const auto low = withAcesAt(cards, {kLowAce});
      const auto high = withAcesAt(cards, {kHighAce});
      return low && high && aceListedHigh(cards) ? high : low ? low : high;
    }
    case 2:
      return withAcesAt(cards, {kLowAce, kHighAce});
    default:
      return std::nullopt;
  }
}

std::optional<std::vector<Place>> atTheEnds(const Run& run, const std::vector<Card>& cards) {
  if (run.places.size() + cards.size() > kLongestRun) return std::nullopt;
  int low = run.lowest();
  int high = run.highest();
  std::vector<Place> places = byValue(cards);
  const auto firstNumber =
      std::find_if(places.begin(), places.end(), [](const Place& place) { return !place.card.isAce(); });
  for (auto place = places.end(); place != firstNumber;)
    if ((--place)->value == low - 1) --low;
  for (auto place = firstNumber; place != places.end(); ++place) {
    if (place->value == high + 1) ++high;
    if (place->value < low || place->value > high) return std::nullopt;
  }
  for (auto ace = places.begin(); ace != firstNumber; ++ace) {
    if (low == kLowAce + 1)
      ace->value = low = kLowAce;
    else if (high == kHighAce - 1)
      ace->value = high = kHighAce;
    else
      return std::nullopt;
  }
  const auto added = static_cast<std::size_t>(run.lowest() - low + high - run.highest());
  if (added != cards.size()) return std::nullopt;
  std::stable_sort(places.begin(), places.end(), lower);
  return places;
}

std::vector<Place> byValue(const std::vector<Card>& cards) {
  std::vector<Place> places;
  for (const Card card : cards) places.push_back({card, card.rank()});
  std::stable_sort(places.begin(), places.end(), lower);
  return places;
}

std::optional<std::vector<Place>> placesOfRow(const std::vector<std::optional<Card>>& row) {
  std::vector<Card> open;
  for (const auto& card : row)
    if (card) open.push_back(*card);
  const auto isOfSuit = [&](Card card) { return card.suit() == open.front().suit(); };
  if (open.empty()) return std::nullopt;
  const auto size = static_cast<int>(row.size());
  for (int lowest = kLowAce; std::all_of(open.begin(), open.end(), isOfSuit) && lowest + size - 1 <= kHighAce;
       ++lowest) {
    std::vector<Place> places;
    for (int value = lowest; value < lowest + size; ++value) {
      const auto& card = row[static_cast<std::size_t>(value - lowest)];
      const Card due = Card::of(value == kHighAce ? kLowAce : value, open.front().suit());
      if (card && *card != due) break;
      places.push_back({due, value, card.has_value()});
    }
    if (places.size() == row.size()) return places;
  }
  return open.size() == row.size() ? std::optional(byValue(open)) : std::nullopt;
}

std::optional<std::size_t> findPlace(const Run& run, Card card, bool open) {
  const auto found = std::find_if(run.places.begin(), run.places.end(),
                                  [&](const Place& place) { return place.card == card && place.open == open; });
  if (found == run.places.end()) return std::nullopt;
  return static_cast<std::size_t>(found - run.places.begin());
}

bool hasClosedPlace(const Run& run) { return static_cast<std::size_t>(run.open) < run.places.size(); }

}  // namespace octo::tracker::octa
