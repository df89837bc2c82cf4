#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/oct8/oct8_situation.h"

namespace octo::tracker::oct8 {

/// A game of Oct8 as it lies on the table, for the engine of `tracker/infer/`.
class Oct8Position final : public Position {
 public:
  /// After setup. Throws Malformed.
  Oct8Position(const GameHeader& header, std::shared_ptr<const Oct8Places> places);

  std::unique_ptr<Position> clone() const override { return std::make_unique<Oct8Position>(*this); }
  Ruling judge(const Event& event) const override;
  void apply(const Event& event) override { situation_ = situation_->after(event); }
  bool over() const override;
  std::optional<int> toMove() const override { return situation_->toMove(); }
  Side sideOf(int player) const override { return situation_->sideOf(player); }
  std::vector<ProposedEvent> turnDone(bool seen) const override;
  std::vector<ProposedEvent> conclude() const override;
  std::vector<LyingPiece> lying() const override;
  std::vector<Doubt> doubtsAt(std::span<const infer::Discrepancy> places) const override;
  std::shared_ptr<const infer::Situation> situation() const override { return situation_; }

 private:
  const State& state() const { return situation_->state(); }

  std::shared_ptr<const GameHeader> header_;
  std::shared_ptr<const Oct8Situation> situation_;
};

}  // namespace octo::tracker::oct8
