#include "tracker/octal/octal_position.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "tracker/follow/face_shares.h"
#include "tracker/follow/forearms.h"
#include "tracker/octal/apply.h"
#include "tracker/octal/judge.h"
#include "tracker/octal/move.h"
#include "tracker/octal/octal_situation.h"
#include "tracker/octal/penalty.h"
#include "tracker/octal/pieces.h"

namespace octo::tracker::octal {
namespace {

/// A card not seen though it should be: the top one, the one whose condition is in force, one of those above, which
/// people push together, and all of those together at most.
constexpr Cost kTopMissing = 5, kAskingMissing = 4, kOlderMissing = 0.5, kOlderMissingAtMost = 1.5;
/// The card whose condition is in force, where the two topmost seen lie as far apart as two steps; that none is missing
/// there; so much farther than a step, mm.
constexpr Cost kMissingInGap = 1.5, kGap = 3;
constexpr double kMoreThanAStep = 44;
/// The latter where there is no room for it: the next card seen lies but one step above the top one, mm.
constexpr Cost kNoRoom = 3;
constexpr double kOneStep = 37;
/// A card seen that should not be there, if it is read clearly; and one that hides what lies there.
constexpr Cost kExtra = 8.5, kUnreadExtra = 1.5, kHiddenShare = 0.1;
/// A card drawn without a forearm at the deck, and where no forearms at all were seen.
constexpr Cost kDrawnUnseen = 5.0, kDrawnInTheDark = 1.0;
/// A forearm over the table for nothing at all; one there that hesitated before it did what it came for; and no forearm
/// says more than that against having done nothing, as it may have done what nobody thought of.
constexpr Cost kForNothing = 2.3, kHesitated = 2.5, kForNothingAtMost = 4.5;
/// The area that the ends of those are scattered over, mm².
constexpr double kScattered = 150000;
/// A forearm that fits drawing so badly is not worth a guess.
constexpr Cost kHardlyDrew = -4.0;
/// How unusual it is to lay cards in such a way.
constexpr Cost kOverride = 0.5, kStack = 0.3;
constexpr Cost kOutOfTurn = 2.0, kNotCalled = 1.5, kUnfitOverride = 2.0, kTooEarly = 1.5;
/// A legal move taken back by a forearm that may have done so, or by none.
constexpr Cost kTakenBackSeen = 3.5, kTakenBackUnseen = 6.0;
/// That play goes on after somebody is out, where nobody said how many finish: few play so.
constexpr Cost kPlayedOn = 1.5;
/// A card of which as many as there are lie on the table.
constexpr Cost kNoneLeft = 6.0;
/// That a card which nothing hides was none that was laid, though the next rest shows all as it was before: from which
/// misfit on it was there, and up to which it is gone.
constexpr Cost kCameToNothing = 6.0, kThere = 3.0, kGone = 1.6;
/// A card that lies where one would lie that was laid otherwise.
constexpr Cost kMisplaced = 4.5;
/// A card laid by a forearm that ended elsewhere; and how much more it says here than in other games whose forearm was
/// seen, where every card laid is one reach over an empty middle.
constexpr Cost kReachedElsewhere = 1.0;
constexpr double kArmsTell = 1.5;
/// A forearm that hardly came to the place, mm; and one that ended so far from what it would have touched, in standard
/// deviations, that it touched something else.
constexpr double kHardly = 30, kElsewhere = 4;
/// The cards of an override lie on each other, mm.
constexpr double kExactly = 15;
/// A question that fits so well is not explained any further.
constexpr Cost kWorthExplaining = 0.3;

const QuestionsReading& asQuestions(const TableReading& reading) {
  return static_cast<const QuestionsReading&>(reading);
}

TableRect justThere(TablePoint at) { return {at.x, at.y, at.x, at.y}; }

std::size_t at(int number) { return static_cast<std::size_t>(number); }

Cost missing(std::size_t fromTop) { return fromTop == 0 ? kTopMissing : fromTop == 1 ? kAskingMissing : kOlderMissing; }

Cost extra(const SeenCard& card) { return (card.best ? kExtra * card.sure : kUnreadExtra) * card.presence; }

/// The likeliest readings.
std::vector<Card> readingsOf(const SeenCard& seen) {
  std::vector<Card> cards;
  for (const std::size_t index : likeliestFaces(seen.shares)) cards.push_back(Card::atIndex(static_cast<int>(index)));
  return cards;
}

}  // namespace

OctalPosition::OctalPosition(const GameHeader& header, const OctalPlaces& places)
    : header_(std::make_shared<const GameHeader>(header)),
      places_(std::make_shared<const OctalPlaces>(places)),
      state_(startState(header)) {
  for (const Question& question : state_.questions) columns_.push_back({question.asking, question.top});
  tops_.resize(columns_.size());
  leaving_.resize(columns_.size());
}

/// Without the cards that a refill takes, which may lie there or not.
std::span<const Card> OctalPosition::staying(std::size_t question) const {
  return std::span(columns_[question]).subspan(leaving_[question]);
}

/// How many cards are left in the deck is no difference: of two games that differ in nothing else the likelier is
/// right.
bool OctalPosition::same(const Position& other) const {
  const auto& another = static_cast<const OctalPosition&>(other);
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (!std::ranges::equal(staying(k), another.staying(k))) return false;
  State its = another.state_;
  its.deck = state_.deck;
  its.discards = state_.discards;
  its.refilled = state_.refilled;
  return state_ == its;
}

Ruling OctalPosition::judge(const Event& event) const {
  return judgeMove(state_, event.player, parseMove(event, *header_));
}

/// Whether a card that is played there lies a step beyond the top card, not on it.
bool OctalPosition::stepsFurther(int on, Card card, Points points) const {
  return !state_.question(on).open() && (points == Points::Top || card.isAll());
}

/// Where the cards of a move would lie; nothing for one that lays none.
std::optional<OctalPosition::Place> OctalPosition::placeOf(std::optional<int> player, const Move& move) const {
  if (const auto* play = std::get_if<Play>(&move))
    return Place{play->on, stepsFurther(play->on, play->card, play->points)};
  if (const auto* override = std::get_if<Override>(&move))
    return Place{override->on, !state_.question(override->on).open()};
  if (!std::holds_alternative<Stack>(move)) return std::nullopt;
  const auto on = state_.seat(*player).laidOn;
  return on ? std::optional(Place{*on, false}) : std::nullopt;
}

bool OctalPosition::covers(const Event& first, const Event& next) const {
  const auto place = placeOf(first.player, parseMove(first, *header_));
  return place && place == placeOf(next.player, parseMove(next, *header_));
}

Cost OctalPosition::takenBackCost(const Event& event, std::span<const ForearmTrack> forearms) const {
  const auto place = placeOf(event.player, parseMove(event, *header_));
  if (!place || !event.player) return kTakenBackUnseen;
  const TablePoint middle = places_->questions[at(place->question)].middle();
  const double top = tops_[at(place->question)].value_or(middle.y);
  const TablePoint there{middle.x, place->stepFurther ? top - kStep : top};
  const Side side = seat(*event.player, places_->players);
  const bool came = std::any_of(forearms.begin(), forearms.end(), [&](const ForearmTrack& forearm) {
    return forearm.from == side && beyond(forearm, there) > -kHardly;
  });
  return came ? kTakenBackSeen : kTakenBackUnseen;
}

/// Where the top cards lie: people lay the next ones by them.
void OctalPosition::learn(const TableReading& seen, std::span<const ForearmTrack>) {
  const QuestionsReading& table = asQuestions(seen);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const auto& there = table.questions[k];
    if (!there.empty() && there.back().best == columns_[k].back()) tops_[k] = there.back().at.y;
    if (there.size() > staying(k).size() || table.hidden[k]) continue;
    columns_[k].erase(columns_[k].begin(), columns_[k].begin() + static_cast<std::ptrdiff_t>(leaving_[k]));
    leaving_[k] = 0;
  }
}

