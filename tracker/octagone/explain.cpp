#include "tracker/octagone/explain.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tracker/octagone/apply.h"
#include "tracker/octagone/holding.h"
#include "tracker/octagone/judge.h"

namespace octo::tracker::octagone {
namespace {

// Costs: minus the natural logarithm of how often people do a thing, roughly. One turn in thirty is the usual kind of
// breach.
constexpr Cost kFalseSkip = 4.0;  // on top of the skip, when a later shield shows that there was none to make
constexpr Cost kUsualBreach = 3.5;
constexpr Cost kRareBreach = 5.0;
constexpr Cost kAfterTheEnd = 6.0;
constexpr Cost kNotTheEnd = 6.0;         // the end is declared although somebody is known to hold a joker
constexpr Cost kMarkerLate = 2.5;        // the turn marker lies before somebody else than who is in turn
constexpr Cost kTakenBackInOrder = 3.0;  // on top of what was seen: people rarely take back what was right
constexpr Cost kTakenBackBreach = 1.0;
/// That it is not whose turn a person says it is.
constexpr Cost kAgainstWord = 10.0;
/// How much rarer than the default each other way to play is.
constexpr Cost kUnusualOption = 1.6;

/// How often somebody skips who could have laid a shield, and who is known to hold a joker.
constexpr double kSkipAnyway = 0.005;
constexpr double kSkipWithJoker = 0.0006;
/// How often a joker is laid by who holds the colour, too.
constexpr double kJokerAnyway = 0.3;
/// Hypotheses kept after each act, at least so many of each way to play, and how much worse than the best they may be
/// (one in 160,000).
constexpr std::size_t kBeam = 48;
constexpr std::size_t kBeamOfEach = 4;
constexpr Cost kHopeless = 12.0;
/// A difference that only the first shield can show is settled by it where it speaks as clearly as this.
constexpr Cost kSettled = 2.0;
/// Up to so many acts seen together are tried in every order; of more, the required box goes first if it is among them.
constexpr std::size_t kEveryOrder = 4;

Cost costOf(const Breach& breach) {
  if (breach.rule == "GAME.over") return kAfterTheEnd;
  const bool usual = breach.rule == "octagone.colour" || breach.rule == "octagone.target" ||
                     breach.rule == "octagone.facing" || breach.rule == "octagone.occupied";
  return usual ? kUsualBreach : kRareBreach;
}

/// What a skip costs: how unlikely the player lacks what is asked for.
Cost costOfSkip(const State& state, int player) {
  if (state.handsKnown == HandsKnown::Dealt && jokersLeft(state, player).fewest > 0) return -std::log(kSkipWithJoker);
  const auto required = requiredBox(state);
  const double lacks = required ? lacksColour(state, player, colourOf(*required)) * lacksJoker(state, player) : 0;
  return -std::log(std::max(kSkipAnyway, lacks));
}

/// What a shield laid in order costs: how unlikely the player holds it.
Cost costOfHolding(const State& state, int player, const Place& place) {
  constexpr double kLeast = 0.01;
  // It exposes a skip, which is paid for as such.
  if (place.shield == Shield::Joker ? skippedBefore(state, player) : skippedFor(state, player, place.shield)) return 0;
  const double noColour = lacksColour(state, player, colourOf(place.at)), noJoker = lacksJoker(state, player);
  const double likely = place.shield == Shield::Joker ? (noColour + (1 - noColour) * kJokerAnyway) * (1 - noJoker)
                                                      : (1 - noColour) * (1 - kJokerAnyway * (1 - noJoker));
  return -std::log(std::max(kLeast, likely));
}

struct Step {
  std::size_t act;
  int player;
  Move move;
  bool legal;
  bool takenBack;
  bool inferred;
};

bool sameStep(const Step& a, const Step& b) {
  if (a.act != b.act || a.player != b.player || a.takenBack != b.takenBack || a.move.index() != b.move.index())
    return false;
  const auto* left = std::get_if<Place>(&a.move);
  const auto* right = std::get_if<Place>(&b.move);
  return !left || (left->shield == right->shield && left->facing == right->facing);
}

Event eventOf(const Step& step) {
  Event event = toEvent(step.player, step.move);
  event.takenBack = step.takenBack;
  return event;
}

}  // namespace

struct Explainer::Hypothesis {
  Hypothesis(const State& start, std::size_t which, Cost prior) : state(start), way(which), cost(prior) {}

