#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "tracker/octa/move.h"
#include "tracker/octa/pot.h"
#include "tracker/octa/run.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octa {

inline constexpr std::size_t kPlayers = 2;
inline constexpr int kHand = 8;
inline constexpr int kStock = 56;
inline constexpr int kActionStack = 14;
inline constexpr int kAside = 8;
inline constexpr int kNumberCards = 80, kActionCards = 24;
/// Length of an Octa, and open cards in all that win with it.
inline constexpr int kOcta = 8;
inline constexpr int kEnoughCards = 28;

struct Options {
  /// Where the card goes that a jack removes.
  enum class JackCard { Hand, Discard } jackCard = JackCard::Hand;
  /// Which runs may be added to.
  enum class Extendable { Any, Own } extendable = Extendable::Any;
  friend bool operator==(const Options&, const Options&) = default;
};

/// Where a player's token is.
struct InTheMiddle {
  friend bool operator==(const InTheMiddle&, const InTheMiddle&) = default;
};
struct OnRun {
  int run;
  /// The turn it was laid there.
  int turn;
  friend bool operator==(const OnRun&, const OnRun&) = default;
};
struct OnPot {
  PotPlaces places;
  friend bool operator==(const OnPot&, const OnPot&) = default;
};
using Token = std::variant<InTheMiddle, OnRun, OnPot>;

/// The line that was taken from the pot this turn.
struct TakenLine {
  std::vector<Card> cards;
  /// One of its cards, told by face, has been laid.
  bool laid = false;
  bool holdsAnyOf(const std::vector<Card>& others) const;
  friend bool operator==(const TakenLine&, const TakenLine&) = default;
};

/// The turn in progress: who, and what has been done in it.
struct Turn {
  /// From 1.
  int number = 1;
  int player = 0;
  bool drawn = false;          // step 1
  bool actionTurned = false;   // step 2
  std::optional<Card> action;  // the one that was turned
  bool effectUsed = false;
  bool optionChosen = false;  // step 3
  bool melded = false;        // a new run, by itself or with the line
  std::optional<TakenLine> line;
  bool swapped = false;  // step 4
  friend bool operator==(const Turn&, const Turn&) = default;
};

struct WonByOcta {
  int player;
  friend bool operator==(const WonByOcta&, const WonByOcta&) = default;
};
struct StockUsedUp {
  friend bool operator==(const StockUsedUp&, const StockUsedUp&) = default;
};
using Ending = std::variant<WonByOcta, StockUsedUp>;

struct State {
  Options options;
  /// Hands and piles are known: not after the game was taken up from what lay on the table. Hands are then 0, the piles
  /// the most that they can hold, and an unread card at the bottom of the discard pile stands for all that lie there.
  bool counted = true;
  Turn turn;
  std::optional<Ending> ending;

  std::array<int, kPlayers> hands{kHand, kHand};
  std::array<Token, kPlayers> tokens;
  Pot pot;
  int stock = kStock;
  bool restocked = false;
  /// The last is on top.
  std::vector<Discarded> discard;
  /// The two open piles of action cards; the last of each is on top.
  std::array<std::vector<Card>, 2> openActions;
  int actionStack = kActionStack;
  int aside = kAside;
  /// By number. Runs that went back to the stock are gone; their numbers are not used again.
  std::vector<Run> runs;
  int runsMade = 0;

  /// Counted along as cards are laid and taken (`table.h`), so that judging a long record stays fast: copies
  /// of each face that lie open; and by player, open cards in own runs and own runs of Octa length.
  std::array<int, Card::kFaces> openCopies{};
  std::array<int, kPlayers> cardsInRuns{};
  std::array<int, kPlayers> octas{};

  int& hand(int player) { return hands[static_cast<std::size_t>(player)]; }
  int hand(int player) const { return hands[static_cast<std::size_t>(player)]; }
  Token& token(int player) { return tokens[static_cast<std::size_t>(player)]; }
  const Token& token(int player) const { return tokens[static_cast<std::size_t>(player)]; }
  friend bool operator==(const State&, const State&) = default;
};

/// The state before the first move. Throws Malformed where the header does not fit Octa.
State startState(const GameHeader& header);

/// The run of that number; nullptr if it was never made or is gone.
const Run* findRun(const State& state, int number);
Run* findRun(State& state, int number);
/// Whether the token lies on that run.
bool isOn(const Token& token, const Run& run);

/// The places of the pot under that player's token; none if it is elsewhere.
PotPlaces claimOf(const State& state, int player);
/// What is taken from the pot with the run under the player's token: the places named, or else those under the token.
PotPlaces takenWithRun(const State& state, int player, const TakeRun& move);
/// Places of the pot whose cards a move takes up, also where a card of the same face comes in.
std::vector<int> placesTouched(const State& state, int player, const Move& move);
/// Whose token protects the place.
std::optional<int> protectorOf(const State& state, int place);

/// The open action card of that pile.
Card openAction(const State& state, std::size_t pile);

/// The discard pile may hold more than is known of it.
bool mayHoldMore(const State& state);

/// Rule id of the ending.
std::string_view ruleOf(const Ending& ending);

}  // namespace octo::tracker::octa