/// What speaks against a card's having been laid on the top card, or a step further, by where it lies; where that card
/// is seen, it tells by itself.
Cost OctalPosition::misplaced(int question, bool stepFurther, double y, const QuestionsReading& seen) const {
  auto top = tops_[at(question)];
  const auto& cards = seen.questions[at(question)];
  const Column& column = columns_[at(question)];
  const Card known = column.back();
  // The card below it tells where it lies even if all were pushed since.
  for (const SeenCard& card : cards)
    if (column.size() > 1 && card.best == column[column.size() - 2]) top = card.at.y - kStep;
  if (!top || std::any_of(cards.begin(), cards.end(), [&](const SeenCard& card) { return card.best == known; }))
    return 0;
  const double there = std::abs(y - *top), further = std::abs(y - (*top - kStep));
  return (stepFurther ? there < further : further < there) ? kMisplaced : 0;
}

void OctalPosition::lay(int on, Card card, bool stepFurther) {
  Column& column = columns_[at(on)];
  if (auto& top = tops_[at(on)]; top && stepFurther) *top -= kStep;
  if (stepFurther)
    column.push_back(card);
  else
    column.back() = card;
}

void OctalPosition::apply(const Event& event) {
  const Move move = parseMove(event, *header_);
  if (const auto* position = std::get_if<TakePosition>(&move)) {
    columns_ = position->questions;
    tops_.assign(columns_.size(), std::nullopt);
    leaving_.assign(columns_.size(), 0);
    override_.clear();
    applyMove(state_, event.player, move);
    return;
  }
  countDraws(event, move);
  override_.clear();
  const auto place = placeOf(event.player, move);
  if (const auto* play = std::get_if<Play>(&move)) {
    lay(place->question, play->card, place->stepFurther);
  } else if (const auto* override = std::get_if<Override>(&move)) {
    if (!override->cards.empty()) lay(place->question, override->cards.back(), place->stepFurther);
    override_ = override->cards;
    overrideOn_ = override->on;
  } else if (const auto* stack = std::get_if<Stack>(&move)) {
    if (place) lay(place->question, stack->card, place->stepFurther);
  }
  playedOn_ |= !state_.finished.empty() && place;
  const int deck = state_.deck;
  applyMove(state_, event.player, move);
  if (state_.deck <= deck && (state_.counted || !std::holds_alternative<Reshuffle>(move))) return;
  ++refills_;
  for (std::size_t k = 0; k < columns_.size(); ++k) leaving_[k] = columns_[k].size() - 2;
}

