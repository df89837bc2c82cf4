#include "tracker/octa/octa_position.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <span>
#include <string>

#include "tracker/follow/forearms.h"
#include "tracker/follow/layout_hash.h"
#include "tracker/octa/apply.h"
#include "tracker/octa/judge.h"
#include "tracker/octa/octa_compare.h"
#include "tracker/octa/octa_forearms.h"
#include "tracker/octa/octa_inferred.h"
#include "tracker/octa/octa_lying.h"
#include "tracker/octa/propose.h"
#include "tracker/octa/rules.h"

namespace octo::tracker::octa {
namespace {

/// A legal move taken back: a hand was at its place since, may have been on its way, or was not; what was discarded,
/// which people rather change their mind about; an action card turned over.
constexpr Cost kTakenBackSeen = 3.8, kTakenBackOnTheWay = 4.6, kTakenBackUnseen = 6.0, kDiscardTakenBack = 2.5,
               kActionTakenBack = 8.0;
/// Something off the stock without a hand there; without any hand seen; and a hand there that took nothing. A king is
/// two cards, a queen two, a line or a run three and more; the discards laid there anew, by either player. A hand at
/// the open action cards that turned none over, as people also point at them or push them straight; who shuffles them
/// is there several times.
constexpr Cost kTakenUnseen = 1.2, kTakenInTheDark = 0.8, kHandForNothing = 3.0, kHandAtActionsForNothing = 2.5;
constexpr int kHandsOfShuffle = 4;
constexpr int kHandsOfKing = 2, kHandsOfFill = 3, kHandsOfRestock = 2;
/// What lies on the open action piles is seen up to so far from where it lay (`shift`, mm), and what speaks against
/// each millimetre more; against a forearm's having stayed there as well. Of 5235 looks with a forearm there and
/// nothing laid 2.4 % show more than 1.5 mm and 0.15 % more than 2.5 mm; of 53 with a card laid on its like 77 % and 45
/// %. Forearms that have turned one over are still there at the next look in 75 of 2900 turns.
constexpr double kStill = 1;
constexpr Cost kShifted = 2.4, kMostShifted = 6.0, kStayed = 3.5;
/// A card of which that much is seen lies where it is seen to lie.
constexpr double kWhole = 0.97;
/// A hand was surely at the stock if it fits whatever lies beside it so much worse, mm.
constexpr double kClearly = 20;

/// A forearm of that side was there, and at nothing beside it.
bool surelyAt(TablePoint place, std::span<const ForearmTrack> forearms, Side side, std::span<const TablePoint> beside) {
  return std::any_of(forearms.begin(), forearms.end(), [&](const ForearmTrack& forearm) {
    const double off = offBy(forearm, place);
    return mayHaveTouched({&forearm, 1}, side, place) && std::none_of(beside.begin(), beside.end(), [&](TablePoint at) {
             return offBy(forearm, at) < off + kClearly;
           });
  });
}

bool surelyAtStock(std::span<const ForearmTrack> forearms, Side side, const OctaPlaces& places) {
  std::vector<TablePoint> beside(places.pot.begin(), places.pot.end());
  beside.push_back(places.discard.middle());
  return surelyAt(places.stock.middle(), forearms, side, beside);
}

bool surelyAtActions(std::span<const ForearmTrack> forearms, Side side, const OctaPlaces& places) {
  const std::array beside{places.aside.middle(), places.actionStack.middle()};
  return std::any_of(places.actions.begin(), places.actions.end(),
                     [&](const TableRect& pile) { return surelyAt(pile.middle(), forearms, side, beside); });
}

bool surelyAtPile(std::size_t pile, std::span<const ForearmTrack> forearms, Side side, const OctaPlaces& places) {
  const std::array beside{places.aside.middle(), places.actionStack.middle(), places.actions[1 - pile].middle()};
  return surelyAt(places.actions[pile].middle(), forearms, side, beside);
}

/// Forearms of that side that came to the stock, or surely did.
int armsAtStock(Side side, bool surely, std::span<const std::span<const ForearmTrack>> rests,
                const OctaPlaces& places) {
  return arrivals(rests, [&](std::span<const ForearmTrack> forearms) {
    return surely ? surelyAtStock(forearms, side, places) : mayHaveTouched(forearms, side, places.stock.middle());
  });
}

/// Forearms of that side that surely came to the open action cards and turned none over there, that many having been by
/// pile: at either pile, or at each.
int idleAtActions(Side side, const std::array<int, 2>& turned, std::span<const std::span<const ForearmTrack>> rests,
                  const OctaPlaces& places) {
  const int all =
      arrivals(rests, [&](std::span<const ForearmTrack> forearms) { return surelyAtActions(forearms, side, places); });
  int each = 0;
  for (std::size_t pile = 0; pile < turned.size(); ++pile) {
    const auto is = [&](std::span<const ForearmTrack> forearms) { return surelyAtPile(pile, forearms, side, places); };
    each += std::max(0, arrivals(rests, is) - turned[pile]);
  }
  return std::max(each, all - turned[0] - turned[1]);
}

/// Nothing hides any of that pile's top card, which a forearm may still hold then.
bool liesClear(const OctaReading& reading, std::size_t pile, const OctaPlaces& places) {
  const auto& top = reading.actions[pile];
  return top && top->best() && top->visible() > kWhole && !reading.hidesAnyOf(places.actions[pile]);
}

std::size_t withHash(std::size_t hash, const Token& token) {
  if (const auto* pot = std::get_if<OnPot>(&token)) return mixed(mixed(hash, 1), pot->places.to_ulong());
  if (const auto* run = std::get_if<OnRun>(&token))
    return mixed(mixed(mixed(hash, 2), static_cast<std::size_t>(run->run)), static_cast<std::size_t>(run->turn));
  return mixed(hash, 0);
}

std::size_t withHash(std::size_t hash, const std::optional<Card>& card) {
  return mixed(hash, card ? 1 + card->index() : 0);
}

/// Of all that lies on the table.
std::size_t layoutHashOf(const State& state, const std::array<std::shared_ptr<const LaidRuns>, kPlayers>& runs) {
  std::size_t hash = mixed(runs[0]->hash, runs[1]->hash);
  for (int place = 1; place <= kPotPlaces; ++place) hash = withHash(hash, state.pot.at(place));
  for (const Token& token : state.tokens) hash = withHash(hash, token);
  hash = mixed(hash, state.discard.size());
  for (const Discarded& card : state.discard) hash = withHash(hash, card);
  for (const auto& pile : state.openActions) {
    hash = mixed(hash, pile.size());
    for (const Card card : pile) hash = withHash(hash, card);
  }
  for (const int pile : {state.stock, state.actionStack, state.aside}) hash = mixed(hash, pile > 0 ? 1 : 0);
  hash = mixed(hash, state.counted ? 1 : 0);
  return hash;
}

/// Looked up where it was worked out before.
template <class Work>
Cost once(std::unordered_map<std::size_t, Cost>& known, std::size_t which, const Work& work) {
  if (const auto found = known.find(which); found != known.end()) return found->second;
  const Cost cost = work();
  known.emplace(which, cost);
  return cost;
}

std::optional<Json> clearlyRead(const std::optional<SeenCard>& seen, bool action) {
  if (!seen || !seen->best() || seen->best()->isAction() != action) return std::nullopt;
  if (seen->sure() * seen->presence() < kClear) return std::nullopt;
  return seen->best()->name();
}

template <std::size_t N>
std::optional<Json> clearlyRead(const std::array<std::optional<SeenCard>, N>& seen, bool action) {
  Json cards = Json::array();
  for (const auto& each : seen) {
    auto card = clearlyRead(each, action);
    if (!card) return std::nullopt;
    cards.push_back(std::move(*card));
  }
  return cards;
}

/// Of a table that is taken over: read so surely, or not at all.
constexpr double kReadable = 0.5;

std::optional<Card> readCard(const std::optional<SeenCard>& seen, bool action) {
  const bool readable = seen && seen->best() && seen->best()->isAction() == action && seen->sure() >= kReadable;
  return readable ? seen->best() : std::nullopt;
}

/// Cards in a row that are no run yet.
bool isRow(const SeenRun& run) { return run.slots.size() >= kShortestRun; }

/// Nothing where a card cannot be read.
std::optional<std::vector<std::optional<Card>>> rowIn(const SeenRun& run) {
  std::vector<std::optional<Card>> row;
  for (const SeenRun::Slot& slot : run.slots) {
    const auto card = readCard(slot.card, false);
    if (!card && !(slot.card && slot.card->isBack())) return std::nullopt;
    row.push_back(card);
  }
  if (row.size() > kLongestRun || !placesOfRow(row)) return std::nullopt;
  return row;
}

/// What a token lies on is what it is nearest to. One that is not seen is taken to be in the middle.
std::optional<TakePosition::Token> tokenIn(const OctaReading& seen, std::size_t player, const OctaPlaces& places,
                                           const Pot& pot) {
  if (!seen.tokens[player]) return TakePosition::Token();
  const TablePoint at = seen.tokens[player]->at;
  TakePosition::Token token;
  double nearest = distance(at, places.middle);
  const auto isNearest = [&](TablePoint other) {
    const double away = distance(at, other);
    if (away >= std::min(nearest, kOnCard)) return false;
    nearest = away;
    return true;
  };
  for (int place = 1; place <= kPotPlaces; ++place)
    if (isNearest(places.pot[static_cast<std::size_t>(place - 1)])) {
      token.pot = {place};
      for (const PotPlaces& run : runsThrough(pot, place))
        if (run.count() > token.pot.size()) token.pot = listOf(run);
    }
  for (std::size_t run = 0; run < seen.runs[player].size(); ++run)
    for (const SeenRun::Slot& slot : seen.runs[player][run].slots)
      if (isNearest(slot.at)) token = {run, {}};
  return nearest < kOnCard ? std::optional(token) : std::nullopt;
}

/// What lies there; nothing where it cannot be read whole.
std::optional<TakePosition> positionIn(const OctaReading& seen, const OctaPlaces& places, int turn) {
  TakePosition position{{}, {}, {}, {}, {}, turn};
  if (!seen.hidden.empty()) return std::nullopt;
  Pot pot;
  for (std::size_t place = 0; place < kPotPlaces; ++place) {
    const auto card = readCard(seen.pot[place], false);
    if (!card) return std::nullopt;
    position.pot.push_back(card);
    pot.at(static_cast<int>(place) + 1) = card;
  }
  for (const auto& pile : seen.actions) {
    const auto card = readCard(pile, true);
    if (!card) return std::nullopt;
    position.actions.push_back(*card);
  }
  for (std::size_t player = 0; player < kPlayers; ++player) {
    auto& runs = position.runs.emplace_back();
    for (const SeenRun& run : seen.runs[player]) {
      const auto row = isRow(run) ? rowIn(run) : std::nullopt;
      if (!row) return std::nullopt;
      runs.push_back(*row);
    }
    const auto token = tokenIn(seen, player, places, pot);
    if (!token) return std::nullopt;
    position.tokens.push_back(*token);
  }
  if (!seen.discard.empty()) position.discard = {readCard(seen.discard.front(), false)};
  return position;
}

class OctaTable final : public GameTable {
 public:
  OctaTable(OctaPlaces places, bool inferred) : places_(std::move(places)), inferred_(inferred) {}

