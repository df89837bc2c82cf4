#pragma once

#include "tests/tracker/battery.h"
#include "tests/tracker/octal/games.h"

/// Games of The OCTAL made up at random: hands are hidden from the referee, so any card that a shape lets
/// pass may be in one.
namespace octo::tracker::octal {

using battery::oneOf;
using battery::Random;
using battery::upTo;

inline GameHeader randomHeader(Random& random) {
  const bool twin = upTo(1, random);
  const int players = 3 + upTo(twin ? 2 : 3, random);
  GameHeader head = header(players, {{"mode", twin ? "twin" : "single"}}, upTo(players - 1, random));
  if (players >= 5 && upTo(1, random)) head.options["podium"] = 3;
  return head;
}

/// Cards of an override's shape: so many of its list, and sorted as the rules ask.
inline Json randomOverride(const Json& shape, Random& random) {
  std::vector<Card> cards;
  for (const Json& face : shape["from"]) cards.push_back(Card::parse(face.get<std::string>()).value());
  std::shuffle(cards.begin(), cards.end(), random);
  const int least = shape["count"][0], most = shape["count"][1];
  cards.erase(cards.begin() + least + upTo(most - least, random), cards.end());
  const auto rank = [](Card card) { return card.isAll() ? 9 : card.value(); };
  std::stable_sort(cards.begin(), cards.end(), [&](Card a, Card b) { return rank(a) > rank(b); });
  Json names = Json::array();
  for (const Card card : cards) names.push_back(card.name());
  return names;
}

/// An event that the shape stands for.
inline Event concrete(const MoveShape& shape, Random& random) {
  Event event{.player = shape.player, .action = shape.action, .fields = shape.fields};
  if (event.fields.contains("card")) {
    const Json& faces = shape.fields["card"]["one_of"];
    event.fields["card"] = faces[static_cast<std::size_t>(upTo(static_cast<int>(faces.size()) - 1, random))];
  }
  if (event.fields.contains("cards")) event.fields["cards"] = randomOverride(shape.fields["cards"], random);
  return event;
}

/// Mostly a card, so that games end; nothing once the game is over.
inline std::optional<Event> legalEvent(const Match& match, Random& random) {
  std::vector<MoveShape> shapes = match.options();
  if (shapes.empty()) return std::nullopt;
  const bool rarely = upTo(9, random) == 0;
  const auto laysCard = [](const MoveShape& shape) {
    return shape.action != "pass" && shape.action != "reshuffle";
  };
  if (!rarely && std::any_of(shapes.begin(), shapes.end(), laysCard))
    std::erase_if(shapes, [&](const MoveShape& shape) { return !laysCard(shape); });
  return concrete(oneOf(shapes, random), random);
}

inline std::string randomCard(Random& random) {
  return upTo(9, random) ? Card::atIndex(upTo(Card::kFaces - 1, random)).name() : kAll;
}

inline Event anyEvent(const Match& match, Random& random) {
  const auto players = static_cast<int>(match.result().hands.size());
  const auto questions = static_cast<int>(match.describe()["questions"].size());
  const int player = upTo(4, random) ? match.toMove().value_or(0) : upTo(players - 1, random);
  const int on = upTo(questions - 1, random);
  std::vector<std::string> cards(static_cast<std::size_t>(upTo(5, random)));
  for (std::string& face : cards) face = randomCard(random);
  Event event = oneOf<Event>(
      {play(player, randomCard(random), on), below(play(player, randomCard(random), on)), pass(player),
       overriding(player, cards, on), stack(player, randomCard(random)), reshuffle()},
      random);
  if (upTo(1, random)) event = calling(event);
  event.stands = upTo(2, random) == 0;
  event.takenBack = upTo(9, random) == 0;
  return event;
}

}  // namespace octo::tracker::octal
