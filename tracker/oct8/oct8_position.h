#pragma once

#include <memory>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/oct8/oct8_compare.h"
#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// A game of Oct8 at one moment: the referee's state says what should lie there, the table has shown on which places.
class Oct8Position final : public Position {
 public:
  Oct8Position(const GameHeader& header, std::shared_ptr<const Oct8Places> places);

  std::unique_ptr<Position> clone() const override { return std::make_unique<Oct8Position>(*this); }
  bool same(const Position& other) const override;
  Ruling judge(const Event& event) const override;
  void apply(const Event& event) override;
  void takeBack(const Event& event) override;
  bool over() const override { return state_.over() && told(); }
  /// Whoever showed a wrong octopus colour may lay another head there.
  bool isClosed() const override { return false; }
  std::optional<int> toMove() const override;
  Side sideOf(int player) const override;
  /// Arms are laid one after another, whole octopuses are carried off and chips turned over.
  Pace pace() const override { return {.rests = 9, .halfDone = 0.1, .atOnce = 1.5, .mostHidden = 8000}; }
  /// Arms are exchanged one after the other, and a chip is put down before or after what it is spent for.
  bool mayBeHalf(const Event& breach) const override {
    const bool chipToCome = breach.action == "attach" && breach.player && state_.seat(*breach.player).chips > 0;
    return chipToCome || breach.action == "swap" || breach.action == "swap-hand";
  }
  /// Nobody lays more cards than they hold: a draw was missed.
  Cost breachCost(const Breach& breach) const override {
    constexpr Cost kCannotBe = 6;
    return kBreachCost + (breach.rule == "oct8.hand" ? kCannotBe : 0);
  }

  Cost misfit(const TableReading& reading) const override;
  std::optional<Reach> reach(const Event& event) const override;
  Cost misfitBetween(const TableReading& reading, const Position& after) const override;
  Cost misfitOfBoth(const TableReading& before, const TableReading& now) const override;
  Cost misfitBetweenOfBoth(const TableReading& before, const TableReading& now, const Position& after) const override;
  Cost idleForearms(const Position& before, std::span<const std::span<const ForearmTrack>> rests) const override;
  std::vector<Proposal> propose(const Evidence& evidence) const override;
  std::vector<ProposedEvent> turnDone(bool seen) const override;
  std::vector<ProposedEvent> conclude() const override;
  std::vector<Doubt> doubts(const TableReading& reading) const override;
  void learn(const TableReading& reading, std::span<const ForearmTrack> forearms) override;
  std::vector<LyingPiece> lying() const override;

  const State& state() const { return state_; }

 private:
  /// Everybody has told the octopus colour.
  bool told() const;
  ExpectedLayout known() const { return {state_, shown_, layoutHash_}; }
  Doubt doubtAt(const PlaceCost& place, const OctopusesReading& seen) const;

  std::shared_ptr<const GameHeader> header_;
  std::shared_ptr<const Oct8Places> places_;
  State state_;
  Shown shown_;
  /// Of both.
  LayoutHash layoutHash_;
  /// Cards off the arm deck, by player: into the hand, and turn draws laid. Not looked at by `same`.
  struct Taken {
    int hidden = 0, laid = 0;
  };
  std::vector<Taken> taken_;
};

}  // namespace octo::tracker::oct8
