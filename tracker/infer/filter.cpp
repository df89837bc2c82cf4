#include "tracker/infer/filter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>

#include "tracker/follow/guess.h"
#include "tracker/follow/layout_hash.h"

namespace octo::tracker::infer {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
/// The same event is told of at looks no farther apart than that.
constexpr int kSameTime = 2;
constexpr double kRounding = 1e-9;
/// Of a move of more changes than that, only the beginnings are thought of as under way, and what shows of it.
constexpr int kAnyOrder = 4;

double sumOf(double a, double b) {
  const double most = std::max(a, b);
  return most == kNever ? kNever : most + std::log1p(std::exp(-std::abs(a - b)));
}

/// The same but for what was guessed.
bool looksLike(const Event& a, const Event& b) {
  return isGuessed(a) || isGuessed(b) ? asSeen(a) == asSeen(b) : a == b;
}

std::uint64_t hashOf(const Event& event) { return std::hash<std::string>()(event.toJson().dump()); }

std::uint32_t allOf(const NextEvent& event) { return (1U << event.changes.size()) - 1; }

/// Whether some of that shows: what goes is missing, or such a piece as comes lies no farther than that from its place.
bool shows(const PieceChange& change, const Difference& difference, double within) {
  const auto isSeen = [&](const ExpectedPiece& piece) {
    return std::any_of(difference.news.begin(), difference.news.end(), [&](const SeenPiece* seen) {
      return distance(seen->pose.at, piece.pose.at) < within && piece.mayShow(seen->face());
    });
  };
  return std::any_of(change.gone.begin(), change.gone.end(), [&](PieceId id) { return difference.isMissing(id); }) ||
         std::any_of(change.come.begin(), change.come.end(), isSeen);
}

/// What may be seen done of a move next: more than is done already, and not all.
std::vector<std::uint32_t> halves(const NextEvent& event, std::uint32_t done, const Difference& difference,
                                  double within) {
  const std::uint32_t all = allOf(event);
  if (event.open) return {all};
  std::vector<std::uint32_t> halves;
  if (event.changes.size() <= kAnyOrder) {
    for (std::uint32_t each = done + 1; each < all; ++each)
      if ((each & done) == done) halves.push_back(each);
  } else {
    for (std::uint32_t each = done; (each |= each + 1) < all;) halves.push_back(each);
    std::uint32_t shown = done;
    for (std::size_t k = 0; k < event.changes.size(); ++k)
      if (shows(event.changes[k], difference, within)) shown |= 1U << k;
    if (shown != done && shown != all && std::find(halves.begin(), halves.end(), shown) == halves.end())
      halves.push_back(shown);
  }
  return halves;
}

void carryOut(std::vector<ExpectedPiece>& pieces, const PieceChange& change) {
  std::erase_if(pieces, [&](const ExpectedPiece& piece) {
    return std::find(change.gone.begin(), change.gone.end(), piece.id) != change.gone.end() ||
           pieceOf(change.come, piece.id);
  });
  pieces.insert(pieces.end(), change.come.begin(), change.come.end());
}

/// Where whoever makes the event, or else is to move, has to reach for those of its changes.
void addNeeds(std::vector<Need>& needs, const Situation& situation, const NextEvent& event, std::uint32_t changes) {
  const auto player = event.event.player ? event.event.player : situation.toMove();
  if (!player) return;
  const Side side = situation.sideOf(*player);
  for (std::size_t k = 0; k < event.changes.size(); ++k)
    if (changes >> k & 1U)
      for (const TablePoint at : event.changes[k].at) needs.push_back({*player, side, at, event.changes[k].onTo});
}

}  // namespace

bool Filter::Step::isSame(const Step& other) const {
  return what && takenBack == other.takenBack && std::abs(look - other.look) <= kSameTime &&
         (what == other.what || (what->breach == other.what->breach && looksLike(what->event, other.what->event)));
}

/// Of two breaches that may be taken back, each leads back to where it came from.
std::uint64_t Filter::Hidden::hash() const {
  std::uint64_t hash = situation->hash();
  if (underWay) hash = mixed(mixed(hash, underWay->hash), underWay->done);
  if (undone) hash = mixed(hash, hashOf(undone->event));
  if (latest && latest->event->breach) hash = mixed(hash, latest->before->hash());
  return hash;
}

/// One look explained from the states of the look before.
class Filter::Search {
 public:
  Search(const Filter& filter, const Look& look)
      : filter_(filter),
        parameters_(filter.parameters_),
        look_(look),
        sightings_(filter.sightings()),
        open_(filter.states_.size()) {
    for (const State& state : filter.states_) {
      std::vector<Need> latest;
      if (state.hidden.latest) {
        const NextEvent& event = *state.hidden.latest->event;
        addNeeds(latest, *state.hidden.situation, event, allOf(event));
      }
      auto& reaches = reaches_.emplace_back(state.reaches->arrived(look.seen.forearms, state.arrived, latest));
      idleLikelihoods_.push_back(state.reaches->idleLikelihood(reaches, state.arrived, latest));
      std::vector<bool> goesOn(state.arrived.size(), false);
      for (SeenReach& reach : reaches) {
        if (!reach.was) continue;
        goesOn[*reach.was] = true;
        reach.spent = state.arrived[*reach.was].spent;
        if (!reach.spent) reach.idle = state.arrived[*reach.was].idle;
      }
      const auto remember = [&](SeenReach reach) {
        if (!reach.spent && ++reach.looksAgo <= parameters_.remembered) reaches.push_back(std::move(reach));
      };
      for (std::size_t k = 0; k < state.arrived.size(); ++k)
        if (!goesOn[k]) remember(state.arrived[k]);
      for (const SeenReach& each : state.idle) remember(each);
    }
  }