  std::unique_ptr<const TableReading> read(const Observation& observation) const override {
    return std::make_unique<OctaReading>(readTable(observation, places_));
  }

  std::optional<GameHeader> setUp(const GameHeader& asked, const Observation& observation) const override {
    const OctaReading seen = readTable(observation, places_);
    const auto pot = clearlyRead(seen.pot, false), actions = clearlyRead(seen.actions, true);
    if (!pot || !actions || !seen.discard.empty() || !seen.runs[0].empty() || !seen.runs[1].empty())
      return std::nullopt;
    GameHeader header = asked;
    header.setup["pot"] = *pot;
    header.setup["actions"] = *actions;
    return header;
  }

  std::vector<MissingPiece> missing(const GameHeader&, const Observation& observation) const override {
    constexpr double kHalfWide = 31.5, kHalfDeep = 44;
    const OctaReading seen = readTable(observation, places_);
    std::vector<MissingPiece> missing;
    for (std::size_t place = 0; place < seen.pot.size(); ++place) {
      const TablePoint at = places_.pot[place];
      if (!clearlyRead(seen.pot[place], false))
        missing.push_back({"pot", TableRect{at.x - kHalfWide, at.y - kHalfDeep, at.x + kHalfWide, at.y + kHalfDeep}});
    }
    for (std::size_t pile = 0; pile < seen.actions.size(); ++pile)
      if (!clearlyRead(seen.actions[pile], true)) missing.push_back({"action", places_.actions[pile]});
    return missing;
  }

