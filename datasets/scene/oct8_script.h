#pragma once

#include <cstdint>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/play_options.h"
#include "tracker/record/record_io.h"

namespace octo::datasets {

/// A whole game for two to four players as people play it, from a seeded deal with real hands and decks; at its end
/// each player tells the octopus colour. Cards that nobody can see are "?" in it: a turn draw to the hand, and what of
/// a discard the last card covers. Cards in a list go by colour and number, and a swap's `a` is an octopus of who swaps
/// (of two own ones the earlier), so that the same thing is always written alike.
///
/// What is done wrong: a turn draw to a head of its own colour, more than 8 arms, an action before the turn draw or one
/// too many, a swap that is not even or of a blocked octopus, shipping or refilling too early, a turn ended with four
/// octopuses or an empty slot. What no camera could tell (a wrong number of cards off the deck, a card kept that a head
/// takes) is not done. Every breach is marked as standing or taken back.
tracker::Record playOct8(std::uint64_t seed, const PlayOptions& play);

/// How the table looks after each event of a record: arms in columns below their heads, towards their owner and for the
/// shared heads towards player 0; shipped octopuses squared up, the head on top; the discard pile with its top card up;
/// decks as one back each, until they are used up; a baby octopus chip turned over for the second. A tale of an octopus
/// colour is the head, laid where the turn marker would lie. Cards off the deck leave no trace but a hand. Line 0 is
/// the table before the game; what is taken back lies there in its own line and is gone in the next. Throws Malformed
/// where the record is not one of Oct8.
std::vector<LayoutLine> layOutOct8(const tracker::Record& record, std::uint64_t seed, const Habits* people = nullptr);

}  // namespace octo::datasets