  void run() {
    for (std::size_t k = 0; k < filter_.states_.size(); ++k) {
      const State& state = filter_.states_[k];
      weigh({.from = k, .hidden = state.hidden, .prior = state.past->weight + idleLikelihoods_[k]});
    }
    for (bool fairly = false; std::ssize(trials_) < tries(); fairly = !fairly) {
      Open* open = next(fairly);
      if (!open) break;
      const std::size_t number = open->trials.top().second, before = trials_.size();
      open->trials.pop();
      if (mayCount(trials_[number].prior, trials_[number])) goOn(number);
      open->tried += trials_.size() - before;
    }
  }

  /// What was found, likeliest first; the second is what all of it adds up to.
  std::pair<std::vector<State>, double> found();

 private:
  /// What may have happened since the look before.
  struct Trial {
    std::size_t from;
    Hidden hidden;
    /// Natural logarithms, as all weights here: up to here; and how likely what is seen is then.
    double prior = 0, seen = 0;
    std::vector<Step> steps = {};
    std::vector<Need> needs = {};
    /// What happened, and what of it took a hand.
    int acts = 0, hands = 0;
    /// A move is left half done.
    bool ends = false;
    /// Something else must follow: nobody can say when what takes no hand happened.
    bool opens = false;
    Served served = {};
    std::shared_ptr<const SightingMatch> match = nullptr;
    /// How much likelier it may become by what happened besides.
    double hope = 0;

    /// How likely nothing happens next.
    double nothing(const Parameters& parameters) const {
      return hidden.underWay ? parameters.halfPauses : parameters.nothing;
    }
    /// How likely something that takes a hand happens next.
    double goesOn(const Parameters& parameters) const {
      if (hands == 0) return 1 - nothing(parameters);
      return hidden.undone && !hidden.latest ? parameters.instead : parameters.another;
    }
    double weight(const Parameters& parameters) const {
      const double stops = ends ? 1 : 1 - goesOn(parameters);
      return prior + std::log(stops) + seen;
    }
  };
  /// What may be gone on from, the most promising first; and how many trials came of that.
  struct Open {
    std::priority_queue<std::pair<double, std::size_t>> trials = {};
    std::size_t tried = 0;
  };
  /// A state reached, by trials in any number of ways.
  struct Reached {
    double weight = kNever;
    std::vector<std::size_t> trials = {};
  };

  void weigh(Trial trial);
  Open* next(bool fairly);
  /// Whether what comes of the trial with such a prior may be likely enough to be kept.
  bool mayCount(double prior, const Trial& trial) const { return prior + trial.seen + trial.hope >= best_ - margin(); }
  /// What is less likely to come of the trial may not count, where one that is certain is as likely as `certain`.
  double leastOf(const Trial& trial, double certain) const {
    return std::exp(best_ - margin() - trial.prior - trial.seen - trial.hope - kRounding) / certain;
  }
  /// How much less likely than usual the look is in the likeliest game found, beyond what games do: the true one may be
  /// farther behind than elsewhere. A natural logarithm.
  double surprise() const { return filter_.surpriseAt(best_, look_); }
  double margin() const { return parameters_.margin + surprise(); }
  int tries() const { return static_cast<int>(parameters_.tries * margin() / parameters_.margin); }
  std::shared_ptr<const SightingMatch> matchOf(const Trial& trial);
  void goOn(std::size_t number);
  bool isDenied(const Trial& trial, const NextEvent& next) const;
  static bool comesOf(const Trial& trial, const Event& event, const NextEvent& next);
  /// Nobody takes back what changed nothing yet, such as the first of two reaches for cards.
  static bool changedAnything(const UnderWay& underWay) {
    for (std::size_t k = 0; k < underWay.event->changes.size(); ++k) {
      const PieceChange& change = underWay.event->changes[k];
      if ((underWay.done >> k & 1U) && !(change.gone.empty() && change.come.empty())) return true;
    }
    return false;
  }
  double takenBack(const Latest& latest) const {
    return latest.event->breach ? parameters_.breachTakenBack : parameters_.legalTakenBack * latest.event->regretted;
  }
  double takenBack(const UnderWay& underWay) const {
    if (!changedAnything(underWay)) return 0;
    return underWay.event->open ? parameters_.openTakenBack : parameters_.halfTakenBack;
  }
  void takeBack(const Trial& trial, double chance);
  void takeBackAll(const Trial& trial, double chance);
  void begin(const Trial& trial, const std::shared_ptr<const NextEvent>& event, std::uint32_t done, double chance);
  void finish(const Trial& trial, const std::shared_ptr<const NextEvent>& event, std::uint32_t done, double chance);
  static void reach(Trial& trial, const NextEvent& event, std::uint32_t changes);
  std::optional<Step> firstDone(const Trial& trial) const;
  Step stepOf(std::shared_ptr<const NextEvent> event) const {
    return {.what = std::move(event), .time = look_.seen.time, .frame = look_.seen.frame, .look = filter_.looks_ + 1};
  }

