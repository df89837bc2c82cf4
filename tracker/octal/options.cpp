#include "tracker/octal/options.h"

#include <algorithm>
#include <functional>

#include "tracker/octal/judge.h"
#include "tracker/octal/pieces.h"

namespace octo::tracker::octal {
namespace {

/// The faces that pass, each as often as copies are left outside the questions.
std::vector<Card> cardsLeft(const State& state, const std::function<bool(Card)>& passes) {
  std::vector<Card> cards;
  for (int index = 0; index < Card::kFaces; ++index) {
    const Card card = Card::atIndex(index);
    const int left = copies(card) - state.laidOf(card);
    if (left > 0 && passes(card)) cards.insert(cards.end(), static_cast<std::size_t>(left), card);
  }
  return cards;
}

enum class Repeats { Once, All };

Json namesOf(const std::vector<Card>& cards, Repeats repeats) {
  Json names = Json::array();
  for (std::size_t k = 0; k < cards.size(); ++k)
    if (repeats == Repeats::All || k == 0 || cards[k] != cards[k - 1]) names.push_back(cards[k].name());
  return names;
}

/// Whether "Octo" must be called when so many cards leave the hand.
bool callsOcto(int hand, int cards) { return hand > cards && hand - cards == 1; }

/// A move of one card, of which `move` says what the event would be; nothing for a card that goes under
/// another shape.
using MoveOf = std::function<std::optional<Move>(Card card, bool octo)>;

void addSingle(std::vector<MoveShape>& shapes, const State& state, MoveShape shape, const MoveOf& moveOf) {
  const bool octo = callsOcto(state.seat(*shape.player).hand, 1);
  const auto legal = [&](Card card) {
    const auto move = moveOf(card, octo);
    return move && !judgeMove(state, shape.player, *move).breach;
  };
  const std::vector<Card> cards = cardsLeft(state, legal);
  if (cards.empty()) return;
  shape.fields["card"] = {{"one_of", namesOf(cards, Repeats::Once)}};
  if (octo) shape.fields["octo"] = true;
  shapes.push_back(std::move(shape));
}

void addPlays(std::vector<MoveShape>& shapes, const State& state, int on) {
  addSingle(shapes, state, {"play", state.turn, {{"on", on}, {"points", "top"}}}, [&](Card card, bool octo) {
    return Play{card, on, Points::Top, octo};
  });
  if (state.question(on).open()) return;  // where the arrow points is not looked at
  addSingle(shapes, state, {"play", state.turn, {{"on", on}, {"points", "below"}}},
            [&](Card card, bool octo) -> std::optional<Move> {
              if (card.isAll()) return std::nullopt;
              return Play{card, on, Points::Below, octo};
            });
}

MoveShape overrideShape(const State& state, int on, const Json& from, std::size_t least, std::size_t most) {
  MoveShape shape{"override", state.turn, {{"on", on}, {"cards", {{"count", {least, most}}, {"from", from}}}}};
  if (callsOcto(kFullHand, static_cast<int>(least))) shape.fields["octo"] = true;
  return shape;
}

void addOverrides(std::vector<MoveShape>& shapes, const State& state, int on) {
  if (state.counted && state.seat(state.turn).hand != kFullHand) return;
  const Question& question = state.question(on);
  const auto fits = [&](Card card) { return card.isAll() ? !question.open() : answers(question, card); };
  const std::vector<Card> cards = cardsLeft(state, fits);
  const Json from = namesOf(cards, Repeats::All);
  if (cards.size() >= 2) shapes.push_back(overrideShape(state, on, from, 2, std::min<std::size_t>(3, cards.size())));
  if (cards.size() >= 4) shapes.push_back(overrideShape(state, on, from, 4, 4));
}

void addStack(std::vector<MoveShape>& shapes, const State& state) {
  if (!state.lastToLay) return;
  addSingle(shapes, state, {"stack", *state.lastToLay, Json::object()}, [](Card card, bool octo) {
    return Stack{card, octo};
  });
}

}  // namespace

std::vector<MoveShape> legalMoves(const State& state) {
  std::vector<MoveShape> shapes;
  if (state.over()) return shapes;
  for (int on = 0; on < static_cast<int>(state.questions.size()); ++on) {
    addPlays(shapes, state, on);
    addOverrides(shapes, state, on);
  }
  addStack(shapes, state);
  shapes.push_back({"pass", state.turn, Json::object()});
  if (state.refilled || !state.counted) shapes.push_back({"reshuffle", std::nullopt, Json::object()});
  return shapes;
}

}  // namespace octo::tracker::octal
