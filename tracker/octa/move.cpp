#include "tracker/octa/move.h"

#include <charconv>
#include <functional>
#include <limits>
#include <map>

#include "tracker/octa/read_card.h"
#include "tracker/octa/run.h"
#include "tracker/octa/state.h"
#include "tracker/referee/common.h"

namespace octo::tracker::octa {
namespace {

constexpr const char* kBack = "back";

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
  if (list.size() != 2) throw Malformed("\"" + name + "\" must be a list of two");
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

Move parseTakeRun(const Json& fields) {
  TakeRun run{numberCards(fields, "fill")};
  if (fields.contains("take")) run.take = potPlacesOf(fields, "take");
  return run;
}

Move parseSwap(const Json& fields) {
  Swap swap{potPlaceOf(field(fields, "pot"), "pot"), numberCard(field(fields, "give"), "give"), {}};
  if (fields.contains("claim")) swap.claim = potPlacesOf(fields, "claim");
  return swap;
}

Move parseExtend(const Json& fields) { return Extend{runOf(fields), someNumberCards(fields, "cards")}; }

Move parseReplace(const Json& fields) { return Replace{runOf(fields), numberCard(field(fields, "card"), "card")}; }

std::vector<Discarded> pileOf(const Json& fields, const std::string& name) {
  std::vector<Discarded> cards;
  for (const Json& value : listField(fields, name)) {
    const bool unseen = value.is_string() && value == "?";
    cards.push_back(unseen ? Discarded{} : numberCard(value, name));
  }
  return cards;
}

Move parseDiscard(const Json& fields) { return Discard{pileOf(fields, "cards")}; }

// A position.

std::vector<std::optional<Card>> rowOf(const Json& run) {
  std::vector<std::optional<Card>> row;
  if (!run.is_array()) throw Malformed("\"runs\" must be two lists of runs");
  for (const Json& each : run)
    row.push_back(each.is_string() && each == kBack ? std::nullopt : std::optional(numberCard(each, "runs")));
  if (row.size() > kLongestRun || !placesOfRow(row))
    throw Malformed("\"runs\" must be of cards that tell which ones lie face down, from ace to ace at most");
  return row;
}

/// `before`: so many runs have names before those of the player, `runs`.
TakePosition::Token tokenOf(const Json& token, std::size_t before, std::size_t runs) {
  if (token == "middle") return {};
  if (!token.is_object()) throw Malformed("\"tokens\" must be \"middle\" or say on which run or places of the pot");
  if (token.contains("pot")) return {{}, potPlacesOf(token, "pot")};
  const auto run = static_cast<std::size_t>(runOf(token));
  if (run <= before || run > before + runs) throw Malformed("\"tokens\" must be on runs of their players");
  return {run - before - 1, {}};
}

TakePosition positionOf(const Event& event, const GameHeader& header) {
  const Json& fields = event.fields;
  TakePosition position;
  for (const Json& card : listField(fields, "pot", kPotPlaces))
    position.pot.push_back(card.is_null() ? std::nullopt : std::optional(numberCard(card, "pot")));
  for (const Json& own : listField(fields, "runs", kPlayers)) {
    auto& runs = position.runs.emplace_back();
    if (!own.is_array()) throw Malformed("\"runs\" must be two lists of runs");
    for (const Json& run : own) runs.push_back(rowOf(run));
  }
  const Json& tokens = listField(fields, "tokens", kPlayers);
  std::size_t before = 0;
  for (std::size_t player = 0; player < kPlayers; ++player) {
    position.tokens.push_back(tokenOf(tokens[player], before, position.runs[player].size()));
    before += position.runs[player].size();
  }
  position.actions = pair(actionCards(fields, "actions"), "actions");
  position.discard = pileOf(fields, "discard");
  position.turn = turnOf(event, header);
  return position;
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

struct Written {
  std::string action;
  Json fields = Json::object();
};

Written written(const Draw&) { return {"draw"}; }
Written written(const TurnAction& move) { return {"action", {{"card", move.card.name()}, {"onto", move.onto}}}; }
Written written(const Jack& move) { return {"jack", {{"run", nameOfRun(move.run)}, {"card", move.card.name()}}}; }
Written written(const Queen& move) { return {"queen", {{"take", move.take}, {"fill", namesOf(move.fill)}}}; }
Written written(const KingFromStock&) { return {"king", {{"from", "stock"}}}; }
Written written(const KingFromDiscard& move) { return {"king", {{"from", "discard"}, {"cards", namesOf(move.cards)}}}; }

Written written(const Meld& move) {
  Written meld{"meld", {{"cards", namesOf(move.cards)}}};
  if (move.token) meld.fields["token"] = true;
  return meld;
}

Written written(const TakeLine& move) {
  return {"take-line", {{"line", name(move.line)}, {"fill", namesOf(move.fill)}}};
}
Written written(const TakeRun& move) {
  Written run{"take-run", {{"fill", namesOf(move.fill)}}};
  if (move.take) run.fields["take"] = *move.take;
  return run;
}

Written written(const Swap& move) {
  Written swap{"swap", {{"pot", move.place}, {"give", move.give.name()}}};
  if (move.claim) swap.fields["claim"] = *move.claim;
  return swap;
}

Written written(const Extend& move) {
  return {"extend", {{"run", nameOfRun(move.run)}, {"cards", namesOf(move.cards)}}};
}
Written written(const Replace& move) { return {"replace", {{"run", nameOfRun(move.run)}, {"card", move.card.name()}}}; }

Written written(const Discard& move) { return {"discard", {{"cards", namesOf(move.cards)}}}; }

Written written(const EndTurn&) { return {"end-turn"}; }
Written written(const TakePosition& move) {
  Json pot = Json::array(), runs = Json::array(), tokens = Json::array(), discard = Json::array();
  for (const auto& card : move.pot) pot.push_back(card ? Json(card->name()) : Json());
  for (const auto& own : move.runs) {
    Json& all = runs.emplace_back(Json::array());
    for (const auto& row : own) {
      Json& run = all.emplace_back(Json::array());
      for (const auto& card : row) run.push_back(card ? card->name() : kBack);
    }
  }
  std::size_t before = 0;
  for (std::size_t player = 0; player < move.tokens.size(); ++player) {
    const TakePosition::Token& token = move.tokens[player];
    tokens.push_back(token.run            ? Json{{"run", nameOfRun(static_cast<int>(before + *token.run) + 1)}}
                     : !token.pot.empty() ? Json{{"pot", token.pot}}
                                          : Json("middle"));
    before += move.runs[player].size();
  }
  return {"position",
          {{"pot", pot},
           {"runs", runs},
           {"tokens", tokens},
           {"actions", namesOf(move.actions)},
           {"discard", namesOf(move.discard)},
           {"turn", move.turn}}};
}

Written written(const Restock&) { return {"restock"}; }
Written written(const ReshuffleActions&) { return {"reshuffle-actions"}; }

}  // namespace

Json namesOf(const std::vector<Card>& cards) {
  Json list = Json::array();
  for (const Card card : cards) list.push_back(card.name());
  return list;
}

bool isNobodys(const Move& move) {
  return std::holds_alternative<Restock>(move) || std::holds_alternative<ReshuffleActions>(move) ||
         std::holds_alternative<TakePosition>(move);
}

Json namesOf(const std::vector<Discarded>& cards) {
  Json list = Json::array();
  for (const Discarded& card : cards) list.push_back(card ? card->name() : "?");
  return list;
}

Event eventOf(std::optional<int> player, const Move& move) {
  Written event = std::visit([](const auto& each) { return written(each); }, move);
  return {.player = isNobodys(move) ? std::nullopt : player,
          .action = std::move(event.action),
          .fields = std::move(event.fields)};
}

Move parseMove(const Event& event, const GameHeader& header) {
  const bool restock = event.action == "restock";
  if (restock || event.action == "reshuffle-actions") {
    if (event.player) (void)playerOf(event, header);
    return restock ? Move(Restock{}) : Move(ReshuffleActions{});
  }
  if (event.action == "position") return positionOf(event, header);
  const auto parser = playersMoves().find(event.action);
  if (parser == playersMoves().end())
    throw Malformed(
        "\"do\" must be draw, action, jack, queen, king, meld, take-line, take-run, swap, extend, replace, "
        "discard, end-turn, restock, reshuffle-actions or position");
  (void)playerOf(event, header);
  return parser->second(event.fields);
}

}  // namespace octo::tracker::octa
