#include "datasets/scene/octa_piles.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "datasets/scene/people.h"
#include "tracker/octa/table.h"

namespace octo::datasets {
namespace {

using namespace tracker::octa;
using Cards = OctaPiles::Cards;

Cards deckOf(int lowestRank, int highestRank) {
  Cards deck;
  for (int copy = 0; copy < kCopies; ++copy)
    for (int suit = 0; suit < 4; ++suit)
      for (int rank = lowestRank; rank <= highestRank; ++rank) deck.push_back(Card::of(rank, static_cast<Suit>(suit)));
  return deck;
}

Cards takeFromTop(Cards& pile, std::size_t count) {
  Cards taken(pile.rbegin(), std::next(pile.rbegin(), static_cast<std::ptrdiff_t>(std::min(count, pile.size()))));
  pile.erase(pile.end() - static_cast<std::ptrdiff_t>(taken.size()), pile.end());
  return taken;
}

/// The topmost of its face.
bool takeOut(Cards& pile, Card card) {
  const auto found = std::find(pile.rbegin(), pile.rend(), card);
  if (found == pile.rend()) return false;
  pile.erase(std::next(found).base());
  return true;
}

void add(Cards& pile, const Cards& cards) { pile.insert(pile.end(), cards.begin(), cards.end()); }

Json names(const Cards& cards) {
  Json list = Json::array();
  for (const Card card : cards) list.push_back(card.name());
  return list;
}

GameHeader makeHeader(const Cards& pot, const Cards& actions, const Json& options, Random& random) {
  GameHeader header{.game = GameId::Octa, .players = people(2, random), .first = 0};
  header.first = random.below(2);
  constexpr double kUnusual = 0.2;
  if (random.chance(kUnusual)) header.options["jack_card"] = "discard";
  if (random.chance(kUnusual)) header.options["extend"] = "own";
  header.options.update(options);
  header.setup["pot"] = names(pot);
  header.setup["actions"] = names(actions);
  return header;
}

}  // namespace

OctaPiles::OctaPiles(Random random, const Json& options) : random_(random), stock_(deckOf(1, Card::kTen)) {
  random_.shuffle(stock_);
  for (Cards& hand : hands_) hand = takeFromTop(stock_, kHand);
  const Cards pot = takeFromTop(stock_, kPotPlaces);
  actionStack_ = deckOf(Card::kJack, Card::kKing);
  random_.shuffle(actionStack_);
  aside_ = takeFromTop(actionStack_, kAside);
  const Cards actions = takeFromTop(actionStack_, 2);
  header_ = makeHeader(pot, actions, options, random_);
  state_ = startState(header_);
}

Cards OctaPiles::nextOfStock(std::size_t count) const {
  Cards stock = stock_;
  return takeFromTop(stock, count);
}

Cards OctaPiles::nextFill(std::size_t gaps) const {
  Cards discard = discard_;
  Cards cards = takeFromTop(discard, gaps);
  add(cards, nextOfStock(gaps - cards.size()));
  return cards;
}

tracker::Ruling OctaPiles::judge(const Move& move) const { return judgeMove(state_, toMove(), move); }

void OctaPiles::apply(const Move& made) {
  std::visit([this](const auto& each) { move(each); }, made);
  const State before = state_;
  applyMove(state_, toMove(), made);
  if (const auto* replace = std::get_if<Replace>(&made)) openedAt(before, replace->run);
  assert(static_cast<std::size_t>(state_.stock) == stock_.size() && state_.discard.size() == discard_.size());
  assert(static_cast<std::size_t>(state_.hands[0]) == hands_[0].size());
  assert(static_cast<std::size_t>(state_.hands[1]) == hands_[1].size());
}

void OctaPiles::draw(std::size_t count) { add(handInTurn(), takeFromTop(stock_, count)); }

void OctaPiles::fill(std::size_t count) {
  const std::size_t discarded = takeFromTop(discard_, count).size();
  takeFromTop(stock_, count - discarded);
}

void OctaPiles::move(const Draw&) { draw(1); }
void OctaPiles::move(const TurnAction&) { takeFromTop(actionStack_, 1); }

void OctaPiles::move(const Jack& jack) {
  const Run& run = *findRun(state_, jack.run);
  const int value = run.places[*findPlace(run, jack.card, true)].value;
  for (const Card card : takeFromTop(stock_, 1)) closed_.push_back({jack.run, value, card});
  (state_.options.jackCard == Options::JackCard::Hand ? handInTurn() : discard_).push_back(jack.card);
}

void OctaPiles::move(const Queen& queen) {
  add(handInTurn(), cardsOn(state_.pot, queen.take));
  takeFromTop(stock_, queen.fill.size());
}

void OctaPiles::move(const KingFromStock&) { draw(2); }

void OctaPiles::move(const KingFromDiscard& king) {
  for (const Card card : king.cards)
    if (takeOut(discard_, card)) handInTurn().push_back(card);
}

void OctaPiles::move(const Meld& meld) {
  for (const Card card : meld.cards) takeOut(handInTurn(), card);
}

void OctaPiles::move(const TakeLine& line) {
  add(handInTurn(), cardsOn(state_.pot, placesOf(line.line)));
  fill(line.fill.size());
}

void OctaPiles::move(const TakeRun& run) { fill(run.fill.size()); }

void OctaPiles::move(const Swap& swap) {
  takeOut(handInTurn(), swap.give);
  add(handInTurn(), cardsOn(state_.pot, {swap.place}));
}

void OctaPiles::move(const Extend& extend) {
  for (const Card card : extend.cards) takeOut(handInTurn(), card);
}

void OctaPiles::move(const Replace& replace) { takeOut(handInTurn(), replace.card); }

void OctaPiles::move(const Discard& discard) {
  for (const Discarded& card : discard.cards)
    if (card && takeOut(handInTurn(), *card)) discard_.push_back(*card);
}

void OctaPiles::move(const Restock&) {
  const Cards left = std::exchange(stock_, {});
  add(stock_, discard_);
  discard_.clear();
  State after = state_;
  takeShortRuns(after);
  for (const Run& run : state_.runs)
    if (!findRun(after, run.number))
      for (const Place& place : run.places)
        if (place.open) stock_.push_back(place.card);
  std::erase_if(closed_, [&](const Closed& each) {
    if (findRun(after, each.run)) return false;
    stock_.push_back(each.card);
    return true;
  });
  random_.shuffle(stock_);
  add(stock_, left);
}

void OctaPiles::move(const ReshuffleActions&) {
  for (const Cards& pile : state_.openActions) actionStack_.insert(actionStack_.end(), pile.begin(), pile.end() - 1);
  add(actionStack_, aside_);
  aside_.clear();
  random_.shuffle(actionStack_);
}

/// The card that lay in the place that is open now goes to the hand.
void OctaPiles::openedAt(const State& before, int run) {
  const std::vector<Place>& were = findRun(before, run)->places;
  for (const Place& place : findRun(state_, run)->places) {
    if (!place.open) continue;
    const auto was = std::find_if(were.begin(), were.end(),
                                  [&](const Place& each) { return each.value == place.value && !each.open; });
    const auto closed = std::find_if(closed_.begin(), closed_.end(),
                                     [&](const Closed& each) { return each.run == run && each.value == place.value; });
    if (was == were.end() || closed == closed_.end()) continue;
    handInTurn().push_back(closed->card);
    closed_.erase(closed);
    return;
  }
}

}  // namespace octo::datasets
