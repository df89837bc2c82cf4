#pragma once

#include <optional>
#include <vector>

#include "tracker/octa/card.h"

namespace octo::tracker::octa {

/// Values of places in a run: A 2 … 10 A. An ace is the lowest or the highest.
inline constexpr int kLowAce = 1;
inline constexpr int kHighAce = 11;
/// Places from ace to ace.
inline constexpr std::size_t kLongestRun = 11;
inline constexpr std::size_t kShortestRun = 3;

/// The card of that value; nothing beyond the aces.
std::optional<Card> cardOfValue(int value, Suit suit);

/// A place of a run on the table.
struct Place {
  /// The card that lies here; where the place is closed, the card that is missing.
  Card card;
  int value;
  /// False: a face-down card of the stock lies here.
  bool open = true;
  friend bool operator==(const Place&, const Place&) = default;
};

/// A run on the table. After a standing breach its cards may be of several suits, and its places not
/// successive.
struct Run {
  /// r1 is number 1.
  int number;
  int owner;
  Suit suit;
  /// By value, lowest first; never empty.
  std::vector<Place> places;
  /// Its length: the places that are open.
  int open = 0;

  int lowest() const { return places.front().value; }
  int highest() const { return places.back().value; }
  friend bool operator==(const Run&, const Run&) = default;
};

/// "r1".
std::string nameOfRun(int number);

/// The cards as places with successive values, lowest first; nothing if their values do not follow one
/// another. Suits are not looked at. An ace that fits at both ends goes to the end where it was listed.
std::optional<std::vector<Place>> inSuccession(const std::vector<Card>& cards);

/// The places that the cards take at the ends of the run; nothing if they do not fit there or the run would
/// become longer than from ace to ace. Suits are not looked at. An ace that fits at both ends goes to the low
/// one.
std::optional<std::vector<Place>> atTheEnds(const Run& run, const std::vector<Card>& cards);

/// The cards as places by their own values, lowest first, an ace low: how cards lie that are in no order.
std::vector<Place> byValue(const std::vector<Card>& cards);

/// A row of cards as the places of a run, lowest first; absent are face-down ones, whose missing cards follow from the
/// others. Where all are open they may be in no order (`byValue`); nothing where a face-down one could be any card.
std::optional<std::vector<Place>> placesOfRow(const std::vector<std::optional<Card>>& row);

/// Position of the lowest place with that card, open or closed; nothing if there is none.
std::optional<std::size_t> findPlace(const Run& run, Card card, bool open);
bool hasClosedPlace(const Run& run);

}  // namespace octo::tracker::octa
