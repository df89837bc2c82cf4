#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "tracker/infer/situation.h"
#include "tracker/octa/octa_reading.h"
#include "tracker/octa/state.h"

namespace octo::tracker::octa {

/// What the table shows of how people laid what a move brings, where the move itself does not tell.
struct LaidAs {
  /// Where the lowest card of a new run lies, or of one to which cards were added.
  std::optional<TablePoint> run = std::nullopt;
  /// Where the token lies.
  std::optional<TablePoint> token = std::nullopt;
  /// Cards of a run were lifted to lay others below them.
  bool lifted = false;
  /// Where a hand came to lay it.
  std::optional<TablePoint> hand = std::nullopt;
};

/// How the pieces of a game lie (`table.md`), each with a number of its own. A value.
class OctaArrangement {
 public:
  using Pieces = std::vector<infer::ExpectedPiece>;

  struct LyingCard {
    infer::PieceId id;
    /// Nothing of one that nobody could read.
    std::optional<Card> card;
  };
  struct Discarded {
    infer::PieceId id;
    std::optional<Card> card;
    /// From the middle of the pile: several discarded at once lie as a fan, mm.
    TablePoint off{};
  };
  struct RunCard {
    infer::PieceId id;
    Place place;
    /// Where people moved it, apart from the others.
    std::optional<TablePoint> at = std::nullopt;
  };
  struct LyingRun {
    int number;
    int owner;
    /// Where its lowest card was laid.
    TablePoint lowest;
    std::vector<RunCard> cards;
  };

  OctaArrangement(std::shared_ptr<const OctaPlaces> places, const State& state);

  /// Lays and moves what the move does, from what lay there to what lies there in that state.
  void show(const State& before, const State& after, int player, const Move& move, const LaidAs& laid);

  /// Cards discarded at once lie so far to the right of, and towards whoever discards, the one before, mm.
  static constexpr double kDiscardStep = 8;
  /// How much shows of a card on which so many others of its pile lie, 0 to 1.
  static double shownUnder(std::size_t cards);
  /// Cards discarded at once lie as a fan.
  bool isFanned() const;
  /// Cards of runs are moved there.
  void moveInRuns(const std::map<infer::PieceId, TablePoint>& to);
  /// Somebody lays the card again as it should lie.
  void layAgain(infer::PieceId id);
  /// Somebody squares up the discard pile.
  void squareUpDiscard();

  /// All that a camera should see.
  Pieces pieces() const;
  /// A number that no piece has yet, for the k-th card of which nobody knows what it is part of.
  infer::PieceId unused(std::size_t k, const std::optional<Card>& card) const;
  /// Pieces that have other numbers from now on: they were seen before it was known what they are.
  void renumber(const std::map<infer::PieceId, infer::PieceId>& numbers);

  const std::optional<LyingCard>& pot(int place) const { return pot_[static_cast<std::size_t>(place - 1)]; }
  const std::vector<LyingRun>& runs() const { return runs_; }
  const LyingRun* run(int number) const;
  infer::PieceId token(int player) const { return tokens_[static_cast<std::size_t>(player)].id; }
  /// Where it was laid.
  TablePoint tokenAt(int player) const { return tokens_[static_cast<std::size_t>(player)].at; }
  const std::vector<Discarded>& discard() const { return discard_; }
  const std::vector<LyingCard>& actions(std::size_t pile) const { return actions_[pile]; }
  const OctaPlaces& places() const { return *places_; }

 private:
  struct LyingToken {
    infer::PieceId id;
    TablePoint at;
    /// The card on which it lies.
    std::optional<infer::PieceId> on = std::nullopt;
  };

  /// Where a piece lies, for its number: the pot's places come first.
  enum Where {
    kAction = kPotPlaces,
    kDiscard = kAction + 2,
    kRuns,
    kTokens = kRuns + 2,
    kPiles = kTokens + 2,
    kNowhere
  };

  /// What is laid otherwise after the same pieces has another number, and the same piece the same.
  infer::PieceId newId(std::size_t where, const std::optional<Card>& card);
  TablePoint placeForRun(int owner, std::size_t cards) const;
  void layPot(const State& after, const std::vector<int>& touched);
  void layActions(const State& after);
  void layDiscard(const State& after, int player);
  void layRuns(const State& after, std::optional<int> extended, const LaidAs& laid);
  void layTokens(const State& before, const State& after, const LaidAs& laid);
  void addPot(Pieces& pieces) const;
  void addPiles(Pieces& pieces) const;
  void addRun(const LyingRun& run, Pieces& pieces) const;
  LyingToken tokenFor(const State& state, int player, const LaidAs& laid);

  std::shared_ptr<const OctaPlaces> places_;
  infer::PieceId laid_ = 0;
  std::array<std::optional<LyingCard>, kPotPlaces> pot_;
  std::array<std::vector<LyingCard>, 2> actions_;
  std::vector<Discarded> discard_;
  std::vector<LyingRun> runs_;
  std::array<LyingToken, kPlayers> tokens_{};
  /// Face-down piles, where they hold anything.
  std::optional<infer::PieceId> stock_, actionStack_, aside_;
};

}  // namespace octo::tracker::octa
