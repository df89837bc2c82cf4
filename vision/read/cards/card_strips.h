#pragma once

#include <span>
#include <vector>

#include "vision/read/cards/card_assembly.h"

namespace octo::vision {

/// Joins what is one card under others: of a card of a deck with four indices, covered but for a strip, both corners of
/// one side show, or one. Each alone tells a card of its own, one on either side of the strip. The card lies on the
/// side where something lies upon the rest of it.
void joinStrips(std::vector<AssembledCard>& cards);

/// How much of the card lies under others, 0 to 1: under those that show an index where none of its own stands. What
/// shows both its corners is covered by nothing.
double coveredShare(const AssembledCard& card, std::span<const AssembledCard> cards);

}  // namespace octo::vision
