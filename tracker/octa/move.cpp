#include "tracker/octa/move.h"

#include <charconv>
#include <functional>
#include <limits>
#include <map>

#include "tracker/octa/read_card.h"
#include "tracker/referee/common.h"

namespace octo::tracker::octa {
namespace {

constexpr std::size_t kPair = 2;

/// The number of a run's name: "r12". A number too large for any run stands for one that was never made.
int runOf(const Json& fields) {
  const std::string& text = textField(fields, "run");
  const char* const end = text.data() + text.size();
  int number = 0;
  const bool named = text.size() > 1 && text[0] == 'r' && text[1] >= '1' && text[1] <= '9';
  const auto [read, error] = named ? std::from_chars(text.data() + 1, end, number) : std::from_chars_result{};
  if (!named || read != end) throw Malformed("\"run\" must be the name of a run, r1, r2 and so on");
  return error == std::errc::result_out_of_range ? std::numeric_limits<int>::max() : number;
}

int potPlaceOf(const Json& value, const std::string& name) {
  if (!value.is_number_integer() || value < 1 || value > kPotPlaces)
    throw Malformed("\"" + name + "\" must be of the pot's places, 1 to 8");
  return value.get<int>();
}

std::vector<int> potPlacesOf(const Json& fields, const std::string& name) {
  std::vector<int> places;
  for (const Json& value : listField(fields, name)) places.push_back(potPlaceOf(value, name));
  if (places.empty()) throw Malformed("\"" + name + "\" must not be empty");
  return places;
}

/// Cards of which there must be at least one.
std::vector<Card> someNumberCards(const Json& fields, const std::string& name) {
  std::vector<Card> cards = numberCards(fields, name);
  if (cards.empty()) throw Malformed("\"" + name + "\" must not be empty");
  return cards;
}

template <class T>
std::vector<T> pair(std::vector<T> list, const std::string& name) {
  if (list.size() != kPair) throw Malformed("\"" + name + "\" must be a list of two");
  return list;
}

Move parseAction(const Json& fields) {
  const Card card = actionCard(field(fields, "card"), "card");
  const Json& onto = field(fields, "onto");
  if (!onto.is_number_integer() || (onto != 0 && onto != 1)) throw Malformed("\"onto\" must be 0 or 1");
  return TurnAction{card, onto.get<int>()};
}

Move parseJack(const Json& fields) { return Jack{runOf(fields), numberCard(field(fields, "card"), "card")}; }

Move parseQueen(const Json& fields) {
  return Queen{pair(potPlacesOf(fields, "take"), "take"), pair(numberCards(fields, "fill"), "fill")};
}

Move parseKing(const Json& fields) {
  const std::string& from = textField(fields, "from");
  if (from == "stock") return KingFromStock{};
  if (from != "discard") throw Malformed("\"from\" must be stock or discard");
  return KingFromDiscard{pair(numberCards(fields, "cards"), "cards")};
}

Move parseMeld(const Json& fields) { return Meld{numberCards(fields, "cards"), truthField(fields, "token", false)}; }

Move parseTakeLine(const Json& fields) {
  const auto line = parseLine(textField(fields, "line"));
  if (!line) throw Malformed("\"line\" must be top, bottom, left or right");
  return TakeLine{*line, numberCards(fields, "fill")};
}

Move parseTakeRun(const Json& fields) { return TakeRun{numberCards(fields, "fill")}; }

Move parseSwap(const Json& fields) {
  Swap swap{potPlaceOf(field(fields, "pot"), "pot"), numberCard(field(fields, "give"), "give"), {}};
  if (fields.contains("claim")) swap.claim = potPlacesOf(fields, "claim");
  return swap;
}

Move parseExtend(const Json& fields) { return Extend{runOf(fields), someNumberCards(fields, "cards")}; }

Move parseReplace(const Json& fields) { return Replace{runOf(fields), numberCard(field(fields, "card"), "card")}; }

Move parseDiscard(const Json& fields) {
  Discard discard;
  for (const Json& value : listField(fields, "cards")) {
    const bool unseen = value.is_string() && value == "?";
    discard.cards.push_back(unseen ? Discarded{} : numberCard(value, "cards"));
  }
  return discard;
}

using Parser = std::function<Move(const Json& fields)>;

const std::map<std::string, Parser, std::less<>>& playersMoves() {
  static const std::map<std::string, Parser, std::less<>> parsers{
      {"draw", [](const Json&) { return Draw{}; }},
      {"action", parseAction},
      {"jack", parseJack},
      {"queen", parseQueen},
      {"king", parseKing},
      {"meld", parseMeld},
      {"take-line", parseTakeLine},
      {"take-run", parseTakeRun},
      {"swap", parseSwap},
      {"extend", parseExtend},
      {"replace", parseReplace},
      {"discard", parseDiscard},
      {"end-turn", [](const Json&) { return EndTurn{}; }},
  };
  return parsers;
}

}  // namespace

Move parseMove(const Event& event, const GameHeader& header) {
  const bool restock = event.action == "restock";
  if (restock || event.action == "reshuffle-actions") {
    if (event.player) (void)playerOf(event, header);
    return restock ? Move(Restock{}) : Move(ReshuffleActions{});
  }
  const auto parser = playersMoves().find(event.action);
  if (parser == playersMoves().end())
    throw Malformed(
        "\"do\" must be draw, action, jack, queen, king, meld, take-line, take-run, swap, extend, replace, "
        "discard, "
        "end-turn, restock or reshuffle-actions");
  (void)playerOf(event, header);
  return parser->second(event.fields);
}

}  // namespace octo::tracker::octa
