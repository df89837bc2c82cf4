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

std::vector<std::optional<Arm>> pileOf(const std::vector<std::string>& texts, const char* name) {
  std::vector<std::optional<Arm>> cards;
  for (const std::string& text : texts)
    cards.push_back(text == kUnread ? std::nullopt : std::optional(armOf(text, name)));
  return cards;
}

// A position.

/// What an octopus that lies there says of itself.
Event octopusIn(const Json& octopus, const char* name) {
  if (!octopus.is_object()) throw Malformed("\"" + std::string(name) + "\" must be of octopuses, each an object");
  return {.player = {}, .action = {}, .fields = octopus};
}

Octopus octopusFrom(const Json& json, const char* name) {
  const Event octopus = octopusIn(json, name);
  Octopus read{colourOf(octopus, "head"), {}};
  for (const std::string& text : textsOf(octopus, "arms")) read.arms.add(armOf(text, "arms"));
  return read;
}

TakePosition::Shipped shippedFrom(const Json& json) {
  if (octopusIn(json, "shipped").fields.contains("arms")) {
    const Octopus octopus = octopusFrom(json, "shipped");
    return {octopus.head, octopus.arms};
  }
  return {colourOf(octopusIn(json, "shipped"), "head"), std::nullopt};
}

/// Of each player a list.
template <class Each>
void readSeats(const Event& event, const char* name, std::size_t players, const Each& each) {
  for (const Json& seat : listField(event.fields, name, players)) {
    if (!seat.is_array()) throw Malformed("\"" + std::string(name) + "\" must be a list of lists");
    each(seat);
  }
}

int chipsFrom(const Json& chips) {
  constexpr int kMost = 99;
  if (!chips.is_number_integer() || chips < 0 || chips > kMost)
    throw Malformed("\"chips\" must be a list of whole numbers, 0 or more");
  return chips.get<int>();
}

TakePosition positionOf(const Event& event, const GameHeader& header) {
  const std::size_t players = header.players.size();
  TakePosition position{
      {}, {}, {}, {}, pileOf(textsOf(event, "discard"), "discard"), octo::tracker::turnOf(event, header)};
  const Json& shared = listField(event.fields, "shared", kSlots);
  for (std::size_t slot = 0; slot < kSlots; ++slot)
    if (!shared[slot].is_null()) position.shared[slot] = octopusFrom(shared[slot], "shared");
  readSeats(event, "fields", players, [&](const Json& seat) {
    auto& field = position.fields.emplace_back();
    for (const Json& octopus : seat) field.push_back(octopusFrom(octopus, "fields"));
  });
  readSeats(event, "shipped", players, [&](const Json& seat) {
    auto& shipped = position.shipped.emplace_back();
    for (const Json& octopus : seat) shipped.push_back(shippedFrom(octopus));
  });
  for (const Json& chips : listField(event.fields, "chips", players)) position.chips.push_back(chipsFrom(chips));
  return position;
}

Json octopusJson(const Octopus& octopus) { return {{"head", name(octopus.head)}, {"arms", namesOf(octopus.arms)}}; }

Written written(const TakePosition& move) {
  Json shared = Json::array(), fields = Json::array(), shipped = Json::array();
  for (const auto& octopus : move.shared) shared.push_back(octopus ? octopusJson(*octopus) : Json());
  for (const auto& seat : move.fields) {
    Json& field = fields.emplace_back(Json::array());
    for (const Octopus& octopus : seat) field.push_back(octopusJson(octopus));
  }
  for (const auto& seat : move.shipped) {
    Json& all = shipped.emplace_back(Json::array());
    for (const TakePosition::Shipped& each : seat)
      all.push_back(each.arms ? octopusJson({each.head, *each.arms}) : Json{{"head", name(each.head)}});
  }
  return {"position",
          {{"shared", shared},
           {"fields", fields},
           {"shipped", shipped},
           {"chips", move.chips},
           {"discard", namesOf(move.discard)},
           {"turn", move.turn}}};
}

}  // namespace

Move parseMove(const Event& event, const GameHeader& header) {
  if (event.action == "position") return positionOf(event, header);
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
  if (action == "discard") return Discard{pileOf(someTextsOf(event, "cards"), "cards")};
  if (action == "refill") return Refill{slotOf(event, "slot"), colourOf(event, "head")};
  if (action == "end-turn") return EndTurn{};
  if (action == "reveal") return Reveal{colourOf(event, "colour")};
  throw Malformed(
      "\"do\" must be turn-draw, draw, attach, swap-hand, swap, pass, chip, ship, discard, refill, end-turn, reveal or "
      "position");
}

Event eventOf(std::optional<int> player, const Move& move) {
  const Written event = std::visit([](const auto& each) { return written(each); }, move);
  return {.player = player, .action = event.action, .fields = event.fields};
}

}  // namespace octo::tracker::oct8
