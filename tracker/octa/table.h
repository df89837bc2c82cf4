#pragma once

#include "tracker/octa/state.h"

namespace octo::tracker::octa {

// What can be done with cards and tokens on the table. Each keeps the counts of the state true, and leaves
// out what cannot be done: an empty pile gives nothing, a count stays at 0.

/// Copies of the face that lie open.
int openCopies(const State& state, Card card);

void addToHand(State& state, int player, int cards);
void takeFromHand(State& state, int player, int cards);

/// How many of these cards the stock still gave.
int takeFromStock(State& state, int cards);

void putOnDiscard(State& state, Discarded card);
/// The top card of the discard pile goes; false where there was none.
bool takeTopOfDiscard(State& state);
void clearDiscard(State& state);
/// The topmost copy goes, or else a card that was not seen; false where neither is there.
bool takeFromDiscard(State& state, Card card);

void layInPot(State& state, int place, Card card);
/// The card that lay there goes; nothing if there was none.
std::optional<Card> takeFromPot(State& state, int place);

void turnAction(State& state, std::size_t pile, Card card);
/// The cards under the open ones go; how many they were.
int takeCoveredActions(State& state);

/// A new run; its number. There must be a place.
int makeRun(State& state, int owner, Suit suit, std::vector<Place> places);
void addToRun(State& state, Run& run, const std::vector<Place>& places);
void closePlace(State& state, Run& run, std::size_t place);
void openPlace(State& state, Run& run, std::size_t place, Card card);
/// Every run of exactly three open cards goes with its closed ones, tokens on them to the middle; how many cards
/// they were.
int takeShortRuns(State& state);

}  // namespace octo::tracker::octa
