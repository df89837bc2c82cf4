#include "datasets/scene/octa_hand.h"

#include <algorithm>
#include <cstdlib>

namespace octo::datasets {

using namespace tracker::octa;
using Cards = OctaPiles::Cards;

namespace {

/// 1 where one follows the other; an ace is next to the two and to the ten.
int apart(Card a, Card b) {
  const int direct = std::abs(a.rank() - b.rank());
  if (!a.isAce() && !b.isAce()) return direct;
  const int other = a.isAce() ? b.rank() : a.rank();
  return std::min(direct, kHighAce - other);
}

double useInRun(const Run& run, Card card) {
  constexpr double kMissing = 6, kNext = 8, kNearby = 2.5;
  if (findPlace(run, card, false)) return kMissing;
  if (card.suit() != run.suit) return 0;
  if (atTheEnds(run, {card})) return kNext;
  const bool nearby = card.rank() == run.lowest() - 2 || card.rank() == run.highest() + 2;
  return nearby ? kNearby : 0;
}

double useBeside(Card card, Card other) {
  constexpr double kNeighbour = 3, kOneBetween = 1.5;
  if (other.suit() != card.suit()) return 0;
  const int distance = apart(card, other);
  return distance == 1 ? kNeighbour : distance == 2 ? kOneBetween : 0;
}

void keepLonger(Cards& best, const Cards& run, const Cards& one) {
  const bool fits = one.empty() || std::any_of(run.begin(), run.end(), [&](Card card) { return holds(one, card); });
  if (run.size() >= kShortestRun && run.size() > best.size() && fits) best = run;
}

}  // namespace

bool holds(const Cards& cards, Card card) { return std::find(cards.begin(), cards.end(), card) != cards.end(); }

Card cardOf(int value, Suit suit) { return Card::of(value == kHighAce ? 1 : value, suit); }

double useOf(const State& state, int player, const Cards& hand, Card card) {
  double use = 0;
  for (const Run& run : state.runs)
    if (run.owner == player) use += useInRun(run, card);
  double beside = 0;
  bool itself = true;
  for (const Card other : hand) {
    const bool copy = other == card;
    if (!copy) beside += useBeside(card, other);
    if (copy && !itself) beside -= 3;
    if (copy) itself = false;
  }
  return std::max(0.0, use + beside);
}

Cards growthOf(const Run& run, const Cards& hand) {
  Cards above, below;
  const auto grow = [&](Cards& cards, int value, int step) {
    for (; value >= kLowAce && value <= kHighAce; value += step) {
      const Card card = cardOf(value, run.suit);
      const auto used = std::count(above.begin(), above.end(), card) + std::count(below.begin(), below.end(), card);
      if (std::count(hand.begin(), hand.end(), card) <= used) return;
      cards.push_back(card);
    }
  };
  grow(above, run.highest() + 1, 1);
  grow(below, run.lowest() - 1, -1);
  std::reverse(below.begin(), below.end());
  below.insert(below.end(), above.begin(), above.end());
  const std::size_t room = kLongestRun - run.places.size();
  if (below.size() > room) below.resize(room, run.places[0].card);
  return below;
}

Cards runIn(const Cards& hand, const Cards& one) {
  Cards best;
  for (int suit = 0; suit < 4; ++suit)
    for (int first = kLowAce; first <= kHighAce; ++first) {
      Cards run;
      for (int value = first; value <= kHighAce; ++value) {
        const Card card = cardOf(value, static_cast<Suit>(suit));
        if (std::count(hand.begin(), hand.end(), card) <= std::count(run.begin(), run.end(), card)) break;
        run.push_back(card);
        keepLonger(best, run, one);
      }
    }
  return best;
}

Cards leastUseful(const State& state, int player, Cards hand, std::size_t count) {
  Cards cards;
  while (cards.size() < count && !hand.empty()) {
    const auto least = std::min_element(hand.begin(), hand.end(), [&](Card a, Card b) {
      return useOf(state, player, hand, a) < useOf(state, player, hand, b);
    });
    cards.push_back(*least);
    hand.erase(least);
  }
  std::reverse(cards.begin(), cards.end());
  return cards;
}

}  // namespace octo::datasets
