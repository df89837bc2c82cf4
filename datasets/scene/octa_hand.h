#pragma once

#include <optional>
#include <vector>

#include "datasets/scene/octa_piles.h"

namespace octo::datasets {

// What a player of Octa makes of a hand.

/// How good it is to hold the card, from 0: for the player's runs on the table, and for the rest of the hand. The card
/// may be one of `hand`.
double useOf(const tracker::octa::State& state, int player, const OctaPiles::Cards& hand, tracker::octa::Card card);

/// Cards of the hand that go on the ends of the run, as many as fit; the lowest first.
OctaPiles::Cards growthOf(const tracker::octa::Run& run, const OctaPiles::Cards& hand);

/// The longest new run in the hand, lowest first; empty where there is none. With `one` it holds one of those.
OctaPiles::Cards runIn(const OctaPiles::Cards& hand, const OctaPiles::Cards& one = {});

/// So many cards of the hand, the least useful ones; the very least is last.
OctaPiles::Cards leastUseful(const tracker::octa::State& state, int player, OctaPiles::Cards hand, std::size_t count);

/// Whether a list holds the card.
bool holds(const OctaPiles::Cards& cards, tracker::octa::Card card);

/// The card of that value in the suit: 1 and 11 are aces.
tracker::octa::Card cardOf(int value, tracker::octa::Suit suit);

}  // namespace octo::datasets