  const Filter& filter_;
  const Parameters& parameters_;
  const Look& look_;
  SightingModel sightings_;
  HeldPieces held_;
  /// Of each state, the forearms that may have done something.
  std::vector<std::vector<SeenReach>> reaches_;
  /// And how likely those of the look are seen where none of them does anything.
  std::vector<double> idleLikelihoods_;
  std::vector<Trial> trials_;
  /// Of each state, what may be gone on from.
  std::vector<Open> open_;
  double best_ = kNever;
  std::unordered_map<std::uint64_t, Reached> reached_;
  std::map<std::pair<std::size_t, const ExpectedPiece*>, std::shared_ptr<const SightingMatch>> matches_;
};

std::shared_ptr<const SightingMatch> Filter::Search::matchOf(const Trial& trial) {
  const Situation& situation = *trial.hidden.situation;
  const PieceTraces& traces = filter_.states_[trial.from].traces;
  const auto match = [&](std::span<const ExpectedPiece> expected) {
    return std::make_shared<const SightingMatch>(
        sightings_.match(expected, traces, situation.faces(), look_.seen, held_));
  };
  if (trial.hidden.underWay) return match(expectedIn(trial.hidden));
  const auto expected = situation.expected();
  auto& known = matches_[{trial.from, expected.data()}];
  if (!known) known = match(expected);
  return known;
}

void Filter::Search::weigh(Trial trial) {
  trial.match = matchOf(trial);
  trial.served = filter_.states_[trial.from].reaches->serve(trial.needs, reaches_[trial.from]);
  trial.seen = trial.match->likelihood + trial.served.likelihood;
  if (look_.marked && trial.hidden.situation->toMove()) {
    const bool wrong = trial.hidden.situation->toMove() != look_.marked;
    trial.seen += std::log(wrong ? parameters_.markedWrongly : 1 - parameters_.markedWrongly);
  }
  const double sign = look_.sign ? std::log(trial.hidden.situation->chanceOf(*look_.sign)) : 0;
  trial.seen += sign;
  if (!trial.opens || look_.marked || look_.sign) {
    const double weight = trial.weight(parameters_);
    best_ = std::max(best_, weight);
    Reached& reached = reached_[trial.hidden.hash()];
    reached.weight = sumOf(reached.weight, weight);
    reached.trials.push_back(trials_.size());
  }
  const std::size_t forearms = look_.seen.forearms.size();
  std::size_t idle = 0;
  for (std::size_t k = 0; k < forearms; ++k) idle += !trial.served.uses(k) && !reaches_[trial.from][k].spent;
  trial.hope = trial.match->unexplained + parameters_.forearmExplains * static_cast<double>(idle) - sign;
  if (!trial.ends && trial.acts < parameters_.inARow)
    open_[trial.from].trials.emplace(
        trial.prior + trial.seen + (trial.acts == 0 ? 1 : parameters_.promise) * trial.hope, trials_.size());
  trials_.push_back(std::move(trial));
}

/// What is gone on from next: the most promising of all, or of the state that has had the fewest trials for as likely
/// as it is, as what a wrong game may yet explain is easily overestimated. Null where nothing is left.
Filter::Search::Open* Filter::Search::next(bool fairly) {
  Open* best = nullptr;
  double most = kNever;
  for (std::size_t k = 0; k < open_.size(); ++k) {
    Open& open = open_[k];
    if (open.trials.empty()) continue;
    const double value = fairly ? filter_.states_[k].past->weight - std::log1p(static_cast<double>(open.tried))
                                : open.trials.top().first;
    if (best && value <= most) continue;
    best = &open;
    most = value;
  }
  return best;
}

void Filter::Search::reach(Trial& trial, const NextEvent& event, std::uint32_t changes) {
  addNeeds(trial.needs, *trial.hidden.situation, event, changes);
}