  /// A breach that was not taken back is carried out.
  State state;
  /// Position among the ways to play.
  std::size_t way;
  Cost cost;
  std::vector<Step> steps;
  /// Positions of the current batch's acts that are explained.
  std::vector<bool> done;
  /// Numbers of the skips that turned out false.
  std::vector<int> exposed;
  /// It ended because the extra joker of a pair was dealt as only the declared end tells.
  bool outByDeal = false;
};

struct Explainer::Stage {
  std::vector<Act> acts;
  std::vector<Hypothesis> beam;
};

namespace {

template <class Hypothesis>
void addStep(Hypothesis& hypothesis, Step step) {
  const int n = static_cast<int>(hypothesis.steps.size()) + 1;
  if (!step.takenBack) applyMove(hypothesis.state, step.player, step.move, n);
  hypothesis.steps.push_back(std::move(step));
}

template <class Hypothesis>
void addSkip(Hypothesis& hypothesis, std::size_t act, int player, bool inferred) {
  if (inferred) hypothesis.cost += costOfSkip(hypothesis.state, player);
  const Ruling ruling = judgeMove(hypothesis.state, player, Skip{});
  addStep(hypothesis, {act, player, Skip{}, !ruling.breach, false, inferred});
}

template <class Hypothesis>
void payForExposed(Hypothesis& hypothesis, const std::vector<Exposure>& exposures) {
  for (const Exposure& exposure : exposures) {
    if (std::find(hypothesis.exposed.begin(), hypothesis.exposed.end(), exposure.n) != hypothesis.exposed.end())
      continue;
    hypothesis.exposed.push_back(exposure.n);
    hypothesis.cost += kFalseSkip;
  }
}

/// The act done by this player and read this way: once lying there, once taken back, as far as either is possible.
template <class Hypothesis>
void addBothFates(std::vector<Hypothesis>& next, const Hypothesis& before, const Act& act, std::size_t index,
                  int player, const Move& move, Cost cost) {
  const Ruling ruling = judgeMove(before.state, player, move);
  const auto* place = std::get_if<Place>(&move);
  if (ruling.breach)
    cost += costOf(*ruling.breach);
  else if (place)
    cost += costOfHolding(before.state, player, *place);
  if (act.player) cost = 0;
  for (const bool takenBack : {false, true}) {
    Cost fate = takenBack ? act.takenBack : act.lies;
    if (fate == kImpossible) continue;
    if (takenBack) fate += ruling.breach ? kTakenBackBreach : kTakenBackInOrder;
    Hypothesis after = before;
    after.cost += cost + fate;
    payForExposed(after, ruling.exposes);
    addStep(after, {index, player, move, !ruling.breach, takenBack, false});
    next.push_back(std::move(after));
  }
}

Cost forearmCost(const Act& act, int player) {
  return act.byPlayer.empty() ? 0.0 : act.byPlayer[static_cast<std::size_t>(player)];
}

template <class Hypothesis>
void addReadings(std::vector<Hypothesis>& next, const Hypothesis& before, const Act& act, std::size_t index,
                 int player) {
  for (const ShieldReading& reading : act.readings) {
    const Cost cost = forearmCost(act, player) - std::log(reading.probability);
    const Move move = act.kind == Act::Kind::Lady ? Move(LayLady{*act.at, reading.facing})
                                                  : Move(Place{reading.shield, *act.at, reading.facing});
    addBothFates(next, before, act, index, player, move, cost);
  }
}

bool saidNotToSkip(const Act& act, int player) {
  return std::find(act.didNotSkip.begin(), act.didNotSkip.end(), player) != act.didNotSkip.end();
}

/// Whoever had a turn before that player has skipped.
template <class Hypothesis>
void addTurn(std::vector<Hypothesis>& next, const Hypothesis& before, const Act& act, std::size_t index) {
  Hypothesis turned = before;
  for (int skips = 1; skips < before.state.players; ++skips) {
    if (turned.state.turn == *act.player || turned.state.ending || saidNotToSkip(act, turned.state.turn)) break;
    addSkip(turned, index, turned.state.turn, true);
  }
  if (turned.state.turn != *act.player) turned.cost += kAgainstWord;
  next.push_back(std::move(turned));
}

/// A shield laid after none, one or more skips.
template <class Hypothesis>
void addShield(std::vector<Hypothesis>& next, const Hypothesis& before, const Act& act, std::size_t index) {
  if (act.player) return addReadings(next, before, act, index, *act.player);
  Hypothesis skipped = before;
  const int most = before.state.ladyHasBeenLaid ? before.state.players - 1 : 0;
  for (int skips = 0; skips <= most && !skipped.state.ending; ++skips) {
    addReadings(next, skipped, act, index, skipped.state.turn);
    if (saidNotToSkip(act, skipped.state.turn)) return;
    addSkip(skipped, index, skipped.state.turn, true);
  }
  if (before.state.ending) addReadings(next, before, act, index, before.state.turn);
}

/// Whoever laid the last shield has none left if the partner was dealt the extra joker.
template <class Hypothesis>
void addOutByDeal(std::vector<Hypothesis>& next, const Hypothesis& before) {
  if (before.state.ending || before.steps.empty() || before.steps.back().takenBack) return;
  const Step& last = before.steps.back();
  const int partner = (last.player + 2) % 4;
  if (!std::holds_alternative<Place>(last.move) || before.state.players != 4) return;
  if (jokersLeft(before.state, last.player).certain() || skippedBefore(before.state, partner)) return;
  const double likely = lacksJoker(before.state, last.player);
  Hypothesis ended = before;
  dealExtraJokerTo(ended.state, partner);
  if (!somebodyIsOut(ended.state)) return;
  ended.state.ending = Ending::Out;
  ended.outByDeal = true;
  ended.cost -= std::log(likely);
  next.push_back(std::move(ended));
}

/// The end is declared: somebody is out by a deal that nobody could know of, or everybody who could still have played
/// has skipped.
template <class Hypothesis>
void addDeclaredEnd(std::vector<Hypothesis>& next, const Hypothesis& before, std::size_t index) {
  addOutByDeal(next, before);
  Hypothesis ended = before;
  for (int skips = 0; skips < before.state.players && ended.state.ladyHasBeenLaid && !ended.state.ending; ++skips)
    addSkip(ended, index, ended.state.turn, true);
  if (ended.state.ending) return next.push_back(std::move(ended));
  ended = before;
  ended.cost += kNotTheEnd;
  next.push_back(std::move(ended));
}

/// The marker lies before that player: others have skipped, or nobody has moved it on yet.
template <class Hypothesis>
void addMarker(std::vector<Hypothesis>& next, const Hypothesis& before, int player, std::size_t index) {
  next.push_back(before);
  if (before.state.turn == player || before.state.ending) return;
  next.back().cost += kMarkerLate;
  Hypothesis reached = before;
  while (reached.state.ladyHasBeenLaid && !reached.state.ending && reached.state.turn != player)
    addSkip(reached, index, reached.state.turn, true);
  if (reached.state.turn == player && !reached.state.ending) next.push_back(std::move(reached));
}

template <class Hypothesis>
void addAct(std::vector<Hypothesis>& next, const Hypothesis& before, const Act& act, std::size_t index) {
  switch (act.kind) {
    case Act::Kind::Lady:
      return addReadings(next, before, act, index, act.player.value_or(before.state.turn));
    case Act::Kind::Shield:
      return addShield(next, before, act, index);
    case Act::Kind::LadyBack:
      return addDeclaredEnd(next, before, index);
    case Act::Kind::Turn:
      return addTurn(next, before, act, index);
    case Act::Kind::Position: {
      Hypothesis taken = before;
      addStep(taken, {index, 0, *act.position, true, false, false});
      return next.push_back(std::move(taken));
    }
    case Act::Kind::Marker:
      return addMarker(next, before, *act.player, index);
    case Act::Kind::Skip: {
      Hypothesis skipped = before;
      addSkip(skipped, index, act.player.value_or(before.state.turn), false);
      next.push_back(std::move(skipped));
    }
  }
}

template <class Hypothesis>
void keepTheBest(std::vector<Hypothesis>& beam) {
  std::stable_sort(beam.begin(), beam.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
  const Cost most = beam.front().cost + kHopeless;
  std::map<std::size_t, std::size_t> ofWay;
  std::size_t kept = 0;
  std::vector<Hypothesis> best;
  for (Hypothesis& each : beam) {
    if (each.cost > most) break;
    if (++ofWay[each.way] > kBeamOfEach && kept >= kBeam) continue;
    ++kept;
    best.push_back(std::move(each));
  }
  beam = std::move(best);
}

/// What the Lady's arrow means shows with the first shield and never again: the less likely way is not gone on with.
template <class Hypothesis>
void settleTheLady(std::vector<Hypothesis>& beam) {
  const LadyRole role = beam.front().state.options.lady;
  const Cost most = beam.front().cost + kSettled;
  const auto other =
      std::find_if(beam.begin(), beam.end(), [&](const auto& h) { return h.state.options.lady != role; });
  if (!anyShieldOnBoard(beam.front().state) || other == beam.end() || other->cost < most) return;
  std::erase_if(beam, [&](const auto& each) { return each.state.options.lady != role; });
}

/// Which of the acts of the batch may have come next.
template <class Hypothesis>
std::vector<std::size_t> mayComeNext(const Hypothesis& hypothesis, const std::vector<Act>& acts, std::size_t begin,
                                     std::size_t end) {
  std::vector<std::size_t> open;
  for (std::size_t index = begin; index < end; ++index)
    if (!hypothesis.done[index - begin]) open.push_back(index);
  if (open.size() <= kEveryOrder) return open;
  const auto required = requiredBox(hypothesis.state);
  for (const std::size_t index : open)
    if (acts[index].kind == Act::Kind::Lady || (required && acts[index].at == required)) return {index};
  return open;
}

/// Shares of the hypotheses, adding up to 1.
template <class Hypothesis>
std::vector<double> sharesOf(const std::vector<Hypothesis>& beam) {
  std::vector<double> shares;
  double sum = 0;
  for (const auto& each : beam) sum += shares.emplace_back(std::exp(beam.front().cost - each.cost));
  for (double& share : shares) share /= sum;
  return shares;
}

template <class Hypothesis>
double agreement(const std::vector<Hypothesis>& beam, const std::vector<double>& shares, const Step& step) {
  double sum = 0;
  for (std::size_t k = 0; k < beam.size(); ++k)
    if (std::any_of(beam[k].steps.begin(), beam[k].steps.end(), [&](const Step& each) { return sameStep(each, step); }))
      sum += shares[k];
  return std::min(1.0, sum);  // rounding adds a little to the last place
}

/// What the considered readings leave to others.
double sureness(const Act& act) {
  double sum = 0;
  for (const ShieldReading& reading : act.readings) sum += reading.probability;
  return act.readings.empty() ? 1.0 : std::min(1.0, sum);
}

/// Who says that somebody skipped says that the turn has gone on.
bool saidByPerson(const Act& act) {
  return act.stands || act.kind == Act::Kind::Skip || act.kind == Act::Kind::Turn || act.kind == Act::Kind::Position;
}

template <class Hypothesis>
std::vector<ShieldDoubt> doubtsOf(const std::vector<Hypothesis>& beam, const std::vector<double>& shares,
                                  const std::vector<Act>& acts) {
  std::vector<std::map<Shield, double>> sums(acts.size());
  for (std::size_t k = 0; k < beam.size(); ++k)
    for (const Step& step : beam[k].steps)
      if (const auto* place = std::get_if<Place>(&step.move)) sums[step.act][place->shield] += shares[k];
  std::vector<ShieldDoubt> doubts;
  for (std::size_t act = 0; act < acts.size(); ++act) {
    if (acts[act].kind != Act::Kind::Shield) continue;
    ShieldDoubt doubt{act, {sums[act].begin(), sums[act].end()}};
    std::stable_sort(doubt.shields.begin(), doubt.shields.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    doubts.push_back(std::move(doubt));
  }
  return doubts;
}

/// What speaks against playing so instead of in the usual way, before anything was seen.
Cost costOfOptions(const Options& options, const Options& usual) {
  const int unusual = (options.lastFreeAfterJoker != usual.lastFreeAfterJoker) + (options.lady != usual.lady) +
                      (options.connection == Connection::FiveCorners && usual.connection != options.connection);
  return kUnusualOption * unusual;
}

/// Which of the options of the likeliest game the table has shown: nothing else is likely any more.
template <class Hypothesis>
OptionsShown optionsShown(const std::vector<Hypothesis>& beam, const std::vector<double>& shares) {
  constexpr double kShown = 0.99;
  const Options& best = beam.front().state.options;
  double part = 0, lady = 0, corner = 0;
  for (std::size_t k = 0; k < beam.size(); ++k) {
    const Options& options = beam[k].state.options;
    if (options.lastFreeAfterJoker == best.lastFreeAfterJoker) part += shares[k];
    if (options.lady == best.lady) lady += shares[k];
    if (options.connection == best.connection) corner += shares[k];
  }
  return {part >= kShown, lady >= kShown, corner >= kShown && best.connection != Connection::None};
}

void addOnce(std::vector<Cell>& cells, std::optional<Cell> cell) {
  if (cell && std::find(cells.begin(), cells.end(), *cell) == cells.end()) cells.push_back(*cell);
}

/// With the last breach standing, and without it.
template <class Hypothesis>
std::vector<Cell> requiredPerhaps(const std::vector<Hypothesis>& beam, const std::vector<double>& shares,
                                  const std::vector<State>& starts) {
  constexpr double kWorthAThought = 0.02;
  std::vector<Cell> cells;
  for (std::size_t k = 0; k < beam.size() && shares[k] >= kWorthAThought; ++k) {
    addOnce(cells, requiredBox(beam[k].state));
    const auto& steps = beam[k].steps;
    if (steps.empty() || steps.back().legal) continue;
    State without = starts[beam[k].way];
    for (std::size_t n = 0; n + 1 < steps.size(); ++n)
      if (!steps[n].takenBack) applyMove(without, steps[n].player, steps[n].move, static_cast<int>(n) + 1);
    addOnce(cells, requiredBox(without));
  }
  return cells;
}

}  // namespace

Explainer::Explainer(std::vector<State> ways) : ways_(std::move(ways)) {}
Explainer::~Explainer() = default;
Explainer::Explainer(const Explainer&) = default;
Explainer::Explainer(Explainer&&) noexcept = default;
Explainer& Explainer::operator=(Explainer&&) noexcept = default;

void Explainer::explainBatch(const std::vector<Act>& acts, std::size_t begin, std::size_t end, Stage& stage) const {
  for (Hypothesis& each : stage.beam) each.done.assign(end - begin, false);
  for (std::size_t level = begin; level < end; ++level) {
    std::vector<Hypothesis> next;
    for (const Hypothesis& before : stage.beam)
      for (const std::size_t index : mayComeNext(before, acts, begin, end)) {
        const std::size_t from = next.size();
        addAct(next, before, acts[index], index);
        for (std::size_t k = from; k < next.size(); ++k) next[k].done[index - begin] = true;
      }
    keepTheBest(next);
    stage.beam = std::move(next);
  }
  settleTheLady(stage.beam);
}

Explanation Explainer::explain(const std::vector<Act>& acts, bool finished) {
  std::size_t begin = 0, known = 0;
  for (; begin < acts.size(); ++known) {
    std::size_t end = begin;
    while (end < acts.size() && acts[end].batch == acts[begin].batch) ++end;
    const std::vector<Act> batch(acts.begin() + static_cast<std::ptrdiff_t>(begin),
                                 acts.begin() + static_cast<std::ptrdiff_t>(end));
    if (known >= stages_.size() || stages_[known].acts != batch) {
      stages_.resize(known);
      Stage stage{batch, known == 0 ? begun() : stages_[known - 1].beam};
      explainBatch(acts, begin, end, stage);
      stages_.push_back(std::move(stage));
    }
    begin = end;
  }
  stages_.resize(known);
  const std::vector<Hypothesis> beam = this->beam();
  const std::vector<double> shares = sharesOf(beam);

  Explanation explanation;
  explanation.lies.assign(acts.size(), true);
  for (const Step& step : beam.front().steps) {
    Event event = eventOf(step);
    const bool last = &step == &beam.front().steps.back();
    event.stands = !step.legal && !step.takenBack && (!last || finished || saidByPerson(acts[step.act]));
    if (step.takenBack) explanation.lies[step.act] = false;
    const double confidence = agreement(beam, shares, step) * (step.inferred ? 1.0 : sureness(acts[step.act]));
    explanation.events.push_back({std::move(event), step.act, confidence, step.inferred});
  }
  explanation.doubts = doubtsOf(beam, shares, acts);
  explanation.requiredPerhaps = requiredPerhaps(beam, shares, ways_);
  explanation.options = beam.front().state.options;
  explanation.first = beam.front().state.first;
  explanation.optionsShown = optionsShown(beam, shares);
  const auto& extra = beam.front().state.extraJoker;
  if (beam.front().outByDeal) explanation.extraJoker = {extra[0].value_or(0), extra[1].value_or(1)};
  return explanation;
}

std::vector<Explainer::Hypothesis> Explainer::begun() const {
  std::vector<Hypothesis> beam;
  for (std::size_t way = 0; way < ways_.size(); ++way)
    beam.emplace_back(ways_[way], way, costOfOptions(ways_[way].options, ways_.front().options));
  return beam;
}

std::vector<Explainer::Hypothesis> Explainer::beam() const { return stages_.empty() ? begun() : stages_.back().beam; }

Cost Explainer::cost() const { return beam().front().cost; }

bool Explainer::mayBeOut() const {
  std::vector<Hypothesis> ended;
  const Hypothesis likeliest = beam().front();
  addOutByDeal(ended, likeliest);
  return !ended.empty() && ended.front().cost < likeliest.cost + 1;
}

std::vector<tracker::Hypothesis> Explainer::games() const {
  constexpr double kWorthTelling = 0.001;
  const std::vector<Hypothesis> beam = this->beam();
  const std::vector<double> shares = sharesOf(beam);
  std::vector<tracker::Hypothesis> games;
  for (std::size_t k = 0; k < beam.size() && shares[k] >= kWorthTelling; ++k) {
    games.push_back({shares[k], {}});
    for (const Step& step : beam[k].steps) games.back().events.push_back(eventOf(step));
  }
  return games;
}

}  // namespace octo::tracker::octagone
