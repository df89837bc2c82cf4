#pragma once

#include <vector>

#include "vision/read/cards/card_assembly.h"

namespace octo::vision {

/// Of a card that shows one corner only, how far it goes on below what covers it is a guess. Its neighbours that show
/// both are as large: around each of them the table is taken for a plane seen from far (an affine view), in which every
/// card is the same rectangle. Cards are left alone where no such neighbour lies within some cards' lengths, or where
/// they would become quite another size: those are not of one table.
void layLikeNeighbours(std::vector<AssembledCard>& cards);

}  // namespace octo::vision