void Filter::Search::goOn(std::size_t number) {
  const Trial trial = trials_[number];
  const double acts = trial.goesOn(parameters_);
  const auto& underWay = trial.hidden.underWay;
  const auto& latest = trial.hidden.latest;
  const double back = underWay ? takenBack(*underWay) : latest ? takenBack(*latest) : 0;
  if (back > 0) takeBack(trial, acts * back);
  if (underWay && underWay->event->open && latest) takeBackAll(trial, acts * takenBack(*latest));
  const double on = acts * (1 - back);
  if (underWay && !underWay->event->open) {
    begin(trial, underWay->event, underWay->done, on);
    return;
  }
  if (underWay) {
    for (NextEvent& each :
         trial.hidden.situation->turnsOut(*underWay->event, trial.match->difference, leastOf(trial, on))) {
      if ((each.replaces && !latest) || isDenied(trial, each)) continue;
      const double chance = on * each.prior;
      begin(trial, std::make_shared<const NextEvent>(std::move(each)), 1, chance);
    }
    return;
  }
  const double least = leastOf(trial, std::max(on, 1 - back));
  for (NextEvent& each : trial.hidden.situation->nextEvents(trial.match->difference, least)) {
    if ((each.replaces && !latest) || isDenied(trial, each)) continue;
    const bool again = trial.hidden.undone && sameMove(trial.hidden.undone->event, each.event);
    const double chance = (each.changes.empty() ? 1 - back : on) * each.prior * (again ? parameters_.doneAgain : 1);
    begin(trial, std::make_shared<const NextEvent>(std::move(each)), 0, chance);
  }
}

bool Filter::Search::isDenied(const Trial& trial, const NextEvent& next) const {
  return std::any_of(look_.denied.begin(), look_.denied.end(),
                     [&](const Event& event) { return sameMove(event, next.event) || comesOf(trial, event, next); });
}

/// Whether the event, as it did not happen, would have brought the same pieces: then nobody else brought them either.
bool Filter::Search::comesOf(const Trial& trial, const Event& event, const NextEvent& next) {
  const auto pieces = [](const NextEvent& of) {
    std::vector<std::pair<PieceId, std::vector<Face>>> come;
    for (const PieceChange& change : of.changes)
      for (const ExpectedPiece& piece : change.come) come.emplace_back(piece.id, piece.faces);
    return come;
  };
  return next.visible && pieces(next) == pieces(trial.hidden.situation->told(event));
}

void Filter::Search::takeBack(const Trial& trial, double chance) {
  Trial next = trial;
  next.prior += std::log(chance);
  ++next.acts, ++next.hands;
  next.opens = false;
  if (const auto& underWay = trial.hidden.underWay) {
    reach(next, *underWay->event, underWay->done);
    if (auto meant = meantIn(trial.hidden)) {
      Step step = stepOf(std::move(meant));
      step.takenBack = true;
      next.steps.push_back(std::move(step));
    }
    next.hidden.underWay.reset();
  } else {
    const Latest latest = *trial.hidden.latest;
    reach(next, *latest.event, allOf(*latest.event));
    next.hidden = {.situation = latest.before, .undone = latest.event};
    Step step = stepOf(latest.event);
    step.takenBack = true;
    step.replaced = latest.event;
    next.steps.push_back(std::move(step));
  }
  weigh(std::move(next));
}

/// What is under way, and nobody could name, was taking back what was done last, piece by piece.
void Filter::Search::takeBackAll(const Trial& trial, double chance) {
  Trial next = trial;
  next.hidden.underWay.reset();
  takeBack(next, chance);
}

/// Or goes on with what is under way: it is seen half done, or done.
void Filter::Search::begin(const Trial& trial, const std::shared_ptr<const NextEvent>& event, std::uint32_t done,
                           double chance) {
  if (!mayCount(trial.prior + std::log(chance), trial)) return;
  const auto halfDone = halves(*event, done, trial.match->difference, parameters_.laidBadly);
  const double half = event->open ? 1 : halfDone.empty() ? 0 : parameters_.halfDone;
  if (!event->open) finish(trial, event, done, chance * (1 - half));
  const std::uint64_t hash = halfDone.empty() ? 0 : hashOf(event->event);
  for (const std::uint32_t each : halfDone) {
    Trial next = trial;
    next.prior += std::log(chance * half / static_cast<double>(halfDone.size()));
    ++next.acts, ++next.hands;
    next.ends = true;
    next.opens = false;
    next.hidden.underWay = {event, each, hash};
    reach(next, *event, each & ~done);
    weigh(std::move(next));
  }
}

void Filter::Search::finish(const Trial& trial, const std::shared_ptr<const NextEvent>& event, std::uint32_t done,
                            double chance) {
  Trial next = trial;
  next.prior += std::log(chance);
  ++next.acts;
  next.opens = event->changes.empty();
  if (!next.opens) ++next.hands;
  reach(next, *event, allOf(*event) & ~done);
  if (event->aside) {
    next.hidden.situation = event->after;
    next.hidden.underWay.reset();
    weigh(std::move(next));
    return;
  }
  Step step = stepOf(event);
  auto before = trial.hidden.situation;
  const auto& undone = trial.hidden.undone;
  if (event->replaces) {
    step.replaced = trial.hidden.latest->event;
    before = trial.hidden.latest->before;
  } else if (undone && !undone->breach && sameMove(undone->event, event->event)) {
    // Whoever lifts a piece and lays it again as it lay took nothing back. Of a breach people were told, and made it
    // again.
    if (const auto first = firstDone(trial))
      step.time = first->time, step.frame = first->frame, step.look = first->look;
    step.replaced = undone;
  } else if (undone && (event->breach || !undone->breach) &&
             trial.hidden.situation->changesOnly(undone->event, event->event)) {
    step.replaced = undone;
  }
  next.hidden = {.situation = event->after};
  if (event->visible) next.hidden.latest = {event, before};
  next.steps.push_back(std::move(step));
  weigh(std::move(next));
}

