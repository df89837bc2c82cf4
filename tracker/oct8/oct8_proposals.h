#pragma once

#include "tracker/oct8/oct8_compare.h"

namespace octo::tracker::oct8 {

/// What may have happened next: for each difference between the table and what should lie there the moves that make it,
/// by whoever may have made them, with what must have happened before without a trace.
std::vector<Proposal> proposeMoves(const ExpectedLayout& known, const Evidence& evidence, const Oct8Places& places);

/// What ends the turn in progress without a trace: a turn draw to the hand, two cards off the deck, the end of the
/// turn.
std::vector<ProposedEvent> restOfTurn(const State& state);

}  // namespace octo::tracker::oct8
