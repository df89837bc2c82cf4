#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/play_options.h"
#include "tracker/record/record_io.h"

namespace octo::datasets {

/// The games that somebody has written; the functions below throw std::domain_error for any other.
std::vector<GameId> scriptedGames();

/// For how many players there are scripts of the game; the usual number first.
const std::vector<int>& playersOf(GameId game);

/// A whole game as people play it, from a seeded deal with real hands. Every breach in it is marked as standing or
/// taken back, but those that nobody notices at once. The same arguments give the same game. Throws
/// std::invalid_argument for a number of players that is none of `playersOf`.
tracker::Record playGame(GameId game, std::uint64_t seed, const PlayOptions& options);

/// How the table looks after each event of the record, laid as inexactly as people do. Line 0 is the table before the
/// game; what is taken back lies there in its own line and is gone in the next. Throws Malformed where the record is
/// not one of its game. With `people` they lay it as neatly as they do, and what else they do on the way is in it:
/// reaches for nothing, pieces set straight, piles squared, the turn marker.
std::vector<LayoutLine> layOut(const tracker::Record& record, std::uint64_t seed,
                               const std::optional<Habits>& people = std::nullopt);

}  // namespace octo::datasets
