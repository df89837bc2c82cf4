#include <algorithm>

#include "datasets/play/game_dealers.h"
#include "tracker/octal/card.h"
#include "tracker/octal/pieces.h"

namespace octo::datasets {
namespace {

using tracker::Match;
using tracker::MoveShape;
using namespace tracker::octal;

/// Two number cards for each question, none twice.
Json randomQuestions(int count, Chance& random) {
  std::vector<std::string> cards;
  for (int index = 0; index < Card::kFaces; ++index)
    if (const Card card = Card::atIndex(index); !card.isAll() && copies(card) > 0) cards.push_back(card.name());
  std::shuffle(cards.begin(), cards.end(), random);
  Json questions = Json::array();
  for (int k = 0; k < count; ++k, cards.resize(cards.size() - 2))
    questions.push_back({{"under", cards.back()}, {"over", cards[cards.size() - 2]}});
  return questions;
}

GameHeader randomHeader(Chance& random) {
  static const std::vector<std::string> kNames{"Ann", "Ben", "Cas", "Dia", "Eva", "Flo"};
  const bool twin = upTo(1, random);
  const int players = 3 + upTo(twin ? 2 : 3, random);
  GameHeader header{.game = GameId::Octal, .players = {kNames.begin(), kNames.begin() + players}};
  header.first = upTo(players - 1, random);
  header.options = {{"mode", twin ? "twin" : "single"}};
  if (players >= 5 && upTo(1, random)) header.options["podium"] = 3;
  header.setup["questions"] = randomQuestions(twin ? 2 : 1, random);
  return header;
}

/// Cards of an override's shape: so many of its list, and sorted as the rules ask.
Json randomOverride(const Json& shape, Chance& random) {
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
Event concrete(const MoveShape& shape, Chance& random) {
  Event event{.player = shape.player, .action = shape.action, .fields = shape.fields};
  if (event.fields.contains("card")) {
    const Json& faces = shape.fields["card"]["one_of"];
    event.fields["card"] = faces[static_cast<std::size_t>(upTo(static_cast<int>(faces.size()) - 1, random))];
  }
  if (event.fields.contains("cards")) event.fields["cards"] = randomOverride(shape.fields["cards"], random);
  return event;
}

/// Mostly a card, so that games end; nothing once the game is over.
std::optional<Event> legalEvent(const Match& match, Chance& random) {
  std::vector<MoveShape> shapes = match.options();
  if (shapes.empty()) return std::nullopt;
  const bool rarely = upTo(9, random) == 0;
  const auto laysCard = [](const MoveShape& shape) { return shape.action != "pass" && shape.action != "reshuffle"; };
  if (!rarely && std::any_of(shapes.begin(), shapes.end(), laysCard))
    std::erase_if(shapes, [&](const MoveShape& shape) { return !laysCard(shape); });
  return concrete(oneOf(shapes, random), random);
}

std::string randomCard(Chance& random) {
  return upTo(9, random) ? Card::atIndex(upTo(Card::kFaces - 1, random)).name() : "all";
}

Json randomFields(const std::string& action, int questions, Chance& random) {
  if (action == "stack") return {{"card", randomCard(random)}};
  if (action == "play")
    return {{"card", randomCard(random)},
            {"on", upTo(questions - 1, random)},
            {"points", upTo(1, random) ? "top" : "below"}};
  if (action != "override") return Json::object();
  Json cards = Json::array();
  for (int k = upTo(5, random); k > 0; --k) cards.push_back(randomCard(random));
  return {{"cards", cards}, {"on", upTo(questions - 1, random)}};
}

Event anyEvent(const Match& match, Chance& random) {
  static const std::vector<std::string> kActions{"play", "play", "pass", "override", "stack", "reshuffle"};
  const auto players = static_cast<int>(match.result().hands.size());
  const auto questions = static_cast<int>(match.describe()["questions"].size());
  Event event{.player = upTo(4, random) ? match.toMove().value_or(0) : upTo(players - 1, random),
              .action = oneOf(kActions, random)};
  event.fields = randomFields(event.action, questions, random);
  if (event.action == "reshuffle")
    event.player.reset();
  else if (event.action != "pass" && upTo(1, random))
    event.fields["octo"] = true;
  event.stands = upTo(2, random) == 0;
  event.takenBack = upTo(9, random) == 0;
  return event;
}

}  // namespace

// Nine events in ten lay a card while one fits; 2000 is far beyond the longest seen, and an endless game
// reaches it.
Dealer octalDealer() { return {.header = randomHeader, .legal = legalEvent, .any = anyEvent, .longest = 2000}; }

}  // namespace octo::datasets
