#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tracker/follow/explainer.h"
#include "tracker/infer/filter.h"

namespace octo::tracker {

/// Explains rests with the engine of `tracker/infer/`.
class InferExplainer final : public Explainer {
 public:
  /// At least one start, of a game that has situations (`Position::situation`).
  InferExplainer(std::vector<Start> starts, int players);

  std::unique_ptr<Explainer> clone() const override { return std::make_unique<InferExplainer>(*this); }
  bool infers() const override { return true; }
  void rest(ShownRest rest) override;
  void forgetLatest() override;
  void goOnFrom(const Explainer& before, const Observation& seen) override;
  void add(const std::vector<ProposedEvent>& events, double time, std::int64_t frame) override;
  void say(const std::vector<ProposedEvent>& events, const Saying& saying) override;
  bool sayTurn(int player, const Saying& saying) override;
  std::vector<ExplainedStep> game() const override;
  std::vector<double> confidences() const override;
  std::vector<Hypothesis> hypotheses() const override;
  const Position& position() const override { return *position_; }
  std::size_t start() const override { return filter_.start(); }
  std::vector<double> starts() const override;
  Cost misfit() const override;
  Cost misfitAt(const ShownRest& look) const override;
  std::vector<Doubt> doubtsAt(const ShownRest& look) const override;

 private:
  std::vector<infer::Discrepancy> discrepanciesAt(const ShownRest& look) const;
  void carryOut();

  std::vector<std::shared_ptr<const Position>> starts_;
  infer::Filter filter_;
  /// Before the latest rest, as long as nobody said anything since.
  std::optional<infer::Filter> before_;
  /// The likeliest.
  std::shared_ptr<const Position> position_;
};

}  // namespace octo::tracker
