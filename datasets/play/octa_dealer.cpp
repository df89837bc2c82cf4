#include <algorithm>

#include "datasets/play/game_dealers.h"
#include "tracker/octa/card.h"

namespace octo::datasets {
namespace {

using tracker::Match;
using tracker::MoveShape;
using namespace tracker::octa;

std::string anyNumberCard(Chance& random) {
  return Card::of(1 + upTo(Card::kTen - 1, random), static_cast<Suit>(upTo(3, random))).name();
}

std::string anyActionCard(Chance& random) {
  return Card::of(Card::kJack + upTo(2, random), static_cast<Suit>(upTo(3, random))).name();
}

Json oneOfList(const Json& list, Chance& random) {
  return list[static_cast<std::size_t>(upTo(static_cast<int>(list.size()) - 1, random))];
}

/// The card, or any where it is "?".
Json seenOrAny(const Json& card, Chance& random) { return card == "?" ? Json(anyNumberCard(random)) : card; }

Json fillFrom(const Json& shape, Chance& random) {
  Json fill = Json::array();
  for (const Json& card : shape["from_discard"]) fill.push_back(seenOrAny(card, random));
  for (int k = shape["from_stock"].get<int>(); k > 0; --k) fill.push_back(anyNumberCard(random));
  return fill;
}

Json runFrom(const Json& shape, Chance& random) {
  const auto suit = static_cast<Suit>(upTo(3, random));
  const int first = 1 + upTo(8, random);
  const int length = 3 + upTo(std::min({2, shape["at_most"].get<int>() - 3, 11 - first - 2}), random);
  Json cards = Json::array();
  for (int value = first; value < first + length; ++value)
    cards.push_back(Card::of(value == 11 ? 1 : value, suit).name());
  return cards;
}

Json endsFrom(const Json& shape, Chance& random) {
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

Json twoFrom(const Json& pile, Chance& random) {
  const int last = static_cast<int>(pile.size()) - 1;
  const int first = upTo(last, random);
  const int second = (first + 1 + upTo(last - 1, random)) % (last + 1);
  return {seenOrAny(pile[static_cast<std::size_t>(first)], random),
          seenOrAny(pile[static_cast<std::size_t>(second)], random)};
}

Json unseen(int count, Chance& random) {
  Json cards = Json::array();
  for (int k = 0; k < count; ++k) cards.push_back(upTo(4, random) == 0 ? Json("?") : Json(anyNumberCard(random)));
  return cards;
}

/// A field of an option with the cards made up.
Json madeUp(const Json& shape, Chance& random) {
  if (!shape.is_object()) return shape;
  if (shape.contains("one_of")) return oneOfList(shape["one_of"], random);
  if (shape.contains("from_stock")) return fillFrom(shape, random);
  if (shape.contains("run_of")) return runFrom(shape, random);
  if (shape.contains("two_of")) return twoFrom(shape["two_of"], random);
  if (shape.contains("count")) return unseen(shape["count"].get<int>(), random);
  return endsFrom(shape, random);
}

Event madeUp(const MoveShape& shape, Chance& random) {
  Event event{.player = shape.player, .action = shape.action};
  for (const auto& [name, value] : shape.fields.items()) event.fields[name] = madeUp(value, random);
  return event;
}

/// One of the options; every kind of move as likely as another, however many of it there are.
MoveShape anyOption(const std::vector<MoveShape>& options, Chance& random) {
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
bool lineWaits(const std::vector<MoveShape>& options) {
  bool waits = false;
  for (const MoveShape& each : options) {
    if (each.action == "discard") return false;
    waits |= each.action == "meld" && each.fields["cards"].contains("with_one_of");
  }
  return waits;
}

/// Whoever takes a line and lays other cards first may be left with none that fits, and the rules know no way
/// on. So the dealer takes a line only where a new run can follow, and lays that run at once.
bool leadsOn(const Match& match, const Event& event) {
  if (event.action != "take-line") return true;
  Match ahead = match;
  ahead.play(event);
  return lineWaits(ahead.options());
}

/// A legal event; nothing once the game is over. Made-up cards may turn out to be a third copy: then it tries
/// again.
std::optional<Event> legalEvent(const Match& match, Chance& random) {
  std::vector<MoveShape> options = match.options();
  if (options.empty()) return std::nullopt;
  if (lineWaits(options)) std::erase_if(options, [](const MoveShape& each) { return each.action != "meld"; });
  for (int k = 0; k < 10000; ++k) {
    Event event = madeUp(anyOption(options, random), random);
    if (match.judge(event).legal && leadsOn(match, event)) return event;
  }
  return std::nullopt;
}

Json dealt(std::vector<std::string> deck, std::size_t count, Chance& random) {
  std::shuffle(deck.begin(), deck.end(), random);
  deck.resize(count);
  return deck;
}

std::vector<std::string> deckOf(int lowestRank, int highestRank) {
  std::vector<std::string> deck;
  for (int copy = 0; copy < kCopies; ++copy)
    for (int suit = 0; suit < 4; ++suit)
      for (int rank = lowestRank; rank <= highestRank; ++rank)
        deck.push_back(Card::of(rank, static_cast<Suit>(suit)).name());
  return deck;
}

GameHeader randomHeader(Chance& random) {
  GameHeader header{.game = GameId::Octa, .players = {"Ann", "Ben"}, .first = upTo(1, random)};
  header.options["jack_card"] = upTo(1, random) ? "hand" : "discard";
  header.options["extend"] = upTo(1, random) ? "any" : "own";
  header.setup["pot"] = dealt(deckOf(1, Card::kTen), 8, random);
  header.setup["actions"] = dealt(deckOf(Card::kJack, Card::kKing), 2, random);
  return header;
}

Json cards(int atLeast, int atMost, Chance& random) {
  Json list = Json::array();
  for (int k = atLeast + upTo(atMost - atLeast, random); k > 0; --k) list.push_back(anyNumberCard(random));
  return list;
}

Json places(int atLeast, int atMost, Chance& random) {
  Json list = Json::array();
  for (int k = atLeast + upTo(atMost - atLeast, random); k > 0; --k) list.push_back(1 + upTo(7, random));
  return list;
}

/// Fields of any move of that kind.
Json anyFields(const std::string& action, Chance& random) {
  const std::string run = "r" + std::to_string(1 + upTo(5, random));
  if (action == "action") return {{"card", anyActionCard(random)}, {"onto", upTo(1, random)}};
  if (action == "jack" || action == "replace") return {{"run", run}, {"card", anyNumberCard(random)}};
  if (action == "queen") return {{"take", places(2, 2, random)}, {"fill", cards(2, 2, random)}};
  if (action == "king" && upTo(1, random)) return {{"from", "discard"}, {"cards", cards(2, 2, random)}};
  if (action == "king") return {{"from", "stock"}};
  if (action == "meld") return {{"cards", cards(0, 4, random)}, {"token", upTo(1, random) == 0}};
  if (action == "take-line")
    return {{"line", oneOf<std::string>({"top", "bottom", "left", "right"}, random)}, {"fill", cards(2, 4, random)}};
  if (action == "take-run" && upTo(1, random)) return {{"fill", cards(0, 4, random)}, {"take", places(3, 5, random)}};
  if (action == "take-run") return {{"fill", cards(0, 4, random)}};
  if (action == "swap" && upTo(1, random))
    return {{"pot", 1 + upTo(7, random)}, {"give", anyNumberCard(random)}, {"claim", places(1, 4, random)}};
  if (action == "swap") return {{"pot", 1 + upTo(7, random)}, {"give", anyNumberCard(random)}};
  if (action == "extend") return {{"run", run}, {"cards", cards(1, 3, random)}};
  if (action == "discard") return {{"cards", cards(0, 3, random)}};
  return Json::object();
}

Event anyEvent(const Match& match, Chance& random) {
  static const std::vector<std::string> kActions{"draw",    "action",    "jack",     "queen",   "king",
                                                 "meld",    "take-line", "take-run", "swap",    "extend",
                                                 "replace", "discard",   "end-turn", "restock", "reshuffle-actions"};
  Event event{.player = match.toMove().value_or(0), .action = oneOf(kActions, random)};
  if (upTo(4, random) == 0) event.player = upTo(1, random);
  if (event.action == "restock" || event.action == "reshuffle-actions") event.player.reset();
  event.fields = anyFields(event.action, random);
  event.stands = upTo(2, random) == 0;
  event.takenBack = upTo(9, random) == 0;
  return event;
}

}  // namespace

// Every turn draws one of the 56 cards of the stock; twice used up, the game is over. Each turn has a handful
// of moves.
Dealer octaDealer() { return {.header = randomHeader, .legal = legalEvent, .any = anyEvent, .longest = 4000}; }

}  // namespace octo::datasets
