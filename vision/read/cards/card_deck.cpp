#include "vision/read/cards/card_deck.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace octo::vision {
namespace {

constexpr std::size_t kNumbers = 10, kJack = 10, kQueen = 11, kKing = 12;
constexpr std::size_t kLetters = kGlyphs.size() - kNumbers;

/// The rank of each court letter (J Q K B V H D R) in each language; nothing where the deck has no such letter.
struct CourtLetters {
  /// How common such decks are at tables where Octa is played; they are also what a picture without letters leaves.
  double prior;
  std::array<int, kLetters> rank;
};
constexpr int kNone = -1, J = kJack, Q = kQueen, K = kKing;
constexpr std::array<CourtLetters, DeckLanguages::kCount> kLanguages{{
    {0.55, {J, Q, K, kNone, kNone, kNone, kNone, kNone}},
    {0.17, {kNone, kNone, kNone, J, Q, K, kNone, kNone}},
    {0.13, {kNone, kNone, K, J, kNone, kNone, Q, kNone}},
    {0.15, {kNone, kNone, kNone, kNone, J, kNone, Q, K}},
}};
/// A second deck of another language may always be on the table.
constexpr double kAnotherDeck = 0.04;
/// An index that a language has no letter for is held against it no harder than this: it may have been misread.
constexpr double kMisread = 0.02;

int rankOf(std::size_t glyph, std::size_t language) {
  return glyph < kNumbers ? static_cast<int>(glyph) : kLanguages[language].rank[glyph - kNumbers];
}

double fits(const SeenIndex& index, std::size_t language) {
  double sum = kMisread;
  for (std::size_t g = 0; g < kGlyphs.size(); ++g)
    if (rankOf(g, language) != kNone) sum += index.glyph[g];
  return sum;
}

}  // namespace

DeckLanguages::DeckLanguages(std::span<const SeenIndex> indices) {
  std::array<double, kCount> logs{};
  for (std::size_t l = 0; l < kCount; ++l) {
    logs[l] = std::log(kLanguages[l].prior);
    for (const SeenIndex& index : indices)
      if (index.presence() > 0.5) logs[l] += std::log(fits(index, l));
  }
  const double most = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (std::size_t l = 0; l < kCount; ++l) sum += share_[l] = std::exp(logs[l] - most);
  for (double& share : share_) share = share / sum * (1 - kCount * kAnotherDeck) + kAnotherDeck;
}

CardChances DeckLanguages::chances(const SeenIndex& index) const {
  std::array<double, kRanks.size()> rank{};
  for (std::size_t g = 0; g < kGlyphs.size(); ++g) {
    double possible = 0;
    for (std::size_t l = 0; l < kCount; ++l)
      if (rankOf(g, l) != kNone) possible += share_[l];
    for (std::size_t l = 0; l < kCount; ++l)
      if (const int r = rankOf(g, l); r != kNone)
        rank[static_cast<std::size_t>(r)] += index.glyph[g] * share_[l] / possible;
  }
  CardChances chances{};
  for (std::size_t s = 0; s < kSuits.size(); ++s)
    for (std::size_t r = 0; r < kRanks.size(); ++r) chances[s * kRanks.size() + r] = rank[r] * index.suit[s];
  return chances;
}

std::string cardName(std::size_t card) {
  return std::string(kRanks[card % kRanks.size()]) + std::string(kSuits[card / kRanks.size()]);
}

}  // namespace octo::vision
