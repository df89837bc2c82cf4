#pragma once

#include <cstdint>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/play_options.h"
#include "tracker/record/record_io.h"

namespace octo::datasets {

/// A whole game as people play it, from a seeded deal: shields only from the hands dealt, skips where a hand has
/// neither colour nor joker; two players or four. What is done wrong: the wrong colour, box or facing, on top of
/// another shield, or a skip that was none. Every breach in it is marked as standing or taken back; a false skip is not
/// marked, it comes out.
tracker::Record playOctagone(std::uint64_t seed, const PlayOptions& play);

/// How the table looks after each event of a record, with shields laid as inexactly as people do (at most 10 mm and 12
/// degrees off, never on top of a neighbour). Line 0 is the empty board; the White Lady leaves after the second
/// player's turn, or at once where a shield goes on her box; in some games she then marks the required box and goes
/// from box to box with the shields, and in some
/// the printed turn marker goes from player to player beside the board. What is taken back lies there in its own line
/// and is gone in the next. Where somebody lays the Lady back at the end, a line follows the last event's. Throws
/// Malformed where the record is not one of Octagone.
std::vector<LayoutLine> layOutOctagone(const tracker::Record& record, std::uint64_t seed,
                                       const Habits* people = nullptr);

}  // namespace octo::datasets
