#include "tracker/octal/octal_situation.h"

#include <algorithm>
#include <set>
#include <utility>

#include "tracker/follow/layout_hash.h"
#include "tracker/octal/apply.h"
#include "tracker/octal/judge.h"
#include "tracker/octal/penalty.h"
#include "tracker/octal/pieces.h"

namespace octo::tracker::octal {
namespace {

using infer::Difference;
using infer::ExpectedPiece;
using infer::NextEvent;
using infer::PieceChange;
using infer::PieceId;

/// What people do in their turn, as shares of the turns: they draw, lay a card, lay a card that they must not. Out of
/// turn: they top up the last card when all have passed twice, or too early, or even at once, where nobody passed yet;
/// or lay a card before it is their turn.
constexpr double kDraws = 0.4, kLays = 0.5, kBreaks = 0.04, kTopsUp = 0.3, kTopsUpEarly = 0.003, kTopsUpAtOnce = 0.0005,
                 kBeforeTurn = 0.002;
/// Of those who laid a card, or some, so many go on when five in the hand allow another, and when they must not.
constexpr double kGoesOn = 0.45, kGoesOnWrongly = 0.005;
/// So many cards and ways to lay them are usually in order, and so many are not: a card is one of them.
constexpr double kInOrder = 25, kNotInOrder = 60;
/// Who has one card left forgets to say so.
constexpr double kForgets = 0.02;
/// A card of which as many as there are lie on the table.
constexpr double kFromNowhere = 0.0003;
/// A card, mm. How much of it shows: of one laid upon a step farther, of one laid upon exactly.
constexpr double kStrip = 0.28, kCovered = 0.02;
/// Cards that go back to the deck may lie there yet, and each event later less likely; down to that.
constexpr double kLeaves = 0.4, kSurelyGone = 0.05;
/// People lay a question's first cards a little beyond its zone, mm.
constexpr double kAroundZone = 12;
/// Only readings at least so likely are thought of as the card that was laid.
constexpr double kThoughtOf = 0.01;
/// Numbers of the pieces of one question.
constexpr PieceId kNumbers = 1U << 16;

/// Numbers of faces of the edition.
int facesOfEdition() {
  static const int faces = [] {
    int count = 0;
    for (int index = 0; index < Card::kFaces; ++index) count += copies(Card::atIndex(index)) > 0;
    return count;
  }();
  return faces;
}

std::size_t indexOf(int number) { return static_cast<std::size_t>(number); }

/// The cards that the sighting may be.
std::vector<Card> cardsOf(const SeenPiece& piece) {
  std::vector<Card> cards;
  for (const Candidate& each : piece.faces)
    if (const auto card = Card::parse(each.face.text()); card && each.confidence >= kThoughtOf) cards.push_back(*card);
  return cards;
}

}  // namespace

OctalSituation::OctalSituation(std::shared_ptr<const GameHeader> header, std::shared_ptr<const OctalPlaces> places,
                               State state, const std::vector<std::vector<Card>>& columns)
    : header_(std::move(header)), places_(std::move(places)), state_(std::move(state)) {
  for (const auto& cards : columns)
    columns_.emplace_back(Column{{}, static_cast<PieceId>(columns_.size()) * kNumbers}).lie(cards);
  expect();
}

/// Each a step beyond the one before.
void OctalSituation::Column::lie(const std::vector<Card>& those) {
  cards.clear();
  for (const Card card : those) cards.push_back({next++, card, static_cast<int>(cards.size())});
}

int OctalSituation::faces() const { return facesOfEdition(); }

Side OctalSituation::sideOf(int player) const { return seat(player, places_->players); }

/// How many cards are left in the deck is no difference: of two games that differ in nothing else one is enough.
std::uint64_t OctalSituation::hash() const {
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(state_.turn), static_cast<std::uint64_t>(state_.strays));
  for (const Seat& seat : state_.seats)
    hash = mixed(hash, static_cast<std::uint64_t>(seat.hand | seat.passes << 8 | (seat.laidOn.value_or(-1) + 1) << 24));
  for (const int player : state_.finished) hash = mixed(hash, static_cast<std::uint64_t>(player));
  hash = mixed(hash, static_cast<std::uint64_t>(state_.lastToLay.value_or(-1) + 1));
  for (const Question& question : state_.questions)
    hash = mixed(hash, static_cast<std::uint64_t>(question.asking.index()));
  for (const Column& column : columns_)
    for (const Lying& lying : column.cards)
      if (lying.lies == 1) hash = mixed(hash, static_cast<std::uint64_t>(lying.card.index() | lying.step << 8));
  return hash;
}

std::optional<int> OctalSituation::questionAt(TablePoint at) const {
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (places_->questions[k].grown(kAroundZone).contains(at)) return static_cast<int>(k);
  return std::nullopt;
}