/// When what has just been taken back was done.
std::optional<Filter::Step> Filter::Search::firstDone(const Trial& trial) const {
  const auto isIt = [&](const Step& step) {
    return step.what && !step.takenBack && sameMove(step.what->event, trial.hidden.undone->event);
  };
  const auto in = [&](const std::vector<Step>& steps) -> const Step* {
    const auto found = std::find_if(steps.rbegin(), steps.rend(), isIt);
    return found == steps.rend() ? nullptr : &*found;
  };
  if (const Step* step = in(trial.steps)) return *step;
  for (const Past* past = filter_.states_[trial.from].past.get(); !past->ways.empty();
       past = past->ways.front().from.get())
    if (const Step* step = in(past->ways.front().steps)) return *step;
  return std::nullopt;
}

std::pair<std::vector<Filter::State>, double> Filter::Search::found() {
  std::vector<Reached> all;
  double sum = kNever;
  for (auto& [hash, reached] : reached_) {
    sum = sumOf(sum, reached.weight);
    all.push_back(std::move(reached));
  }
  const auto likelier = [](const Reached& a, const Reached& b) {
    return std::pair(-a.weight, a.trials) < std::pair(-b.weight, b.trials);
  };
  std::sort(all.begin(), all.end(), likelier);
  if (std::ssize(all) > parameters_.kept) all.resize(static_cast<std::size_t>(parameters_.kept));
  while (all.back().weight < all.front().weight - margin()) all.pop_back();
  double kept = kNever;
  for (const Reached& each : all) kept = sumOf(kept, each.weight);
  std::vector<State> states;
  for (Reached& each : all) {
    const auto weightOf = [&](std::size_t trial) { return trials_[trial].weight(parameters_); };
    std::stable_sort(each.trials.begin(), each.trials.end(),
                     [&](std::size_t a, std::size_t b) { return weightOf(a) > weightOf(b); });
    auto past = std::make_shared<Past>();
    for (const std::size_t number : each.trials) {
      Trial& trial = trials_[number];
      if (weightOf(number) < each.weight - parameters_.margin) break;
      const auto& from = filter_.states_[trial.from].past;
      past->ways.push_back({from, weightOf(number) - from->weight - kept, trial.steps});
    }
    const Trial& best = trials_[each.trials.front()];
    const State& from = filter_.states_[best.from];
    past->look = filter_.looks_ + 1;
    past->start = from.past->start;
    past->weight = each.weight - kept;
    State state{.hidden = best.hidden, .past = std::move(past)};
    state.traces =
        sightings_.tracesAfter(expectedIn(best.hidden), from.traces, best.hidden.situation->faces(), look_.seen, held_);
    if (!look_.denied.empty()) SightingModel::deny(state.traces);
    auto learnt = std::make_shared<ReachModel>(*from.reaches);
    learnt->learn(best.needs, reaches_[best.from], best.served);
    state.reaches = std::move(learnt);
    state.arrived = reaches_[best.from];
    for (std::size_t k = 0; k < state.arrived.size(); ++k) state.arrived[k].spent |= best.served.uses(k);
    const auto now = state.arrived.begin() + std::ssize(look_.seen.forearms);
    state.idle.assign(now, state.arrived.end());
    state.arrived.erase(now, state.arrived.end());
    states.push_back(std::move(state));
  }
  return {std::move(states), sum};
}

namespace {

std::vector<Side> sidesOf(const Situation& situation, int players) {
  std::vector<Side> sides;
  for (int player = 0; player < players; ++player) sides.push_back(situation.sideOf(player));
  return sides;
}

}  // namespace

Filter::Filter(const std::vector<Start>& starts, int players, const Parameters& parameters) : parameters_(parameters) {
  const auto reaches = std::make_shared<const ReachModel>(sidesOf(*starts.front().situation, players), parameters);
  double sum = 0;
  for (const Start& each : starts) sum += each.prior;
  for (std::size_t k = 0; k < starts.size(); ++k) {
    starts_.push_back(starts[k].situation);
    auto past = std::make_shared<Past>();
    past->start = k;
    past->weight = std::log(starts[k].prior / sum);
    states_.push_back({.hidden = {.situation = starts[k].situation}, .past = std::move(past), .reaches = reaches});
  }
  std::stable_sort(states_.begin(), states_.end(),
                   [](const State& a, const State& b) { return a.past->weight > b.past->weight; });
}

/// Some editions and some light can be read less well than others.
SightingModel Filter::sightings() const {
  const double known = parameters_.unreadWeight;
  return {parameters_, (parameters_.unread * known + unread_) / (known + seen_)};
}

