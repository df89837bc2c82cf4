#pragma once

#include <memory>

#include "tracker/octa/octa_reading.h"
#include "tracker/octa/propose.h"
#include "tracker/octa/state.h"
#include "tracker/octa/unseen_king.h"

namespace octo::tracker::octa {

struct RunsMatch;

/// A game of Octa as it lies on the table.
class OctaPosition final : public Position {
 public:
  /// After setup. Throws Malformed.
  OctaPosition(const GameHeader& header, const OctaPlaces& places);

  std::unique_ptr<Position> clone() const override { return std::make_unique<OctaPosition>(*this); }
  bool same(const Position& other) const override;
  Ruling judge(const Event& event) const override;
  void apply(const Event& event) override;
  void takeBack(const Event& event) override;
  bool over() const override { return state_.ending.has_value(); }
  /// A line taken is a token, three cards of it in a run and three that fill its places.
  Pace pace() const override { return {.rests = 12, .halfDone = 0.15, .mostHidden = 8000}; }
  /// Only an action card is turned over at once.
  bool mayBeHalf(const Event& breach) const override { return breach.action != "action"; }
  /// More than that a move was taken back: what lies again as it lay is no second move.
  Cost breachCost(const Breach&) const override { return 5.2; }
  std::optional<int> toMove() const override;
  Side sideOf(int player) const override;
  Cost misfit(const TableReading& seen) const override;
  Cost takenBackCost(const Event& event, std::span<const ForearmTrack> forearms) const override;
  bool covers(const Event& first, const Event& next) const override;
  bool showsBare(const Event& event, const TableReading& seen) const override;
  Cost misfitBetween(const TableReading& seen, const Position& after) const override;
  Cost misfitOfBoth(const TableReading& before, const TableReading& now) const override;
  Cost misfitBetweenOfBoth(const TableReading& before, const TableReading& now, const Position& after) const override;
  Cost aborted(const TableReading& seen, const TableReading& next) const override;
  ForearmMisfit misfitOfForearms(const Position& before,
                                 std::span<const std::span<const ForearmTrack>> rests) const override;
  Cost lyingElsewhere(const Position& before, std::span<const TableReading* const> readings,
                      std::span<const std::span<const ForearmTrack>> rests) const override;
  std::vector<Proposal> propose(const Evidence& evidence) const override;
  void learn(const TableReading& seen, std::span<const ForearmTrack> forearms) override;
  std::vector<ProposedEvent> turnDone(bool seen) const override;
  std::vector<ProposedEvent> conclude() const override;
  std::vector<LyingPiece> lying() const override;
  std::unique_ptr<Position> knowing(const Position& other) const override;
  std::vector<Doubt> openQuestions() const override;
  std::optional<Event> answered(const Event& about, const Face& face) const override;
  std::vector<Doubt> doubts(const TableReading& seen) const override;

 private:
  /// What was taken off the stock, by player: cards drawn, by a king, and to fill places; and action cards turned over,
  /// by pile: which hands may be seen for.
  struct Takings {
    int draws = 0, kings = 0, fills = 0;
    std::array<int, 2> actions{};
  };
  void countTakings(int player, const Move& move);
  std::vector<TablePoint> placesOfMove(const Move& move) const;
  void keepLook();
  Cost misfitOf(const OctaReading& reading) const;
  Cost misfitHalfWay(const OctaReading& reading, const OctaPosition& after) const;
  Cost misfitOfTwo(const OctaReading& then, const OctaReading& now) const;
  Cost misfitOfTwoHalfWay(const OctaReading& then, const OctaReading& now, const OctaPosition& after) const;
  /// `runs`: of this position.
  Cost againstTokenBetween(const OctaPosition& after, int player, const OctaReading& reading,
                           const std::array<const RunsMatch*, kPlayers>& runs) const;
  bool isTokenInPlace(const OctaReading& reading, int player) const;

  std::shared_ptr<const GameHeader> header_;
  std::shared_ptr<const OctaPlaces> places_;
  State state_;
  /// Not looked at by `same`: it says only what would be odd next, and what more may belong to it.
  std::shared_ptr<const LastLaid> laid_;
  std::shared_ptr<const OctaMemory> memory_;
  /// Both players' runs as they lie, shared by positions in which they lie alike.
  std::array<std::shared_ptr<const LaidRuns>, kPlayers> runs_;
  /// A hash of the expected layout, as Zobrist's: where two positions have the same, the same should lie on the table.
  std::size_t layoutHash_ = 0;
  /// Not looked at by `same`.
  std::array<Takings, kPlayers> takings_{};
  int restocks_ = 0, shuffles_ = 0;
  /// Action cards laid on their like, by pile.
  std::array<int, 2> likes_{};
  /// A run was taken back and its token may lie there still, by player: it does not say then that what comes to lie
  /// under it is a whole run. Not looked at by `same`.
  std::array<bool, kPlayers> tokenLeft_{};
  /// Kings off the discard pile whose cards were not all seen, since the stock was made anew. Not looked at by `same`.
  std::vector<UnseenKing> kings_;
};

/// Reads Octa's table. Throws Malformed where the layout lacks a place.
std::unique_ptr<GameTable> makeTable(const Layout& layout);
/// For the engine of `tracker/infer/`.
std::unique_ptr<GameTable> makeInferredTable(const GameHeader& header, const Layout& layout);

}  // namespace octo::tracker::octa