bool OctalSituation::concerns(const SeenPiece& piece) const {
  return (piece.face().isUnknown() || Card::parse(piece.face().text())) && questionAt(piece.pose.at);
}

TablePoint OctalSituation::pointOf(int on, int step) const {
  const TableRect& area = places_->questions[indexOf(on)];
  return {area.middle().x, std::max(area.y1 - kHalfCard - kStep * step, area.y0 + kHalfCard)};
}

/// Each card lies on the one below it, or a step from it, wherever people laid that; of cards that were pushed before
/// anybody saw them the one above it tells as well.
void OctalSituation::expect() {
  std::vector<ExpectedPiece> pieces;
  for (int on = 0; on < static_cast<int>(columns_.size()); ++on) {
    const auto& cards = columns_[indexOf(on)].cards;
    for (std::size_t k = 0; k < cards.size(); ++k) {
      ExpectedPiece piece{
          .id = cards[k].id, .faces = {Face(cards[k].card.name())}, .pose = {pointOf(on, cards[k].step), 0}};
      for (std::size_t below = k; below-- > 0;) {
        const int steps = cards[k].step - cards[below].step;
        piece.beside.push_back({cards[below].id, 0, -kStep * steps});
        if (steps > 1) break;
      }
      for (std::size_t above = k + 1; above < cards.size(); ++above) {
        const int steps = cards[above].step - cards[k].step;
        piece.beside.push_back({cards[above].id, 0, kStep * steps});
        if (steps > 0) break;
      }
      piece.shown = {-kHalfWidth, -kHalfCard, kHalfWidth, kHalfCard};
      if (k + 1 < cards.size()) {
        piece.visible = cards[k + 1].step > cards[k].step ? kStrip : kCovered;
        piece.shown.y0 = kHalfCard - kStep;
      }
      piece.lies = cards[k].lies;
      piece.turn = 180;
      pieces.push_back(std::move(piece));
    }
  }
  expected_ = std::make_shared<const std::vector<ExpectedPiece>>(std::move(pieces));
}

// --- what an event changes ---

/// Where the cards of a move come to lie; nothing for one that lays none.
std::optional<OctalSituation::Place> OctalSituation::placeOf(int player, const Move& move) const {
  if (const auto* play = std::get_if<Play>(&move))
    return Place{play->on, state_.question(play->on).open() || (play->points == Points::Below && !play->card.isAll())};
  if (const auto* override = std::get_if<Override>(&move))
    return Place{override->on, state_.question(override->on).open()};
  if (!std::holds_alternative<Stack>(move)) return std::nullopt;
  const auto on = state_.seat(player).laidOn;
  return on ? std::optional(Place{*on, true}) : std::nullopt;
}

void OctalSituation::lay(int on, Card card, bool exactly) {
  Column& column = columns_[indexOf(on)];
  const int step = column.cards.empty() ? 0 : column.cards.back().step + !exactly;
  column.cards.push_back({column.next++, card, step});
}

/// A refill takes all of a question's cards but the top one and the one whose condition is in force: from then on they
/// may be gone.
void OctalSituation::fade(bool refilled) {
  for (std::size_t on = 0; on < columns_.size(); ++on) {
    auto& cards = columns_[on].cards;
    const Card asking = state_.questions[on].asking;
    bool kept = false;
    for (std::size_t k = cards.size() - 1; k-- > 0;) {
      const bool asks = !kept && cards[k].card == asking;
      kept = kept || asks;
      if (cards[k].lies < 1 || (refilled && !asks)) cards[k].lies *= kLeaves;
    }
    std::erase_if(cards, [](const Lying& lying) { return lying.lies < kSurelyGone; });
  }
}

std::shared_ptr<const OctalSituation> OctalSituation::after(const Event& event) const {
  return after(event.player, parseMove(event, *header_));
}

std::shared_ptr<OctalSituation> OctalSituation::after(std::optional<int> player, const Move& move,
                                                      const std::vector<NextEvent>& alike) const {
  auto after = std::make_shared<OctalSituation>(*this);
  std::optional<Place> place;
  if (player) place = placeOf(*player, move);
  applyMove(after->state_, player, move);
  after->laying_.reset();
  if (place) {
    std::vector<Card> cards;
    if (const auto* override = std::get_if<Override>(&move)) cards = override->cards;
    if (const auto* play = std::get_if<Play>(&move)) cards = {play->card};
    if (const auto* stack = std::get_if<Stack>(&move)) cards = {stack->card};
    bool exactly = place->exactly;
    for (const Card card : cards) after->lay(place->on, card, std::exchange(exactly, true));
    if (!std::holds_alternative<Stack>(move)) {
      auto before = std::make_shared<OctalSituation>(*this);
      before->laying_.reset();
      after->laying_ = Laying{*player, place->on, std::move(cards), std::move(before)};
    }
  }
  const auto* position = std::get_if<TakePosition>(&move);
  if (position)
    for (std::size_t on = 0; on < columns_.size(); ++on) after->columns_[on].lie(position->questions[on]);
  const bool refilled =
      after->state_.deck > state_.deck || (!state_.counted && std::holds_alternative<Reshuffle>(move));
  if (place || refilled) after->fade(refilled);
  if (place || refilled || position) after->expectAsIn(alike);
  return after;
}

