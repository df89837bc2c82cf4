#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "tracker/messages/catalogue.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker {

/// Why a move is not allowed.
struct Breach {
  /// Rule id of the rules page, "octagone.colour".
  std::string rule;
  Message because;
  /// A penalty rule: the event stands whatever the record says, and applying it exacts the penalty.
  bool penalty = false;
};

/// What a game's rules say of a move in a state: nothing (legal) or the first check that failed; and what the move
/// proves of earlier ones.
struct Ruling {
  std::optional<Breach> breach;
  std::vector<Exposure> exposes;

  /// The move is wrong, and no penalty makes up for that.
  bool isBreach() const { return breach && !breach->penalty; }
  static Ruling legal() { return {}; }
  static Ruling breachOf(std::string rule, Message because, bool penalty = false) {
    return {Breach{std::move(rule), std::move(because), penalty}, {}};
  }
};

/// A legal move as far as public information tells. `fields` are the fields of the event; where a field depends on
/// hidden cards it is an object that says what fits, for example {"sum_at_most":3}.
struct MoveShape {
  std::string action;
  std::optional<int> player;
  Json fields = Json::object();
};

/// The shape that the four games share, so that who has read one can read all. `R` has only static members and no
/// state of its own; `R::State` is a plain value, `R::Move` a parsed event (a variant of the game's moves, each a
/// struct), and every function is pure.
template <class R>
concept GameRules = std::copyable<typename R::State> && std::equality_comparable<typename R::State> &&
    std::copyable<typename R::Move> &&
    requires(const GameHeader& header, const Event& event, const typename R::State& state, typename R::State& changing,
             const typename R::Move& move, std::optional<int> player, int n) {
  { R::id } -> std::convertible_to<GameId>;
  /// The state after setup. Throws Malformed where the header does not fit the game.
  { R::start(header) } -> std::same_as<typename R::State>;
  /// The event as a move; depends on the header only, so that a file is checked before anything is judged.
  /// Throws Malformed.
  { R::parse(event, header) } -> std::same_as<typename R::Move>;
  /// Judges without changing anything. `n` is the event's number from 1.
  { R::judge(state, player, move, n) } -> std::same_as<Ruling>;
  /// Carries out a move that is legal or that stands; what cannot be carried out is left out.
  { R::apply(changing, player, move, n) } -> std::same_as<void>;
  /// How the game stands; the same shape before and after its end.
  { R::result(state) } -> std::same_as<Result>;
  /// Who is to move; nobody once the game is over.
  { R::toMove(state) } -> std::same_as<std::optional<int>>;
  /// What is legal now.
  { R::options(state) } -> std::same_as<std::vector<MoveShape>>;
  /// The public state for display, debugging and counting pieces.
  { R::describe(state) } -> std::same_as<Json>;
};

}  // namespace octo::tracker
