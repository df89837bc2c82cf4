#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "vision/read/cards/card_index.h"

namespace octo::vision {

/// How likely an index shows each card: `suit × 13 + rank`, in the order of kSuits and kRanks. Together at most 1.
using CardChances = std::array<double, kRanks.size() * kSuits.size()>;

inline constexpr std::size_t kNumbers = 10, kLetters = kGlyphs.size() - kNumbers;

/// Which court letters were read on a table so far: its decks stay the same while few of their letters show at a time.
/// One thread uses it.
class LettersSeen {
 public:
  void learn(std::span<const SeenIndex> indices);
  /// How surely the decks have that letter, from 0 on in the order of kGlyphs: 0 to 1. What was read now and then among
  /// many others was misread.
  double has(std::size_t letter) const;

 private:
  std::array<double, kLetters> sums_{};
};

/// Which of the languages of court letters (English, Dutch, German, French, Italian, Russian) are on the table: V is
/// the queen of a Dutch deck and the jack of a French one. Worked out from all letters in a picture, and those seen on
/// the table before; two decks may differ.
class DeckLanguages {
 public:
  explicit DeckLanguages(std::span<const SeenIndex> indices, const LettersSeen& before = {});

  /// What one index shows, given the languages on the table.
  CardChances chances(const SeenIndex& index) const;

  static constexpr std::size_t kCount = 6;

 private:
  std::array<double, kCount> share_{};
};

/// "10H".
std::string cardName(std::size_t card);

}  // namespace octo::vision
