#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace octo::tracker::oct8 {

enum class Colour : std::uint8_t { Red, Green, Blue };
inline constexpr std::array kColours{Colour::Red, Colour::Green, Colour::Blue};

/// "red", as records write it.
std::string_view name(Colour colour);
std::optional<Colour> parseColour(std::string_view text);

/// The face of an arm card: a colour and the number of arms drawn on it.
class Arm {
 public:
  static constexpr int kMost = 8;
  static constexpr int kFaces = 3 * kMost;

  /// `arms` from 1 to kMost.
  static constexpr Arm of(Colour colour, int arms) { return Arm(static_cast<int>(colour) * kMost + arms - 1); }
  /// "red:3"; nothing if the text is no arm card.
  static std::optional<Arm> parse(std::string_view text);
  /// Every face once, by colour and number.
  static const std::vector<Arm>& all();

  Colour colour() const { return static_cast<Colour>(index_ / kMost); }
  int arms() const { return index_ % kMost + 1; }
  /// 0 to kFaces - 1.
  std::size_t index() const { return index_; }
  std::string name() const;

  friend bool operator==(const Arm&, const Arm&) = default;

 private:
  explicit constexpr Arm(int index) : index_(static_cast<std::uint8_t>(index)) {}
  std::uint8_t index_;
};

/// How many cards of each face: the arms of an octopus, or those that a move speaks of. Their order means nothing.
class Arms {
 public:
  Arms() = default;
  explicit Arms(const std::vector<Arm>& cards);

  void add(Arm arm) { ++counts_[arm.index()]; }
  void add(const Arms& more);
  /// As many as there are; says which went.
  Arms remove(const Arms& wanted);

  int count(Arm arm) const { return counts_[arm.index()]; }
  int cards() const;
  int cardsOf(Colour colour) const;
  /// The sum of the numbers on the cards.
  int sum() const;
  /// A face of which `wanted` has more than this; nothing if all of it is here.
  std::optional<Arm> firstMissing(const Arms& wanted) const;
  std::vector<Arm> list() const;

  friend bool operator==(const Arms&, const Arms&) = default;

 private:
  std::array<int, Arm::kFaces> counts_{};
};

/// Of several cards all of them, each alone, and all but one.
std::vector<std::vector<Arm>> someOf(const std::vector<Arm>& cards);

}  // namespace octo::tracker::oct8
