#include "tracker/follow/explain_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>

#include "tracker/follow/forearms.h"

namespace octo::tracker {
namespace {

/// Hypotheses kept for a rest, and for one that many others have followed.
constexpr std::size_t kBeam = 10, kOldBeam = 4, kOld = 6;
/// What bounds the search for one rest: of each of the game's rests so many positions are gone on from at most, on
/// average; events in a row; and how much worse than the best found the next may be.
constexpr std::size_t kExpanded = 40;
constexpr int kMostInARow = 10;
constexpr Cost kMargin = 7.0;
/// What is unexplained counts no more than that while it may still be explained; in a game of which nothing was tried
/// yet at this rest.
constexpr Cost kHope = 3.0, kFreshHope = 0.5;
/// How much it decides which game is gone on from first.
constexpr double kPromise = 0.15;
/// That a breach was taken back.
constexpr Cost kBreachTakenBack = 0.1;
/// That a breach, or a legal move, was taken back and something else laid in its place, and no rest showed it gone.
constexpr Cost kGoneUnseen = 1.2, kLegalGoneUnseen = 3.5;
/// That what was taken back was done again, just so; and that a breach was, all in all: that it would be one again is
/// not another thing that is rare.
constexpr Cost kDoneAgain = 2.5, kWrongAgain = 4.5;
/// That a move that leaves a trace was not seen at a rest of its own, though there were rests.
constexpr Cost kUnseen = 4.0;
/// That the turn marker was laid before somebody who is not in turn; that a turn ended without a trace where it was
/// laid.
constexpr Cost kMarkedOtherwise = 5.0, kMarkedOn = 0.5;
/// That what was concluded at the end of a game did not happen, where a person says that another is in turn.
constexpr Cost kConcludedWrongly = 0.3;
/// That somebody's forearm was at the later of two things first.
constexpr Cost kOutOfOrder = 0.8;
/// That something without a trace came first, though a rest showed the move that came after it already; for each.
constexpr Cost kTooLate = 2.0;
/// Two things are told in an order that a rest between them refutes.
constexpr Cost kWrongOrder = 4.0;
/// A rest shows what fits it so much better.
constexpr Cost kShown = 3.0;
/// A rest shows so much better that a single card is not there yet.
constexpr Cost kNotThere = 2.0;
/// And fits two things as well.
constexpr Cost kAsGood = 0.3;
/// That a rest showed a move done and a later one shows it not yet done; that nothing of it is under way there.
constexpr Cost kUndone = 3.5, kUndoneClearly = 6.0;
/// That a rest shows a move under way, or just made, and of all forearms seen since the rest before none was its
/// player's.
constexpr Cost kByAnother = 3.0;
/// What did not fit at the rest before and does not fit still is hardly new evidence.
constexpr double kOldEvidence = 0.15;

/// `old` of the misfit did not fit before either.
Cost newEvidence(Cost misfit, Cost old) { return misfit - old + kOldEvidence * old; }

/// The events of a hypothesis, the last first; hypotheses share their beginnings.
struct Step {
  std::shared_ptr<const Step> previous;
  ExplainedStep step;
  std::shared_ptr<const Position> before;
  int length = 1;
};

using Path = std::shared_ptr<const Step>;

}  // namespace

Event withoutGuess(Event event) {
  event.fields.erase(kGuessed);
  return event;
}

struct TableExplainer::Node {
  std::size_t start = 0;
  Path path;
  std::shared_ptr<const Position> position;
  /// Of its events and of all the evidence so far.
  Cost cost = 0;
  /// At its rest.
  Cost misfit = 0;
};

struct TableExplainer::Keyframe {
  std::shared_ptr<const TableReading> reading;
  std::vector<ForearmTrack> forearms;
  double time = 0;
  std::int64_t frame = 0;
  std::vector<Event> denied;
  std::optional<int> marked;
  std::vector<Node> nodes;
};

/// The rests that the latest may be explained from, and itself: the forearms at each, and what it shows; nothing before
/// the first of all.
struct TableExplainer::Looks {
  ForearmsByRest forearms;
  std::vector<const TableReading*> readings;
};

/// A position on the way to explaining a rest.
struct TableExplainer::Trial {
  std::size_t rest = 0;
  const Node* from = nullptr;
  std::shared_ptr<const Position> position;
  Path path;
  Cost cost = 0;
  Cost misfit = 0;
  /// Of the misfit, what was there already at the rest that it goes on from.
  Cost old = 0;
  ForearmMisfit forearms;
  int inARow = 0;
  /// It is a game as the rest before left it.
  bool fresh = false;
  /// Of its events since the rest it goes on from, those that leave a trace.
  int visible = 0;
  /// What the rests passed over say against it, once that has been worked out.
  std::optional<Cost> passed;

