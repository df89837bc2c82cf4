#pragma once

#include <cstdint>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/play_options.h"
#include "tracker/octal/card.h"
#include "tracker/record/record_io.h"

namespace octo::datasets {

/// A whole game of three to six players as people play it, from a seeded deal with real hands: a card that fits, or one
/// from the deck; several at once when five in the hand allow it, the last one topped up when everybody passes. Mostly
/// on two questions, of six players always on one, unless the options say which. Throws Malformed where they do not
/// fit. What is done wrong: a card that does not fit or points where it may not, an `all` on an `all`, an override that
/// rises, of too many cards or of a smaller hand, a stack too early, "Octo" forgotten, an `all` as the last card. Every
/// breach but these two penalties is marked as standing or taken back. Left out is what looks like something else on
/// the table: a card out of turn (whoever was in turn passed), a stack too early by who is in turn (a card that points
/// below), a card taken back and laid again.
tracker::Record playOctal(std::uint64_t seed, const PlayOptions& options);

/// The cards that an event of The OCTAL takes out of a hand.
std::vector<tracker::octal::Card> cardsOf(const Event& event);

/// How the table looks after each event of a record, as table.md says; what is taken back lies there in its own line
/// and is gone in the next. The deck is one back. Where a full hand draws, a card is discarded face
/// up: one that the record does not need elsewhere. Where the deck is refilled, whoever drew takes the discards and all
/// cards of a question but the top one and the one whose condition is in force. Of two questions that people lay first
/// now and then one is exchanged, as both ask for the same: two lines are of the table before the game then. Throws
/// Malformed where the record is not one of The OCTAL.
std::vector<LayoutLine> layOutOctal(const tracker::Record& record, std::uint64_t seed, const Habits* people = nullptr);

}  // namespace octo::datasets
