#include <algorithm>

#include "datasets/play/game_dealers.h"
#include "tracker/oct8/octopus.h"
#include "tracker/oct8/pieces.h"

namespace octo::datasets {
namespace {

using tracker::Match;
using tracker::MoveShape;
using namespace tracker::oct8;

std::string randomColour(Chance& random) {
  return std::string(name(oneOf<Colour>({kColours.begin(), kColours.end()}, random)));
}

/// Small numbers more often, as in the pack.
Arm randomArm(Chance& random) {
  std::vector<Arm> pack;
  for (const Arm face : Arm::all()) pack.insert(pack.end(), static_cast<std::size_t>(pieceList().copies(face)), face);
  return oneOf(pack, random);
}

void countArms(const Json& arms, Arms& open) {
  for (const Json& arm : arms)
    if (const auto face = Arm::parse(arm.get<std::string>())) open.add(*face);
}

/// The faces that do not lie open.
std::vector<Arm> hiddenArms(const Json& table) {
  Arms open;
  for (const Json& octopus : table.at("shared")) countArms(octopus.at("arms"), open);
  for (const Json& player : table.at("players"))
    for (const char* place : {"field", "shipped"})
      for (const Json& octopus : player.at(place)) countArms(octopus.at("arms"), open);
  countArms(table.at("discard"), open);
  std::vector<Arm> hidden;
  for (const Arm face : Arm::all())
    for (int copy = open.count(face); copy < pieceList().copies(face); ++copy) hidden.push_back(face);
  return hidden;
}

bool fitsSomeSlot(const Json& table, Arm card) {
  for (const Json& octopus : table.at("shared")) {
    Arms arms;
    countArms(octopus.at("arms"), arms);
    if (octopus.at("head") != name(card.colour()) && arms.sum() + card.arms() <= kWhole) return true;
  }
  return false;
}

Json namesOf(const std::vector<Arm>& cards) {
  Json names = Json::array();
  for (const Arm card : cards) names.push_back(card.name());
  return names;
}

/// Hidden cards in random order, greedily up to a sum and a number of cards.
std::vector<Arm> cardsUpTo(std::vector<Arm> hidden, int sum, int most, Chance& random) {
  std::shuffle(hidden.begin(), hidden.end(), random);
  std::vector<Arm> cards;
  for (const Arm card : hidden)
    if (card.arms() <= sum && static_cast<int>(cards.size()) < most) {
      cards.push_back(card);
      sum -= card.arms();
    }
  return cards;
}

/// The shape with cards made up; nothing if there are none that fit.
std::optional<Event> dealt(const MoveShape& shape, const Json& table, Chance& random) {
  Event event{.player = shape.player, .action = shape.action, .fields = shape.fields};
  std::vector<Arm> hidden = hiddenArms(table);
  if (shape.action == "turn-draw") {
    const Json wanted = shape.fields.at("card");
    if (wanted.contains("fits_no_slot") && upTo(1, random)) {
      event.fields["card"] = "?";
      return event;
    }
    std::erase_if(hidden, [&](Arm card) {
      if (wanted.contains("fits_no_slot")) return fitsSomeSlot(table, card);
      return name(card.colour()) == wanted.at("colour_not") || card.arms() > wanted.at("arms_at_most");
    });
    if (hidden.empty()) return std::nullopt;
    event.fields["card"] = oneOf(hidden, random).name();
  } else if (shape.action == "attach") {
    const Json wanted = shape.fields.at("cards");
    const auto cards = cardsUpTo(hidden, wanted.at("sum_at_most"),
                                 1 + upTo(wanted.at("cards_at_most").get<int>() - 1, random), random);
    if (cards.empty()) return std::nullopt;
    event.fields["cards"] = namesOf(cards);
  } else if (shape.action == "swap-hand") {
    const Json wanted = shape.fields.at("give");
    const auto cards = cardsUpTo(hidden, wanted.at("sum"), wanted.at("cards_at_most"), random);
    if (Arms(cards).sum() != wanted.at("sum")) return std::nullopt;
    event.fields["give"] = namesOf(cards);
  } else if (shape.action == "discard") {
    Json cards = Json::array();
    std::shuffle(hidden.begin(), hidden.end(), random);
    for (int card = 0; card < shape.fields.at("cards").at("cards"); ++card)
      cards.push_back(
          hidden.empty() || upTo(3, random) == 0 ? "?" : hidden[static_cast<std::size_t>(card) % hidden.size()].name());
    event.fields["cards"] = cards;
  }
  return event;
}

std::string randomOctopus(Chance& random) {
  if (upTo(4, random) == 0) return "s" + std::to_string(1 + upTo(2, random));
  return "p" + std::to_string(upTo(1, random)) + "." + std::to_string(1 + upTo(4, random));
}

Json randomArms(Chance& random) {
  std::vector<Arm> cards{randomArm(random)};
  while (upTo(1, random)) cards.push_back(randomArm(random));
  return namesOf(cards);
}

Json randomFields(const std::string& action, Chance& random) {
  const std::string slot = "s" + std::to_string(1 + upTo(2, random));
  if (action == "turn-draw") return {{"card", randomArm(random).name()}, {"to", upTo(2, random) ? slot : "hand"}};
  if (action == "draw")
    return {
        {"from", oneOf<Json>({{"deck", "deck"}, {"discard", "deck"}, {"discard", "discard"}, Json::array(), {"deck"}},
                             random)}};
  if (action == "attach") return {{"cards", randomArms(random)}, {"to", slot}};
  if (action == "swap-hand")
    return {{"octopus", randomOctopus(random)}, {"give", randomArms(random)}, {"take", randomArm(random).name()}};
  if (action == "swap")
    return {{"a", randomOctopus(random)},
            {"take", randomArms(random)},
            {"b", randomOctopus(random)},
            {"for", randomArms(random)}};
  if (action == "ship") return {{"octopus", randomOctopus(random)}};
  if (action == "discard") return {{"cards", randomArms(random)}};
  if (action == "refill") return {{"slot", slot}, {"head", randomColour(random)}};
  if (action == "reveal") return {{"colour", randomColour(random)}};
  return Json::object();
}

GameHeader randomHeader(Chance& random) {
  static const std::vector<std::string> kNames{"Ann", "Ben", "Cas", "Dia"};
  GameHeader header;
  header.game = GameId::Oct8;
  const int players = 2 + upTo(2, random);
  header.players = {kNames.begin(), kNames.begin() + players};
  header.first = upTo(players - 1, random);
  header.options = {{"bonus", oneOf<std::string>({"colour", "all-arms", "faq"}, random)},
                    {"short", upTo(1, random) == 1}};
  header.setup = {{"heads", {randomColour(random), randomColour(random), randomColour(random)}},
                  {"discard", randomArm(random).name()}};
  if (upTo(1, random)) {
    header.setup["colours"] = Json::array();
    for (int player = 0; player < players; ++player)
      header.setup["colours"].push_back(upTo(3, random) ? Json(randomColour(random)) : Json());
  }
  return header;
}

std::optional<Event> legalEvent(const Match& match, Chance& random) {
  const Json table = match.describe();
  std::vector<MoveShape> shapes = match.options();
  std::shuffle(shapes.begin(), shapes.end(), random);
  for (const MoveShape& shape : shapes)
    if (auto event = dealt(shape, table, random)) return event;
  return std::nullopt;
}

Event anyEvent(const Match& match, Chance& random) {
  static const std::vector<std::string> kActions{"turn-draw", "draw", "attach",  "swap-hand", "swap",     "pass",
                                                 "chip",      "ship", "discard", "refill",    "end-turn", "reveal"};
  const std::string action = oneOf(kActions, random);
  Event event{.player = match.toMove().value_or(0), .action = action, .fields = randomFields(action, random)};
  if (upTo(4, random) == 0) event.player = upTo(1, random);
  event.stands = upTo(1, random) == 0;
  event.takenBack = upTo(9, random) == 0;
  return event;
}

}  // namespace

// 78 arm cards and 24 to 30 heads: a turn takes at least a card off the arm deck, and few events besides.
Dealer oct8Dealer() { return {.header = randomHeader, .legal = legalEvent, .any = anyEvent, .longest = 1500}; }

}  // namespace octo::datasets
