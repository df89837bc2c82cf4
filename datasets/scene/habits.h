#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/scene/random.h"

namespace octo::datasets {

/// Which hand somebody reaches with; `Either` decides by chance at each reach.
enum class Handedness { Right, Left, Either };

/// In which order somebody lays the pieces of one move.
enum class LayingOrder { Natural, Reversed, Shuffled };

/// Whether somebody who ends a turn lays the turn marker before the next player.
enum class MarksTurn { Never, Always, Late };

/// What one player does again and again. The defaults are those of the command line's contract.
struct SeatHabits {
  Handedness hand = Handedness::Right;
  /// Where the hand's end lies beyond the middle of what it touches: along the arm, and to the arm's right, mm.
  double reachAlong = 60, reachRight = 10;
  /// Standard deviation of both, mm.
  double reachSpread = 15;
  /// Of the hand over the table while it touches nothing, mm.
  double height = 70;
  /// How many times as fast as ordinary people: in reaching, and in the pause after it.
  double tempo = 1;
  /// Share of a move's steps after which the table lies still.
  double rests = 0.5;
  LayingOrder order = LayingOrder::Natural;
  /// Share of the reaches that end without touching anything.
  double hesitation = 0.05;
  /// Share of the pieces laid that are set straight, or lifted and laid again, later.
  double correction = 0.03;
  /// Share of the steps after which the hand stays over the table for seconds.
  double linger = 0.05;
  /// Standard deviations of a piece's place along each axis and of its angle, mm and degrees.
  double neatnessMm = 4, neatnessDegrees = 3;
  /// Chance a turn that a pile is squared or a column pushed together.
  double tidies = 0.1;
  /// Idle hands over the table, a minute.
  double talks = 0;
  MarksTurn marksTurn = MarksTurn::Never;

  friend bool operator==(const SeatHabits&, const SeatHabits&) = default;
};

/// The habits of everybody at the table.
class Habits {
 public:
  /// In turn order; the last one serves all further seats. At least one.
  explicit Habits(std::vector<SeatHabits> seats);

  const SeatHabits& of(int player) const;
  /// Short, of letters and digits, for the names of files: the same habits have the same name, others another.
  std::string name() const;

 private:
  std::vector<SeatHabits> seats_;
};

/// Of a mixed club: everybody's habits drawn from the seed, widely.
Habits drawnHabits(std::uint64_t seed, int players);
/// The profile's habits; without one, those drawn from the seed.
Habits habitsOr(const std::optional<Habits>& profile, std::uint64_t seed, int players);

/// Seconds until somebody's hands are over the table for nothing the next time; infinite where they never are.
double untilNextTalk(const SeatHabits& habits, Random& random);

/// A profile: `[[seat]]` tables of TOML; what a seat leaves out has its default. Throws Malformed, with the name, the
/// line, the field and what was expected.
Habits parseHabits(std::string_view toml, const std::string& name);

/// The same from a file. Throws Malformed also where it cannot be read.
Habits readHabits(const std::string& file);

}  // namespace octo::datasets
