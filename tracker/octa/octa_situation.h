#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tracker/infer/situation.h"
#include "tracker/octa/move.h"
#include "tracker/octa/octa_arrangement.h"
#include "tracker/octa/octa_candidates.h"
#include "tracker/octa/state.h"

namespace octo::tracker::octa {

/// A game of Octa for the engine: the referee's state, and how its pieces lie.
class OctaSituation final : public infer::Situation {
 public:
  OctaSituation(std::shared_ptr<const GameHeader> header, std::shared_ptr<const OctaPlaces> places, State state);

  std::uint64_t hash() const override;
  int faces() const override;
  Side sideOf(int player) const override;
  std::optional<int> toMove() const override;
  bool concerns(const SeenPiece& piece) const override;
  std::span<const infer::ExpectedPiece> expected() const override { return *expected_; }
  std::vector<infer::NextEvent> nextEvents(const infer::Difference& difference, double least) const override;
  std::vector<infer::NextEvent> turnsOut(const infer::NextEvent& open, const infer::Difference& difference,
                                         double least) const override;
  std::optional<Event> meant(const infer::NextEvent& open) const override;
  infer::NextEvent told(const Event& event) const override;
  std::optional<Event> endOfTurn() const override;
  bool begins(const Event& event, const Event& longer) const override;

  const State& state() const { return state_; }
  const OctaPlaces& places() const { return arrangement_.places(); }
  /// Carries an event out. Throws Malformed where it is not well formed.
  std::shared_ptr<const OctaSituation> after(const Event& event) const;

 private:
  /// What was done last, and the game before: a run laid or made longer, a card swapped, cards discarded may be more.
  struct Laying {
    Move move;
    int run;
    State before;
    /// The cards that lay there were lifted for it, and lie elsewhere.
    bool lifted = false;
  };
  /// What is known of a look: where it differs, what of an open event is done, and where a hand came to.
  struct Shown {
    const infer::Difference* difference = nullptr;
    const infer::PieceChange* done = nullptr;
    std::optional<TablePoint> hand = std::nullopt;
  };

  std::shared_ptr<OctaSituation> after(int player, const Move& move, const LaidAs& laid) const;
  std::optional<TablePose> takeSlipped(const infer::ExpectedPiece& piece, const infer::Difference& difference,
                                       std::vector<const SeenPiece*>& news) const;
  bool isDiscarded(const infer::ExpectedPiece& piece) const;
  void know(const infer::PieceChange& done, const OctaSituation& before);
  infer::NextEvent next(const PossibleMove& possible, double prior, const Shown& shown) const;
  void addMore(const PossibleMove& possible, infer::NextEvent event, double share,
               std::vector<infer::NextEvent>& events) const;
  bool goesOn(const Move& move) const;
  static void oneByOne(std::vector<infer::NextEvent>& events);
  double chanceOfReadings(const PossibleMove& possible) const;
  std::vector<infer::PieceChange> changesTo(const OctaSituation& after, const Move& move, int player,
                                            const Shown& shown) const;
  std::vector<TablePoint> reachedFor(const Move& move, int player, const OctaSituation& after) const;
  std::shared_ptr<OctaSituation> instead(const Move& move, int run, const LaidAs& laid) const;
  double likelierThanLast(const Move& move) const;
  infer::NextEvent replacing(const Move& move, double prior, std::shared_ptr<OctaSituation> situation,
                             std::vector<infer::PieceChange> changes, std::vector<TablePoint> at) const;
  void addLonger(const Move& longer, double prior, TablePoint at, const LaidAs& laid,
                 std::vector<infer::NextEvent>& events) const;
  void addExtended(const Meld& meld, const infer::Difference& difference, std::vector<infer::NextEvent>& events) const;
  void addMoreOfLast(const infer::Difference& difference, std::vector<infer::NextEvent>& events) const;
  void addAsides(const infer::Difference& difference, std::vector<infer::NextEvent>& events) const;
  infer::Difference withMoved(infer::Difference difference) const;
  std::vector<infer::NextEvent> eventsFor(const infer::Difference& difference, const infer::PieceChange* done,
                                          const std::string& kind, double share, double least) const;
  void expect() { expected_ = std::make_shared<const OctaArrangement::Pieces>(arrangement_.pieces()); }

  std::shared_ptr<const GameHeader> header_;
  State state_;
  OctaArrangement arrangement_;
  std::optional<Laying> laying_;
  /// Cards were just taken out of the pot against the rules.
  bool tookWrongly_ = false;
  /// Shared by situations that look the same.
  std::shared_ptr<const OctaArrangement::Pieces> expected_;
};

}  // namespace octo::tracker::octa