/// Sightings that are no piece of the game.
void Filter::leaveOutOthers(Observation& seen) const {
  std::erase_if(seen.pieces, [&](const SeenPiece& piece) { return !situation(0).concerns(piece); });
}

void Filter::look(Look look) {
  leaveOutOthers(look.seen);
  Search search(*this, look);
  search.run();
  auto [states, likelihood] = search.found();
  evidence_ += likelihood;
  remember(likelihood, look);
  states_ = std::move(states);
  ++looks_;
  for (const SeenPiece& piece : look.seen.pieces) {
    seen_ += 1;
    unread_ += piece.face().isUnknown();
  }
  conclude();
  discrepancies_ = discrepanciesIn(states_[told_], look.seen);
}

/// Every piece has its part in how likely a look is.
double Filter::surpriseAt(double likelihood, const Look& look) const {
  if (looks_ < parameters_.usualOver) return 0;
  const double less = usual_ * static_cast<double>(look.seen.pieces.size() + 1) - likelihood;
  return std::max(surprise_, std::clamp(less - parameters_.surprising, 0.0, parameters_.surpriseAtMost));
}

/// Doubt lasts: it takes some looks until a game that explains one badly turns out to be wrong.
void Filter::remember(double likelihood, const Look& look) {
  const double now = surpriseAt(likelihood, look), share = 1.0 / std::min(looks_ + 1, parameters_.usualOver);
  surprise_ = now * parameters_.surpriseLasts;
  usual_ += share * (likelihood / static_cast<double>(look.seen.pieces.size() + 1) - usual_);
}

/// How likely the step happened, which is told as the n-th: what was concluded long ago stays so, but for a breach that
/// is not sure yet.
double Filter::sureness(const Step& step, std::size_t n) const {
  if (step.saying != 0) return 1;
  const bool settled =
      isSettled(step) && n < game_.size() && game_[n].event == eventOf(step) && game_[n].breach == step.what->breach;
  if (settled && (!step.what->breach || game_[n].confidence >= parameters_.breachSure())) return game_[n].confidence;
  return confidence(step);
}

/// The likeliest, unless it has a breach that is not sure, or something was guessed, so that one game with it is many:
/// then the one of the likely ones that is expected to tell most events right and fewest wrong, where a breach that was
/// none is worse than another event that did not happen.
std::size_t Filter::gameToTell() const {
  std::vector<std::vector<Step>> likely{stepsOf(*states_.front().past)};
  for (std::size_t k = 1; k < states_.size() && probability(k) > (1 - parameters_.breachSure()) * probability(0); ++k)
    likely.push_back(stepsOf(*states_[k].past));
  const std::vector<Step>& likeliest = likely.front();
  const auto isUnsure = [&](const Step& step) {
    return step.what->breach && !step.takenBack &&
           sureness(step, static_cast<std::size_t>(&step - likeliest.data())) < parameters_.breachSure();
  };
  const auto hasGuess = [](const std::vector<Step>& steps) {
    return std::any_of(steps.begin(), steps.end(), [](const Step& step) { return isGuessed(step.what->event); });
  };
  if (std::none_of(likeliest.begin(), likeliest.end(), isUnsure) &&
      std::none_of(likely.begin(), likely.end(), hasGuess))
    return 0;
  std::vector<std::pair<Step, double>> known;
  const auto worth = [&](const Step& step) {
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.first.isSame(step); });
    if (found != known.end()) return found->second;
    const double right = step.saying != 0 ? 1 : confidence(step);
    const double told = right - (step.what->breach ? parameters_.falseBreach : 1) * (1 - right);
    known.emplace_back(step, step.takenBack ? std::max(told, 0.0) : told);
    return known.back().second;
  };
  const auto worthBeside = [&](const std::vector<Step>& steps, const std::vector<Step>& others) {
    double sum = 0;
    for (const Step& step : steps)
      if (std::none_of(others.begin(), others.end(), [&](const Step& other) { return other.isSame(step); }))
        sum += worth(step);
    return sum;
  };
  std::size_t best = 0;
  double most = 0;
  for (std::size_t k = 1; k < likely.size(); ++k) {
    const double more = worthBeside(likely[k], likeliest) - worthBeside(likeliest, likely[k]);
    if (more > most) most = more, best = k;
  }
  return best;
}

/// What the states say of the game. What was taken back changed nothing: it is left out where it more likely never
/// happened.
void Filter::conclude() {
  constexpr double kAsLikelyNot = 0.5;
  told_ = gameToTell();
  std::vector<Inferred> game;
  for (const Step& step : stepsOf(*states_[told_].past)) {
    Inferred inferred{.event = eventOf(step), .visible = step.what->visible, .breach = step.what->breach};
    inferred.saying = step.saying;
    inferred.time = step.time;
    inferred.frame = step.frame;
    inferred.confidence = sureness(step, game.size());
    inferred.settled = isSettled(step);
    if (step.takenBack && inferred.confidence < kAsLikelyNot) continue;
    game.push_back(std::move(inferred));
  }
  game_ = std::move(game);
}

