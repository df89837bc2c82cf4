#include "tests/tracker/battery.h"

#include "tests/tracker/octa/dealer.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octa;

Json dealt(std::vector<std::string> deck, std::size_t count, Random& random) {
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

GameHeader randomHeader(Random& random) {
  GameHeader header{.game = GameId::Octa, .players = {"Ann", "Ben"}, .first = upTo(1, random)};
  header.options["jack_card"] = upTo(1, random) ? "hand" : "discard";
  header.options["extend"] = upTo(1, random) ? "any" : "own";
  header.setup["pot"] = dealt(deckOf(1, Card::kTen), 8, random);
  header.setup["actions"] = dealt(deckOf(Card::kJack, Card::kKing), 2, random);
  return header;
}

Json cards(int atLeast, int atMost, Random& random) {
  Json list = Json::array();
  for (int k = atLeast + upTo(atMost - atLeast, random); k > 0; --k) list.push_back(anyNumberCard(random));
  return list;
}

Json places(int atLeast, int atMost, Random& random) {
  Json list = Json::array();
  for (int k = atLeast + upTo(atMost - atLeast, random); k > 0; --k) list.push_back(1 + upTo(7, random));
  return list;
}

/// Fields of any move of that kind.
Json anyFields(const std::string& action, Random& random) {
  const std::string run = "r" + std::to_string(1 + upTo(5, random));
  if (action == "action") return {{"card", anyActionCard(random)}, {"onto", upTo(1, random)}};
  if (action == "jack" || action == "replace") return {{"run", run}, {"card", anyNumberCard(random)}};
  if (action == "queen") return {{"take", places(2, 2, random)}, {"fill", cards(2, 2, random)}};
  if (action == "king" && upTo(1, random)) return {{"from", "discard"}, {"cards", cards(2, 2, random)}};
  if (action == "king") return {{"from", "stock"}};
  if (action == "meld") return {{"cards", cards(0, 4, random)}, {"token", upTo(1, random) == 0}};
  if (action == "take-line")
    return {{"line", oneOf<std::string>({"top", "bottom", "left", "right"}, random)},
            {"fill", cards(2, 4, random)}};
  if (action == "take-run") return {{"fill", cards(0, 4, random)}};
  if (action == "swap" && upTo(1, random))
    return {{"pot", 1 + upTo(7, random)}, {"give", anyNumberCard(random)}, {"claim", places(1, 4, random)}};
  if (action == "swap") return {{"pot", 1 + upTo(7, random)}, {"give", anyNumberCard(random)}};
  if (action == "extend") return {{"run", run}, {"cards", cards(1, 3, random)}};
  if (action == "discard") return {{"cards", cards(0, 3, random)}};
  return Json::object();
}

Event anyEvent(const Match& match, Random& random) {
  static const std::vector<std::string> kActions{
      "draw", "action", "jack",    "queen",   "king",     "meld",    "take-line",        "take-run",
      "swap", "extend", "replace", "discard", "end-turn", "restock", "reshuffle-actions"};
  Event event{.player = match.toMove().value_or(0), .action = oneOf(kActions, random)};
  if (upTo(4, random) == 0) event.player = upTo(1, random);
  if (event.action == "restock" || event.action == "reshuffle-actions") event.player.reset();
  event.fields = anyFields(event.action, random);
  event.stands = upTo(2, random) == 0;
  event.takenBack = upTo(9, random) == 0;
  return event;
}

}  // namespace

TEST_CASE("Octa passes the common battery") {
  // Every turn draws one of the 56 cards of the stock; twice used up, the game is over. Each turn has a
  // handful of moves.
  battery::run({.header = randomHeader, .legal = legalEvent, .any = anyEvent, .longest = 4000});
}
