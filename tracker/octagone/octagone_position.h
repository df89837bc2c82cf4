#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/octagone/octagone_situation.h"

namespace octo::tracker::octagone {

/// A game of Octagone as it lies on the board.
class OctagonePosition final : public Position {
 public:
  /// Before the first move. Throws Malformed.
  OctagonePosition(const GameHeader& header, const Grid& grid);

  std::unique_ptr<Position> clone() const override { return std::make_unique<OctagonePosition>(*this); }
  Ruling judge(const Event& event) const override;
  void apply(const Event& event) override { situation_ = situation_->after(event); }
  bool over() const override { return state().ending.has_value(); }
  std::optional<int> toMove() const override { return situation_->toMove(); }
  Side sideOf(int player) const override { return situation_->sideOf(player); }
  std::vector<ProposedEvent> turnDone(bool seen) const override;
  std::vector<Doubt> doubtsAt(std::span<const infer::Discrepancy> places) const override;
  std::optional<Doubt> doubtAbout(const Event& event, std::span<const Hypothesis> games) const override;
  std::vector<AgreedPiece> agreed(const Observation* seen) const override;
  std::vector<Difference> otherTable(const Observation& seen) const override;
  std::optional<Event> taken(const Observation& seen) const override;
  std::optional<Event> laid(const Event* was, Cell at, const Face& face, std::optional<Facing> facing) const override;
  TablePoint centre(Cell at) const override { return situation_->centre(at); }
  bool mayLie(const Face& face) const override;
  std::optional<Message> refuses(const Event* event) const override;
  std::optional<TablePoint> signIn(const Observation& seen) const override;
  bool saysOver(const infer::Sign& sign) const override;
  Json shownByEnd() const override;
  std::shared_ptr<const infer::Situation> situation() const override { return situation_; }

 private:
  const State& state() const { return situation_->state(); }

  std::shared_ptr<const GameHeader> header_;
  std::shared_ptr<const OctagoneSituation> situation_;
};

}  // namespace octo::tracker::octagone