void OctalPosition::countDraws(const Event& event, const Move& move) {
  if (!event.player) return;
  const Ruling ruling = judgeMove(state_, event.player, move);
  const bool draws = std::holds_alternative<Pass>(move) || (ruling.breach && ruling.breach->penalty);
  const auto side = static_cast<std::size_t>(sideOf(*event.player));
  draws_[side] += draws;
  if (const auto* override = std::get_if<Override>(&move))
    lays_[side] += static_cast<int>(override->cards.size());
  else
    lays_[side] += placeOf(event.player, move).has_value();
}

/// The column seen against that known, both from the top card on, as the cheapest way to make one of the other.
Cost OctalPosition::misfitOf(int question, const QuestionsReading& seen) const {
  const Column& known = columns_[at(question)];
  const std::vector<SeenCard>& there = seen.questions[at(question)];
  const double share = seen.hidden[at(question)] ? kHiddenShare : 1;
  const std::size_t rows = known.size(), columns = there.size();
  std::vector<Cost> above(columns + 1), row(columns + 1);
  Cost older = 0;
  const double apart = columns < 2 ? kStep : there[columns - 2].at.y - there[columns - 1].at.y;
  const bool room = columns < 2 || apart > kOneStep, gap = apart > kMoreThanAStep;
  for (std::size_t j = 1; j <= columns; ++j) above[j] = above[j - 1] + extra(there[columns - j]);
  for (std::size_t i = 1; i <= rows; ++i) {
    Cost gone = (i == 2 && gap ? kMissingInGap : missing(i - 1) + (i == 2 && !room ? kNoRoom : 0)) * share;
    if (rows - i < leaving_[at(question)])
      gone = 0;
    else if (i > 2)
      gone = std::min(gone, std::max(0.0, kOlderMissingAtMost - older)), older += gone;
    const Card card = known[rows - i];
    row[0] = above[0] + gone;
    for (std::size_t j = 1; j <= columns; ++j) {
      const SeenCard& piece = there[columns - j];
      const Cost apartFromTop = i == 2 && j == 2 && gap ? kGap : 0;
      row[j] =
          std::min({above[j] + gone, row[j - 1] + extra(piece), above[j - 1] + piece.against(card) + apartFromTop});
    }
    std::swap(row, above);
  }
  return above[columns];
}

Cost OctalPosition::misfit(const TableReading& reading) const {
  const QuestionsReading& seen = asQuestions(reading);
  Cost cost = 0;
  for (int k = 0; k < static_cast<int>(columns_.size()); ++k) cost += misfitOf(k, seen);
  return cost;
}

