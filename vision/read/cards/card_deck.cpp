#include "vision/read/cards/card_deck.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace octo::vision {
namespace {

constexpr std::size_t kNumbers = 10, kAce = 0, kJack = 10, kQueen = 11, kKing = 12, kT = 19;
constexpr std::size_t kLetters = kGlyphs.size() - kNumbers;

/// The rank of each letter (J Q K B V H D R F T Д) in each language; nothing where the deck has no such letter.
struct CourtLetters {
  /// How common such decks are at tables where Octa is played; they are also what a picture without letters leaves.
  double prior;
  std::array<int, kLetters> rank;
};
constexpr int kNone = -1, o = kNone, A = kAce, J = kJack, Q = kQueen, K = kKing;
constexpr std::array<CourtLetters, DeckLanguages::kCount> kLanguages{{
    {0.50, {J, Q, K, o, o, o, o, o, o, o, o}},  // English
    {0.15, {o, o, o, J, Q, K, o, o, o, o, o}},  // Dutch
    {0.12, {o, o, K, J, o, o, Q, o, o, o, o}},  // German
    {0.13, {o, o, o, o, J, o, Q, K, o, o, o}},  // French
    {0.04, {o, o, o, o, o, o, Q, K, J, o, o}},  // Italian
    {0.06, {o, o, K, J, o, o, o, o, o, A, Q}},  // Russian
}};
/// A second deck of another language may always be on the table.
constexpr double kAnotherDeck = 0.025;
/// An index that a language has no letter for is held against it no harder than this: it may have been misread.
constexpr double kMisread = 0.02;

int rankOf(std::size_t glyph, std::size_t language) {
  if (glyph == kAce && kLanguages[language].rank[kT - kNumbers] != kNone) return kNone;
  return glyph < kNumbers ? static_cast<int>(glyph) : kLanguages[language].rank[glyph - kNumbers];
}

/// A letter that the decks on the table have not got is the less likely to have been seen, yet less surely so than
/// their shares say: what is misread as one is a rank they have.
double belief(double possible) { return std::sqrt(possible); }

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
  double before = 0, after = 0;
  for (std::size_t g = 0; g < kGlyphs.size(); ++g) {
    double possible = 0;
    for (std::size_t l = 0; l < kCount; ++l)
      if (rankOf(g, l) != kNone) possible += share_[l];
    const double seen = index.glyph[g] * belief(possible);
    for (std::size_t l = 0; l < kCount; ++l)
      if (const int r = rankOf(g, l); r != kNone) rank[static_cast<std::size_t>(r)] += seen * share_[l] / possible;
    before += index.glyph[g];
    after += seen;
  }
  for (double& chance : rank) chance *= before / std::max(after, 1e-9);
  CardChances chances{};
  for (std::size_t s = 0; s < kSuits.size(); ++s)
    for (std::size_t r = 0; r < kRanks.size(); ++r) chances[s * kRanks.size() + r] = rank[r] * index.suit[s];
  return chances;
}

std::string cardName(std::size_t card) {
  return std::string(kRanks[card % kRanks.size()]) + std::string(kSuits[card / kRanks.size()]);
}

}  // namespace octo::vision
