#include "tracker/octa/card.h"

#include <array>

namespace octo::tracker::octa {
namespace {

constexpr std::array<std::string_view, Card::kKing> kRanks{"A", "2", "3",  "4", "5", "6", "7",
                                                           "8", "9", "10", "J", "Q", "K"};
constexpr std::array<std::string_view, 4> kLetters{"S", "H", "D", "C"};
constexpr std::array<std::string_view, 4> kNames{"spades", "hearts", "diamonds", "clubs"};

/// Position of the text in the list.
template <std::size_t N>
std::optional<int> find(const std::array<std::string_view, N>& list, std::string_view text) {
  for (std::size_t k = 0; k < N; ++k)
    if (list[k] == text) return static_cast<int>(k);
  return std::nullopt;
}

}  // namespace

std::string_view letter(Suit suit) { return kLetters[static_cast<std::size_t>(suit)]; }
std::string_view name(Suit suit) { return kNames[static_cast<std::size_t>(suit)]; }

std::optional<Card> Card::parse(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  const auto rank = find(kRanks, text.substr(0, text.size() - 1));
  const auto suit = find(kLetters, text.substr(text.size() - 1));
  if (!rank || !suit) return std::nullopt;
  return Card(*suit * kKing + *rank);
}

Card Card::of(int rank, Suit suit) { return Card(static_cast<int>(suit) * kKing + rank - 1); }

std::string Card::name() const {
  return std::string(kRanks[static_cast<std::size_t>(rank() - 1)]) + std::string(letter(suit()));
}

}  // namespace octo::tracker::octa