  /// Whatever the next events explain.
  Cost spent() const { return cost + forearms.unseen; }
  Cost total() const { return spent() + forearms.idle + newEvidence(misfit, old); }
  /// What the rests after the one that it goes on from cost the likeliest game: they will cost this one about as much.
  Cost lag = 0;
  /// What is gone on from first: likely games before unlikely ones that happen to explain more already.
  Cost promise() const { return spent() + lag + (fresh ? 0 : kPromise * newEvidence(misfit, old)); }
  /// The least that may come of it: the next events may explain what it leaves unexplained.
  Cost hope() const { return spent() + std::min(newEvidence(misfit, old), fresh ? kFreshHope : kHope); }
};

namespace {

Path longer(const Path& path, ExplainedStep step, std::shared_ptr<const Position> before) {
  return std::make_shared<const Step>(Step{path, std::move(step), std::move(before), path ? path->length + 1 : 1});
}

std::vector<ExplainedStep> listed(const Path& path) {
  std::vector<ExplainedStep> steps(path ? static_cast<std::size_t>(path->length) : 0);
  for (const Step* each = path.get(); each; each = each->previous.get())
    steps[static_cast<std::size_t>(each->length) - 1] = each->step;
  return steps;
}

/// A step and the position after it.
struct Made {
  const Step* step;
  const Position* after;
};

/// The last so many steps of a path that leads to a position, in their order.
std::vector<Made> lastSteps(const Path& path, int count, const Position& position) {
  std::vector<Made> steps;
  const Position* after = &position;
  for (const Step* step = path.get(); step && std::ssize(steps) < count; step = step->previous.get()) {
    steps.push_back({step, after});
    after = step->before.get();
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

/// Whether a rest shows done what led from one position to the other.
bool showsDone(const TableReading& reading, const Position& before, const Position& after) {
  return after.misfit(reading) + kShown < before.misfit(reading);
}

/// The same path with its last visible step taken back, and the position then; nothing where there is none.
struct TakenBack {
  Path path;
  std::shared_ptr<const Position> position;
  Cost cost;
};

/// The last step that leaves a trace.
const Step* lastVisible(const Path& path) {
  const Step* last = path.get();
  while (last && last->step.inferred && !last->step.told) last = last->previous.get();
  return last;
}

/// Two games that lead to the same position are none the less two where a breach at their end may yet be taken back,
/// and that leads to different positions.
bool sameTakenBack(const Path& a, const Path& b) {
  const Step *one = lastVisible(a), *other = lastVisible(b);
  const auto open = [](const Step* step) { return step && step->step.breach && !step->step.event.takenBack; };
  if (!open(one) || !open(other)) return open(one) == open(other);
  return one->before && other->before && one->before->same(*other->before);
}

/// `forearms` were seen since that step.
std::optional<TakenBack> takenBack(const Path& path, std::span<const ForearmTrack> forearms) {
  const Step* last = lastVisible(path);
  if (!last || last->step.told || last->step.event.takenBack || !last->before) return std::nullopt;
  ExplainedStep step = last->step;
  step.event.takenBack = true;
  std::shared_ptr<Position> position = last->before->clone();
  position->takeBack(last->step.event);
  return TakenBack{longer(last->previous, step, last->before), std::move(position),
                   step.breach ? kBreachTakenBack : last->before->takenBackCost(last->step.event, forearms)};
}

}  // namespace

TableExplainer::TableExplainer(std::vector<Start> starts) : pace_(starts.front().position->pace()) {
  std::vector<Node>& nodes = rests_.emplace_back().nodes;
  for (Start& each : starts) nodes.push_back({nodes.size(), nullptr, std::move(each.position), each.cost, 0});
  std::stable_sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) { return a.cost < b.cost; });
}

TableExplainer::~TableExplainer() = default;
TableExplainer::TableExplainer(const TableExplainer&) = default;
TableExplainer::TableExplainer(TableExplainer&&) noexcept = default;
TableExplainer& TableExplainer::operator=(TableExplainer&&) noexcept = default;

void TableExplainer::rest(ShownRest rest) {
  const Observation& seen = rest.observation;
  Keyframe latest{std::move(rest.reading), seen.forearms, seen.time, seen.frame,
                  std::move(rest.denied),  rest.marked,   {}};
  if (rest.again && rests_.size() > 1) rests_.pop_back();
  search(latest);
  rests_.push_back(std::move(latest));
  while (rests_.size() > pace_.rests) rests_.pop_front();
  if (rests_.size() > kOld) {
    auto& nodes = rests_[rests_.size() - 1 - kOld].nodes;
    if (nodes.size() > kOldBeam) nodes.resize(kOldBeam);
  }
}

std::vector<TableExplainer::Trial> TableExplainer::trialsFor(
    const Keyframe& latest, const Looks& looks, const std::vector<std::vector<ForearmTrack>>& forearms) const {
  std::vector<Trial> trials;
  for (std::size_t rest = 0; rest < rests_.size(); ++rest)
    for (const Node& node : rests_[rest].nodes) {
      const bool fresh = rest + 1 == rests_.size();
      const Cost skipped = pace_.halfDone * static_cast<double>(rests_.size() - 1 - rest);
      const Cost lag = best().cost - rests_[rest].nodes.front().cost;
      const auto add = [&](const Path& path, const std::shared_ptr<const Position>& position, Cost cost, int inARow) {
        Trial trial;
        trial.rest = rest;
        trial.from = &node;
        trial.position = position;
        trial.path = path;
        trial.cost = cost + skipped;
        trial.lag = lag;
        trial.inARow = inARow;
        trial.fresh = fresh;
        trials.push_back(std::move(trial));
        weigh(trials.back(), latest, looks);
      };
      add(node.path, node.position, node.cost, 0);
      if (const auto back = takenBack(node.path, forearms[rest]))
        add(back->path, back->position, node.cost + back->cost, 1);
    }
  return trials;
}

void TableExplainer::weigh(Trial& trial, const Keyframe& latest, const Looks& looks) const {
  trial.misfit = trial.position->misfit(*latest.reading);
  if (latest.marked && trial.position->toMove() != latest.marked) trial.misfit += kMarkedOtherwise;
  trial.old = oldPart(trial, trial.misfit, *trial.position, *latest.reading);
  const auto forearms = std::span(looks.forearms).subspan(trial.rest);
  trial.forearms = trial.position->misfitOfForearms(*trial.from->position, forearms);
  trial.forearms.idle +=
      trial.position->lyingElsewhere(*trial.from->position, std::span(looks.readings).subspan(trial.rest), forearms);
}

/// How much of a misfit was there at the rest that the trial goes on from.
Cost TableExplainer::oldPart(const Trial& trial, Cost misfit, const Position& position, const TableReading& now) const {
  const Cost then = std::min(misfit, trial.from->misfit);
  const auto& before = rests_[trial.rest].reading;
  return before && then > 0 ? std::min(then, position.misfitOfBoth(*before, now)) : 0;
}

/// What a table looked like for a while, and who was in turn meanwhile.
struct TableExplainer::Stage {
  const Position* position = nullptr;
  std::vector<std::optional<int>> inTurn;
  /// The move that led there.
  const Event* by = nullptr;
};

/// What a trial has passed since the rest that it goes on from, each looking otherwise than the one before.
std::vector<TableExplainer::Stage> TableExplainer::passed(const Trial& trial) {
  std::vector<Stage> stages{{trial.position.get(), {trial.position->toMove()}}};
  const Step* step = trial.path.get();
  for (int k = 0; k < trial.inARow && step; ++k, step = step->previous.get()) {
    if (!step->before) continue;
    if (!step->step.inferred) {
      stages.back().by = &step->step.event;
      stages.push_back({step->before.get(), {}});
    }
    stages.back().inTurn.push_back(step->before->toMove());
  }
  stages.push_back({trial.from->position.get(), stages.back().inTurn});
  stages.back().inTurn.push_back(trial.from->position->toMove());
  std::reverse(stages.begin(), stages.end());
  return stages;
}

/// What speaks against the rests between the one that a trial goes on from and the latest: each must look like
/// something between two positions that follow one another, and no later one like something earlier.
Cost TableExplainer::between(const Trial& trial) const {
  const int more = std::max(0, trial.visible - 1);
  if (trial.rest + 1 == rests_.size()) return pace_.atOnce * more;
  const std::vector<Stage> stages = passed(trial);
  // By the two positions that the rests are between, and whether one has shown the later of them.
  constexpr Cost kNever = std::numeric_limits<Cost>::infinity();
  struct Least {
    Cost undone = kNever, done = kNever;
    Cost either() const { return std::min(undone, done); }
  };
  std::vector<Least> least(stages.size() - 1);
  for (Least& each : least) each.undone = 0;
  std::vector<bool> doneBefore(least.size(), false);
  // What each two positions do not explain of the rest before, and of this one.
  std::vector<Cost> unexplained(least.size(), kNever), misfits(least.size());
  std::vector<Least> soFar;
  for (std::size_t rest = trial.rest + 1; rest < rests_.size(); ++rest) {
    const TableReading &reading = *rests_[rest].reading, *last = rests_[rest - 1].reading.get();
    soFar = least;
    for (std::size_t k = 0; k < least.size(); ++k) {
      const Position &one = *stages[k].position, &next = *stages[k + 1].position;
      const Cost misfit = misfits[k] = one.misfitBetween(reading, next);
      Cost old = oldPart(trial, misfit, *trial.from->position, reading);
      // What the trial's own moves explain by now is no excuse for what they do not.
      if (old > 0) old = std::min(old, one.misfitBetweenOfBoth(*rests_[trial.rest].reading, reading, next));
      const Cost repeated = last && old < misfit ? std::min(misfit, one.misfitBetweenOfBoth(*last, reading, next)) : 0;
      const Cost first = one.misfit(reading), shown = first - next.misfit(reading);
      const bool underWay = first > misfit + kShown && !doneBefore[k];
      const Cost others = markedOtherwise(rests_[rest], stages[k], stages[k + 1]) +
                          (underWay ? byAnother(rests_[rest], stages[k], stages[k + 1]) : 0);
      // What the rest before showed, too, and was not explained there either, is nothing new.
      const auto cost = [&](std::size_t before) {
        return newEvidence(misfit, std::max(old, std::min(repeated, unexplained[before]))) + others;
      };
      doneBefore[k] = shown > kShown;
      const Cost stayed = cost(k);
      Least now{soFar[k].undone + stayed, soFar[k].done + stayed};
      for (std::size_t before = 0; before < k; ++before)
        now.undone = std::min(now.undone, soFar[before].either() + cost(before));
      if (shown > kShown)
        now = {kNever, now.either()};
      else if (shown < -kShown)
        now = {std::min(now.undone, now.done + (first > misfit + kAsGood ? kUndone : kUndoneClearly)), kNever};
      least[k] = now;
    }
    unexplained.swap(misfits);
  }
  Cost best = kNever;
  for (const Least& each : least) best = std::min(best, each.either());
  return best + kUnseen * more;
}

/// What speaks against what the rests up to the one before the latest showed, and the next ones do not, where nothing
/// that the trial has come by explains it.
Cost TableExplainer::aborted(const Trial& trial, const Keyframe& latest) const {
  Cost cost = 0;
  std::optional<std::vector<Stage>> stages;
  for (std::size_t rest = trial.rest; rest < rests_.size(); ++rest) {
    const auto& reading = rests_[rest].reading;
    const TableReading& next = rest + 1 < rests_.size() ? *rests_[rest + 1].reading : *latest.reading;
    if (!reading) continue;
    Cost least = trial.from->position->aborted(*reading, next);
    if (least == 0) continue;
    if (!stages) stages = passed(trial);
    std::vector<Cost> misfits;
    for (const Stage& stage : *stages) misfits.push_back(stage.position->misfit(next));
    const Cost best = *std::min_element(misfits.begin(), misfits.end());
    // Of what the next rest shows clearly undone nothing was under way.
    for (std::size_t k = 0; k < misfits.size(); ++k)
      if (misfits[k] < best + kShown) least = std::min(least, (*stages)[k].position->aborted(*reading, next));
    cost += least;
  }
  return cost;
}

/// What speaks against all that a trial has passed.
Cost TableExplainer::costOfPassed(const Trial& trial, const Keyframe& latest, const ForearmsByRest& forearms) const {
  return between(trial) + unobservedRetraction(trial) + tooLate(trial) + wrongOrder(trial) + doneAgain(trial) +
         aborted(trial, latest) + outOfOrder(trial, forearms) + idleForearms(trial, forearms) +
         endedByAnother(trial, latest);
}

/// What one more event that leaves a trace adds to that.
Cost TableExplainer::costOfNext(const Trial& trial) const {
  if (trial.visible == 0) return 0;
  return trial.rest + 1 == rests_.size() ? pace_.atOnce : kUnseen;
}

/// What speaks against something's having been taken back that was never seen gone: by this trial, or by the one that
/// it goes on from as the last that left a trace.
Cost TableExplainer::unobservedRetraction(const Trial& trial) const {
  const std::vector<Made> steps = lastSteps(trial.path, trial.inARow, *trial.position);
  if (steps.empty()) return 0;
  const bool now = steps.front().step->step.event.takenBack;
  const Step* first = now ? steps.front().step : lastVisible(trial.from->path);
  if (!first || !first->step.event.takenBack || !first->before) return 0;
  const auto next = std::find_if(steps.begin() + (now ? 1 : 0), steps.end(),
                                 [](const Made& each) { return !each.step->step.inferred; });
  if (next == steps.end() || !next->after || !first->before->covers(first->step.event, next->step->step.event))
    return 0;
  std::size_t rest = trial.rest;
  std::shared_ptr<const Position> laid = trial.from->position;
  if (!now) {
    while (rest > 0 && rests_[rest].time > first->step.time) --rest;
    if (rests_[rest].time != first->step.time) return 0;  // who knows what was seen then
    const std::shared_ptr<Position> after = first->before->clone();
    after->apply(plainly(first->step.event));
    laid = after;
  }
  const bool shown =
      isShownGone(*first->before, *laid, *next->after, *trial.position, rest) ||
      std::any_of(rests_.begin() + static_cast<std::ptrdiff_t>(rest) + 1, rests_.end(),
                  [&](const Keyframe& each) { return first->before->showsBare(first->step.event, *each.reading); });
  return shown ? 0 : first->step.breach ? kGoneUnseen : kLegalGoneUnseen;
}

/// Whether a rest after that one shows what was laid gone, and not covered by what is laid next.
bool TableExplainer::isShownGone(const Position& gone, const Position& laid, const Position& next, const Position& last,
                                 std::size_t since) const {
  const auto& then = rests_[since].reading;
  const Cost before = then ? laid.misfit(*then) : 0;
  for (std::size_t rest = since + 1; rest < rests_.size(); ++rest) {
    const TableReading& reading = *rests_[rest].reading;
    const Cost from = laid.misfit(reading), both = std::min(from, last.misfit(reading));
    // What lay there before it may be under way, too: then nothing lies there.
    const Cost bare = gone.misfit(reading);
    const bool covered = gone.misfitBetween(reading, next) + kShown < bare;
    if (!covered && bare < both + (from > before + kShown ? kAsGood : -kAsGood)) return true;
  }
  return false;
}

/// What speaks against the same having been done again that was just taken back.
Cost TableExplainer::doneAgain(const Trial& trial) {
  Cost cost = 0;
  const Step* next = nullptr;
  int left = trial.inARow;
  for (const Step* step = trial.path.get(); step && (left > 0 || next); step = step->previous.get(), --left) {
    if (step->step.inferred) continue;
    if (next && step->step.event.takenBack && sameMove(step->step.event, next->step.event)) {
      const Ruling ruling = next->before ? next->before->judge(plainly(next->step.event)) : Ruling();
      cost += ruling.isBreach() ? kWrongAgain - next->before->breachCost(*ruling.breach) : kDoneAgain;
    }
    next = left > 0 ? step : nullptr;
  }
  return cost;
}

/// What speaks against something's having happened without a trace before a move that rests showed done already.
Cost TableExplainer::tooLate(const Trial& trial) const {
  const Position* after = trial.position.get();
  const Step* step = trial.path.get();
  int left = trial.inARow;
  for (; left > 0 && step && step->step.inferred; --left, step = step->previous.get()) after = step->before.get();
  if (left < 2 || !step || !step->before || !after || step->step.event.takenBack) return 0;
  bool invisible = false;
  for (const Step* each = step->previous.get(); --left > 0 && each; each = each->previous.get())
    invisible = invisible || each->step.inferred;
  if (!invisible) return 0;
  const auto shows = [&](const Keyframe& rest) { return showsDone(*rest.reading, *step->before, *after); };
  return kTooLate * static_cast<Cost>(std::count_if(rests_.begin() + static_cast<std::ptrdiff_t>(trial.rest) + 1,
                                                    rests_.end(), shows));
}

/// What speaks against two things done one after the other where rests show the later one done and the first one not.
Cost TableExplainer::wrongOrder(const Trial& trial) const {
  if (trial.rest + 1 == rests_.size()) return 0;
  const std::vector<Made> steps = lastSteps(trial.path, trial.inARow, *trial.position);
  const auto isPlain = [](const Made& each) {
    return each.step->before && each.after && !each.step->step.inferred && !each.step->step.breach &&
           !each.step->step.event.takenBack;
  };
  Cost cost = 0;
  for (std::size_t k = 1; k < steps.size(); ++k) {
    if (!isPlain(steps[k - 1]) || !isPlain(steps[k])) continue;
    const Position &before = *steps[k - 1].step->before, &after = *steps[k].after;
    const Event later = plainly(steps[k].step->step.event);
    if (before.judge(later).breach) continue;
    const std::unique_ptr<Position> alone = before.clone();
    alone->apply(later);
    for (std::size_t rest = trial.rest + 1; rest < rests_.size(); ++rest) {
      const TableReading& reading = *rests_[rest].reading;
      const Cost misfit = alone->misfit(reading);
      if (misfit + kShown < before.misfit(reading) && misfit + kNotThere < after.misfit(reading)) cost += kWrongOrder;
    }
  }
  return cost;
}

/// What speaks against things done one after the other by a player whose forearm was at the later one before.
Cost TableExplainer::outOfOrder(const Trial& trial, const ForearmsByRest& forearms) const {
  if (trial.inARow < 2) return 0;
  Cost cost = 0;
  std::optional<Side> next;
  std::size_t nextLast = 0;
  const Step* step = trial.path.get();
  for (int left = trial.inARow; left > 0 && step; --left, step = step->previous.get()) {
    const auto reach = step->before ? step->before->reach(step->step.event) : std::nullopt;
    if (!reach) continue;
    const auto is = [&](std::size_t rest) { return reachedInto(forearms[rest], reach->side, reach->area); };
    std::size_t first = trial.rest, last = forearms.size();
    while (first < forearms.size() && !is(first)) ++first;
    if (first == forearms.size()) continue;
    if (next == reach->side && nextLast < first) cost += kOutOfOrder;
    while (!is(last - 1)) --last;
    next = reach->side;
    nextLast = last - 1;
  }
  return cost;
}

/// What speaks against forearms' having done nothing while the table lay as it was. One that came after a rest that
/// shows a move done did not do that one.
Cost TableExplainer::idleForearms(const Trial& trial, const ForearmsByRest& forearms) const {
  const auto rests = std::span(forearms).subspan(trial.rest);
  const auto hasIdle = [](std::span<const ForearmTrack> atRest) {
    return std::any_of(atRest.begin(), atRest.end(), [](const ForearmTrack& forearm) { return forearm.idle; });
  };
  if (std::none_of(rests.begin() + 1, rests.end(), hasIdle)) return 0;
  Cost cost = 0;
  const Position* before = trial.from->position.get();
  std::size_t first = 0;
  for (const auto& [step, after] : lastSteps(trial.path, trial.inARow, *trial.position)) {
    if (step->step.inferred || !step->before || !after) continue;
    std::size_t shown = std::max<std::size_t>(first, 1);
    while (trial.rest + shown < rests_.size() && !showsDone(*rests_[trial.rest + shown].reading, *step->before, *after))
      ++shown;
    if (trial.rest + shown == rests_.size()) continue;
    cost += after->idleForearms(*before, rests.subspan(first, shown - first + 1));
    before = after;
    first = shown;
  }
  return cost + trial.position->idleForearms(*before, rests.subspan(first));
}

/// What speaks against a rest's being between two stages because the turn marker was laid there before somebody who
/// was not in turn while the table looked like that.
Cost TableExplainer::markedOtherwise(const Keyframe& rest, const Stage& before, const Stage& after) {
  if (!rest.marked) return 0;
  const bool done = after.position->misfit(*rest.reading) < before.position->misfit(*rest.reading);
  const auto& inTurn = done ? after.inTurn : before.inTurn;
  return std::find(inTurn.begin(), inTurn.end(), rest.marked) == inTurn.end() ? kMarkedOtherwise : 0;
}

/// What the forearms seen since the rest before say against the later stage's move being under way at this one.
Cost TableExplainer::byAnother(const Keyframe& rest, const Stage& before, const Stage& after) {
  if (!after.by || after.by->takenBack || !after.by->player || rest.forearms.empty()) return 0;
  const Side side = before.position->sideOf(*after.by->player);
  const bool theirs = std::any_of(rest.forearms.begin(), rest.forearms.end(),
                                  [&](const ForearmTrack& forearm) { return forearm.from == side; });
  return theirs ? 0 : kByAnother;
}

/// The same for the last move of a trial that began at a rest before: what the latest shows of it beyond the one
/// before.
Cost TableExplainer::endedByAnother(const Trial& trial, const Keyframe& latest) const {
  if (trial.rest + 1 == rests_.size() || trial.visible == 0) return 0;
  const Step* last = lastVisible(trial.path);
  if (!last || !last->before) return 0;
  const Position& after = *trial.position;
  if (after.misfit(*rests_.back().reading) < after.misfit(*latest.reading) + kShown) return 0;
  return byAnother(latest, {last->before.get(), {}}, {&after, {}, &last->step.event});
}

TableExplainer::Looks TableExplainer::looksUpTo(const Keyframe& latest) const {
  Looks looks;
  const auto add = [&](const Keyframe& rest) {
    looks.forearms.emplace_back(rest.forearms);
    looks.readings.push_back(rest.reading.get());
  };
  for (const Keyframe& rest : rests_) add(rest);
  add(latest);
  return looks;
}

/// The forearms seen since each of the rests that the latest may be explained from.
std::vector<std::vector<ForearmTrack>> TableExplainer::handsSince(const Keyframe& latest) const {
  std::vector<std::vector<ForearmTrack>> forearms(rests_.size(), latest.forearms);
  for (std::size_t rest = rests_.size() - 1; rest-- > 0;) {
    forearms[rest] = rests_[rest + 1].forearms;
    forearms[rest].insert(forearms[rest].end(), forearms[rest + 1].begin(), forearms[rest + 1].end());
  }
  return forearms;
}

/// The trial with an event of its past exchanged, and all since then done again; false where it has no such event.
bool TableExplainer::exchange(Trial& trial, const Exchange& exchange) {
  std::vector<const Step*> since;
  const Step* step = trial.path.get();
  for (; step && step->step.event != exchange.was; step = step->previous.get()) since.push_back(step);
  if (!step || !step->before || step->step.told) return false;
  Path path = step->previous;
  std::shared_ptr<const Position> position = step->before;
  const auto doAgain = [&](const Step& old, const Event& event) {
    ExplainedStep done = old.step;
    done.event = event;
    const Ruling ruling = position->judge(plainly(event));
    const bool breach = ruling.isBreach();
    if (breach && !done.breach) trial.cost += position->breachCost(*ruling.breach);
    if (!breach && done.breach) {
      const Ruling was = position->judge(plainly(old.step.event));
      if (was.isBreach()) trial.cost -= position->breachCost(*was.breach);
    }
    done.breach = breach;
    std::shared_ptr<Position> after = position->clone();
    if (!event.takenBack) after->apply(event);
    path = longer(path, std::move(done), position);
    position = std::move(after);
  };
  doAgain(*step, exchange.is);
  for (auto each = since.rbegin(); each != since.rend(); ++each) {
    if ((*each)->before) position = position->knowing(*(*each)->before);
    doAgain(**each, (*each)->step.event);
  }
  trial.position = position->knowing(*trial.position);
  trial.path = std::move(path);
  return true;
}

/// The trial after the proposal; nothing where a person has said that it did not happen.
std::optional<TableExplainer::Trial> TableExplainer::after(const Trial& trial, const Proposal& proposal,
                                                           const Keyframe& latest, const Looks& looks) const {
  Trial next = trial;
  next.fresh = false;
  next.passed.reset();
  next.cost += proposal.cost;
  if (proposal.exchange && !exchange(next, *proposal.exchange)) return std::nullopt;
  next.inARow += static_cast<int>(proposal.events.size());
  for (const ProposedEvent& each : proposal.events) {
    if (std::find(latest.denied.begin(), latest.denied.end(), each.event) != latest.denied.end()) return std::nullopt;
    const Ruling ruling = next.position->judge(each.event);
    const bool breach = ruling.isBreach();
    if (breach) next.cost += next.position->breachCost(*ruling.breach);
    next.visible += !each.inferred;
    std::shared_ptr<Position> position = next.position->clone();
    position->apply(each.event);
    next.path =
        longer(next.path, {each.event, each.inferred, breach, false, latest.time, latest.frame, 0}, next.position);
    next.position = std::move(position);
  }
  weigh(next, latest, looks);
  return next;
}

void TableExplainer::keep(Keyframe& latest, const Trial& trial, Cost total) const {
  for (Node& node : latest.nodes)
    if (node.position->same(*trial.position) && sameTakenBack(node.path, trial.path)) {
      if (total < node.cost) node = {trial.from->start, trial.path, trial.position, total, trial.misfit};
      return;
    }
  latest.nodes.push_back({trial.from->start, trial.path, trial.position, total, trial.misfit});
}

void TableExplainer::search(Keyframe& latest) const {
  const auto dearer = [](const Trial& a, const Trial& b) { return a.promise() > b.promise(); };
  const Looks looks = looksUpTo(latest);
  const auto forearms = handsSince(latest);
  std::priority_queue<Trial, std::vector<Trial>, decltype(dearer)> open(dearer, trialsFor(latest, looks, forearms));
  std::vector<std::shared_ptr<const TableReading>> readings;
  for (const Keyframe& rest : rests_) readings.push_back(rest.reading);
  struct Seen {
    Trial trial;
    Cost passed;
  };
  std::vector<Seen> seen;
  Cost least = std::numeric_limits<Cost>::infinity();
  for (std::size_t expanded = 0; !open.empty() && expanded < kExpanded * pace_.rests;) {
    const Trial trial = open.top();
    open.pop();
    if (trial.hope() > least + kMargin) continue;
    const Cost passed = trial.passed ? *trial.passed : costOfPassed(trial, latest, looks.forearms),
               total = trial.total() + passed;
    // Another way to the same position that is no dearer to go on from, whatever follows: of rests that only this one
    // passes over what follows may yet make half of a move.
    const bool known = std::any_of(seen.begin(), seen.end(), [&](const Seen& each) {
      const Cost sure = trial.spent() + (each.trial.rest == trial.rest ? passed : 0) + costOfNext(trial);
      return each.trial.spent() + each.passed + costOfNext(each.trial) <= sure && each.trial.old >= trial.old &&
             each.trial.position->same(*trial.position) && sameTakenBack(each.trial.path, trial.path);
    });
    keep(latest, trial, total);
    least = std::min(least, total);
    if (known) continue;
    seen.push_back({trial, passed});
    if (trial.position->isClosed() || trial.inARow >= kMostInARow) continue;
    ++expanded;
    const std::span half = std::span(readings).subspan(trial.rest + 1);
    std::vector<Proposal> proposals =
        trial.position->propose({*latest.reading, forearms[trial.rest], latest.forearms, half});
    if (latest.marked && trial.position->toMove() != latest.marked)
      if (auto events = trial.position->turnDone(false); !events.empty())
        proposals.push_back({std::move(events), kMarkedOn});
    for (const Proposal& proposal : proposals)
      if (auto next = after(trial, proposal, latest, looks); next && next->hope() < least + kMargin) {
        if (next->total() < least) {  // others need not be gone on from then, and it is known should there be too many
          next->passed = costOfPassed(*next, latest, looks.forearms);
          keep(latest, *next, next->total() + *next->passed);
          least = std::min(least, next->total() + *next->passed);
        }
        open.push(std::move(*next));
      }
  }
  std::sort(latest.nodes.begin(), latest.nodes.end(), [](const Node& a, const Node& b) { return a.cost < b.cost; });
  if (latest.nodes.size() > kBeam) latest.nodes.resize(kBeam);
  for (Node& node : latest.nodes) {
    std::shared_ptr<Position> position = node.position->clone();
    position->learn(*latest.reading, latest.forearms);
    node.position = std::move(position);
  }
}

const TableExplainer::Node& TableExplainer::best() const { return rests_.back().nodes.front(); }

void TableExplainer::goOnFromGames(std::vector<Node> nodes) {
  Keyframe latest = std::move(rests_.back());
  latest.nodes = std::move(nodes);
  for (Node& node : latest.nodes)
    if (latest.reading) node.misfit = node.position->misfit(*latest.reading);
  std::stable_sort(latest.nodes.begin(), latest.nodes.end(),
                   [](const Node& a, const Node& b) { return a.cost < b.cost; });
  rests_.clear();
  rests_.push_back(std::move(latest));
}

/// A breach that a person tells stands.
void TableExplainer::append(Node& node, const ProposedEvent& added, const Saying* saying, double time,
                            std::int64_t frame) {
  Event event = added.event;
  const Ruling ruling = node.position->judge(event);
  const bool breach = ruling.isBreach();
  if (breach) node.cost += node.position->breachCost(*ruling.breach);
  if (saying && breach && !event.takenBack) event.stands = true;
  std::shared_ptr<Position> after = node.position->clone();
  if (!event.takenBack) after->apply(event);
  ExplainedStep step{std::move(event), added.inferred, breach, saying != nullptr, time, frame, saying ? saying->id : 0};
  node.path = longer(node.path, std::move(step), node.position);
  node.position = std::move(after);
}

void TableExplainer::add(const std::vector<ProposedEvent>& events, double time, std::int64_t frame) {
  Node node = best();
  for (const ProposedEvent& each : events) append(node, each, nullptr, time, frame);
  goOnFromGames({std::move(node)});
}

/// False where that player's turn does not come.
bool TableExplainer::endTurnsUntil(Node& node, int player, const Saying& saying) {
  constexpr int kMostTurns = 6;
  for (int turns = 0; node.position->toMove() != player; ++turns) {
    if (turns == kMostTurns || node.position->over()) return false;
    const std::vector<ProposedEvent> events = node.position->turnDone(false);
    if (events.empty()) return false;
    for (const ProposedEvent& each : events) append(node, each, &saying, saying.time, saying.frame);
    node.cost += kMarkedOn;
  }
  return true;
}

/// The same game without what is concluded at its end, at the last moment at which that player was in turn.
std::optional<TableExplainer::Node> TableExplainer::withoutConcluded(const Node& node, int player) {
  Node before = node;
  for (const Step* step = node.path.get(); step && step->step.inferred && !step->step.told && step->before;
       step = step->previous.get()) {
    before.path = step->previous;
    before.position = step->before;
    if (before.position->toMove() != player) continue;
    before.cost += kConcludedWrongly;
    return before;
  }
  return std::nullopt;
}

void TableExplainer::say(const std::vector<ProposedEvent>& events, const Saying& saying) {
  std::vector<Node> nodes = rests_.back().nodes;
  for (Node& node : nodes)
    for (const ProposedEvent& each : events) {
      const Ruling ruling = node.position->judge(each.event);
      if (ruling.breach && ruling.breach->rule == "GAME.turn" && each.event.player) {
        Node later = node;
        if (endTurnsUntil(later, *each.event.player, saying) && !later.position->judge(each.event).isBreach())
          node = std::move(later);
      }
      append(node, each, &saying, saying.time, saying.frame);
    }
  goOnFromGames(std::move(nodes));
}

bool TableExplainer::sayTurn(int player, const Saying& saying) {
  std::vector<Node> nodes;
  for (const Node& node : rests_.back().nodes) {
    if (node.position->toMove() == player) {
      nodes.push_back(node);
      continue;
    }
    if (auto earlier = withoutConcluded(node, player)) nodes.push_back(std::move(*earlier));
    Node later = node;
    if (endTurnsUntil(later, player, saying)) nodes.push_back(std::move(later));
  }
  if (nodes.empty()) return false;
  goOnFromGames(std::move(nodes));
  return true;
}

void TableExplainer::forgetLatest() {
  if (rests_.size() > 1) rests_.pop_back();
}

std::vector<ExplainedStep> TableExplainer::game() const { return listed(best().path); }

std::vector<double> TableExplainer::confidences() const {
  const std::vector<ExplainedStep> game = this->game();
  std::vector<double> sure(game.size(), 0.999);
  for (const Node& other : rests_.back().nodes) {
    const std::vector<ExplainedStep> steps = listed(other.path);
    const double share = 1 / (1 + std::exp(best().cost - other.cost));
    for (std::size_t n = 0; n < game.size(); ++n)
      if (n >= steps.size() || steps[n].event != game[n].event) sure[n] = std::min(sure[n], share);
  }
  for (std::size_t n = 0; n < game.size(); ++n)
    if (game[n].told) sure[n] = 1;
  return sure;
}

std::vector<Hypothesis> TableExplainer::hypotheses() const {
  std::vector<Hypothesis> all;
  double sum = 0;
  for (const Node& node : rests_.back().nodes) {
    all.push_back({std::exp(best().cost - node.cost), {}});
    sum += all.back().share;
    for (const ExplainedStep& step : listed(node.path)) all.back().events.push_back(step.event);
  }
  for (Hypothesis& each : all) each.share /= sum;
  return all;
}

const Position& TableExplainer::position() const { return *best().position; }
std::size_t TableExplainer::start() const { return best().start; }
Cost TableExplainer::misfit() const { return best().misfit; }

}  // namespace octo::tracker
