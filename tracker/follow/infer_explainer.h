#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tracker/follow/explainer.h"
#include "tracker/infer/filter.h"

namespace octo::tracker {

/// Explains rests with the engine of `tracker/infer/`. What a person says holds for the likeliest game only, which is
/// gone on from; the others are given up.
class InferExplainer final : public Explainer {
 public:
  /// At least one start. Throws Malformed where the game has no situations (`Position::situation`).
  InferExplainer(std::vector<Start> starts, int players);

  std::unique_ptr<Explainer> clone() const override { return std::make_unique<InferExplainer>(*this); }
  void rest(ShownRest rest) override;
  void forgetLatest() override;
  void add(const std::vector<ProposedEvent>& events, double time, std::int64_t frame) override;
  void say(const std::vector<ProposedEvent>& events, const Saying& saying) override;
  bool sayTurn(int player, const Saying& saying) override;
  std::vector<ExplainedStep> game() const override;
  std::vector<double> confidences() const override;
  std::vector<Hypothesis> hypotheses() const override;
  const Position& position() const override { return *position_; }
  std::size_t start() const override { return numbers_[filter_.start()]; }
  Cost misfit() const override { return reading_ ? position_->misfit(*reading_) : 0; }

 private:
  std::shared_ptr<const Position> positionAfter(const std::vector<ExplainedStep>& steps) const;
  bool endTurnsUntil(std::vector<ExplainedStep>& steps, int player, const Saying& saying) const;
  void goOnFrom(std::vector<ExplainedStep> steps);

  std::vector<std::shared_ptr<const Position>> starts_;
  /// Of each start that is still possible, its number among all.
  std::vector<std::size_t> numbers_;
  int players_;
  /// What was known when a person said something last, and what they said.
  std::vector<ExplainedStep> told_;
  infer::Filter filter_;
  /// Before the latest rest.
  std::optional<infer::Filter> before_;
  std::shared_ptr<const TableReading> reading_;
  std::shared_ptr<const Position> position_;
};

}  // namespace octo::tracker
