#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/octa/card.h"
#include "tracker/octa/pot.h"

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

  /// What speaks against its being that card, or a back: 0 to 7.
  Cost against(Card card) const { return against_[card.index()]; }
  Cost againstBack() const { return against_[kBack]; }
  /// What speaks against there being no card, 0 to 7.
  Cost againstNothing() const;

 private:
  static constexpr std::size_t kBack = Card::kFaces;

  TablePose pose_;
  double presence_, visible_;
  std::optional<Card> best_;
  bool back_ = false;
  double sure_ = 0;
  std::array<float, Card::kFaces + 1> shares_{};
  std::array<float, Card::kFaces + 1> against_{};
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

/// How a run fits a row best: the slot in which its first place lies, and what speaks against it.
struct RowFit {
  int offset;
  Cost cost;
};

struct KnownMatch;
struct LaidRuns;

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
struct OctaReading final : TableReading {
  /// By place of the pot, from 0.
  std::array<std::optional<SeenCard>, kPotPlaces> pot;
  /// The open action cards that lie on top.
  std::array<std::optional<SeenCard>, 2> actions;
  /// From the top card on, as far as they stick out.
  std::vector<SeenCard> discard;
  /// By the player before whom they lie.
  std::array<std::vector<SeenRun>, 2> runs;
  std::array<std::optional<SeenToken>, 2> tokens;
  bool stock = false, actionStack = false, aside = false;
  std::vector<TableRect> hidden;
  /// Kept by `matchRuns`, as every position is compared with the same rows; by row and run.
  mutable std::unordered_map<std::string, RowFit> fits;
  /// The same; by a hash of runs and of where they lay, and by the very runs.
  mutable std::unordered_multimap<std::size_t, std::shared_ptr<const KnownMatch>> matches;
  mutable std::unordered_map<std::shared_ptr<const LaidRuns>, std::shared_ptr<const KnownMatch>> matchesOfSame;
  /// What speaks against it, by what should lie there; by two of those, and with an earlier reading: kept by
  /// `OctaPosition`, as many games have come to what looks alike.
  mutable std::unordered_map<std::size_t, Cost> costs, costsBetween, costsOfBoth, costsBetweenOfBoth;

  /// Something hides that place: what is not seen there may be there all the same.
  bool isHidden(TablePoint at) const;
  /// Something hides any of that.
  bool hidesAnyOf(const TableRect& area) const;
  /// The same of the strip that the next card of a run leaves of the card whose middle is there.
  bool hidesStrip(TablePoint middle, int owner) const;
};

/// Of the cards in the pot; nothing where none was ever seen.
using PotPoses = std::array<std::optional<TablePose>, kPotPlaces>;

/// How pieces lay when a position was last seen: tells like runs apart, and a card from one of the same face that was
/// laid in its place.
struct OctaMemory {
  /// By number: where the first place lay.
  std::map<int, TablePoint> runs;
  PotPoses pot;
  /// The cards on top of the open action piles where nothing hid any of them.
  struct Lay {
    Card card;
    TablePose pose;
  };
  std::array<std::optional<Lay>, 2> actions;
  /// Those under them, as they lay before they were covered.
  std::array<std::optional<Lay>, 2> covered;
  std::optional<TablePose> discard;
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

/// Octa's position and proposals are asked about Octa's readings alone.
inline const OctaReading& asOcta(const TableReading& reading) { return static_cast<const OctaReading&>(reading); }

}  // namespace octo::tracker::octa