  bool isOccupied(const Observation& observation) const override {
    const OctaReading seen = readTable(observation, places_);
    return !seen.discard.empty() || std::any_of(seen.runs.begin(), seen.runs.end(), [](const auto& runs) {
      return std::any_of(runs.begin(), runs.end(), isRow);
    });
  }

  std::optional<TakenTable> taken(const GameHeader& known, const Observation& observation) const override {
    const auto position = positionIn(readTable(observation, places_), places_, known.first);
    if (!position) return std::nullopt;
    TakenTable taken{known, eventOf({}, *position)};
    if (!known.setup.contains("pot")) {
      taken.header.setup["pot"] = taken.position.fields["pot"];
      taken.header.setup["actions"] = taken.position.fields["actions"];
    }
    return taken;
  }

  std::unique_ptr<Position> start(const GameHeader& header) const override {
    if (inferred_) return std::make_unique<InferredOcta>(header, std::make_shared<const OctaPlaces>(places_));
    return std::make_unique<OctaPosition>(header, places_);
  }

 private:
  OctaPlaces places_;
  bool inferred_;
};

Doubt doubtOf(Message text, TablePoint at, const std::optional<SeenCard>& seen, const std::optional<Card>& known) {
  Doubt doubt{std::move(text), at, {}};
  if (seen)
    for (const Card card : seen->readings()) doubt.answers.push_back({Face(card.name()), seen->sure()});
  const auto isKnown = [&](const Candidate& each) { return known && each.face.text() == known->name(); };
  if (known && std::none_of(doubt.answers.begin(), doubt.answers.end(), isKnown))
    doubt.answers.push_back({Face(known->name()), 0.1});
  return doubt;
}

}  // namespace

OctaPosition::OctaPosition(const GameHeader& header, const OctaPlaces& places)
    : header_(std::make_shared<const GameHeader>(header)),
      places_(std::make_shared<const OctaPlaces>(places)),
      state_(startState(header)),
      memory_(std::make_shared<const OctaMemory>()) {
  keepLook();
}

void OctaPosition::keepLook() {
  for (int player = 0; player < static_cast<int>(kPlayers); ++player)
    if (auto& runs = runs_[static_cast<std::size_t>(player)]; !runs || !runs->areOf(state_, *memory_))
      runs = runsOf(state_, player, *memory_);
  layoutHash_ = layoutHashOf(state_, runs_);
  for (const bool left : tokenLeft_) layoutHash_ = mixed(layoutHash_, left ? 1 : 0);
}

bool OctaPosition::same(const Position& other) const {
  return state_ == static_cast<const OctaPosition&>(other).state_;
}

Ruling OctaPosition::judge(const Event& event) const {
  return judgeMove(state_, event.player, parseMove(event, *header_));
}

void OctaPosition::apply(const Event& event) {
  const Move move = parseMove(event, *header_);
  laid_.reset();
  const auto lays = [&](int run) {
    const bool breach = judgeMove(state_, event.player, move).isBreach();
    laid_ = std::make_shared<const LastLaid>(LastLaid{event, move, run, breach});
  };
  if (const auto* extend = std::get_if<Extend>(&move)) lays(extend->run);
  if (std::holds_alternative<Meld>(move)) lays(state_.runsMade + 1);
  if (const auto* action = std::get_if<TurnAction>(&move)) {
    const auto pile = static_cast<std::size_t>(action->onto);
    likes_[pile] += openAction(state_, pile) == action->card;
  }
  const int player = state_.turn.player;
  if (event.fields.contains(kGuessed) && std::holds_alternative<KingFromDiscard>(move))
    kings_.push_back(unseenKing(event, state_));
  else if (std::holds_alternative<Restock>(move))
    kings_.clear();
  applyMove(state_, event.player, move);
  if (std::holds_alternative<TakePosition>(move)) {  // the runs have other names
    memory_ = std::make_shared<const OctaMemory>();
    kings_.clear();
    tokenLeft_ = {};
  }
  restocks_ += std::holds_alternative<Restock>(move);
  shuffles_ += std::holds_alternative<ReshuffleActions>(move);
  countTakings(event.player.value_or(player), move);
  keepLook();
}

void OctaPosition::takeBack(const Event& event) {
  const Move move = parseMove(event, *header_);
  const auto* meld = std::get_if<Meld>(&move);
  if (!meld || !meld->token) return;
  tokenLeft_[static_cast<std::size_t>(event.player.value_or(state_.turn.player))] = true;
  keepLook();
}

bool OctaPosition::isTokenInPlace(const OctaReading& reading, int player) const {
  return reading.tokens[static_cast<std::size_t>(player)] &&
         againstToken(state_, player, reading, matchBoth(runs_, reading), *places_) == 0;
}

void OctaPosition::countTakings(int player, const Move& move) {
  Takings& takings = takings_[static_cast<std::size_t>(player)];
  takings.draws += std::holds_alternative<Draw>(move);
  if (const auto* action = std::get_if<TurnAction>(&move)) ++takings.actions[static_cast<std::size_t>(action->onto)];
  if (std::holds_alternative<ReshuffleActions>(move))
    for (int& pile : takings.actions) pile += kHandsOfShuffle;
  takings.kings += std::holds_alternative<KingFromStock>(move);
  takings.fills += std::holds_alternative<Queen>(move) || std::holds_alternative<TakeLine>(move) ||
                   std::holds_alternative<TakeRun>(move) || std::holds_alternative<Jack>(move);
}

ForearmMisfit OctaPosition::misfitOfForearms(const Position& before,
                                             std::span<const std::span<const ForearmTrack>> rests) const {
  const auto& earlier = static_cast<const OctaPosition&>(before);
  const bool dark = isDark(rests);
  ForearmMisfit misfit;
  int idleAtStock = -kHandsOfRestock * (restocks_ - earlier.restocks_);
  for (int player = 0; player < static_cast<int>(kPlayers); ++player) {
    const auto which = static_cast<std::size_t>(player);
    const Side side = sideOf(player);
    const int draws = std::max(0, takings_[which].draws - earlier.takings_[which].draws);
    const int kings = std::max(0, takings_[which].kings - earlier.takings_[which].kings);
    const int fills = std::max(0, takings_[which].fills - earlier.takings_[which].fills);
    misfit.unseen += (dark ? kTakenInTheDark : kTakenUnseen) *
                     std::max(0, draws + kings - armsAtStock(side, false, rests, *places_));
    idleAtStock +=
        std::max(0, armsAtStock(side, true, rests, *places_) - draws - kHandsOfKing * kings - kHandsOfFill * fills);
    std::array<int, 2> turned{};
    for (std::size_t pile = 0; pile < turned.size(); ++pile)
      turned[pile] = std::max(0, takings_[which].actions[pile] - earlier.takings_[which].actions[pile]);
    misfit.idle += kHandAtActionsForNothing * idleAtActions(side, turned, rests, *places_);
  }
  misfit.idle += kHandForNothing * std::max(0, idleAtStock);
  return misfit;
}

/// An action card laid on its like looks as that did, and lies elsewhere than it. A forearm that turned one over and
/// stays at the piles for longer lays another.
Cost OctaPosition::lyingElsewhere(const Position& before, std::span<const TableReading* const> readings,
                                  std::span<const std::span<const ForearmTrack>> rests) const {
  const auto& earlier = static_cast<const OctaPosition&>(before);
  if (shuffles_ != earlier.shuffles_) return 0;
  const auto stayed = [&](std::size_t rest) {
    const auto is = [&](Side side) {
      return surelyAtActions(rests[rest - 1], side, *places_) && surelyAtActions(rests[rest], side, *places_);
    };
    return is(sideOf(0)) || is(sideOf(1));
  };
  Cost cost = 0;
  for (std::size_t pile = 0; pile < places_->actions.size(); ++pile) {
    auto lay = earlier.memory_->actions[pile];
    PotPoses pot = earlier.memory_->pot;
    std::vector<Cost> each;
    for (std::size_t rest = 1; rest < readings.size(); ++rest) {
      const OctaReading& reading = asOcta(*readings[rest]);
      if (!liesClear(reading, pile, *places_)) continue;
      const auto& top = *reading.actions[pile];
      const double moved = lay && top.best() == lay->card ? shift(lay->pose, pot, top.pose(), reading) : 0;
      if (moved > kStill)
        each.push_back(std::min(kMostShifted, kShifted * (moved - kStill)) + (stayed(rest) ? kStayed : 0));
      lay = {*top.best(), top.pose()};
      remember(pot, reading);
    }
    std::sort(each.begin(), each.end());
    const auto laid = std::min(each.size(), static_cast<std::size_t>(std::abs(likes_[pile] - earlier.likes_[pile])));
    cost += std::accumulate(each.begin(), each.end() - static_cast<std::ptrdiff_t>(laid), 0.0);
  }
  return cost;
}

/// Where forearms must have been to take the move back.
std::vector<TablePoint> OctaPosition::placesOfMove(const Move& move) const {
  std::vector<TablePoint> at;
  const auto inPot = [&](int place) { at.push_back(places_->pot[static_cast<std::size_t>(place - 1)]); };
  if (const auto* swap = std::get_if<Swap>(&move)) inPot(swap->place);
  if (const auto* queen = std::get_if<Queen>(&move)) std::for_each(queen->take.begin(), queen->take.end(), inPot);
  if (std::holds_alternative<Discard>(move)) at.push_back(places_->discard.middle());
  return at;
}

Cost OctaPosition::takenBackCost(const Event& event, std::span<const ForearmTrack> forearms) const {
  const Move move = parseMove(event, *header_);
  if (std::holds_alternative<TurnAction>(move)) return kActionTakenBack;
  if (!event.player) return kTakenBackUnseen;
  const Side side = sideOf(*event.player);
  const std::vector<TablePoint> places = placesOfMove(move);
  const auto any = [&](const auto& touched) {
    return std::any_of(places.begin(), places.end(), [&](TablePoint at) { return touched(forearms, side, at); });
  };
  if (any([](auto... arms) { return mayHaveTouched(arms...); }))
    return std::holds_alternative<Discard>(move) ? kDiscardTakenBack : kTakenBackSeen;
  return any(mayHaveTouchedBefore) ? kTakenBackOnTheWay : kTakenBackUnseen;
}

/// A card laid where the other lay: in the pot, or on a pile.
bool OctaPosition::covers(const Event& first, const Event& next) const {
  const Move one = parseMove(first, *header_), other = parseMove(next, *header_);
  if (const auto* a = std::get_if<TurnAction>(&one), *b = std::get_if<TurnAction>(&other); a && b)
    return a->onto == b->onto;
  if (std::holds_alternative<Discard>(one)) return std::holds_alternative<Discard>(other);
  if (const auto* a = std::get_if<Meld>(&one), *b = std::get_if<Meld>(&other); a && b)
    return std::search(b->cards.begin(), b->cards.end(), a->cards.begin(), a->cards.end()) != b->cards.end();
  const auto *a = std::get_if<Swap>(&one), *b = std::get_if<Swap>(&other);
  return a && b && a->place == b->place;
}

/// A card swapped into the pot: who takes it up again to lay another need not lay the first one back before.
bool OctaPosition::showsBare(const Event& event, const TableReading& seen) const {
  const Move move = parseMove(event, *header_);
  const auto* swap = std::get_if<Swap>(&move);
  if (!swap) return false;
  const auto place = static_cast<std::size_t>(swap->place - 1);
  const OctaReading& reading = asOcta(seen);
  return !reading.pot[place] && !reading.isHidden(places_->pot[place]);
}

/// Where things lie, to tell like ones apart later.
void OctaPosition::learn(const TableReading& seen, std::span<const ForearmTrack>) {
  const OctaReading& reading = asOcta(seen);
  OctaMemory memory = *memory_;
  for (const RunsMatch* runs : matchBoth(runs_, reading))
    for (const RunMatch& pair : runs->pairs) memory.runs[pair.run->number] = pair.start();
  for (int player = 0; player < static_cast<int>(kPlayers); ++player)
    if (bool& left = tokenLeft_[static_cast<std::size_t>(player)]; left) left = !isTokenInPlace(reading, player);
  remember(memory.pot, reading);
  for (std::size_t pile = 0; pile < 2; ++pile) {
    const auto& top = reading.actions[pile];
    auto &lay = memory.actions[pile], &covered = memory.covered[pile];
    if (lay && top && top->best() && top->best() != lay->card) {
      const bool uncovers = covered && covered->card == top->best();
      covered = uncovers ? std::nullopt : lay;
    }
    if (liesClear(reading, pile, *places_)) lay = {*top->best(), top->pose()};
    if (lay && top && top->best() != lay->card) lay.reset();
  }
  if (!reading.discard.empty()) memory.discard = reading.discard.front().pose();
  memory_ = std::make_shared<const OctaMemory>(std::move(memory));
  keepLook();
}

Cost OctaPosition::misfit(const TableReading& seen) const {
  const OctaReading& reading = asOcta(seen);
  return once(reading.costs, layoutHash_, [&] { return misfitOf(reading); });
}

Cost OctaPosition::misfitOf(const OctaReading& reading) const {
  Cost cost = againstPiles(state_, reading, *places_) + againstDiscard(state_, reading, *places_);
  for (std::size_t place = 0; place < kPotPlaces; ++place) cost += againstPot(state_, place, reading, *places_);
  for (std::size_t pile = 0; pile < 2; ++pile) cost += againstActions(state_, pile, reading, *places_);
  const auto runs = matchBoth(runs_, reading);
  for (int player = 0; player < static_cast<int>(kPlayers); ++player)
    cost += runs[static_cast<std::size_t>(player)]->cost + againstToken(state_, player, reading, runs, *places_);
  return cost;
}

Cost OctaPosition::misfitBetween(const TableReading& seen, const Position& later) const {
  const OctaReading& reading = asOcta(seen);
  const auto& after = static_cast<const OctaPosition&>(later);
  return once(reading.costsBetween, mixed(layoutHash_, after.layoutHash_),
              [&] { return misfitHalfWay(reading, after); });
}

Cost OctaPosition::misfitHalfWay(const OctaReading& reading, const OctaPosition& after) const {
  const State& next = after.state_;
  Cost cost = againstPilesBetween(state_, next, reading, *places_);
  cost += againstDiscardBetween(state_, next, reading, *places_);
  for (std::size_t place = 0; place < kPotPlaces; ++place)
    cost += againstPotBetween(state_, next, place, reading, *places_);
  for (std::size_t pile = 0; pile < 2; ++pile) cost += againstActionsBetween(state_, next, pile, reading, *places_);
  const auto runs = matchBoth(runs_, reading);
  for (int player = 0; player < static_cast<int>(kPlayers); ++player) {
    cost += againstRunsBetween(state_, next, player, *runs[static_cast<std::size_t>(player)]);
    cost += againstTokenBetween(after, player, reading, runs);
  }
  return cost;
}

Cost OctaPosition::againstTokenBetween(const OctaPosition& after, int player, const OctaReading& reading,
                                       const std::array<const RunsMatch*, kPlayers>& runs) const {
  const State& next = after.state_;
  Cost token = againstToken(state_, player, reading, runs, *places_);
  const bool stays = state_.token(player) == next.token(player);
  if (token == 0 && stays) return 0;
  const BothMatches runsAfter = matchBoth(after.runs_, reading);
  if (token > 0) token = std::min(token, againstToken(next, player, reading, runsAfter, *places_));
  if (stays) return token;
  const bool left = tokenLeft_[static_cast<std::size_t>(player)];
  return std::min(token, kTokenUnderWay) + (left ? 0 : againstTokenOnPart(next, player, reading, runsAfter));
}

Cost OctaPosition::misfitBetweenOfBoth(const TableReading& before, const TableReading& now,
                                       const Position& later) const {
  const OctaReading &then = asOcta(before), &reading = asOcta(now);
  const auto& after = static_cast<const OctaPosition&>(later);
  const std::size_t which = mixed(mixed(layoutHash_, after.layoutHash_), std::hash<const void*>()(&then));
  return once(reading.costsBetweenOfBoth, which, [&] { return misfitOfTwoHalfWay(then, reading, after); });
}

/// Place by place, as `misfitOfTwo`.
Cost OctaPosition::misfitOfTwoHalfWay(const OctaReading& then, const OctaReading& reading,
                                      const OctaPosition& after) const {
  const State& next = after.state_;
  Cost cost =
      std::min(againstPilesBetween(state_, next, then, *places_), againstPilesBetween(state_, next, reading, *places_));
  for (std::size_t place = 0; place < kPotPlaces; ++place)
    if (looksAlike(then.pot[place], reading.pot[place]))
      cost += againstPotBetween(state_, next, place, reading, *places_);
  for (std::size_t pile = 0; pile < 2; ++pile)
    if (looksAlike(then.actions[pile], reading.actions[pile]))
      cost += againstActionsBetween(state_, next, pile, reading, *places_);
  if (looksAlike(topOf(then), topOf(reading)))
    cost += std::min(againstDiscardBetween(state_, next, then, *places_),
                     againstDiscardBetween(state_, next, reading, *places_));
  const auto runsThen = matchBoth(runs_, then), runs = matchBoth(runs_, reading);
  for (int player = 0; player < static_cast<int>(kPlayers); ++player) {
    const auto owner = static_cast<std::size_t>(player);
    cost += againstRunsBetweenOfBoth(state_, next, player, {*runsThen[owner], then}, {*runs[owner], reading});
    cost +=
        std::min(againstTokenBetween(after, player, then, runsThen), againstTokenBetween(after, player, reading, runs));
  }
  return cost;
}

/// Whichever reading came before the other lives as long or is not asked about any more.
Cost OctaPosition::misfitOfBoth(const TableReading& before, const TableReading& now) const {
  const OctaReading &then = asOcta(before), &reading = asOcta(now);
  return once(reading.costsOfBoth, mixed(layoutHash_, std::hash<const void*>()(&then)),
              [&] { return misfitOfTwo(then, reading); });
}

/// Place by place, where both readings show the same there.
Cost OctaPosition::misfitOfTwo(const OctaReading& then, const OctaReading& reading) const {
  Cost cost = std::min(againstPiles(state_, then, *places_), againstPiles(state_, reading, *places_));
  for (std::size_t place = 0; place < kPotPlaces; ++place)
    if (looksAlike(then.pot[place], reading.pot[place])) cost += againstPot(state_, place, reading, *places_);
  for (std::size_t pile = 0; pile < 2; ++pile)
    if (looksAlike(then.actions[pile], reading.actions[pile])) cost += againstActions(state_, pile, reading, *places_);
  if (looksAlike(topOf(then), topOf(reading)))
    cost += std::min(againstDiscard(state_, then, *places_), againstDiscard(state_, reading, *places_));
  const auto runsThen = matchBoth(runs_, then), runs = matchBoth(runs_, reading);
  for (int player = 0; player < static_cast<int>(kPlayers); ++player) {
    const auto owner = static_cast<std::size_t>(player);
    cost += againstRunsOfBoth({*runsThen[owner], then}, {*runs[owner], reading});
    cost += std::min(againstToken(state_, player, then, runsThen, *places_),
                     againstToken(state_, player, reading, runs, *places_));
  }
  return cost;
}

Cost OctaPosition::aborted(const TableReading& seen, const TableReading& next) const {
  const OctaReading &reading = asOcta(seen), &later = asOcta(next);
  Cost cost = 0;
  for (std::size_t owner = 0; owner < kPlayers; ++owner)
    cost += againstComingToNothing(matchRuns(runs_[owner], reading), later.runs[owner], later);
  return cost;
}

std::vector<Proposal> OctaPosition::propose(const Evidence& evidence) const {
  return proposeEvents(state_, {*places_, *memory_, runs_, laid_, kings_}, evidence);
}

std::vector<LyingPiece> OctaPosition::lying() const { return lyingPieces(state_, *places_, *memory_); }

std::optional<int> OctaPosition::toMove() const { return Rules::toMove(state_); }

Side OctaPosition::sideOf(int player) const { return seat(player, static_cast<int>(kPlayers)); }

/// Who has discarded is not in turn any more.
std::vector<ProposedEvent> OctaPosition::turnDone(bool) const {
  if (!state_.turn.drawn || !state_.turn.actionTurned) return {};
  return {{eventOf(state_.turn.player, EndTurn{}), true}};
}

/// The last turn of all may end without a discard.
std::vector<ProposedEvent> OctaPosition::conclude() const {
  const bool last = state_.counted && state_.restocked && state_.stock == 0 && !state_.ending;
  if (!last || judgeMove(state_, state_.turn.player, EndTurn{}).breach) return {};
  return {{eventOf(state_.turn.player, EndTurn{}), true}};
}

std::unique_ptr<Position> OctaPosition::knowing(const Position& other) const {
  const auto& learnt = static_cast<const OctaPosition&>(other);
  auto position = std::make_unique<OctaPosition>(*this);
  position->memory_ = learnt.memory_;
  position->tokenLeft_ = learnt.tokenLeft_;
  position->keepLook();
  return position;
}

std::vector<Doubt> OctaPosition::openQuestions() const {
  return questionsAbout(kings_, *header_, places_->discard.middle());
}

std::optional<Event> OctaPosition::answered(const Event& about, const Face& face) const {
  return octa::answered(kings_, about, face);
}

std::vector<Doubt> OctaPosition::doubts(const TableReading& seen) const {
  const OctaReading& reading = asOcta(seen);
  std::vector<std::pair<Cost, Doubt>> found;
  const auto add = [&](Cost cost, Message text, TablePoint at, const std::optional<SeenCard>& card,
                       const std::optional<Card>& known) {
    if (cost >= 1) found.push_back({cost, doubtOf(std::move(text), at, card, known)});
  };
  for (std::size_t place = 0; place < kPotPlaces; ++place)
    add(againstPot(state_, place, reading, *places_), {"ask.pot", {{"n", std::to_string(place + 1)}}},
        places_->pot[place], reading.pot[place], state_.pot.at(static_cast<int>(place) + 1));
  for (std::size_t pile = 0; pile < 2; ++pile)
    add(againstActions(state_, pile, reading, *places_), {"ask.action." + std::to_string(pile + 1), {}},
        places_->actions[pile].middle(), reading.actions[pile], openAction(state_, pile));
  if (!reading.discard.empty())
    add(againstDiscard(state_, reading, *places_), {"ask.discard", {}}, reading.discard[0].at(), reading.discard[0],
        state_.discard.empty() ? std::nullopt : state_.discard.back());
  for (int owner = 0; owner < static_cast<int>(kPlayers); ++owner)
    for (const RunMatch& pair : matchRuns(runs_[static_cast<std::size_t>(owner)], reading).pairs)
      for (std::size_t place = 0; place < pair.run->places.size(); ++place)
        if (const SeenCard* card = pair.card(place); card && pair.run->places[place].open)
          add(card->against(pair.run->places[place].card), {"ask.run", {}}, card->at(), *card,
              pair.run->places[place].card);
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Doubt> doubts;
  for (auto& [cost, doubt] : found) doubts.push_back(std::move(doubt));
  return doubts;
}

std::unique_ptr<GameTable> makeTable(const Layout& layout) {
  return std::make_unique<OctaTable>(placesOf(layout), false);
}

std::unique_ptr<GameTable> makeInferredTable(const GameHeader&, const Layout& layout) {
  return std::make_unique<OctaTable>(placesOf(layout), true);
}

}  // namespace octo::tracker::octa
