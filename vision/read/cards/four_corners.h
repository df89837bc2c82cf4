#pragma once

#include <optional>
#include <span>
#include <vector>

#include "vision/read/cards/card_assembly.h"

namespace octo::vision {

/// The cards of a deck that has an index in each of its four corners, of indices that read alike and stand where such a
/// card has them. `chances`: what each index says; `around`: the cards that it may be on, as its deck measures. Not
/// those that show one side only: it may be the left or the right one. `isTaken` tells of each index whether it is on
/// one of the cards. Empty where no card shows three of its indices: a deck with two has none such.
std::vector<AssembledCard> assembleFourCornered(std::span<const SeenIndex> indices,
                                                const std::vector<CardChances>& chances,
                                                const std::vector<std::optional<CardsAround>>& around,
                                                std::vector<bool>& isTaken);

}  // namespace octo::vision
