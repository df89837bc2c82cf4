#include "tracker/octa/unseen_king.h"

#include <algorithm>

#include "tracker/follow/guess.h"

namespace octo::tracker::octa {
namespace {

bool isIn(const std::vector<Card>& cards, Card card) {
  return std::find(cards.begin(), cards.end(), card) != cards.end();
}

/// How much a card is worth to whoever may take it, as everybody sees it.
double worthOf(const State& state, int player, Card card) {
  constexpr double kFits = 3, kNearby = 1;
  double worth = 0;
  for (const Run& run : state.runs) {
    if (run.owner != player) continue;
    if (findPlace(run, card, false) || (card.suit() == run.suit && atTheEnds(run, {card}))) worth += kFits;
    if (card.suit() == run.suit && (card.rank() == run.lowest() - 2 || card.rank() == run.highest() + 2))
      worth += kNearby;
  }
  return worth;
}

std::vector<Card> named(const Json& list) {
  std::vector<Card> cards;
  for (const Json& each : list)
    if (const auto card = each.is_string() ? Card::parse(each.get<std::string>()) : std::nullopt)
      cards.push_back(*card);
  return cards;
}

Event withCards(Event event, const std::vector<Card>& cards, const std::vector<Card>& guessed) {
  event.fields["cards"] = namesOf(cards);
  event.fields.erase(kGuessed);
  if (!guessed.empty()) event.fields[kGuessed] = namesOf(guessed);
  return event;
}

/// Guessed ones that are the least likely come last.
Event exchanged(const UnseenKing& king, Card gone, Card come) {
  std::vector<Card> cards = named(king.event.fields["cards"]), guessed = king.guessed;
  std::replace(cards.begin(), cards.end(), gone, come);
  guessed.erase(std::find(guessed.begin(), guessed.end(), gone));
  return withCards(king.event, cards, guessed);
}

}  // namespace

std::vector<Card> likelyOffPile(const State& state, int player, std::size_t top) {
  std::vector<Card> cards;
  for (auto card = std::next(state.discard.rbegin(), static_cast<std::ptrdiff_t>(top)); card != state.discard.rend();
       ++card)
    if (*card && !isIn(cards, **card)) cards.push_back(**card);
  std::stable_sort(cards.begin(), cards.end(),
                   [&](Card a, Card b) { return worthOf(state, player, a) > worthOf(state, player, b); });
  return cards;
}

Event kingEvent(const State& state, int player, std::vector<Card> cards, const std::vector<Card>& guessed) {
  const auto depth = [&](Card card) {
    return std::find(state.discard.rbegin(), state.discard.rend(), Discarded(card)) - state.discard.rbegin();
  };
  std::stable_sort(cards.begin(), cards.end(), [&](Card a, Card b) { return depth(a) < depth(b); });
  return withCards(eventOf(player, KingFromDiscard{cards}), cards, guessed);
}

UnseenKing unseenKing(const Event& event, const State& before) {
  UnseenKing king{event, named(event.fields[kGuessed]), {}};
  std::vector<Discarded> rest = before.discard;
  for (const Card card : named(event.fields["cards"]))
    if (const auto found = std::find(rest.rbegin(), rest.rend(), Discarded(card)); found != rest.rend())
      rest.erase(std::next(found).base());
  // What lies on top afterwards is seen.
  const auto isTop = [&](Card card) { return !rest.empty() && rest.back() == Discarded(card); };
  for (const Card card : likelyOffPile(before, event.player.value_or(before.turn.player), 0))
    if (!isTop(card) || std::count(before.discard.begin(), before.discard.end(), Discarded(card)) > 1)
      king.mayBe.push_back(card);
  const auto isGuessed = [&](Card card) { return isIn(king.guessed, card); };
  std::stable_partition(king.mayBe.begin(), king.mayBe.end(), isGuessed);
  const std::vector<Card> cards = named(event.fields["cards"]);
  std::erase_if(king.mayBe, [&](Card card) { return isIn(cards, card) && !isGuessed(card); });
  return king;
}

std::vector<std::pair<Card, double>> likelyTaken(const UnseenKing& king) {
  constexpr double kLess = 0.7;
  std::vector<std::pair<Card, double>> taken;
  double share = 1, sum = 0;
  for (const Card card : king.mayBe) {
    taken.emplace_back(card, share);
    sum += share;
    share *= kLess;
  }
  for (auto& [card, each] : taken) each /= sum;
  return taken;
}

std::optional<Event> withTaken(const UnseenKing& king, Card card) {
  if (king.guessed.empty() || !isIn(king.mayBe, card)) return std::nullopt;
  const Card gone = isIn(king.guessed, card) ? card : king.guessed.back();
  return exchanged(king, gone, card);
}

std::vector<Doubt> questionsAbout(const std::vector<UnseenKing>& kings, const GameHeader& header, TablePoint pile) {
  std::vector<Doubt> questions;
  for (const UnseenKing& king : kings) {
    const std::string& name = header.players[static_cast<std::size_t>(*king.event.player)];
    const bool second = king.guessed.size() < 2;
    Doubt doubt{{second ? "ask.king.other" : "ask.king", {{"player", name}}}, pile, {}, king.event};
    for (const auto& [card, share] : likelyTaken(king)) doubt.answers.push_back({Face(card.name()), share});
    questions.push_back(std::move(doubt));
  }
  return questions;
}

std::optional<Event> answered(const std::vector<UnseenKing>& kings, const Event& about, const Face& face) {
  const auto card = Card::parse(face.text());
  for (const UnseenKing& king : kings)
    if (card && king.event == about) return withTaken(king, *card);
  return std::nullopt;
}

}  // namespace octo::tracker::octa
