#pragma once

#include <span>
#include <string>
#include <vector>

#include "vision/read/cards/card_index.h"

namespace octo::vision {

/// How likely an index shows each card: `suit × 13 + rank`, in the order of kSuits and kRanks. Together at most 1.
using CardChances = std::array<double, kRanks.size() * kSuits.size()>;

/// Which of the languages of court letters (English, Dutch, German, French, Italian, Russian) are on the table: V is
/// the queen of a Dutch deck and the jack of a French one. Worked out from all letters in a picture; two decks may
/// differ.
class DeckLanguages {
 public:
  explicit DeckLanguages(std::span<const SeenIndex> indices);

  /// What one index shows, given the languages on the table.
  CardChances chances(const SeenIndex& index) const;

  static constexpr std::size_t kCount = 6;

 private:
  std::array<double, kCount> share_{};
};

/// "10H".
std::string cardName(std::size_t card);

}  // namespace octo::vision
