#include "vision/read/cards/card_deck.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace octo::vision {
namespace {

constexpr std::size_t kAce = 0, kJack = 10, kQueen = 11, kKing = 12, kT = 19;

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
/// That two decks on a table are of different languages; and that a third one may be on it.
constexpr double kTwoLanguages = 0.2, kAnotherDeck = 0.025;
/// An index that a language has no letter for is held against it no harder than this: it may have been misread.
constexpr double kMisread = 0.02;

int rankOf(std::size_t glyph, std::size_t language) {
  if (glyph == kAce && kLanguages[language].rank[kT - kNumbers] != kNone) return kNone;
  return glyph < kNumbers ? static_cast<int>(glyph) : kLanguages[language].rank[glyph - kNumbers];
}

/// A letter that the decks on the table have not got is the less likely to have been seen, yet less surely so than
/// their shares say: what is misread as one is a rank they have.
double belief(double possible) { return std::sqrt(possible); }

/// Two decks on a table, often of one language.
struct Languages {
  std::size_t first, second;

  /// How many of the two have that glyph, as a share.
  double have(std::size_t glyph) const {
    return ((rankOf(glyph, first) != kNone) + (rankOf(glyph, second) != kNone)) / 2.0;
  }
  double prior() const {
    const double both = kLanguages[first].prior * kLanguages[second].prior;
    return first == second ? (1 - kTwoLanguages) * kLanguages[first].prior : 2 * kTwoLanguages * both;
  }
};

double fits(const SeenIndex& index, const Languages& languages) {
  double sum = kMisread;
  for (std::size_t g = 0; g < kGlyphs.size(); ++g) sum += index.glyph[g] * languages.have(g);
  return sum;
}

}  // namespace

void LettersSeen::learn(std::span<const SeenIndex> indices) {
  constexpr double kSurely = 0.9, kEnough = 20;  // a card may lie there for the whole game
  for (const SeenIndex& index : indices)
    for (std::size_t letter = 0; letter < kLetters; ++letter)
      if (const double chance = index.glyph[kNumbers + letter]; chance > kSurely)
        sums_[letter] = std::min(sums_[letter] + chance, kEnough);
}

double LettersSeen::has(std::size_t letter) const {
  constexpr double kRarely = 0.02, kOften = 0.08;  // of two decks' letters each is a sixth, or a twelfth
  const double all = std::accumulate(sums_.begin(), sums_.end(), 0.0);
  return all > 0 ? std::clamp((sums_[letter] / all - kRarely) / (kOften - kRarely), 0.0, 1.0) : 0;
}

DeckLanguages::DeckLanguages(std::span<const SeenIndex> indices, const LettersSeen& before) {
  std::array<double, kLetters> has{};
  for (std::size_t letter = 0; letter < kLetters; ++letter) has[letter] = before.has(letter);
  std::vector<std::pair<Languages, double>> all;
  for (std::size_t first = 0; first < kCount; ++first)
    for (std::size_t second = first; second < kCount; ++second) {
      const Languages languages{first, second};
      double log = std::log(languages.prior());
      for (const SeenIndex& index : indices)
        if (index.presence() > 0.5) log += std::log(fits(index, languages));
      for (std::size_t letter = 0; letter < kLetters; ++letter)
        log += has[letter] * std::log(kMisread + languages.have(kNumbers + letter));
      all.emplace_back(languages, log);
    }
  const double most = std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
                        return a.second < b.second;
                      })->second;
  double sum = 0;
  for (const auto& [languages, log] : all) {
    const double likely = std::exp(log - most);
    sum += likely;
    share_[languages.first] += likely / 2;
    share_[languages.second] += likely / 2;
  }
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
