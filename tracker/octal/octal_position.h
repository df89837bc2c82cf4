#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/octal/octal_situation.h"

namespace octo::tracker::octal {

/// A game of The OCTAL as it lies on the table.
class OctalPosition final : public Position {
 public:
  /// After setup. Throws Malformed.
  OctalPosition(const GameHeader& header, const OctalPlaces& places);

  std::unique_ptr<Position> clone() const override { return std::make_unique<OctalPosition>(*this); }
  Ruling judge(const Event& event) const override;
  void apply(const Event& event) override { situation_ = situation_->after(event); }
  bool over() const override { return state().over(); }
  bool mayBeOver() const override { return over() || (places_->podiumOpen && !state().finished.empty()); }
  std::optional<int> toMove() const override { return situation_->toMove(); }
  Side sideOf(int player) const override { return situation_->sideOf(player); }
  std::vector<ProposedEvent> turnDone(bool seen) const override;
  std::vector<LyingPiece> lying() const override;
  std::vector<Doubt> doubtsAt(std::span<const infer::Discrepancy> discrepancies) const override;
  std::shared_ptr<const infer::Situation> situation() const override { return situation_; }

 private:
  const State& state() const { return situation_->state(); }

  std::shared_ptr<const GameHeader> header_;
  std::shared_ptr<const OctalPlaces> places_;
  std::shared_ptr<const OctalSituation> situation_;
};

}  // namespace octo::tracker::octal
