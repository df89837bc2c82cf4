#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tracker/infer/situation.h"
#include "tracker/oct8/move.h"
#include "tracker/oct8/oct8_arrangement.h"
#include "tracker/oct8/oct8_candidates.h"
#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// A game of Oct8 for the engine: the referee's state, and how its pieces lie.
class Oct8Situation final : public infer::Situation {
 public:
  Oct8Situation(std::shared_ptr<const GameHeader> header, std::shared_ptr<const Oct8Places> places, State state);

  std::uint64_t hash() const override;
  int faces() const override;
  Side sideOf(int player) const override { return places().seats[static_cast<std::size_t>(player)].side; }
  std::optional<int> toMove() const override;
  bool concerns(const SeenPiece& piece) const override;
  std::span<const infer::ExpectedPiece> expected() const override { return *expected_; }
  std::vector<infer::NextEvent> nextEvents(const infer::Difference& difference, double least) const override;
  std::vector<infer::NextEvent> turnsOut(const infer::NextEvent& open, const infer::Difference& difference,
                                         double least) const override;
  /// The exchange that it was, as far as it was seen.
  std::optional<Event> meant(const infer::NextEvent& open) const override;
  infer::NextEvent told(const Event& event) const override;
  /// The turn draw, two cards off the deck, the end of the turn: what of these is due.
  std::optional<Event> endOfTurn() const override;
  bool begins(const Event& event, const Event& longer) const override;

  const State& state() const { return state_; }
  const Oct8Places& places() const { return arrangement_.places(); }
  /// Carries an event out. Throws Malformed where it is not well formed.
  std::shared_ptr<const Oct8Situation> after(const Event& event) const;

 private:
  /// Who laid cards last at an octopus or on the discard pile, and the game before: it may be more of them.
  struct Laying {
    int player;
    Move move;
    std::shared_ptr<const Oct8Situation> before;
  };
  using Changes = std::vector<infer::PieceChange>;

  std::shared_ptr<Oct8Situation> after(std::optional<int> player, const Move& move, const LaidAs& laid) const;
  infer::NextEvent next(int player, const Move& move, double prior, const LaidAs& laid = {}) const;
  Changes changesOf(int player, const Move& move, const Oct8Situation& after, const LaidAs& laid) const;
  Changes layingAt(Slot slot, const Arms& cards, int player, const LaidAs& laid, const Oct8Situation& after) const;
  TablePoint farther(TablePoint a, TablePoint b) const;
  infer::PieceChange exchanged(std::span<const TakenName> octopuses, const Oct8Situation& after) const;
  void addDiscarded(const PossibleMove& possible, double least, std::vector<infer::NextEvent>& events) const;
  infer::NextEvent instead(int player, const Move& longer, double prior, const LaidAs& laid) const;
  /// `share`: how likely what was done of it before is.
  void addMore(const PossibleMove& possible, double share, double least, std::vector<infer::NextEvent>& events) const;
  infer::NextEvent oneByOne(infer::NextEvent draw) const;
  std::vector<TakenName> octopusesOnFields() const;
  Arrangement with(const UnderWay& underWay) const;
  std::vector<TablePoint> otherOctopuses(const Exchanging& exchanging) const;
  infer::PieceChange doneIn(const Oct8Situation& underWay) const;
  void addUnderWay(const Oct8Situation& before, const infer::Difference& difference, double least,
                   std::vector<infer::NextEvent>& events) const;
  std::shared_ptr<const Oct8Situation> lyingSo(Arrangement arrangement) const;
  Arrangement::Pieces piecesOf(const OctopusName& octopus) const;
  void expect() { expected_ = std::make_shared<const Arrangement::Pieces>(arrangement_.pieces()); }

  std::shared_ptr<const GameHeader> header_;
  State state_;
  Arrangement arrangement_;
  std::optional<Laying> laying_;
  /// Shared by situations that look the same.
  std::shared_ptr<const Arrangement::Pieces> expected_;
};

}  // namespace octo::tracker::oct8
