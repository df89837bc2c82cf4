#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/octa/octa_situation.h"
#include "tracker/octa/unseen_king.h"

namespace octo::tracker::octa {

/// A game of Octa as it lies on the table, for the engine of `tracker/infer/`.
class OctaPosition final : public Position {
 public:
  /// After setup. Throws Malformed.
  OctaPosition(const GameHeader& header, std::shared_ptr<const OctaPlaces> places);

  std::unique_ptr<Position> clone() const override { return std::make_unique<OctaPosition>(*this); }
  Ruling judge(const Event& event) const override;
  void apply(const Event& event) override;
  bool over() const override { return state().ending.has_value(); }
  std::optional<int> toMove() const override { return situation_->toMove(); }
  Side sideOf(int player) const override { return situation_->sideOf(player); }
  std::vector<ProposedEvent> turnDone(bool seen) const override;
  std::vector<ProposedEvent> conclude() const override;
  void layAs(const std::shared_ptr<const infer::Situation>& situation) override;
  std::vector<LyingPiece> lying() const override;
  std::vector<Doubt> openQuestions() const override;
  std::optional<Event> answered(const Event& about, const Face& face) const override;
  std::vector<Doubt> doubtsAt(std::span<const infer::Discrepancy> places) const override;
  std::shared_ptr<const infer::Situation> situation() const override { return situation_; }

 private:
  const State& state() const { return situation_->state(); }

  std::shared_ptr<const GameHeader> header_;
  std::shared_ptr<const OctaSituation> situation_;
  /// Kings off the discard pile whose cards were not all seen, since the stock was made anew.
  std::vector<UnseenKing> kings_;
};

}  // namespace octo::tracker::octa
