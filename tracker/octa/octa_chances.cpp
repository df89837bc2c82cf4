#include "tracker/octa/octa_chances.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tracker/octa/judge.h"
#include "tracker/octa/table.h"

namespace octo::tracker::octa {
namespace {

/// What people do first in their turn, and once they have drawn, as shares of what they do then.
constexpr double kDraws = 0.93, kTurnsAction = 0.8, kGrowsFirst = 0.15;
/// Where an effect may be used: that it is, of a king off the stock and off the discard pile.
constexpr double kUsesEffect = 0.8, kOffStock = 0.6, kOffDiscard = 0.25;
/// Afterwards: they take the run under their token or a line, lay a new run, add to one or open a closed place,
/// exchange a card, discard, end the turn with fewer than eight in hand.
constexpr double kTakesRun = 0.5, kTakesLine = 0.25, kMelds = 0.2, kGrows = 0.25, kSwaps = 0.3, kDiscards = 0.5,
                 kEnds = 0.5;
/// Of the two cards on top, and any two.
constexpr double kTopTwo = 0.5;
/// With the token, where it may be laid.
constexpr double kWithToken = 0.8;
/// Runs of one suit that there are of each length from three on; how many cards people could lay wrongly, and how
/// seldom they are fewer than three, for each that is.
constexpr double kRunsOfALength = 34, kShorter = 0.55, kWrongRuns = 3000, kTooShort = 0.1;
/// A card added to a run of the other player's.
constexpr double kOthersRun = 0.1;
/// Of moves that would be a breach, so many are made as of those in order.
constexpr double kBreaks = 0.0025;
/// A turn ends though something is due.
constexpr double kForgets = 0.004;

double left(const State& state, Card card) { return std::max(0, kCopies - openCopies(state, card)); }

/// How likely a card of that kind that nobody has seen is this one.
double shareOf(const State& state, Card card) {
  double all = 0;
  for (std::size_t k = 0; k < Card::kFaces; ++k)
    if (const Card each = Card::atIndex(k); each.isAction() == card.isAction()) all += left(state, each);
  return std::max(left(state, card), kFromNowhere) / std::max(1.0, all);
}

double shareOf(const State& state, const std::vector<Card>& cards) {
  double share = 1;
  for (const Card card : cards) share *= shareOf(state, card);
  return share;
}

/// Whether that many cards are left of each face.
bool areLeft(const State& state, const std::vector<Card>& cards) {
  return std::all_of(cards.begin(), cards.end(), [&](Card card) {
    return std::count(cards.begin(), cards.end(), card) <= static_cast<std::ptrdiff_t>(left(state, card));
  });
}

/// What fills gaps comes off the discard pile, whose cards are known, and then off the stock.
double shareOfFill(const State& state, const std::vector<Card>& fill) {
  double share = 1;
  for (std::size_t k = 0; k < fill.size(); ++k) {
    const bool known = k < state.discard.size() && state.discard[state.discard.size() - 1 - k];
    if (!known)
      share *= shareOf(state, fill[k]);
    else if (*state.discard[state.discard.size() - 1 - k] != fill[k])
      share *= kFromNowhere;
  }
  return share;
}

double openIn(const State& state, int owner) { return std::max(1, state.cardsInRuns[static_cast<std::size_t>(owner)]); }

double runsOwned(const State& state, int owner) {
  return std::max<double>(1, static_cast<double>(std::count_if(state.runs.begin(), state.runs.end(),
                                                               [&](const Run& run) { return run.owner == owner; })));
}

double closedPlaces(const State& state) {
  double closed = 0;
  for (const Run& run : state.runs) closed += static_cast<double>(run.places.size()) - run.open;
  return std::max(1.0, closed);
}

// Of moves of one kind, how likely it is this one.

double which(const State&, const Draw&) { return 1; }
double which(const State& state, const TurnAction& move) { return shareOf(state, move.card) / 2; }
double which(const State& state, const Jack& move) {
  const Run* run = findRun(state, move.run);
  if (!run) return 0;
  return (run->owner == state.turn.player ? kOthersRun : 1) / openIn(state, run->owner);
}
double which(const State& state, const Queen& move) {
  constexpr double kPairs = 7;
  return shareOf(state, move.fill) / kPairs;
}
double which(const State&, const KingFromStock&) { return 1; }
double which(const State& state, const KingFromDiscard& move) {
  const auto& pile = state.discard;
  const auto isTop = [&](std::size_t depth, Card card) { return pile[pile.size() - depth] == Discarded(card); };
  const bool top =
      pile.size() >= 2 && move.cards.size() == 2 &&
      ((isTop(1, move.cards[0]) && isTop(2, move.cards[1])) || (isTop(1, move.cards[1]) && isTop(2, move.cards[0])));
  const auto size = static_cast<double>(pile.size());
  return (top ? kTopTwo : 0) + (1 - kTopTwo) * 2 / std::max(2.0, size * (size - 1));
}
double which(const State& state, const Meld& move) {
  const bool free = std::holds_alternative<InTheMiddle>(state.token(state.turn.player)) && !state.turn.line;
  const double token = !free ? (move.token ? kBreaks : 1) : move.token ? kWithToken : 1 - kWithToken;
  const auto length = static_cast<double>(std::max(move.cards.size(), kShortestRun));
  const auto run = inSuccession(move.cards);
  const bool oneSuit = std::all_of(move.cards.begin(), move.cards.end(),
                                   [&](Card card) { return card.suit() == move.cards.front().suit(); });
  const bool isRun = run && oneSuit && move.cards.size() >= kShortestRun;
  const double supply = areLeft(state, move.cards) ? 1 : kFromNowhere;
  const double lacking = length - static_cast<double>(move.cards.size());
  return token * supply *
         (isRun ? (1 - kShorter) * std::pow(kShorter, length - kShortestRun) / kRunsOfALength
                : std::pow(kTooShort, lacking) / kWrongRuns);
}
double which(const State& state, const TakeLine& move) { return shareOfFill(state, move.fill) / 3; }
double which(const State& state, const TakeRun& move) { return shareOfFill(state, move.fill); }
double which(const State& state, const Swap& move) {
  constexpr double kFit = 4;
  const double share = std::min(1.0, kFit * shareOf(state, move.give)) / kPotPlaces;
  return move.claim ? share / 2 : share;
}
double which(const State& state, const Extend& move) {
  const Run* run = findRun(state, move.run);
  if (!run) return 0;
  const bool own = run->owner == state.turn.player;
  const bool fits = atTheEnds(*run, move.cards).has_value();
  double share = (own ? 1 : kOthersRun) / runsOwned(state, run->owner);
  const std::size_t alike = fits ? move.cards.size() : 0;
  share *= fits ? std::pow(kShorter, static_cast<double>(alike - 1)) / 2 : shareOf(state, move.cards);
  return areLeft(state, move.cards) ? share : share * kFromNowhere;
}
double which(const State& state, const Replace& move) {
  return (areLeft(state, {move.card}) ? 1 : kFromNowhere) / closedPlaces(state);
}
double which(const State& state, const Discard& move) {
  double share = 1;
  for (const Discarded& card : move.cards) share *= card ? shareOf(state, *card) : 1;
  return share;
}
double which(const State&, const EndTurn&) { return 1; }
double which(const State&, const Restock&) { return 1; }
double which(const State&, const ReshuffleActions&) { return 1; }
double which(const State&, const TakePosition&) { return 0; }

/// What kind of move it is, as somebody who keeps to the rules does it now.
struct Kinds {
  const State& state;

