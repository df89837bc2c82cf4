#include "tracker/oct8/move.h"

#include <algorithm>

#include "tracker/referee/common.h"

namespace octo::tracker::oct8 {
namespace {

constexpr const char* kUnread = "?";

template <class Value>
Value expected(std::optional<Value> value, const char* name, const char* what) {
  if (!value) throw Malformed("\"" + std::string(name) + "\" must be " + what);
  return *value;
}

Arm armOf(const std::string& text, const char* name) {
  return expected(Arm::parse(text), name, "an arm card, red:1 to blue:8");
}

/// A list of texts, also an empty one.
std::vector<std::string> textsOf(const Event& event, const char* name) {
  std::vector<std::string> texts;
  const Json& list = field(event.fields, name);
  if (!list.is_array()) throw Malformed("\"" + std::string(name) + "\" must be a list");
  for (const Json& each : list) {
    if (!each.is_string()) throw Malformed("\"" + std::string(name) + "\" must be a list of texts");
    texts.push_back(each.get<std::string>());
  }
  return texts;
}

/// As `textsOf`, but an empty list is malformed.
std::vector<std::string> someTextsOf(const Event& event, const char* name) {
  std::vector<std::string> texts = textsOf(event, name);
  if (texts.empty()) throw Malformed("\"" + std::string(name) + "\" must be a list of at least one card");
  return texts;
}

Arms armsOf(const Event& event, const char* name) {
  Arms arms;
  for (const std::string& text : someTextsOf(event, name)) arms.add(armOf(text, name));
  return arms;
}

Slot slotOf(const Event& event, const char* name) {
  return expected(parseSlot(textField(event.fields, name)), name, "a slot, s1 to s3");
}

Colour colourOf(const Event& event, const char* name) {
  return expected(parseColour(textField(event.fields, name)), name, "red, green or blue");
}

OctopusName octopusOf(const Event& event, const char* name, const GameHeader& header) {
  return expected(parseOctopus(textField(event.fields, name), static_cast<int>(header.players.size())), name,
                  "an octopus of this game, s1 to s3 or such as p0.1");
}

TurnDraw turnDrawOf(const Event& event) {
  const std::string& to = textField(event.fields, "to");
  const std::string& card = textField(event.fields, "card");
  const bool toHand = to == "hand";
  if (!toHand && !parseSlot(to)) throw Malformed("\"to\" must be a slot, s1 to s3, or hand");
  if (toHand && card == kUnread) return {};
  return {armOf(card, "card"), toHand ? std::nullopt : parseSlot(to)};
}

Draw drawOf(const Event& event) {
  const std::vector<std::string> piles = textsOf(event, "from");
  const auto from = [&](const char* pile) { return static_cast<int>(std::count(piles.begin(), piles.end(), pile)); };
  const Draw draw{from("deck"), from("discard")};
  if (draw.cards() != static_cast<int>(piles.size())) throw Malformed("\"from\" must be a list of deck and discard");
  return draw;
}

Json namesOf(const Arms& cards) {
  Json names = Json::array();
  for (const Arm card : cards.list()) names.push_back(card.name());
  return names;
}

Json namesOf(const std::vector<std::optional<Arm>>& cards) {
  Json names = Json::array();
  for (const auto& card : cards) names.push_back(card ? card->name() : kUnread);
  return names;
}

/// `do` and fields of each move.
struct Written {
  const char* action;
  Json fields = Json::object();
};

Written written(const TurnDraw& move) {
  return {"turn-draw", {{"card", move.card ? move.card->name() : kUnread}, {"to", move.to ? name(*move.to) : "hand"}}};
}
Written written(const Draw& move) {
  Json from = Json::array();
  for (int card = 0; card < move.cards(); ++card) from.push_back(card < move.deck ? "deck" : "discard");
  return {"draw", {{"from", from}}};
}
Written written(const Attach& move) { return {"attach", {{"cards", namesOf(move.cards)}, {"to", name(move.to)}}}; }
Written written(const SwapHand& move) {
  return {"swap-hand", {{"octopus", name(move.octopus)}, {"give", namesOf(move.give)}, {"take", move.take.name()}}};
}
Written written(const Swap& move) {
  return {"swap",
          {{"a", name(move.a)}, {"take", namesOf(move.taken)}, {"b", name(move.b)}, {"for", namesOf(move.given)}}};
}
Written written(const Pass&) { return {"pass"}; }
Written written(const Chip&) { return {"chip"}; }
Written written(const Ship& move) { return {"ship", {{"octopus", name(move.octopus)}}}; }
Written written(const Discard& move) { return {"discard", {{"cards", namesOf(move.cards)}}}; }
Written written(const Refill& move) { return {"refill", {{"slot", name(move.slot)}, {"head", name(move.head)}}}; }
Written written(const EndTurn&) { return {"end-turn"}; }
Written written(const Reveal& move) { return {"reveal", {{"colour", name(move.colour)}}}; }

Discard discardOf(const Event& event) {
  Discard discard;
  for (const std::string& text : someTextsOf(event, "cards"))
    discard.cards.push_back(text == kUnread ? std::nullopt : std::optional(armOf(text, "cards")));
  return discard;
}

}  // namespace

Move parseMove(const Event& event, const GameHeader& header) {
  (void)playerOf(event, header);
  const std::string& action = event.action;
  if (action == "turn-draw") return turnDrawOf(event);
  if (action == "draw") return drawOf(event);
  if (action == "attach") return Attach{armsOf(event, "cards"), slotOf(event, "to")};
  if (action == "swap-hand")
    return SwapHand{octopusOf(event, "octopus", header), armsOf(event, "give"),
                    armOf(textField(event.fields, "take"), "take")};
  if (action == "swap")
    return Swap{octopusOf(event, "a", header), armsOf(event, "take"), octopusOf(event, "b", header),
                armsOf(event, "for")};
  if (action == "pass") return Pass{};
  if (action == "chip") return Chip{};
  if (action == "ship") return Ship{octopusOf(event, "octopus", header)};
  if (action == "discard") return discardOf(event);
  if (action == "refill") return Refill{slotOf(event, "slot"), colourOf(event, "head")};
  if (action == "end-turn") return EndTurn{};
  if (action == "reveal") return Reveal{colourOf(event, "colour")};
  throw Malformed(
      "\"do\" must be turn-draw, draw, attach, swap-hand, swap, pass, chip, ship, discard, refill, end-turn or reveal");
}

Event eventOf(int player, const Move& move) {
  const Written event = std::visit([](const auto& each) { return written(each); }, move);
  return {.player = player, .action = event.action, .fields = event.fields};
}

}  // namespace octo::tracker::oct8