std::vector<Discrepancy> Filter::discrepanciesIn(const State& state, const Observation& seen) const {
  constexpr double kThere = 0.5;
  std::vector<Discrepancy> all;
  for (const TablePoint at : sightings().unexplained(expectedIn(state.hidden), state.traces)) {
    const auto piece = std::find_if(seen.pieces.begin(), seen.pieces.end(), [&](const SeenPiece& each) {
      return each.pose.at.x == at.x && each.pose.at.y == at.y;
    });
    if (piece == seen.pieces.end())
      all.push_back({at});
    else if (piece->presence > kThere)
      all.push_back({at, piece->faces});
  }
  return all;
}

// --- what people tell ---

/// A state as it is where what is told is true.
class Filter::Retold {
 public:
  Retold(const Filter& filter, const State& state, const Telling& telling)
      : filter_(&filter), telling_(&telling), state_(state), weight_(state.past->weight) {
    if (state_.hidden.underWay) weight_ += std::log(filter.parameters_.halfTakenBack);
    state_.hidden = {.situation = state.hidden.situation};
  }

  void happens(const Telling::Happened& told) {
    NextEvent next = state_.hidden.situation->told(told.event);
    next.visible = told.visible;
    if (next.breach) weight_ += std::log(filter_->parameters_.toldBreach);
    next.event.stands = next.breach && telling_->saying != 0 && !told.event.takenBack;
    if (!told.event.takenBack) state_.hidden.situation = next.after;
    steps_.push_back({.what = std::make_shared<const NextEvent>(std::move(next)),
                      .takenBack = told.event.takenBack,
                      .time = telling_->time,
                      .frame = telling_->frame,
                      .look = filter_->looks_,
                      .saying = telling_->saying});
  }

  bool isTurnOf(int player) const { return state_.hidden.situation->toMove() == player; }
  bool isBreach(const Event& event) const { return state_.hidden.situation->told(event).breach; }

  /// False where that cannot be.
  bool endTurnsUntil(int player) {
    std::set<int> ended;
    while (!isTurnOf(player)) {
      const Situation& situation = *state_.hidden.situation;
      const auto mover = situation.toMove();
      const auto ends = mover && !ended.contains(*mover) ? situation.endOfTurn() : std::nullopt;
      if (!ends) return false;
      happens({*ends, false});
      if (isTurnOf(*mover)) continue;
      ended.insert(*mover);
      weight_ += std::log(filter_->parameters_.endedUnseen);
    }
    return true;
  }

  /// What ended turns without a trace, and nobody told, did not happen. False where that cannot be.
  bool takeTurnsBackUntil(int player) {
    std::vector<Step> steps = stepsOf(*state_.past);
    while (!isTurnOf(player)) {
      if (steps.empty() || steps.back().what->visible || steps.back().saying != 0) return false;
      steps_.push_back({.what = nullptr, .replaced = steps.back().what, .look = filter_->looks_});
      steps.pop_back();
      state_.hidden.situation = filter_->starts_[state_.past->start];
      for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        if (!step->takenBack) {
          state_.hidden.situation = step->what->after;
          break;
        }
    }
    weight_ += std::log(filter_->parameters_.concludedWrongly);
    return true;
  }

  State done() && {
    auto past = std::make_shared<Past>();
    past->look = filter_->looks_;
    past->start = state_.past->start;
    past->weight = weight_;
    past->ways.push_back({state_.past, weight_ - state_.past->weight, std::move(steps_)});
    state_.past = std::move(past);
    return std::move(state_);
  }

 private:
  const Filter* filter_;
  const Telling* telling_;
  State state_;
  double weight_;
  std::vector<Step> steps_;
};

/// States that are one now stay two until the next look.
void Filter::keep(std::vector<State> states) {
  double sum = kNever;
  for (const State& each : states) sum = sumOf(sum, each.past->weight);
  for (State& each : states) {
    auto past = std::make_shared<Past>(*each.past);
    past->weight -= sum;
    for (Way& way : past->ways) way.weight -= sum;
    each.past = std::move(past);
  }
  std::stable_sort(states.begin(), states.end(),
                   [](const State& a, const State& b) { return a.past->weight > b.past->weight; });
  if (std::ssize(states) > parameters_.kept) states.resize(static_cast<std::size_t>(parameters_.kept));
  states_ = std::move(states);
  conclude();
}

void Filter::tell(const Telling& telling) {
  std::vector<State> states;
  for (const State& state : states_) {
    Retold retold(*this, state, telling);
    for (const Telling::Happened& each : telling.events) {
      const auto& player = each.event.player;
      if (telling.saying != 0 && player && retold.isBreach(each.event)) {
        Retold later = retold;
        if (later.endTurnsUntil(*player) && !later.isBreach(each.event)) retold = std::move(later);
      }
      retold.happens(each);
    }
    states.push_back(std::move(retold).done());
  }
  keep(std::move(states));
}