  bool effectIsDue() const {
    if (!state.turn.action || state.turn.effectUsed) return false;
    return openAction(state, 0).suit() == openAction(state, 1).suit();
  }
  /// Later things come less often before what is due.
  double later(double share) const {
    const Turn& turn = state.turn;
    if (!turn.drawn) return share * (1 - kDraws) / 2;
    if (!turn.actionTurned) return share * (1 - kTurnsAction) / 2;
    return effectIsDue() ? share * (1 - kUsesEffect) : share;
  }
  double grows() const {
    const Turn& turn = state.turn;
    return turn.drawn && !turn.actionTurned ? kGrowsFirst : later(kGrows);
  }

  double operator()(const Draw&) const { return kDraws; }
  double operator()(const TurnAction&) const { return kTurnsAction; }
  double operator()(const Jack&) const { return kUsesEffect; }
  double operator()(const Queen&) const { return kUsesEffect; }
  double operator()(const KingFromStock&) const { return kOffStock; }
  double operator()(const KingFromDiscard&) const { return kOffDiscard; }
  double operator()(const Meld&) const { return later(kMelds); }
  double operator()(const TakeLine&) const { return later(kTakesLine); }
  double operator()(const TakeRun&) const { return later(kTakesRun); }
  double operator()(const Swap&) const { return later(kSwaps); }
  double operator()(const Extend&) const { return grows(); }
  double operator()(const Replace&) const { return grows(); }
  double operator()(const Discard&) const { return later(kDiscards); }
  double operator()(const EndTurn&) const { return later(kEnds); }
  double operator()(const Restock&) const { return kDraws; }
  double operator()(const ReshuffleActions&) const { return kTurnsAction; }
  double operator()(const TakePosition&) const { return 0; }
};

}  // namespace

double chanceOf(const State& state, const Move& move) {
  if (state.ending) return 0;
  const double kind = std::visit(Kinds{state}, move);
  const double share = std::visit([&](const auto& each) { return which(state, each); }, move);
  if (!judgeMove(state, state.turn.player, move).isBreach()) return kind * share;
  return share * (std::holds_alternative<EndTurn>(move) ? kForgets : kBreaks * kUsesEffect);
}

}  // namespace octo::tracker::octa