Cost OctalPosition::misfitBetween(const TableReading& reading, const Position& after) const {
  const QuestionsReading& seen = asQuestions(reading);
  const auto& next = static_cast<const OctalPosition&>(after);
  Cost cost = 0;
  for (int k = 0; k < static_cast<int>(columns_.size()); ++k)
    cost += std::min({misfitOf(k, seen), next.misfitOf(k, seen), next.misfitOfHalfOverride(k, seen)});
  return cost;
}

Cost OctalPosition::misfitOfBoth(const TableReading& first, const TableReading& second) const {
  const QuestionsReading &before = asQuestions(first), &now = asQuestions(second);
  Cost cost = 0;
  for (int k = 0; k < static_cast<int>(columns_.size()); ++k) {
    const auto &was = before.questions[at(k)], &is = now.questions[at(k)];
    const bool alike = std::equal(was.begin(), was.end(), is.begin(), is.end(),
                                  [](const SeenCard& a, const SeenCard& b) { return a.best == b.best; });
    if (alike) cost += std::min(misfitOf(k, before), misfitOf(k, now));
  }
  return cost;
}

Cost OctalPosition::aborted(const TableReading& seen, const TableReading& next) const {
  const QuestionsReading &before = asQuestions(seen), &after = asQuestions(next);
  Cost cost = 0;
  for (int k = 0; k < static_cast<int>(columns_.size()); ++k) {
    if (before.hidden[at(k)] || after.hidden[at(k)]) continue;
    const bool more = before.questions[at(k)].size() > after.questions[at(k)].size();
    if (more && misfitOf(k, before) > kThere && misfitOf(k, after) < kGone) cost += kCameToNothing;
  }
  return cost;
}

/// The last override on that question, some of whose cards are laid.
Cost OctalPosition::misfitOfHalfOverride(int question, const QuestionsReading& seen) const {
  Cost least = std::numeric_limits<Cost>::infinity();
  if (override_.empty() || question != overrideOn_) return least;
  OctalPosition half = *this;
  for (const Card card : override_) {
    half.columns_[at(question)].back() = card;
    least = std::min(least, half.misfitOf(question, seen));
  }
  return least;
}

Event OctalPosition::laying(const char* action, int player, std::size_t cards, Json fields) const {
  Event event{.player = player, .action = action, .fields = std::move(fields)};
  const int hand = state_.seat(player).hand;
  // Who has one card left has called, as far as anybody saw.
  if (hand > 1 && handAfter(hand, static_cast<int>(cards)) == 1) event.fields["octo"] = true;
  return event;
}

/// With the event at the end; and where "Octo" must be called, that nobody called and two cards were drawn for it: the
/// forearm at the deck may not have been seen.
void OctalPosition::addLaying(Proposal proposal, Event event, std::vector<Proposal>& proposals) {
  if (event.fields.contains("octo")) {
    Proposal& uncalled = proposals.emplace_back(proposal);
    uncalled.cost += kNotCalled;
    uncalled.events.push_back({event, false});
    uncalled.events.back().event.fields.erase("octo");
  }
  proposal.events.push_back({std::move(event), false});
  proposals.push_back(std::move(proposal));
}

Proposal OctalPosition::passesUntil(int player) const {
  Proposal proposal;
  State state = state_;
  while (state.turn != player) addPass(state, proposal);
  return proposal;
}

/// Who is in turn passes.
void OctalPosition::addPass(State& state, Proposal& proposal) {
  const int passing = state.turn;
  proposal.events.push_back({{.player = passing, .action = "pass"}, true});
  applyMove(state, passing, Pass{});
}

/// What speaks against the forearm's having been over the table for nothing, rather than at one of the piles; negative
/// where it was hardly there. `hesitated`: it may have been there before it drew.
Cost OctalPosition::drewFrom(const Piles& piles, const ForearmTrack& forearm, bool hesitated) const {
  const auto misfitOf = [&](const TableRect& area) { return std::pow(offBy(forearm, area), 2) / 2; };
  Cost drew = std::numeric_limits<Cost>::infinity();
  for (const auto& pile : piles)
    if (pile) drew = std::min(drew, misfitOf(justThere(pile->middle())));
  // Ends of forearms that touch nothing are scattered over the table.
  Cost nothing = kForNothing + std::log(kScattered / (2 * std::numbers::pi * forearm.spread * forearm.spread)) - drew;
  if (hesitated) nothing = std::min(nothing, kHesitated);
  for (const TableRect& area : places_->questions) {
    const TableRect column{area.middle().x, area.y0, area.middle().x, area.y1};
    nothing = std::min(nothing, kHesitated + misfitOf(column) - drew);
  }
  return std::min(nothing, kForNothingAtMost);
}

