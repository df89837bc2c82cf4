#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "tracker/octagone/board.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octagone {

/// How the White Lady directs the first shield.
enum class LadyRole { Arrow, Marks };

struct Options {
  bool lastFreeAfterJoker = true;  // part 2
  Connection connection = Connection::FourCorners;
  LadyRole lady = LadyRole::Arrow;
  friend bool operator==(const Options&, const Options&) = default;
};

/// Shields that a player has not laid yet; a joker that either of a pair may have counts with the lower-numbered of the
/// two (`State::extraJoker`). A kind falls below 0 where a standing breach laid more of it than was dealt:
/// the shield came out of the same hand, so the whole is one less all the same.
struct Hand {
  int coloured;
  int jokers;
  int shields() const { return std::max(0, coloured + jokers); }
  friend bool operator==(const Hand&, const Hand&) = default;
};

/// The piece that says where the next shield goes: the last shield laid, or at first the White Lady.
struct Director {
  enum class Kind { Lady, Coloured, Joker };
  Kind kind;
  Cell at;
  Facing facing;
  friend bool operator==(const Director&, const Director&) = default;
};

/// A skip that was in order when it was made.
struct MadeSkip {
  int n;
  int player;
  /// The colour of the box that was required then; absent where a standing breach had left none.
  std::optional<Shield> wanted;
  friend bool operator==(const MadeSkip&, const MadeSkip&) = default;
};

enum class Ending { Closed, Out, Stuck };
std::string_view ruleOf(Ending ending);

/// What is known of the hands. Where the game was taken up from what lay on the board, people may have counted the
/// shields that each has left, but nobody knows how many of them are jokers.
enum class HandsKnown { Dealt, Counted, Open };

struct State {
  Options options;
  int players = 2;
  int first = 0;
  int turn = 0;
  std::vector<Hand> hands;
  HandsKnown handsKnown = HandsKnown::Dealt;
  /// With four, the player of each pair (0 and 2, 1 and 3) who was dealt the extra joker; absent as long as it may have
  /// been either. Two players have none.
  std::array<std::optional<int>, 2> extraJoker{};
  /// What lies on top in each box, in the order of `boxes()`.
  std::array<std::optional<LaidShield>, kBoxes> board{};
  /// Shields that a standing breach was laid upon.
  std::vector<Shield> covered;
  bool ladyHasBeenLaid = false;
  /// Where she lies; absent before and after.
  std::optional<Cell> lady;
  std::optional<Director> director;
  /// Players who have skipped legally since a shield was last laid.
  std::vector<bool> skipped;
  /// But for those that a shield has proved wrong since.
  std::vector<MadeSkip> skips;
  std::optional<Ending> ending;

  const std::optional<LaidShield>& on(Cell box) const { return board[static_cast<std::size_t>(indexOf(box))]; }
  friend bool operator==(const State&, const State&) = default;
};

/// The state before the first move. Throws Malformed where the header does not fit Octagone.
State startState(const GameHeader& header);

/// All options of each way to play that the header leaves open, the usual way first. Throws as `startState` does.
std::vector<Json> waysToPlay(const GameHeader& header);

/// How many jokers the player still holds: the fewest and the most that any possible deal leaves. Negative where a
/// standing breach laid more than were dealt.
struct JokersLeft {
  int fewest;
  int most;
  bool certain() const { return fewest == most; }
};
JokersLeft jokersLeft(const State& state, int player);

/// From now on it is certain that the player was dealt the extra joker of the pair.
void dealExtraJokerTo(State& state, int player);

/// Whether in every possible deal somebody has no shield left.
bool somebodyIsOut(const State& state);

/// Takes a shield that the player lays out of the hand; a second joker tells who of the pair was dealt the extra one.
void takeFromHand(State& state, int player, Shield shield);

/// How many of that shield lie on the board, covered ones too.
int countOnBoard(const State& state, Shield shield);
bool anyShieldOnBoard(const State& state);

/// The first free box that an arrow reaches, or after a joker in part 2 the last one; nothing if none is free. The
/// arrow's own box is not free; the White Lady's is.
std::optional<Cell> reached(const State& state, const Director& director);

/// The required box: where the next shield must go; nothing before the Lady, or where a standing breach left none.
std::optional<Cell> requiredBox(const State& state);

/// Whether any facing of a shield lying there would reach a free box.
bool someFacingReaches(const State& state, Cell at);

Director directorOf(Shield shield, Cell at, Facing facing);

}  // namespace octo::tracker::octagone
