#pragma once

#include <cstdint>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/play_options.h"
#include "tracker/record/record_io.h"

namespace octo::datasets {

/// A whole game of two as people play it, from a seeded deal with real hands, stock and action stack. What is done
/// wrong: the action card forgotten or turned twice, an effect that is not there, runs of two suits, with a gap or too
/// short, cards that do not fit a run, a second run, a line without a token, tokens where none may go, swaps that do
/// not fit, a second swap, too many cards discarded, or none. Every breach is marked as standing or taken
/// back.
tracker::Record playOcta(std::uint64_t seed, const PlayOptions& options);

/// How the table looks after each event of a record, as table.md says; what is taken back lies there in its own line
/// and is gone in the next. Face-down piles are one back each. Cards discarded together lie fanned by a few millimetres
/// until the next are laid on them. Throws Malformed where the record is not one of Octa.
std::vector<LayoutLine> layOutOcta(const tracker::Record& record, std::uint64_t seed, const Habits* people = nullptr);

}  // namespace octo::datasets