/// The same for each that came from that side, at rests one after the other.
std::vector<Cost> OctalPosition::drewFrom(const Piles& piles, Side side, bool hesitated,
                                          std::span<const std::span<const ForearmTrack>> rests) const {
  const auto surest = [&](std::span<const ForearmTrack> forearms, bool onlyStayed) {
    Cost most = -std::numeric_limits<Cost>::infinity();
    for (const ForearmTrack& each : forearms)
      if (each.from == side && (each.stayed || !onlyStayed)) most = std::max(most, drewFrom(piles, each, hesitated));
    return most;
  };
  std::vector<Cost> came;
  for (std::size_t rest = 1; rest < rests.size(); ++rest)
    if (const Cost drew = surest(rests[rest], false); drew > kHardlyDrew && surest(rests[rest - 1], true) <= 0)
      came.push_back(drew);
  return came;
}

ForearmMisfit OctalPosition::misfitOfForearms(const Position& before,
                                              std::span<const std::span<const ForearmTrack>> rests) const {
  const auto& earlier = static_cast<const OctalPosition&>(before);
  const Cost unseen = isDark(rests) ? kDrawnInTheDark : kDrawnUnseen;
  ForearmMisfit misfit;
  for (const Side side : {Side::Near, Side::Left, Side::Far, Side::Right}) {
    const auto which = static_cast<std::size_t>(side);
    const auto drawn = static_cast<std::size_t>(std::max(0, draws_[which] - earlier.draws_[which]));
    // Of who draws with a full hand only the discarding may have been seen.
    std::vector<Cost> came = drewFrom({places_->deck, places_->discard}, side, drawn > 0, rests);
    std::sort(came.begin(), came.end(), std::greater());
    for (std::size_t n = 0; n < drawn; ++n)
      misfit.unseen += n < came.size() ? std::clamp(-came[n], 0.0, unseen) : unseen;
    if (refills_ != earlier.refills_) continue;  // whoever refills the deck comes there for more than a card
    // A forearm that laid a card came for that, however far beyond the card it reached: the last one, and those that
    // laid the other cards of an override. Where two sit side by side, the forearm at the deck may be the neighbour's.
    const auto laid = static_cast<std::size_t>(places_->players > 4 ? 0 : lays_[which] - earlier.lays_[which]);
    came = drewFrom({places_->deck, std::nullopt}, side, drawn > 0, laid > 0 ? rests.first(rests.size() - 1) : rests);
    std::sort(came.begin(), came.end(), std::greater());
    for (std::size_t n = drawn + std::max<std::size_t>(laid, 1) - 1; n < came.size(); ++n)
      misfit.idle += std::max(0.0, came[n]);
  }
  return misfit;
}

/// What the forearms say against that player's having laid the card there.
Cost OctalPosition::laidBy(int player, TablePoint there, std::span<const ForearmTrack> forearms) const {
  const Side side = sideOf(player);
  const Cost cost = kArmsTell * forearmCost(forearms, side, there);
  double off = std::numeric_limits<double>::infinity();
  for (const ForearmTrack& forearm : forearms)
    if (forearm.from == side) off = std::min(off, offBy(forearm, justThere(there)));
  return cost == 0 && std::isfinite(off) && off > kElsewhere ? kReachedElsewhere : cost;
}

void OctalPosition::proposeCard(int question, const SeenCard& seen, Card card, const Evidence& evidence,
                                std::vector<Proposal>& proposals) const {
  const Cost fromNowhere = state_.laidOf(card) < copies(card) ? 0 : kNoneLeft;
  for (int player = 0; player < places_->players; ++player) {
    if (!inPlay(state_, player)) continue;
    const Cost byHand = laidBy(player, seen.at, evidence.forearms);
    Proposal passes = passesUntil(player);
    passes.cost += byHand + fromNowhere;
    const auto add = [&](Proposal proposal, const char* points) {
      Event event = laying("play", player, 1, {{"card", card.name()}, {"on", question}, {"points", points}});
      addLaying(std::move(proposal), std::move(event), proposals);
    };
    const bool both = !state_.question(question).open() && !card.isAll();
    for (const char* points : both ? std::vector{"top", "below"} : std::vector{"top"}) {
      const bool stepFurther =
          stepsFurther(question, card, points == std::string_view("top") ? Points::Top : Points::Below);
      const Cost byPlace = misplaced(question, stepFurther, seen.at.y, asQuestions(evidence.table));
      Proposal inTurn = passes;
      inTurn.cost += byPlace;
      add(std::move(inTurn), points);
      // Out of turn: nobody passed.
      if (player != state_.turn && byHand == 0)
        add({{}, fromNowhere + byPlace + outOfTurn(player, question, card, points)}, points);
    }
  }
}

