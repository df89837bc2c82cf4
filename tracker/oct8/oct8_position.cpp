#include "tracker/oct8/oct8_position.h"

#include <algorithm>

#include "tracker/follow/forearms.h"
#include "tracker/oct8/apply.h"
#include "tracker/oct8/judge.h"
#include "tracker/oct8/move.h"
#include "tracker/oct8/oct8_compare.h"
#include "tracker/oct8/oct8_lying.h"
#include "tracker/oct8/oct8_proposals.h"
#include "tracker/oct8/rules.h"

namespace octo::tracker::oct8 {
namespace {

/// A forearm at the deck, and nothing else at that rest, that drew no card; that drew one which it laid only after
/// that.
constexpr Cost kIdleAtDeck = 5.0, kLaidLater = 3.0;

const OctopusesReading& asOctopuses(const TableReading& reading) {
  return static_cast<const OctopusesReading&>(reading);
}

}  // namespace

Oct8Position::Oct8Position(const GameHeader& header, std::shared_ptr<const Oct8Places> places)
    : header_(std::make_shared<const GameHeader>(header)),
      places_(std::move(places)),
      state_(startState(header)),
      layoutHash_(state_, shown_),
      taken_(header.players.size()) {}

bool Oct8Position::same(const Position& other) const {
  return state_ == static_cast<const Oct8Position&>(other).state_;
}

Ruling Oct8Position::judge(const Event& event) const {
  return judgeMove(state_, event.player, parseMove(event, *header_));
}

void Oct8Position::apply(const Event& event) {
  const std::size_t discards = state_.discard.size();
  const int deck = state_.armDeck;
  const OpenFaces open = state_.open;
  const Move move = parseMove(event, *header_);
  applyMove(state_, event.player, move);
  if (std::holds_alternative<TakePosition>(move)) {
    shown_ = Shown();  // the octopuses have other names
    layoutHash_ = LayoutHash(state_, shown_);
    return;
  }
  if (const auto* attach = std::get_if<Attach>(&move))
    shown_.attachedTo = attach->to;
  else if (!std::holds_alternative<Chip>(move))
    shown_.attachedTo.reset();
  const auto* turnDraw = std::get_if<TurnDraw>(&move);
  if (turnDraw) {
    shown_.justDrawnToHand = !turnDraw->to;
    shown_.leftDeck.reset();
  }
  if (state_.armDeck < deck) shown_.onDeck.reset();
  Taken& taken = taken_[static_cast<std::size_t>(*event.player)];
  (turnDraw && turnDraw->to ? taken.laid : taken.hidden) += deck - state_.armDeck;
  const auto* draw = std::get_if<Draw>(&move);
  if (state_.discard.size() != discards || (draw && draw->discard > 0)) shown_.discardTop.reset();
  if (state_.armDeck < deck && state_.open == open) shown_.handExplained = true;
  layoutHash_ = LayoutHash(state_, shown_);
}

void Oct8Position::takeBack(const Event& event) {
  const Move move = parseMove(event, *header_);
  if (const auto* draw = std::get_if<TurnDraw>(&move)) shown_.onDeck = draw->card;
}

bool Oct8Position::told() const {
  return std::all_of(state_.seats.begin(), state_.seats.end(),
                     [](const Seat& seat) { return seat.colour.has_value(); });
}

Cost Oct8Position::misfit(const TableReading& reading) const {
  Cost cost = 0;
  for (const PlaceCost& place : comparePlaces(asOctopuses(reading), known())) cost += place.cost;
  return cost;
}

/// Nothing for swaps and for what takes cards off the discard pile: forearms reach several places then.
std::optional<Reach> Oct8Position::reach(const Event& event) const {
  const Move move = parseMove(event, *header_);
  if (!event.player) return std::nullopt;
  const Oct8Places::Seat& seat = places_->seats[static_cast<std::size_t>(*event.player)];
  const auto at = [&](const TableRect& area) { return Reach{seat.side, area}; };
  const auto inSlot = [&](Slot slot) { return at(places_->slots[static_cast<std::size_t>(slot.index)]); };
  if (const auto* draw = std::get_if<TurnDraw>(&move)) return draw->to ? inSlot(*draw->to) : at(places_->arms);
  if (const auto* draw = std::get_if<Draw>(&move); draw && draw->discard == 0) return at(places_->arms);
  if (const auto* attach = std::get_if<Attach>(&move)) return inSlot(attach->to);
  if (const auto* refill = std::get_if<Refill>(&move)) return inSlot(refill->slot);
  if (std::holds_alternative<Discard>(move)) return at(places_->discard);
  if (std::holds_alternative<Ship>(move)) return at(seat.shipped);
  if (std::holds_alternative<Chip>(move)) return at(seat.chips);
  return std::nullopt;
}

Cost Oct8Position::misfitBetween(const TableReading& reading, const Position& after) const {
  return compareHalfWay(asOctopuses(reading), known(), static_cast<const Oct8Position&>(after).known());
}

Cost Oct8Position::misfitOfBoth(const TableReading& before, const TableReading& now) const {
  return compareBoth(asOctopuses(before), asOctopuses(now), known());
}

Cost Oct8Position::misfitBetweenOfBoth(const TableReading& before, const TableReading& now,
                                       const Position& after) const {
  return compareBothHalfWay(asOctopuses(before), asOctopuses(now), known(),
                            static_cast<const Oct8Position&>(after).known());
}

void Oct8Position::learn(const TableReading& reading, std::span<const ForearmTrack> forearms) {
  oct8::learn(asOctopuses(reading), state_, shown_);
  shown_.handExplained = shown_.justDrawnToHand = false;
  const Turn& turn = state_.turn;
  for (int player = 0; player < state_.players(); ++player) {
    if ((player == turn.player ? turn.drawIsDue() : turn.isWhole()) &&
        reachedInto(forearms, sideOf(player), places_->arms))
      shown_.leftDeck = player;
  }
  layoutHash_ = LayoutHash(state_, shown_);
}

/// Of 441 turns in 33 rendered games whose action was another one than two cards off the deck none had a rest with
/// nothing new but the player's forearm at the deck; of 367 with such cards 209 had.
Cost Oct8Position::idleForearms(const Position& before, std::span<const std::span<const ForearmTrack>> rests) const {
  const auto& earlier = static_cast<const Oct8Position&>(before);
  Cost cost = 0;
  for (int player = 0; player < state_.players(); ++player) {
    const auto atDeck = [&](const ForearmTrack& forearm) {
      return forearm.from == sideOf(player) && places_->arms.contains(forearm.reached);
    };
    int idle = 0;
    for (std::size_t rest = 1; rest < rests.size(); ++rest)
      idle += std::none_of(rests[rest - 1].begin(), rests[rest - 1].end(), atDeck) &&
              std::any_of(rests[rest].begin(), rests[rest].end(),
                          [&](const ForearmTrack& forearm) { return forearm.idle && atDeck(forearm); });
    const auto which = static_cast<std::size_t>(player);
    idle = std::max(0, idle - (taken_[which].hidden - earlier.taken_[which].hidden));
    const int laid = std::min(idle, taken_[which].laid - earlier.taken_[which].laid);
    cost += kLaidLater * laid + kIdleAtDeck * (idle - laid);
  }
  return cost;
}

std::vector<LyingPiece> Oct8Position::lying() const { return lyingPieces(known(), *places_); }

std::vector<Proposal> Oct8Position::propose(const Evidence& evidence) const {
  return proposeMoves(known(), evidence, *places_);
}

std::optional<int> Oct8Position::toMove() const { return Rules::toMove(state_); }

Side Oct8Position::sideOf(int player) const { return places_->seats[static_cast<std::size_t>(player)].side; }

std::vector<ProposedEvent> Oct8Position::turnDone(bool) const { return restOfTurn(state_); }

std::vector<ProposedEvent> Oct8Position::conclude() const {
  if (state_.over()) return {};
  const Turn& turn = state_.turn;
  // The last turn of the game is over, too, when nothing follows it.
  if (!turn.isWhole() && state_.turnsLeft != 1) return {};
  return restOfTurn(state_);
}

std::vector<Doubt> Oct8Position::doubts(const TableReading& reading) const {
  const OctopusesReading& seen = asOctopuses(reading);
  std::vector<PlaceCost> places = comparePlaces(seen, known());
  std::erase_if(places, [](const PlaceCost& place) { return place.cost < 1; });
  std::sort(places.begin(), places.end(), [](const PlaceCost& a, const PlaceCost& b) { return a.cost > b.cost; });
  std::vector<Doubt> doubts;
  for (const PlaceCost& place : places) doubts.push_back(doubtAt(place, seen));
  return doubts;
}

/// Asks for the card that fits least, where one does not fit.
Doubt Oct8Position::doubtAt(const PlaceCost& place, const OctopusesReading& seen) const {
  Doubt doubt{asking({place.where, place.whose}, *header_), {}, {}};
  const auto ask = [&](const ColumnMatch& match) {
    if (match.extra.empty()) return;
    const SeenCard& card = *match.extra.front();
    doubt.at = card.at;
    for (const Arm arm : card.arms()) doubt.answers.push_back({Face(arm.name()), card.shares[arm.index()]});
  };
  const auto whose = static_cast<std::size_t>(std::max(0, place.whose));
  if (place.where == Where::Shared) {
    const auto& column = seen.shared[whose];
    if (column) doubt.at = column->at;
    if (column && state_.shared[whose]) ask(matchColumn(*column, *state_.shared[whose], false));
  } else if (place.where == Where::Field) {
    for (const FieldMatch::Pair& pair : matchField(seen, known(), whose).pairs)
      if (doubt.answers.empty()) ask(pair.match);
  } else if (place.where == Where::Discard && seen.discard) {
    doubt.at = seen.discard->at;
    for (const Arm arm : seen.discard->arms())
      doubt.answers.push_back({Face(arm.name()), seen.discard->shares[arm.index()]});
  }
  return doubt;
}

}  // namespace octo::tracker::oct8
