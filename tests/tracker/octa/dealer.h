#pragma once

#include "tests/tracker/battery.h"
#include "tracker/octa/card.h"

/// Makes up the cards that nobody sees, so that Octa can be played at random.
namespace octo::tracker::octa {

using battery::oneOf;
using battery::Random;
using battery::upTo;

inline std::string anyNumberCard(Random& random) {
  return Card::of(1 + upTo(Card::kTen - 1, random), static_cast<Suit>(upTo(3, random))).name();
}

inline std::string anyActionCard(Random& random) {
  return Card::of(Card::kJack + upTo(2, random), static_cast<Suit>(upTo(3, random))).name();
}

inline Json oneOfList(const Json& list, Random& random) {
  return list[static_cast<std::size_t>(upTo(static_cast<int>(list.size()) - 1, random))];
}

/// The card, or any where it is "?".
inline Json seenOrAny(const Json& card, Random& random) {
  return card == "?" ? Json(anyNumberCard(random)) : card;
}

inline Json fillFrom(const Json& shape, Random& random) {
  Json fill = Json::array();
  for (const Json& card : shape["from_discard"]) fill.push_back(seenOrAny(card, random));
  for (int k = shape["from_stock"].get<int>(); k > 0; --k) fill.push_back(anyNumberCard(random));
  return fill;
}

inline Json runFrom(const Json& shape, Random& random) {
  const auto suit = static_cast<Suit>(upTo(3, random));
  const int first = 1 + upTo(8, random);
  const int length = 3 + upTo(std::min({2, shape["at_most"].get<int>() - 3, 11 - first - 2}), random);
  Json cards = Json::array();
  for (int value = first; value < first + length; ++value)
    cards.push_back(Card::of(value == 11 ? 1 : value, suit).name());
  return cards;
}

inline Json endsFrom(const Json& shape, Random& random) {
  const auto below = static_cast<int>(shape["below"].size());
  const auto above = static_cast<int>(shape["above"].size());
  const int most = std::min(shape["at_most"].get<int>(), 2);
  const int least = below == 0 ? 1 : 0;
  const int high = least + upTo(std::min(above, most) - least, random);
  const int low = std::min(below, std::max(high == 0 ? 1 : 0, most - high));
  Json cards = Json::array();
  for (int k = 0; k < high; ++k) cards.push_back(shape["above"][static_cast<std::size_t>(k)]);
  for (int k = 0; k < low; ++k) cards.push_back(shape["below"][static_cast<std::size_t>(k)]);
  return cards;
}

inline Json twoFrom(const Json& pile, Random& random) {
  const int last = static_cast<int>(pile.size()) - 1;
  const int first = upTo(last, random);
  const int second = (first + 1 + upTo(last - 1, random)) % (last + 1);
  return {seenOrAny(pile[static_cast<std::size_t>(first)], random),
          seenOrAny(pile[static_cast<std::size_t>(second)], random)};
}

inline Json unseen(int count, Random& random) {
  Json cards = Json::array();
  for (int k = 0; k < count; ++k)
    cards.push_back(upTo(4, random) == 0 ? Json("?") : Json(anyNumberCard(random)));
  return cards;
}

/// A field of an option with the cards made up.
inline Json madeUp(const Json& shape, Random& random) {
  if (!shape.is_object()) return shape;
  if (shape.contains("one_of")) return oneOfList(shape["one_of"], random);
  if (shape.contains("from_stock")) return fillFrom(shape, random);
  if (shape.contains("run_of")) return runFrom(shape, random);
  if (shape.contains("two_of")) return twoFrom(shape["two_of"], random);
  if (shape.contains("count")) return unseen(shape["count"].get<int>(), random);
  return endsFrom(shape, random);
}

inline Event madeUp(const MoveShape& shape, Random& random) {
  Event event{.player = shape.player, .action = shape.action};
  for (const auto& [name, value] : shape.fields.items()) event.fields[name] = madeUp(value, random);
  return event;
}

/// One of the options; every kind of move as likely as another, however many of it there are.
inline MoveShape anyOption(const std::vector<MoveShape>& options, Random& random) {
  std::vector<std::string> kinds;
  for (const MoveShape& each : options)
    if (kinds.empty() || kinds.back() != each.action) kinds.push_back(each.action);
  const std::string kind = oneOf(kinds, random);
  std::vector<MoveShape> those;
  for (const MoveShape& each : options)
    if (each.action == kind) those.push_back(each);
  return oneOf(those, random);
}

/// A line of the pot was taken and nothing of it laid yet: new runs must hold one of its cards, and no step
/// follows.
inline bool lineWaits(const std::vector<MoveShape>& options) {
  bool waits = false;
  for (const MoveShape& each : options) {
    if (each.action == "discard") return false;
    waits |= each.action == "meld" && each.fields["cards"].contains("with_one_of");
  }
  return waits;
}

/// Whoever takes a line and lays other cards first may be left with none that fits, and the rules know no way
/// on. So the dealer takes a line only where a new run can follow, and lays that run at once.
inline bool leadsOn(const Match& match, const Event& event) {
  if (event.action != "take-line") return true;
  Match ahead = match;
  ahead.play(event);
  return lineWaits(ahead.options());
}

/// A legal event; nothing once the game is over. Made-up cards may turn out to be a third copy: then it tries
/// again.
inline std::optional<Event> legalEvent(const Match& match, Random& random) {
  std::vector<MoveShape> options = match.options();
  if (options.empty()) return std::nullopt;
  if (lineWaits(options)) std::erase_if(options, [](const MoveShape& each) { return each.action != "meld"; });
  for (int k = 0; k < 10000; ++k) {
    Event event = madeUp(anyOption(options, random), random);
    if (match.judge(event).legal && leadsOn(match, event)) return event;
  }
  throw std::logic_error("no option could be made up into a legal move");
}

}  // namespace octo::tracker::octa
