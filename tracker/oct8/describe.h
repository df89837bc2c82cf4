#pragma once

#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// The public state: `shared` (octopuses by slot), `discard` (last on top, "?" for a card not seen), `head_deck` and
/// `arm_deck` (counts), `due` (`whatIsDue`), `turn` and `phase` of the turn in progress, `turns_left` once a deck has
/// run out; `count`: every head and arm card, wherever it is, which no legal move changes.
///
/// `players`, of each: `hand`, `chips`, `colour` (null while nobody has told it), the octopuses by name in `field` and
/// `shipped`, and what they score: `octopuses` (in the order taken: `name`, `head`, `shipped`, `arms`, `scoring` arm
/// cards, whether they count double as `bonus`, `points`), their sum `points`, and the tie-breaks `made` (octopuses)
/// and `scoring_arms`.
///
/// Of a game that was taken up from what lay on the table the hands, decks and `count` are left out, and a shipped
/// octopus whose arms nobody knows is `covered`.
///
/// Once the game is over: `settled`, whether colours that nobody has told change nothing about who wins, and `may_win`,
/// the players who win with some colours.
Json describeState(const State& state);

}  // namespace octo::tracker::oct8
