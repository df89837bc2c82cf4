#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tracker/infer/situation.h"
#include "tracker/octagone/move.h"
#include "tracker/octagone/state.h"
#include "tracker/referee/rules.h"
#include "tracker/vocabulary/layout.h"

namespace octo::tracker::octagone {

inline const Face kLady("shield:lady");
inline Face faceOf(Shield shield) { return Face("shield:" + std::string(name(shield))); }

/// What one box shows.
struct BoxShows {
  enum class Kind {
    Nothing,  // surely no shield
    Unknown,  // hidden or too little to see: no evidence
    Unclear,  // a shield that cannot be read well
    Shield,
  };
  Kind kind = Kind::Unknown;
  LaidShield shield{Shield::Joker, Facing::N};
};

/// A game of Octagone for the engine: the referee's state, and the shields that lie in each box, one upon another.
class OctagoneSituation final : public infer::Situation {
 public:
  OctagoneSituation(std::shared_ptr<const GameHeader> header, std::shared_ptr<const Grid> grid, State state);

  std::uint64_t hash() const override;
  int faces() const override;
  Side sideOf(int player) const override { return seat(player, state_.players); }
  std::optional<int> toMove() const override { return state_.ending ? std::nullopt : std::optional(state_.turn); }
  bool concerns(const SeenPiece& piece) const override;
  std::span<const infer::ExpectedPiece> expected() const override { return *expected_; }
  double chanceOf(const infer::Sign& sign) const override;
  std::vector<infer::NextEvent> nextEvents(const infer::Difference& difference, double least) const override;
  infer::NextEvent told(const Event& event) const override;
  std::optional<Event> endOfTurn() const override;
  bool changesOnly(const Event& undone, const Event& event) const override;

  const State& state() const { return state_; }
  std::optional<Cell> boxAt(TablePoint at) const;
  BoxShows read(const Observation& seen, Cell box) const;
  bool saysOver(const infer::Sign& sign) const;
  TablePoint centre(Cell at) const { return grid_->centre(at); }
  /// Who was dealt the extra joker of the pair of whoever laid the latest shield, if that player has none left now, and
  /// how likely that is.
  struct OutByDeal {
    State ended;
    double chance;
  };
  std::optional<OutByDeal> outByDeal() const;
  /// Carries an event out. Throws Malformed where it is not well formed.
  std::shared_ptr<const OctagoneSituation> after(const Event& event) const;

 private:
  using Lying = infer::ExpectedPiece;
  /// Who laid the latest piece, legally or not, and the game before: it may yet be turned, and the White Lady moved.
  struct Laying {
    int player;
    bool breach;
    Move move;
    std::shared_ptr<const OctagoneSituation> before;
  };

  bool isBare() const;
  int shieldsLying() const;
  std::vector<Cell> requiredAfterNext() const;
  Lying pieceOf(const Face& face, Cell at, Facing facing) const;
  void expect();
  std::shared_ptr<OctagoneSituation> after(int player, const Move& move) const;
  infer::NextEvent next(int player, const Move& move, double prior) const;
  double chanceOfSkip() const;
  double chanceOf(const Place& place, const Ruling& ruling) const;
  void addSkip(std::vector<infer::NextEvent>& events) const;
  void addShield(const Place& place, std::vector<infer::NextEvent>& events) const;
  void addLady(const LayLady& lady, std::vector<infer::NextEvent>& events) const;
  void addUnseen(Cell led, std::vector<infer::NextEvent>& events) const;

  std::shared_ptr<const GameHeader> header_;
  std::shared_ptr<const Grid> grid_;
  State state_;
  /// How many moves were made.
  int moves_ = 0;
  /// Of each box, from the lowest to the top one.
  std::array<std::vector<Lying>, kBoxes> shields_{};
  std::optional<Lying> lady_;
  std::optional<Laying> laying_;
  /// Shared by situations that look the same.
  std::shared_ptr<const std::vector<infer::ExpectedPiece>> expected_;
};

}  // namespace octo::tracker::octagone