/// What speaks against a card laid out of turn; one that would be wrong in turn, too, is two breaches.
Cost OctalPosition::outOfTurn(int player, int question, Card card, const char* points) const {
  State turned = state_;
  turned.turn = player;
  const Event event{
      .player = player, .action = "play", .fields = {{"card", card.name()}, {"on", question}, {"points", points}}};
  const Ruling ruling = judgeMove(turned, player, parseMove(event, *header_));
  return kOutOfTurn + (ruling.isBreach() ? breachCost(*ruling.breach) : 0);
}

/// Several cards laid exactly on each other, of which rests in between showed those below the last.
void OctalPosition::proposeOverride(int question, const SeenCard& last, const Evidence& evidence,
                                    std::vector<Proposal>& proposals) const {
  const Column& known = columns_[at(question)];
  std::vector<Card> laid;
  const auto show = [&](const SeenCard& card) {
    if (card.best && card.best != known.back() && (laid.empty() || laid.back() != *card.best))
      laid.push_back(*card.best);
  };
  for (const auto& reading : evidence.between) {
    if (!reading) continue;
    const auto& column = asQuestions(*reading).questions[at(question)];
    const bool gone =
        !column.empty() && column.back().best == known.back() && !asQuestions(*reading).hidden[at(question)];
    if (gone) laid.clear();  // whatever lay there was taken back
    for (const SeenCard& card : column)
      if (distance(card.at, last.at) < kExactly) show(card);
  }
  show(last);
  if (laid.size() < 2 || laid.size() > kFullHand || !last.best || laid.back() != *last.best) return;
  const bool fits =
      std::all_of(laid.begin(), laid.end(), [&](Card card) { return answers(state_.question(question), card); });
  Json cards = Json::array();
  for (const Card card : laid) cards.push_back(card.name());
  for (int player = 0; player < places_->players; ++player) {
    if (!inPlay(state_, player)) continue;
    Proposal proposal = passesUntil(player);
    proposal.cost += kOverride + (fits ? 0 : kUnfitOverride) +
                     std::max(laidBy(player, last.at, evidence.forearms),
                              forearmCost(evidence.forearmsNow, seat(player, places_->players), last.at));
    Event event = laying("override", player, laid.size(), {{"cards", cards}, {"on", question}});
    addLaying(std::move(proposal), std::move(event), proposals);
  }
}

/// By who laid the last card: after two rounds of passes, or too early.
void OctalPosition::proposeStack(int question, const SeenCard& seen, Card card, const Evidence& evidence,
                                 std::vector<Proposal>& proposals) const {
  if (!state_.lastToLay || !inPlay(state_, *state_.lastToLay) || state_.seat(*state_.lastToLay).laidOn != question)
    return;
  const int stacker = *state_.lastToLay;
  const ProposedEvent event{laying("stack", stacker, 1, {{"card", card.name()}}), false};
  const Cost cost = kStack + laidBy(stacker, seen.at, evidence.forearms);
  Proposal inOrder{{}, cost};
  State state = state_;
  while (!twoRoundsPassed(state)) addPass(state, inOrder);
  // Too early: nobody passed. In turn it is a card like any other.
  if (!inOrder.events.empty() && stacker != state_.turn) proposals.push_back({{event}, cost + kTooEarly});
  inOrder.events.push_back(event);
  proposals.push_back(std::move(inOrder));
}