bool Filter::tellTurn(int player, const Telling& telling) {
  std::vector<State> states;
  for (const State& state : states_) {
    Retold earlier(*this, state, telling), later = earlier;
    if (earlier.isTurnOf(player)) {
      states.push_back(state);
      continue;
    }
    if (earlier.takeTurnsBackUntil(player)) states.push_back(std::move(earlier).done());
    if (later.endTurnsUntil(player)) states.push_back(std::move(later).done());
  }
  if (states.empty()) return false;
  keep(std::move(states));
  return true;
}

void Filter::end(double time, std::int64_t frame) {
  std::vector<State> states = states_;
  for (State& state : states) {
    Way way{state.past};
    const auto& underWay = state.hidden.underWay;
    const auto done = underWay && !underWay->event->open ? underWay->event : meantIn(state.hidden);
    if (done && !done->breach) {
      const auto replaced = done->replaces ? state.hidden.latest->event : nullptr;
      way.steps.push_back({.what = done, .replaced = replaced, .time = time, .frame = frame, .look = looks_});
      state.hidden = {.situation = done->after};
    }
    if (state.hidden.situation->toMove()) way.weight = std::log(parameters_.endsUnfinished);
    state.past = std::make_shared<Past>(Past{looks_, state.past->start, state.past->weight + way.weight, {way}});
  }
  keep(std::move(states));
}

void Filter::goOnFrom(const Filter& before, Observation seen) {
  leaveOutOthers(seen);
  seen_ = before.seen_;
  unread_ = before.unread_;
  const SightingModel model = sightings();
  for (State& state : states_) {
    const Situation& situation = *state.hidden.situation;
    state.traces = model.tracesAfter(situation.expected(), state.traces, situation.faces(), seen);
    state.reaches = before.states_.front().reaches;
  }
  discrepancies_ = discrepanciesIn(states_[told_], seen);
}

std::vector<Discrepancy> Filter::discrepanciesAt(Observation seen) const {
  leaveOutOthers(seen);
  State state = states_[told_];
  const Situation& situation = *state.hidden.situation;
  state.traces = sightings().tracesAfter(situation.expected(), state.traces, situation.faces(), seen);
  return discrepanciesIn(state, seen);
}

double Filter::probability(std::size_t state) const { return std::exp(states_[state].past->weight); }

std::vector<Event> Filter::events(std::size_t state) const {
  std::vector<Event> events;
  for (const Step& each : stepsOf(*states_[state].past)) events.push_back(eventOf(each));
  return events;
}

Event Filter::eventOf(const Step& step) {
  Event event = step.what->event;
  event.takenBack = step.takenBack;
  return event;
}

std::vector<Filter::Step> Filter::stepsOf(const Past& past) {
  std::vector<const Way*> ways;
  for (const Past* each = &past; !each->ways.empty(); each = each->ways.front().from.get())
    ways.push_back(&each->ways.front());
  std::vector<Step> steps;
  for (auto way = ways.rbegin(); way != ways.rend(); ++way)
    for (const Step& step : (*way)->steps) {
      if (step.replaced) steps.pop_back();
      if (step.what) steps.push_back(step);
    }
  return steps;
}

std::shared_ptr<const NextEvent> Filter::meantIn(const Hidden& hidden) {
  const auto& underWay = hidden.underWay;
  const auto meant = underWay && underWay->event->open ? hidden.situation->meant(*underWay->event) : std::nullopt;
  return meant ? std::make_shared<const NextEvent>(hidden.situation->told(*meant)) : nullptr;
}

std::vector<ExpectedPiece> Filter::expectedIn(const Hidden& hidden) {
  const auto expected = hidden.situation->expected();
  std::vector<ExpectedPiece> pieces(expected.begin(), expected.end());
  if (hidden.underWay)
    for (std::size_t k = 0; k < hidden.underWay->event->changes.size(); ++k)
      if (hidden.underWay->done >> k & 1U) carryOut(pieces, hidden.underWay->event->changes[k]);
  return pieces;
}

/// In which share of the ways to that state the step was taken, and not replaced.
double Filter::share(const Step& step, const Past& past, std::map<const Past*, double>& known) {
  if (past.ways.empty() || past.look < step.look - kSameTime) return 0;
  if (const auto found = known.find(&past); found != known.end()) return found->second;
  double taken = 0, all = 0;
  for (const Way& way : past.ways) {
    double its = -1;
    for (auto each = way.steps.rbegin(); each != way.steps.rend() && its < 0; ++each) {
      if (each->isSame(step))
        its = 1;
      else if (each->replaced && !step.takenBack && each->replaced->event == step.what->event)
        its = 0;
    }
    const double weight = std::exp(way.weight + way.from->weight);
    taken += weight * (its < 0 ? share(step, *way.from, known) : its);
    all += weight;
  }
  return known[&past] = taken / all;
}

double Filter::confidence(const Step& step) const {
  std::map<const Past*, double> known;
  double confidence = 0;
  for (const State& state : states_) confidence += std::exp(state.past->weight) * share(step, *state.past, known);
  return std::min(confidence, 1.0);
}

}  // namespace octo::tracker::infer
