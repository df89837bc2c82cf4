#include "tracker/octa/octa_position.h"

#include <algorithm>
#include <string>

#include "tracker/octa/apply.h"
#include "tracker/octa/judge.h"
#include "tracker/octa/octa_lying.h"
#include "tracker/octa/propose.h"
#include "tracker/octa/rules.h"
#include "tracker/octa/run_match.h"

namespace octo::tracker::octa {
namespace {

/// A card that should be seen and is not: in the pot or open on a pile; a back that should be there or should not.
constexpr Cost kCardGone = 3.5, kBackGone = 2.0, kBackThere = 2.5, kHidden = 0.2;
/// A token that is not seen, that lies elsewhere, and that is under way.
constexpr Cost kTokenUnseen = 0.8, kTokenElsewhere = 5.0, kTokenUnderWay = 0.3;
/// A card under the top of the discard pile that is read though nobody saw it before, and what its reading counts.
constexpr Cost kSeenAfterAll = 0.4;
constexpr double kUnderTop = 0.5;
/// Setup is read this surely, or not.
constexpr double kClear = 0.8;
/// How far from its place a token lies, mm.
constexpr double kAtMiddle = 48, kOnCard = 42, kOnRunAcross = 45;

const OctaReading& asOcta(const TableReading& reading) { return static_cast<const OctaReading&>(reading); }

Cost againstCard(const std::optional<Card>& known, const std::optional<SeenCard>& seen, TablePoint at,
                 const OctaReading& reading) {
  if (!seen) return !known ? 0 : reading.isHidden(at) ? kHidden : kCardGone;
  return known ? seen->against(*known) : seen->againstNothing();
}

Cost againstPot(const State& state, std::size_t place, const OctaReading& reading, const OctaPlaces& places) {
  return againstCard(state.pot.at(static_cast<int>(place) + 1), reading.pot[place], places.pot[place], reading);
}

Cost againstActions(const State& state, std::size_t pile, const OctaReading& reading, const OctaPlaces& places) {
  return againstCard(openAction(state, pile), reading.actions[pile], places.actions[pile].middle(), reading);
}

Cost againstBack(int count, bool seen, TablePoint at, const OctaReading& reading) {
  if (count > 0) return seen || reading.isHidden(at) ? 0 : kBackGone;
  return seen ? kBackThere : 0;
}

Cost againstPiles(const State& state, const OctaReading& reading, const OctaPlaces& places) {
  return againstBack(state.stock, reading.stock, places.stock.middle(), reading) +
         againstBack(state.actionStack, reading.actionStack, places.actionStack.middle(), reading) +
         againstBack(state.aside, reading.aside, places.aside.middle(), reading);
}

Cost againstDiscard(const State& state, const OctaReading& reading, const OctaPlaces& places) {
  const auto& pile = state.discard;
  const auto& seen = reading.discard;
  const std::optional<SeenCard> top = seen.empty() ? std::nullopt : std::optional(seen.front());
  if (pile.empty()) return top ? top->againstNothing() : 0;
  if (!top) return reading.isHidden(places.discard.middle()) ? kHidden : kCardGone;
  Cost cost = pile.back() ? top->against(*pile.back()) : kSeenAfterAll;
  for (std::size_t k = 1; k < seen.size(); ++k) {
    if (k >= pile.size()) {
      cost += kUnderTop * seen[k].againstNothing();
    } else if (const Discarded& known = pile[pile.size() - 1 - k]) {
      cost += kUnderTop * seen[k].against(*known);
    } else if (seen[k].best()) {
      cost += kSeenAfterAll;
    }
  }
  return cost;
}

/// Of what the pile was and will be, some may have been taken off or not been laid yet.
Cost againstDiscardBetween(const State& before, const State& after, const OctaReading& reading,
                           const OctaPlaces& places) {
  Cost cost = std::min(againstDiscard(before, reading, places), againstDiscard(after, reading, places));
  if (cost == 0 || before.discard == after.discard) return cost;
  constexpr std::size_t kMostMoved = 4;
  for (State state : {before, after})
    for (std::size_t k = 0; k < kMostMoved && !state.discard.empty(); ++k) {
      state.discard.pop_back();
      cost = std::min(cost, againstDiscard(state, reading, places));
    }
  return cost;
}

bool liesOnRow(TablePoint at, const SeenRun& row) {
  return std::any_of(row.slots.begin(), row.slots.end(),
                     [&](const SeenRun::Slot& slot) { return distance(slot.at, at) < kOnRunAcross; });
}

using BothMatches = std::array<const RunsMatch*, 2>;

bool liesWhereKnown(const State& state, int player, TablePoint at, const BothMatches& runs, const OctaPlaces& places) {
  const Token& token = state.token(player);
  if (std::holds_alternative<InTheMiddle>(token)) return distance(at, places.middle) < kAtMiddle;
  if (const auto* claim = std::get_if<OnPot>(&token)) {
    const std::vector<int> list = listOf(claim->places);
    return std::any_of(list.begin(), list.end(), [&](int place) {
      return distance(at, places.pot[static_cast<std::size_t>(place - 1)]) < kOnCard;
    });
  }
  const int number = std::get<OnRun>(token).run;
  const Run* run = findRun(state, number);
  const SeenRun* row = run ? runs[static_cast<std::size_t>(run->owner)]->seenAs(number) : nullptr;
  return row && liesOnRow(at, *row);
}

Cost againstToken(const State& state, int player, const OctaReading& reading, const BothMatches& runs,
                  const OctaPlaces& places) {
  const auto& token = reading.tokens[static_cast<std::size_t>(player)];
  if (!token) return kTokenUnseen;
  return liesWhereKnown(state, player, token->at, runs, places) ? 0 : kTokenElsewhere * token->sure;
}

BothMatches matchBoth(const State& state, const OctaReading& reading, const OctaMemory& memory) {
  return {&matchRuns(state, 0, reading, memory), &matchRuns(state, 1, reading, memory)};
}

/// Pieces that are not seen lie where they lay.
template <class Seen>
void remember(std::optional<TablePose>& pose, const Seen& seen) {
  if (seen) pose = seen->pose();
}

bool hasRun(const State& state, const Run& run) {
  const Run* other = findRun(state, run.number);
  return other && *other == run;
}

/// Runs that change may be there in part; the others lie as they did. `match` is of the state before.
Cost againstRunsBetween(const State& before, const State& after, int owner, const RunsMatch& match) {
  std::vector<const Run*> changing;
  for (const auto& [one, other] : {std::pair(&before, &after), std::pair(&after, &before)})
    for (const Run& run : one->runs)
      if (run.owner == owner && !hasRun(*other, run)) changing.push_back(&run);
  if (changing.empty()) return match.cost;
  Cost cost = 0;
  const auto addInPart = [&](const SeenRun& row) {
    Cost least = againstNoRun(row);
    for (const Run* run : changing) least = std::min(least, againstPartOf(*run, row));
    cost += least;
  };
  for (const RunMatch& pair : match.pairs) {
    if (hasRun(after, *pair.run))
      cost += pair.cost;
    else
      addInPart(*pair.seen);
  }
  for (const MissingRun& each : match.missing)
    if (hasRun(after, *each.run)) cost += each.cost;
  for (const SeenRun* row : match.fresh) addInPart(*row);
  return cost;
}

bool looksAlike(const std::optional<SeenCard>& a, const std::optional<SeenCard>& b) {
  if (!a || !b) return !a && !b;
  return a->isBack() == b->isBack() && a->best() == b->best();
}

std::optional<SeenCard> topOf(const OctaReading& reading) {
  return reading.discard.empty() ? std::nullopt : std::optional(reading.discard.front());
}

/// Whether one row may have grown out of the other, as people lay card after card.
bool mayHaveGrown(const SeenRun& a, const SeenRun& b) {
  const auto& fewer = a.slots.size() < b.slots.size() ? a.slots : b.slots;
  const auto& more = a.slots.size() < b.slots.size() ? b.slots : a.slots;
  return std::search(more.begin(), more.end(), fewer.begin(), fewer.end(),
                     [](const auto& x, const auto& y) { return looksAlike(x.card, y.card); }) != more.end();
}

Cost against(const Run& run, const RunsMatch& match) {
  for (const RunMatch& pair : match.pairs)
    if (pair.run->number == run.number) return pair.cost;
  for (const MissingRun& each : match.missing)
    if (each.run->number == run.number) return each.cost;
  return againstGone(run);
}

/// What speaks against a player's runs in both readings: run by run, and of rows that are none those that were there.
Cost againstRunsOfBoth(const RunsMatch& then, const RunsMatch& now) {
  Cost cost = 0;
  for (const RunMatch& pair : now.pairs) cost += std::min(pair.cost, against(*pair.run, then));
  for (const MissingRun& each : now.missing) cost += std::min(each.cost, against(*each.run, then));
  for (const SeenRun* row : now.fresh) {
    const auto before = std::find_if(then.fresh.begin(), then.fresh.end(),
                                     [&](const SeenRun* each) { return mayHaveGrown(*each, *row); });
    if (before != then.fresh.end()) cost += std::min(againstNoRun(**before), againstNoRun(*row));
  }
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

class OctaTable final : public GameTable {
 public:
  explicit OctaTable(OctaPlaces places) : places_(std::move(places)) {}

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

  std::unique_ptr<Position> start(const GameHeader& header) const override {
    return std::make_unique<OctaPosition>(header, places_);
  }

 private:
  OctaPlaces places_;
};

Doubt doubtOf(std::string text, TablePoint at, const std::optional<SeenCard>& seen, const std::optional<Card>& known) {
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
      memory_(std::make_shared<const OctaMemory>()) {}

bool OctaPosition::same(const Position& other) const {
  return state_ == static_cast<const OctaPosition&>(other).state_;
}

Ruling OctaPosition::judge(const Event& event) const {
  return judgeMove(state_, event.player, parseMove(event, *header_));
}

void OctaPosition::apply(const Event& event) {
  const Move move = parseMove(event, *header_);
  applyMove(state_, event.player, move);
  grown_.reset();
  if (const auto* extend = std::get_if<Extend>(&move)) grown_ = extend->run;
  if (std::holds_alternative<Meld>(move)) grown_ = state_.runsMade;
}

/// Where things lie, to tell like ones apart later.
void OctaPosition::learn(const TableReading& seen) {
  const OctaReading& reading = asOcta(seen);
  OctaMemory memory = *memory_;
  for (const RunsMatch* runs : matchBoth(state_, reading, *memory_))
    for (const RunMatch& pair : runs->pairs) memory.runs[pair.run->number] = pair.start();
  for (std::size_t place = 0; place < kPotPlaces; ++place) remember(memory.pot[place], reading.pot[place]);
  for (std::size_t pile = 0; pile < 2; ++pile) remember(memory.actions[pile], reading.actions[pile]);
  if (!reading.discard.empty()) memory.discard = reading.discard.front().pose();
  memory_ = std::make_shared<const OctaMemory>(std::move(memory));
}

Cost OctaPosition::misfit(const TableReading& seen) const {
  const OctaReading& reading = asOcta(seen);
  Cost cost = againstPiles(state_, reading, *places_) + againstDiscard(state_, reading, *places_);
  for (std::size_t place = 0; place < kPotPlaces; ++place) cost += againstPot(state_, place, reading, *places_);
  for (std::size_t pile = 0; pile < 2; ++pile) cost += againstActions(state_, pile, reading, *places_);
  const auto runs = matchBoth(state_, reading, *memory_);
  for (int player = 0; player < static_cast<int>(kPlayers); ++player)
    cost += runs[static_cast<std::size_t>(player)]->cost + againstToken(state_, player, reading, runs, *places_);
  return cost;
}

Cost OctaPosition::misfitBetween(const TableReading& seen, const Position& after) const {
  const OctaReading& reading = asOcta(seen);
  const State& next = static_cast<const OctaPosition&>(after).state_;
  // What is taken up or about to be laid may not lie anywhere just then.
  const auto least = [](Cost a, Cost b, bool there) { return there || a == 0 || b == 0 ? std::min(a, b) : 0; };
  Cost cost = std::min(againstPiles(state_, reading, *places_), againstPiles(next, reading, *places_));
  cost += againstDiscardBetween(state_, next, reading, *places_);
  for (std::size_t place = 0; place < kPotPlaces; ++place) {
    const int number = static_cast<int>(place) + 1;
    cost += least(againstPot(state_, place, reading, *places_), againstPot(next, place, reading, *places_),
                  reading.pot[place] || state_.pot.at(number) == next.pot.at(number));
  }
  for (std::size_t pile = 0; pile < 2; ++pile)
    cost += std::min(againstActions(state_, pile, reading, *places_), againstActions(next, pile, reading, *places_));
  const auto runs = matchBoth(state_, reading, *memory_);
  std::optional<BothMatches> runsAfter;
  for (int player = 0; player < static_cast<int>(kPlayers); ++player) {
    cost += againstRunsBetween(state_, next, player, *runs[static_cast<std::size_t>(player)]);
    Cost token = againstToken(state_, player, reading, runs, *places_);
    if (token > 0) {
      if (!runsAfter) runsAfter = matchBoth(next, reading, *memory_);
      token = std::min(token, againstToken(next, player, reading, *runsAfter, *places_));
    }
    cost += state_.token(player) == next.token(player) ? token : std::min(token, kTokenUnderWay);
  }
  return cost;
}

/// Place by place, where both readings show the same there.
Cost OctaPosition::misfitOfBoth(const TableReading& before, const TableReading& now) const {
  const OctaReading &then = asOcta(before), &reading = asOcta(now);
  Cost cost = std::min(againstPiles(state_, then, *places_), againstPiles(state_, reading, *places_));
  for (std::size_t place = 0; place < kPotPlaces; ++place)
    if (looksAlike(then.pot[place], reading.pot[place])) cost += againstPot(state_, place, reading, *places_);
  for (std::size_t pile = 0; pile < 2; ++pile)
    if (looksAlike(then.actions[pile], reading.actions[pile])) cost += againstActions(state_, pile, reading, *places_);
  if (looksAlike(topOf(then), topOf(reading)))
    cost += std::min(againstDiscard(state_, then, *places_), againstDiscard(state_, reading, *places_));
  const auto runsThen = matchBoth(state_, then, *memory_), runs = matchBoth(state_, reading, *memory_);
  for (int player = 0; player < static_cast<int>(kPlayers); ++player) {
    const auto owner = static_cast<std::size_t>(player);
    cost += againstRunsOfBoth(*runsThen[owner], *runs[owner]);
    cost += std::min(againstToken(state_, player, then, runsThen, *places_),
                     againstToken(state_, player, reading, runs, *places_));
  }
  return cost;
}

std::vector<Proposal> OctaPosition::propose(const Evidence& evidence) const {
  return proposeEvents(state_, {*places_, *memory_, grown_}, evidence);
}

std::vector<LyingPiece> OctaPosition::lying() const { return lyingPieces(state_, *places_, *memory_); }

std::optional<int> OctaPosition::toMove() const { return Rules::toMove(state_); }

/// Who has discarded is not in turn any more.
std::vector<ProposedEvent> OctaPosition::turnDone(bool) const {
  if (!state_.turn.drawn || !state_.turn.actionTurned) return {};
  return {{eventOf(state_.turn.player, EndTurn{}), true}};
}

/// The last turn of all may end without a discard.
std::vector<ProposedEvent> OctaPosition::conclude() const {
  const bool last = state_.restocked && state_.stock == 0 && !state_.ending;
  if (!last || judgeMove(state_, state_.turn.player, EndTurn{}).breach) return {};
  return {{eventOf(state_.turn.player, EndTurn{}), true}};
}

std::vector<Doubt> OctaPosition::doubts(const TableReading& seen) const {
  const OctaReading& reading = asOcta(seen);
  std::vector<std::pair<Cost, Doubt>> found;
  const auto add = [&](Cost cost, std::string text, TablePoint at, const std::optional<SeenCard>& card,
                       const std::optional<Card>& known) {
    if (cost >= 1) found.push_back({cost, doubtOf(std::move(text), at, card, known)});
  };
  for (std::size_t place = 0; place < kPotPlaces; ++place)
    add(againstPot(state_, place, reading, *places_),
        "Which card lies on place " + std::to_string(place + 1) + " of the pot?", places_->pot[place],
        reading.pot[place], state_.pot.at(static_cast<int>(place) + 1));
  for (std::size_t pile = 0; pile < 2; ++pile)
    add(againstActions(state_, pile, reading, *places_),
        "Which action card lies open on the " + std::string(pile == 0 ? "first" : "second") + " pile?",
        places_->actions[pile].middle(), reading.actions[pile], openAction(state_, pile));
  if (!reading.discard.empty())
    add(againstDiscard(state_, reading, *places_), "Which card lies on the discard pile?", reading.discard[0].at(),
        reading.discard[0], state_.discard.empty() ? std::nullopt : state_.discard.back());
  for (int owner = 0; owner < static_cast<int>(kPlayers); ++owner)
    for (const RunMatch& pair : matchRuns(state_, owner, reading, *memory_).pairs)
      for (std::size_t place = 0; place < pair.run->places.size(); ++place)
        if (const SeenCard* card = pair.card(place); card && pair.run->places[place].open)
          add(card->against(pair.run->places[place].card), "Which card is this?", card->at(), *card,
              pair.run->places[place].card);
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Doubt> doubts;
  for (auto& [cost, doubt] : found) doubts.push_back(std::move(doubt));
  return doubts;
}

std::unique_ptr<GameTable> makeTable(const Layout& layout) { return std::make_unique<OctaTable>(placesOf(layout)); }

}  // namespace octo::tracker::octa