/// Whoever laid a card, and whether it was called, the table looks the same.
void OctalSituation::expectAsIn(const std::vector<NextEvent>& alike) {
  for (const NextEvent& each : alike)
    if (const auto* other = dynamic_cast<const OctalSituation*>(each.after.get());
        other && other->columns_ == columns_) {
      expected_ = other->expected_;
      return;
    }
  expect();
}

// --- what may happen ---

NextEvent OctalSituation::next(int player, const Move& move, double prior, std::optional<TablePoint> at,
                               const std::vector<NextEvent>& alike) const {
  NextEvent next{.event = toEvent(player, move), .prior = prior};
  const Ruling ruling = judgeMove(state_, player, move);
  next.breach = ruling.isBreach();
  const auto situation = after(player, move, alike);
  const auto place = placeOf(player, move);
  next.visible = place.has_value();
  if (place) {
    const Column& column = situation->columns_[indexOf(place->on)];
    const std::size_t size = column.cards.size();
    const std::size_t first = [&] {  // the place of the question's pieces among all
      std::size_t before = 0;
      for (int on = 0; on < place->on; ++on) before += situation->columns_[indexOf(on)].cards.size();
      return before;
    }();
    PieceChange change{.at = {at.value_or(pointOf(place->on, column.cards.back().step))}};
    for (std::size_t k = size < 2 ? 0 : size - 2; k < size; ++k)
      change.come.push_back((*situation->expected_)[first + k]);
    next.changes.push_back(std::move(change));
  }
  const bool draws = !place || (ruling.breach && ruling.breach->penalty);
  if (draws && places_->deck) {
    PieceChange change{.at = {places_->deck->middle()}};
    if (state_.seat(player).hand >= kFullHand && places_->discard) change.at.push_back(places_->discard->middle());
    next.changes.push_back(std::move(change));
  }
  next.after = situation;
  return next;
}

NextEvent OctalSituation::told(const Event& event) const {
  const Move move = parseMove(event, *header_);
  NextEvent told = event.player ? next(*event.player, move, 1) : NextEvent{.event = event, .prior = 1};
  told.event = event;
  if (event.player) return told;
  told.breach = judgeMove(state_, {}, move).isBreach();
  told.visible = false;
  told.after = after({}, move);
  return told;
}

std::optional<Event> OctalSituation::endOfTurn() const {
  return state_.over() ? std::nullopt : std::optional(toEvent(state_.turn, Pass{}));
}

/// Of cards laid exactly on each other the last one, and none that a refill took.
std::vector<Card> OctalSituation::inSight(std::size_t question) const {
  const auto& cards = columns_[question].cards;
  std::vector<Card> inSight;
  for (std::size_t k = 0; k < cards.size(); ++k)
    if (cards[k].lies == 1 && (k + 1 == cards.size() || cards[k + 1].step > cards[k].step))
      inSight.push_back(cards[k].card);
  return inSight;
}

double OctalSituation::supplyOf(Card card) const { return state_.laidOf(card) < copies(card) ? 1 : kFromNowhere; }

void OctalSituation::addPass(std::vector<NextEvent>& events) const {
  events.push_back(next(state_.turn, Pass{}, kDraws));
}

/// Who has one card left has called, as far as anybody saw; or forgot, and draws for it. Not what is less likely than
/// `least`.
template <class Add>
void inBothCalls(int hand, int cards, double prior, double least, const Add& add) {
  const bool calls = hand > 1 && handAfter(hand, cards) == 1;
  const double usual = calls ? prior * (1 - kForgets) : prior;
  if (usual >= least) add(calls, usual);
  if (calls && prior * kForgets >= least) add(false, prior * kForgets);
}

