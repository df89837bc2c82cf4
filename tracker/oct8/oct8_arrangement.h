#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tracker/infer/situation.h"
#include "tracker/oct8/oct8_table.h"
#include "tracker/oct8/state.h"
#include "tracker/vocabulary/zone_place.h"

namespace octo::tracker::oct8 {

/// What the table shows of how people laid what a move brings, where the move itself does not tell.
struct LaidAs {
  /// The arms from the head on; and, where it is known, how many arms lie between the head and each.
  std::vector<Arm> order = {};
  std::vector<std::size_t> rows = {};
  /// Arms that are rather gone than others of the same face.
  std::vector<infer::PieceId> gone = {};
  /// Near which place an octopus came to lie on its new owner's field; and a chip.
  std::optional<TablePoint> octopus = std::nullopt, chip = std::nullopt;
  /// Discards of which another was the top before, laid one by one: so many.
  std::size_t discards = 0;

  bool operator==(const LaidAs&) const = default;
};

/// What of an exchange shows at one octopus of a field: arms that are gone, and those that came, as they are `laid`.
struct Exchanged {
  TakenName octopus;
  std::vector<Arm> gone = {};
  LaidAs laid = {};

  bool operator==(const Exchanged&) const = default;
};
using Exchanging = std::vector<Exchanged>;

/// How the pieces of a game lie (`table.md`), each with a number of its own: in which order the arms of an octopus, on
/// which place of a field. A value.
class Arrangement {
 public:
  struct LyingArm {
    infer::PieceId id;
    Arm arm;
    /// Arms that were taken out above it.
    int gaps = 0;

    bool operator==(const LyingArm&) const = default;
  };
  struct LyingOctopus {
    infer::PieceId headId;
    Colour head;
    std::vector<LyingArm> arms = {};
    /// Which of its owner's places for columns or for piles it takes.
    int place = 0;
    bool shipped = false;

    bool operator==(const LyingOctopus&) const = default;
  };
  struct LyingChip {
    infer::PieceId id;
    int actions;
    TablePoint at;

    bool operator==(const LyingChip&) const = default;
  };
  struct LyingDiscard {
    infer::PieceId id;
    /// As the game has it, and as it was seen when it was the top.
    std::optional<Arm> told, seen;

    bool operator==(const LyingDiscard&) const = default;
  };
  using Pieces = std::vector<infer::ExpectedPiece>;

  Arrangement(std::shared_ptr<const Oct8Places> places, const State& state);

  /// Lays and moves what has to be for the table to show that state.
  void show(const State& state, const LaidAs& laid = {});
  /// Lays the game as it is there.
  void layAnew(const State& state);
  /// Lays arms at a shared octopus until it has these, which may be more than it takes.
  void lay(Slot slot, const Arms& wanted, const LaidAs& laid);

  /// Takes arms out of an octopus of a field, and lays others there.
  void exchange(const Exchanged& exchanged);
  /// Carries a shared octopus to the field of who takes it, near a place there.
  void carry(Slot slot, int player, std::optional<TablePoint> near);
  /// Lays a chip for one action more.
  void gainChip(int player, TablePoint at);

  /// All that a camera should see.
  Pieces pieces() const;
  Pieces inSlot(Slot slot) const;
  /// Of the k-th octopus that a player took: of one that was shipped the head.
  Pieces ofTaken(int player, int k) const;
  Pieces ofChips(int player) const;
  Pieces ofDiscard() const;
  Pieces ofDecks() const;
  Pieces ofColour(int player) const;

  const std::optional<LyingOctopus>& shared(Slot slot) const { return shared_[static_cast<std::size_t>(slot.index)]; }
  const std::vector<LyingOctopus>& taken(int player) const { return taken_[static_cast<std::size_t>(player)]; }
  /// What the chips of a player are worth.
  int actions(int player) const;
  const std::vector<LyingChip>& chips(int player) const { return chips_[static_cast<std::size_t>(player)]; }
  /// The top of the discard pile.
  std::optional<infer::PieceId> topDiscard() const {
    return discard_.empty() ? std::nullopt : std::optional(discard_.back().id);
  }
  static Arms armsOf(const LyingOctopus& octopus);
  struct ChangedArms {
    Arms gone, come;
  };
  /// Where an octopus of a field lies otherwise than the state has it: what is gone of it, and what came to it.
  ChangedArms changedArms(const State& state, const TakenName& name) const;
  /// Those of the fields that do, of whom the mover's first.
  std::vector<std::pair<TakenName, ChangedArms>> changedOctopuses(const State& state) const;
  /// Where the head of the octopus lies.
  TablePoint headOf(int player, int k) const;
  /// Where the head of the next octopus will lie, close to the last column; none while there is room.
  std::optional<TablePoint> nextOnFullField(int player) const;
  const Oct8Places& places() const { return *places_; }
  std::uint64_t hash() const;
  /// Whether everything lies just so, piece by piece: then the same is expected of it.
  bool operator==(const Arrangement&) const = default;

 private:
  enum class Kind { Slot, Field, Shipped, Chips, Colour, Discard, Heads, Arms };

  infer::PieceId newId(Kind kind, int whose, std::size_t face);
  const Oct8Places::Seat& seat(int player) const { return places_->seats[static_cast<std::size_t>(player)]; }
  ZonePlace inSeat(int player, TableRect Oct8Places::Seat::*zone) const;
  int placeFor(int player, bool shipped, std::optional<TablePoint> near) const;
  TablePose poseOf(int player, const LyingOctopus& octopus) const;
  TablePose columnAt(int player, int place) const;
  void coverByLaterColumns(Pieces& pieces, int player, int k) const;
  TablePoint chipAt(int player, int chip) const;
  static void takeOutArms(LyingOctopus& octopus, const Arms& wanted, const std::vector<infer::PieceId>& gone);
  void addArms(LyingOctopus& octopus, const Arms& wanted, const LaidAs& laid, Kind kind, int whose);
  void take(int player, Slot slot, const State& state, const LaidAs& laid);
  void showTaken(int player, const State& state, const LaidAs& laid);
  void showChips(int player, int actions, const std::optional<TablePoint>& at);
  void showDiscard(const State& state, std::size_t oneByOne);
  void showColour(int player, const std::optional<Colour>& colour);

  std::shared_ptr<const Oct8Places> places_;
  std::uint32_t laid_ = 0;
  std::array<std::optional<LyingOctopus>, kSlots> shared_;
  std::vector<std::vector<LyingOctopus>> taken_;
  std::vector<std::vector<LyingChip>> chips_;
  /// From the bottom up.
  std::vector<LyingDiscard> discard_;
  /// The head on each player's turn place.
  std::vector<std::optional<std::pair<infer::PieceId, Colour>>> colours_;
  std::optional<infer::PieceId> heads_, arms_;
  /// Nobody knows what the piles hold.
  bool counted_ = true;
};

}  // namespace octo::tracker::oct8
