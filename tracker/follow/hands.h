#pragma once

#include <span>

#include "tracker/follow/position.h"

namespace octo::tracker {

/// How much farther than the point the arm reached, seen from its side, mm; negative where it did not reach so far.
double beyond(const SeenHand& hand, TablePoint at);

/// What the arms seen say against somebody at that side having laid or taken something there; 0 where none reached so
/// far, at most 4.
Cost handCost(std::span<const SeenHand> hands, Side side, TablePoint at);

/// Whether an arm of that side ended in the rectangle, or just beside it.
bool reachedInto(std::span<const SeenHand> hands, Side side, const TableRect& area);

/// The player whose arm is the surest; player 0 where none was seen.
int whoReachedIn(std::span<const SeenHand> hands, int players);

/// Begins a game with what is seen first: of Octagone, whoever reached in is first, unless `told` who is; a card game's
/// follower finds that out. Returns whether the header is to be believed.
bool begunBy(const Observation& seen, bool told, GameHeader& header);

}  // namespace octo::tracker