void OctalSituation::addPlays(const Laid& laid, double least, std::vector<NextEvent>& events) const {
  const bool both = !state_.question(laid.on).open() && !laid.card.isAll();
  const TablePoint beyond{laid.onto.x,
                          std::max(laid.onto.y - kStep, places_->questions[indexOf(laid.on)].y0 + kHalfCard)};
  for (const Points points : both ? std::vector{Points::Top, Points::Below} : std::vector{Points::Top})
    for (int player = 0; player < places_->players; ++player) {
      if (!inPlay(state_, player)) continue;
      const bool inTurn = player == state_.turn;
      // What people lay on their own card at once goes on with that.
      if (!inTurn && laying_ && laying_->player == player && points == Points::Below) continue;
      State turned = state_;
      turned.turn = player;
      const Play play{laid.card, laid.on, points, false};
      const bool breaks = judgeMove(turned, player, play).isBreach();
      const double share = (breaks ? kBreaks / kNotInOrder : kLays / kInOrder) * (inTurn ? 1 : kBeforeTurn);
      const TablePoint at = placeOf(player, play)->exactly ? laid.onto : beyond;
      inBothCalls(state_.seat(player).hand, 1, share * supplyOf(laid.card), least, [&](bool octo, double prior) {
        events.push_back(next(player, Play{laid.card, laid.on, points, octo}, prior, at, events));
      });
    }
}

void OctalSituation::addStack(const Laid& laid, double least, std::vector<NextEvent>& events) const {
  const int on = laid.on;
  const Card card = laid.card;
  if (!state_.lastToLay || !inPlay(state_, *state_.lastToLay) || state_.seat(*state_.lastToLay).laidOn != on) return;
  const bool due = twoRoundsPassed(state_);
  if (!due && *state_.lastToLay == state_.turn) return;  // in turn it is a card like any other
  const double topsUp = due ? kTopsUp : laying_ ? kTopsUpAtOnce : kTopsUpEarly;
  const double share = topsUp / cardsInEdition() * supplyOf(card);
  inBothCalls(state_.seat(*state_.lastToLay).hand, 1, share, least, [&](bool octo, double prior) {
    events.push_back(next(*state_.lastToLay, Stack{laid.card, octo}, prior, laid.onto, events));
  });
}

/// Whoever laid the last card lays another one exactly on it.
void OctalSituation::addOverride(const Laid& laid, double least, std::vector<NextEvent>& events) const {
  const int on = laid.on;
  const Card card = laid.card;
  if (!laying_ || laying_->on != on) return;
  const OctalSituation& before = *laying_->before;
  const int player = laying_->player;
  std::vector<Card> cards = laying_->cards;
  cards.push_back(card);
  if (cards.size() > kFullHand) return;
  const bool breaks = judgeMove(before.state_, player, Override{cards, on, true}).isBreach();
  const double share = (breaks ? kGoesOnWrongly / kNotInOrder : kGoesOn / kInOrder) * supplyOf(card);
  const int hand = before.state_.seat(player).hand;
  inBothCalls(hand, static_cast<int>(cards.size()), share, least, [&](bool octo, double prior) {
    NextEvent event = before.next(player, Override{cards, laid.on, octo}, prior, laid.onto, events);
    event.replaces = true;
    events.push_back(std::move(event));
  });
}

/// Whoever laid the last card may lay another.
bool OctalSituation::mayGoOn() const {
  return laying_ && std::ssize(laying_->cards) < kMostInOverride &&
         laying_->before->state_.seat(laying_->player).hand == kFullHand;
}

/// Where the question's top card lies: the next one comes about there.
TablePoint OctalSituation::topOf(int on, const Difference& difference) const {
  const Column& column = columns_[indexOf(on)];
  const auto pose = difference.poseOf(column.cards.back().id);
  return pose ? pose->at : pointOf(on, column.cards.back().step);
}

std::vector<NextEvent> OctalSituation::nextEvents(const Difference& difference, double least) const {
  std::vector<NextEvent> events;
  if (state_.over()) return events;
  addPass(events);
  std::set<std::pair<int, int>> done;
  for (const SeenPiece* piece : difference.news) {
    const auto on = questionAt(piece->pose.at);
    if (!on) continue;
    for (const Card card : cardsOf(*piece)) {
      if (!done.emplace(*on, card.index()).second) continue;
      const Laid laid{*on, card, topOf(*on, difference)};
      addPlays(laid, least, events);
      addStack(laid, least, events);
      addOverride(laid, least, events);
    }
  }
  if (mayGoOn())
    for (NextEvent& each : events)
      if (!each.replaces) each.prior *= 1 - kGoesOn;
  return events;
}

/// An override begins with each of its cards but the last.
bool OctalSituation::begins(const Event& event, const Event& longer) const {
  const bool play = event.action == "play";
  if (longer.action != "override" || event.player != longer.player || (!play && event.action != "override") ||
      event.fields["on"] != longer.fields["on"])
    return false;
  const Json& cards = longer.fields["cards"];
  if (play) return event.fields["card"] == cards.front();
  const Json& laid = event.fields["cards"];
  return laid.size() < cards.size() && std::equal(laid.begin(), laid.end(), cards.begin());
}

}  // namespace octo::tracker::octal
