#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace octo::tracker::octa {

enum class Suit : std::uint8_t { Spades, Hearts, Diamonds, Clubs };

/// The letter of records: "S".
std::string_view letter(Suit suit);
/// The word of messages: "spades".
std::string_view name(Suit suit);

/// A face of a French-suited deck: a number card (ace to ten) or an action card (jack, queen, king).
class Card {
 public:
  static constexpr int kFaces = 52;
  static constexpr int kTen = 10;
  static constexpr int kJack = 11;
  static constexpr int kQueen = 12;
  static constexpr int kKing = 13;

  /// As records write it: "AH", "10S", "KD".
  static std::optional<Card> parse(std::string_view text);
  /// 1 (ace) to 13 (king).
  static Card of(int rank, Suit suit);
  /// `index` from 0 to kFaces - 1.
  static Card atIndex(std::size_t index) { return Card(static_cast<int>(index)); }

  int rank() const { return index_ % kKing + 1; }
  Suit suit() const { return static_cast<Suit>(index_ / kKing); }
  bool isAce() const { return rank() == 1; }
  bool isAction() const { return rank() > kTen; }
  /// 0 to kFaces - 1.
  std::size_t index() const { return index_; }
  std::string name() const;

  friend auto operator<=>(const Card&, const Card&) = default;

 private:
  explicit Card(int index) : index_(static_cast<std::uint8_t>(index)) {}
  std::uint8_t index_;
};

/// Copies of each face: two decks.
inline constexpr int kCopies = 2;

}  // namespace octo::tracker::octa
