#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tracker/octa/card.h"
#include "tracker/octa/pot.h"
#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/observation.h"

namespace octo::tracker::octa {

/// One card that is seen: a strip of it, or the whole.
class SeenCard {
 public:
  explicit SeenCard(const SeenPiece& piece);

  TablePoint at() const { return pose_.at; }
  const TablePose& pose() const { return pose_; }
  /// How sure it is that a card lies there at all, and how much of it can be seen.
  double presence() const { return presence_; }
  double visible() const { return visible_; }
  /// The likeliest face; nothing for a back and for a card that cannot be read at all.
  const std::optional<Card>& best() const { return best_; }
  bool isBack() const { return back_; }
  /// How likely the likeliest is.
  double sure() const { return sure_; }
  /// What it may be, likeliest first; a few.
  std::vector<Card> readings() const;
  double shareOf(Card card) const { return static_cast<double>(shares_[card.index()]); }

 private:
  static constexpr std::size_t kBack = Card::kFaces;

  TablePose pose_;
  double presence_, visible_;
  std::optional<Card> best_;
  bool back_ = false;
  double sure_ = 0;
  std::array<float, Card::kFaces + 1> shares_{};
};

/// Cards that lie in a row, each covering the one before, from the owner's left.
struct SeenRun {
  struct Slot {
    /// Nothing where there should be one but none is seen.
    std::optional<SeenCard> card;
    TablePoint at{};
  };
  std::vector<Slot> slots;
};

struct SeenToken {
  TablePoint at{};
  double sure = 0;
};

/// What a player's token is read as.
inline Face tokenFace(int player) { return Face("token:" + std::to_string(player + 1)); }
/// From one card of a run to the next, mm (`table.md`).
inline constexpr double kStep = 18;
/// A token lies on a card that is so near, mm.
inline constexpr double kOnCard = 42;
/// A card is read this surely, or not.
inline constexpr double kClear = 0.8;

/// Of the owner's right and of what is away from the owner, along x and y.
constexpr double wayOf(int player) { return player == 0 ? 1 : -1; }

/// Octa's table as it is laid out (`table.md`).
struct OctaReading {
  /// By place of the pot, from 0.
  std::array<std::optional<SeenCard>, kPotPlaces> pot;
  /// The open action cards that lie on top.
  std::array<std::optional<SeenCard>, 2> actions;
  /// From the top card on, as far as they stick out.
  std::vector<SeenCard> discard;
  /// By the player before whom they lie.
  std::array<std::vector<SeenRun>, 2> runs;
  std::array<std::optional<SeenToken>, 2> tokens;
  std::vector<TableRect> hidden;
};

/// Where Octa lies.
struct OctaPlaces {
  std::array<TablePoint, kPotPlaces> pot;
  TablePoint middle;
  std::array<TableRect, 2> actions, runs;
  TableRect stock, discard, actionStack, aside;
};

/// Throws Malformed where the layout lacks one of them.
OctaPlaces placesOf(const Layout& layout);

OctaReading readTable(const Observation& observation, const OctaPlaces& places);

}  // namespace octo::tracker::octa
