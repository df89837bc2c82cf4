#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace octo::tracker::octal {

inline constexpr int kLowest = 1;
inline constexpr int kHighest = 8;

/// What a number card asks of the card after it: 大 小 同 異 倍 約.
enum class Condition { Greater, Less, Equal, Different, Multiple, Divisor };
inline constexpr std::array kConditions{Condition::Greater,   Condition::Less,     Condition::Equal,
                                        Condition::Different, Condition::Multiple, Condition::Divisor};
std::string_view name(Condition condition);

/// Which condition a number card may point at: only the former top card's (⇧), or also the one in force (⇔).
enum class Arrow { Up, Both };
inline constexpr std::array kArrows{Arrow::Up, Arrow::Both};
std::string_view name(Arrow arrow);

/// A card's face: a value with a condition and an arrow, or `all`.
class Card {
 public:
  /// Number of faces there can be; `index()` is below it.
  static constexpr int kFaces =
      (kHighest - kLowest + 1) * static_cast<int>(kConditions.size()) * static_cast<int>(kArrows.size()) + 1;

  static Card all() { return Card(kFaces - 1); }
  /// `value` from 1 to 8.
  static Card number(int value, Condition condition, Arrow arrow);
  /// "3:greater:up" or "all"; nothing if the text is no card. Whether the edition has it is another question.
  static std::optional<Card> parse(std::string_view text);
  static Card atIndex(int index);

  bool isAll() const { return index_ == kFaces - 1; }
  /// These three of number cards only.
  int value() const;
  Condition condition() const;
  Arrow arrow() const;

  int index() const { return index_; }
  /// As records write it.
  std::string name() const;

  friend auto operator<=>(const Card&, const Card&) = default;

 private:
  explicit constexpr Card(int index) : index_(static_cast<std::uint8_t>(index)) {}
  std::uint8_t index_;
};

/// Whether a value meets a condition of a question whose top value is `top`: values run in a circle for
/// greater and less, so above 8 there is 1 only and below 1 there is 8 only.
bool meets(Condition condition, int top, int value);

}  // namespace octo::tracker::octal
