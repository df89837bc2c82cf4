#include "tracker/follow/infer_explainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tracker/infer/situation.h"

namespace octo::tracker {
namespace {

std::shared_ptr<const infer::Situation> situationOf(const Position& position) {
  auto situation = position.situation();
  if (!situation) throw Malformed("this game cannot be followed by the engine \"infer\" yet");
  return situation;
}

infer::Filter filterFrom(const std::vector<Explainer::Start>& starts, int players) {
  std::vector<infer::Filter::Start> all;
  for (const Explainer::Start& each : starts) all.push_back({situationOf(*each.position), std::exp(-each.cost)});
  return infer::Filter(all, players);
}

bool breaks(const Position& position, const Event& event) { return position.judge(event).isBreach(); }

}  // namespace

InferExplainer::InferExplainer(std::vector<Start> starts, int players)
    : players_(players), filter_(filterFrom(starts, players)) {
  for (Start& each : starts) {
    numbers_.push_back(numbers_.size());
    starts_.push_back(std::move(each.position));
  }
  position_ = positionAfter({});
}

void InferExplainer::rest(ShownRest rest) {
  if (rest.again && before_) filter_ = *before_;
  before_ = filter_;
  reading_ = std::move(rest.reading);
  filter_.look({std::move(rest.observation), std::move(rest.denied), rest.marked});
  position_ = positionAfter(game());
}

void InferExplainer::forgetLatest() {
  if (!before_) return;
  filter_ = *std::exchange(before_, std::nullopt);
  position_ = positionAfter(game());
}

/// A breach that nobody has taken back is carried out.
std::shared_ptr<const Position> InferExplainer::positionAfter(const std::vector<ExplainedStep>& steps) const {
  std::shared_ptr<Position> position = starts_[filter_.start()]->clone();
  for (const ExplainedStep& each : steps)
    if (!each.event.takenBack) position->apply(each.event);
  return position;
}

std::vector<ExplainedStep> InferExplainer::game() const {
  std::vector<ExplainedStep> steps = told_;
  for (const infer::Inferred& each : filter_.game())
    steps.push_back({each.event, !each.visible, each.breach, false, each.time, each.frame, 0});
  for (std::size_t n = 0; n + 1 < steps.size(); ++n)
    if (steps[n].breach && !steps[n].event.takenBack) steps[n].event.stands = true;
  return steps;
}

std::vector<double> InferExplainer::confidences() const {
  std::vector<double> sure;
  for (const ExplainedStep& each : told_) sure.push_back(each.told ? 1 : 0.999);
  for (const infer::Inferred& each : filter_.game()) sure.push_back(each.confidence);
  return sure;
}

std::vector<Hypothesis> InferExplainer::hypotheses() const {
  std::vector<Hypothesis> all;
  for (std::size_t state = 0; state < filter_.size(); ++state) {
    Hypothesis& hypothesis = all.emplace_back(Hypothesis{filter_.probability(state), {}});
    for (const ExplainedStep& each : told_) hypothesis.events.push_back(each.event);
    for (Event& each : filter_.events(state)) hypothesis.events.push_back(std::move(each));
  }
  return all;
}

void InferExplainer::goOnFrom(std::vector<ExplainedStep> steps) {
  told_ = std::move(steps);
  position_ = positionAfter(told_);
  starts_ = {starts_[filter_.start()]};
  numbers_ = {numbers_[filter_.start()]};
  filter_ = infer::Filter({{situationOf(*position_)}}, players_);
  before_.reset();
}

void InferExplainer::add(const std::vector<ProposedEvent>& events, double time, std::int64_t frame) {
  std::vector<ExplainedStep> steps = game();
  for (const ProposedEvent& each : events)
    steps.push_back({each.event, each.inferred, breaks(*positionAfter(steps), each.event), false, time, frame, 0});
  goOnFrom(std::move(steps));
}

/// What ends a turn without a trace happens until that player is in turn.
bool InferExplainer::endTurnsUntil(std::vector<ExplainedStep>& steps, int player, const Saying& saying) const {
  for (int turns = 0;; ++turns) {
    const auto position = positionAfter(steps);
    if (position->toMove() == player) return true;
    const auto events = position->over() ? std::vector<ProposedEvent>() : position->turnDone(false);
    if (turns == players_ || events.empty()) return false;
    for (const ProposedEvent& each : events)
      steps.push_back({each.event, each.inferred, false, true, saying.time, saying.frame, saying.id});
  }
}

void InferExplainer::say(const std::vector<ProposedEvent>& events, const Saying& saying) {
  std::vector<ExplainedStep> steps = game();
  for (const ProposedEvent& each : events) {
    if (const auto& player = each.event.player; player && breaks(*positionAfter(steps), each.event)) {
      std::vector<ExplainedStep> later = steps;
      if (endTurnsUntil(later, *player, saying) && !breaks(*positionAfter(later), each.event)) steps = std::move(later);
    }
    ExplainedStep step{each.event,   each.inferred, breaks(*positionAfter(steps), each.event), true, saying.time,
                       saying.frame, saying.id};
    step.event.stands = step.breach && !step.event.takenBack;
    steps.push_back(std::move(step));
  }
  goOnFrom(std::move(steps));
}

bool InferExplainer::sayTurn(int player, const Saying& saying) {
  std::vector<ExplainedStep> steps = game(), earlier = steps;
  while (!earlier.empty() && earlier.back().inferred && !earlier.back().told &&
         positionAfter(earlier)->toMove() != player)
    earlier.pop_back();
  if (positionAfter(earlier)->toMove() == player)
    steps = std::move(earlier);
  else if (!endTurnsUntil(steps, player, saying))
    return false;
  goOnFrom(std::move(steps));
  return true;
}

}  // namespace octo::tracker
