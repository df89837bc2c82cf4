#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <string_view>
#include <vector>

#include "tracker/octa/card.h"

namespace octo::tracker::octa {

/// Places of the pot are numbered 1 to 8, left to right and top to bottom around the middle:
///     1 2 3
///     4 · 5
///     6 7 8
inline constexpr int kPotPlaces = 8;

/// A set of places; bit k is place k + 1.
using PotPlaces = std::bitset<kPotPlaces>;
PotPlaces setOf(const std::vector<int>& places);
/// Lowest first.
std::vector<int> listOf(const PotPlaces& places);

/// What lies on each place: one card, or none where nothing was left to fill the gap.
class Pot {
 public:
  const std::optional<Card>& at(int place) const { return cards_.at(static_cast<std::size_t>(place - 1)); }
  std::optional<Card>& at(int place) { return cards_.at(static_cast<std::size_t>(place - 1)); }
  /// Places without a card, in the order in which they are filled.
  std::vector<int> gaps() const;
  friend bool operator==(const Pot&, const Pot&) = default;

 private:
  std::array<std::optional<Card>, kPotPlaces> cards_;
};

/// The cards on these places, in that order; where there is none, none.
std::vector<Card> cardsOn(const Pot& pot, const std::vector<int>& places);

/// How many places are without a card once those are taken from there.
std::size_t gapsAfterTaking(const Pot& pot, const std::vector<int>& places);

/// The two places beside it, horizontally or vertically.
std::array<int, 2> neighboursOf(int place);

/// Whether a card laid there has a neighbour of its suit, one higher or lower.
bool fitsBeside(const Pot& pot, int place, Card card);

/// Whether the places are three or more successive ones of the ring whose cards are one suit and rise or fall
/// by one.
bool isRun(const Pot& pot, const PotPlaces& places);

/// Every run in the pot that holds the place.
std::vector<PotPlaces> runsThrough(const Pot& pot, int place);
/// Every run in the pot that holds all these places and more.
std::vector<PotPlaces> longerRuns(const Pot& pot, const PotPlaces& places);

/// Who lays a card in that place, and the token on another, or on it: the run that they claim, or what most looks like
/// one.
PotPlaces claimedBy(const Pot& pot, int place, int token);

enum class Line { Top, Bottom, Left, Right };
inline constexpr std::array kLines{Line::Top, Line::Bottom, Line::Left, Line::Right};
/// "top".
std::string_view name(Line line);
std::optional<Line> parseLine(std::string_view text);
const std::vector<int>& placesOf(Line line);

}  // namespace octo::tracker::octa
