#pragma once

#include <optional>

#include "datasets/play/chance.h"
#include "tracker/referee/match.h"

/// Games of all four played at random. The referee sees no hands, so a dealer makes up cards that may be in
/// one.
namespace octo::datasets {

struct Dealer {
  /// A header of the game with random options and setup.
  GameHeader (*header)(Chance&);
  /// A legal event; nothing once the game is over, or where no cards made up fit what is legal.
  std::optional<Event> (*legal)(const tracker::Match&, Chance&);
  /// Any well-formed event, legal or not; sometimes standing or taken back.
  Event (*any)(const tracker::Match&, Chance&);
  /// A game of legal events alone is over after at most so many.
  int longest;
};

const Dealer& dealerOf(GameId game);

/// A legal event with one field taken from any event of its kind: nearly right, as people's mistakes are.
/// Standing or not. An event of `any` where there is no legal one.
Event spoilt(const Dealer& dealer, const tracker::Match& match, Chance& chance);

}  // namespace octo::datasets
