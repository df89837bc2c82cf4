#include "tracker/follow/explainer.h"

#include <cmath>
#include <utility>

#include "tracker/infer/situation.h"

namespace octo::tracker {
namespace {

infer::Filter filterFrom(const std::vector<Explainer::Start>& starts, int players) {
  std::vector<infer::Filter::Start> all;
  for (const Explainer::Start& each : starts) all.push_back({each.position->situation(), std::exp(-each.cost)});
  return infer::Filter(all, players);
}

infer::Telling tellingOf(const std::vector<ProposedEvent>& events, double time, std::int64_t frame, int saying) {
  infer::Telling telling{.time = time, .frame = frame, .saying = saying};
  for (const ProposedEvent& each : events) telling.events.push_back({each.event, !each.inferred});
  return telling;
}

}  // namespace

Explainer::Explainer(std::vector<Start> starts, int players) : filter_(filterFrom(starts, players)) {
  for (Start& each : starts) starts_.push_back(std::move(each.position));
  carryOut();
}

/// A breach that nobody has taken back is carried out.
void Explainer::carryOut() {
  std::shared_ptr<Position> position = starts_[filter_.start()]->clone();
  for (const infer::Inferred& each : filter_.game())
    if (!each.event.takenBack) position->apply(each.event);
  position->layAs(filter_.told());
  position_ = std::move(position);
}

void Explainer::rest(ShownRest rest) {
  if (rest.again && before_) filter_ = *before_;
  before_ = filter_;
  filter_.look({std::move(rest.observation), std::move(rest.denied), rest.marked, rest.sign});
  carryOut();
}

void Explainer::forgetLatest() {
  if (!before_) return;
  filter_ = *std::exchange(before_, std::nullopt);
  carryOut();
}

void Explainer::goOnFrom(const Explainer& before, const Observation& seen) { filter_.goOnFrom(before.filter_, seen); }

void Explainer::end(double time, std::int64_t frame) {
  filter_.end(time, frame);
  before_.reset();
  carryOut();
}

void Explainer::add(const std::vector<ProposedEvent>& events, double time, std::int64_t frame) {
  filter_.tell(tellingOf(events, time, frame, 0));
  before_.reset();
  carryOut();
}

void Explainer::say(const std::vector<ProposedEvent>& events, const Saying& saying) {
  filter_.tell(tellingOf(events, saying.time, saying.frame, saying.id));
  before_.reset();
  carryOut();
}

bool Explainer::sayTurn(int player, const Saying& saying) {
  if (!filter_.tellTurn(player, tellingOf({}, saying.time, saying.frame, saying.id))) return false;
  before_.reset();
  carryOut();
  return true;
}

std::vector<ExplainedStep> Explainer::game() const {
  std::vector<ExplainedStep> steps;
  for (const infer::Inferred& each : filter_.game())
    steps.push_back(
        {each.event, !each.visible, each.breach, each.saying != 0, each.time, each.frame, each.saying, each.settled});
  for (std::size_t n = 0; n + 1 < steps.size(); ++n)
    if (steps[n].breach && !steps[n].event.takenBack) steps[n].event.stands = true;
  return steps;
}

std::vector<double> Explainer::confidences() const {
  std::vector<double> sure;
  for (const infer::Inferred& each : filter_.game()) sure.push_back(each.confidence);
  return sure;
}

std::vector<Hypothesis> Explainer::hypotheses() const {
  std::vector<Hypothesis> all;
  for (std::size_t state = 0; state < filter_.size(); ++state)
    all.push_back({filter_.probability(state), filter_.events(state)});
  return all;
}

std::vector<double> Explainer::starts() const {
  std::vector<double> chances(starts_.size(), 0.0);
  for (std::size_t state = 0; state < filter_.size(); ++state)
    chances[filter_.start(state)] += filter_.probability(state);
  return chances;
}

std::vector<Doubt> Explainer::doubtsAt(const Observation& look) const {
  return position_->doubtsAt(filter_.discrepanciesAt(look));
}

}  // namespace octo::tracker
