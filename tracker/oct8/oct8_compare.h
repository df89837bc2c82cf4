#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tracker/oct8/oct8_asked.h"
#include "tracker/oct8/oct8_table.h"
#include "tracker/oct8/state.h"

/// The table as it was read against what should lie there.
namespace octo::tracker::oct8 {

/// How many heads of each colour are not seen where they should lie: in the slots, and on the field and among the
/// shipped octopuses of each player. Of a place that something hides, or that nobody has seen yet, nothing is known.
class MissingHeads {
 public:
  MissingHeads();
  MissingHeads(const OctopusesReading& seen, const State& state);

  /// How many more of the colour are missing than in `earlier`, as far as both know.
  int moreThan(const MissingHeads& earlier, Colour colour) const;
  /// What `later` knows goes before what this did.
  void update(const MissingHeads& later);

 private:
  static constexpr std::size_t kMostPlayers = 4;
  static constexpr std::int8_t kUnknown = 127;
  using Place = std::array<std::int8_t, kColours.size()>;
  std::array<Place, kSlots + 2 * kMostPlayers> places_;
};

/// What the table has shown that the referee does not know.
struct Shown {
  /// Where the octopuses of each player lie, in the order taken.
  std::vector<std::vector<std::optional<TablePoint>>> octopuses;
  /// The top of a discard pile of that height, where the record does not tell it.
  std::optional<Arm> discardTop;
  std::size_t discards = 0;
  /// A hand at the deck at the latest rest has been explained by a card that left no trace.
  bool handExplained = false;
  /// Since the latest rest the turn draw of the turn in progress went to the hand.
  bool justDrawnToHand = false;
  /// The player whose turn draw is due next and whose forearm a rest has shown at the deck.
  std::optional<int> leftDeck;
  /// The top card of the arm deck: a turn draw that was taken back.
  std::optional<Arm> onDeck;
  /// The last action of the turn in progress laid cards at the octopus there.
  std::optional<Slot> attachedTo;
  /// Before a head lay on a turn place that tells no colour known by now.
  MissingHeads missing;
};

/// Hashes of the expected layout, as Zobrist's: where two positions have the same, the same should lie on the table.
struct LayoutHash {
  LayoutHash() = default;
  LayoutHash(const State& state, const Shown& shown);

  std::array<std::uint64_t, kSlots> slots{};
  std::vector<std::uint64_t> fields;
  /// With all that lies elsewhere.
  std::uint64_t whole = 0;
};

/// What should lie on the table.
struct ExpectedLayout {
  const State& state;
  const Shown& shown;
  const LayoutHash& hash;

  const Seat& seat(std::size_t player) const { return state.seats[player]; }
  std::optional<TablePoint> placeOf(std::size_t player, int k) const;
  /// Of the discard pile, as far as anybody knows.
  std::optional<Arm> discardTop() const;
};

/// A column seen for a known octopus. The reading must outlive it.
struct ColumnMatch {
  Cost cost = 0;
  /// Known arms that are not seen, and cards seen that are none of the known ones.
  Arms gone;
  std::vector<const SeenCard*> extra;
};

/// `hidden`: something hides the place. `may`: arms that may lie there or not.
ColumnMatch matchColumn(const SeenColumn& seen, const Octopus& known, bool hidden, const Arms& may = {});
/// The same where no arm is taken for a head: without a head, the head is not seen.
ColumnMatch matchAsRead(const SeenColumn& seen, const Octopus& known, bool hidden, const Arms& may = {});

/// Which column of a player's field shows which octopus.
struct FieldMatch {
  struct Pair {
    /// Of the player's octopuses, from 0.
    int k;
    std::size_t column;
    ColumnMatch match;
  };
  Cost cost = 0;
  std::vector<Pair> pairs;
  /// Octopuses of which nothing is seen, and columns that show none of them.
  std::vector<int> gone;
  std::vector<std::size_t> extra;
};

FieldMatch matchField(const OctopusesReading& seen, const ExpectedLayout& known, std::size_t player);

/// A place of the table and what is wrong there.
struct PlaceCost {
  Where where;
  /// Of that slot or player, from 0; -1 for the piles.
  int whose;
  Cost cost;
};

/// Every place of the table, always the same ones in the same order. The answer lives as long as the reading.
const std::vector<PlaceCost>& comparePlaces(const OctopusesReading& seen, const ExpectedLayout& known);

Cost compareDiscard(const OctopusesReading& seen, const ExpectedLayout& known);

/// Each place as the one or the other should look, or as somebody half-way leaves it who makes the later of the
/// earlier: of the arms that come and go some lie there.
Cost compareHalfWay(const OctopusesReading& seen, const ExpectedLayout& before, const ExpectedLayout& after);

/// What is wrong with both readings, place by place; with both as somebody half-way leaves the table.
Cost compareBoth(const OctopusesReading& first, const OctopusesReading& second, const ExpectedLayout& known);
Cost compareBothHalfWay(const OctopusesReading& first, const OctopusesReading& second, const ExpectedLayout& before,
                        const ExpectedLayout& after);

/// Keeps what is seen where it fits what is known.
void learn(const OctopusesReading& seen, const State& state, Shown& shown);

}  // namespace octo::tracker::oct8