void OctalPosition::proposeOn(int question, const Evidence& evidence, std::vector<Proposal>& proposals) const {
  const auto& there = asQuestions(evidence.table).questions[at(question)];
  const Column& known = columns_[at(question)];
  if (there.empty()) return;
  // What came next: the card after the known top card or in its place, above the one below that; else the last.
  const auto follows = [&](std::size_t k) {
    const auto below = k > 0 ? there[k - 1].best : std::nullopt;
    return below && std::find(known.end() - 2, known.end(), *below) != known.end();
  };
  for (std::size_t k = 0; k < there.size(); ++k) {
    if (k + 1 < there.size() && !follows(k)) continue;
    for (const Card card : readingsOf(there[k])) {
      if (card == known.back()) continue;
      proposeCard(question, there[k], card, evidence, proposals);
      proposeStack(question, there[k], card, evidence, proposals);
    }
  }
  if (there.back().best != known.back()) proposeOverride(question, there.back(), evidence, proposals);
}

std::vector<Proposal> OctalPosition::propose(const Evidence& evidence) const {
  std::vector<Proposal> proposals;
  const QuestionsReading& seen = asQuestions(evidence.table);
  for (int k = 0; k < static_cast<int>(columns_.size()); ++k)
    if (misfitOf(k, seen) > kWorthExplaining) proposeOn(k, evidence, proposals);
  for (int player = 0; player < places_->players; ++player) {
    // Who passes takes a card from the deck, and with five in hand discards one.
    const bool mayHaveDrawn =
        std::any_of(evidence.forearmsNow.begin(), evidence.forearmsNow.end(), [&](const ForearmTrack& forearm) {
          return forearm.from == sideOf(player) &&
                 drewFrom({places_->deck, places_->discard}, forearm, true) > kHardlyDrew;
        });
    if (!inPlay(state_, player) || !mayHaveDrawn) continue;
    proposals.push_back(passesUntil(player));
    proposals.back().events.push_back({{.player = player, .action = "pass"}, true});
  }
  if (places_->podiumOpen && !state_.finished.empty() && !playedOn_)
    for (Proposal& each : proposals)
      if (!each.events.back().inferred) each.cost += kPlayedOn;
  return proposals;
}

std::optional<int> OctalPosition::toMove() const { return octal::toMove(state_); }

Side OctalPosition::sideOf(int player) const { return seat(player, places_->players); }

std::vector<ProposedEvent> OctalPosition::turnDone(bool seen) const {
  if (seen) return {};
  return {{{.player = state_.turn, .action = "pass"}, true}};
}

std::vector<LyingPiece> OctalPosition::lying() const {
  std::vector<LyingPiece> pieces;
  if (places_->deck) pieces.push_back({Face::back(), {places_->deck->middle(), 0}});
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const TableRect& area = places_->questions[k];
    const auto most = static_cast<std::size_t>((area.y1 - area.y0 - 2 * kHalfCard) / kStep) + 1;
    const Column& column = columns_[k];
    const std::size_t first = std::max(leaving_[k], column.size() > most ? column.size() - most : 0);
    for (std::size_t n = first; n < column.size(); ++n)
      pieces.push_back({Face(column[n].name()),
                        {{area.middle().x, area.y1 - kHalfCard - kStep * static_cast<double>(n - first)}, 0}});
  }
  return pieces;
}

std::shared_ptr<const infer::Situation> OctalPosition::situation() const {
  return std::make_shared<const OctalSituation>(places_, state_, columns_);
}

std::vector<Doubt> OctalPosition::doubts(const TableReading& reading) const {
  const QuestionsReading& seen = asQuestions(reading);
  std::vector<Doubt> doubts;
  std::vector<std::pair<Cost, int>> order;
  for (int k = 0; k < static_cast<int>(columns_.size()); ++k) order.push_back({-misfitOf(k, seen), k});
  std::sort(order.begin(), order.end());
  for (const auto& [cost, question] : order) {
    const auto& there = seen.questions[at(question)];
    if (-cost < 1) continue;
    Doubt doubt{{"ask.question", {{"n", std::to_string(question + 1)}}},
                there.empty() ? places_->questions[at(question)].middle() : there.back().at,
                {}};
    if (!there.empty())
      for (const Card card : readingsOf(there.back()))
        doubt.answers.push_back({Face(card.name()), there.back().shares[at(card.index())]});
    const Card known = columns_[at(question)].back();
    if (std::none_of(doubt.answers.begin(), doubt.answers.end(),
                     [&](const Candidate& each) { return each.face.text() == known.name(); }))
      doubt.answers.push_back({Face(known.name()), 0.1});
    doubts.push_back(std::move(doubt));
  }
  return doubts;
}

}  // namespace octo::tracker::octal
