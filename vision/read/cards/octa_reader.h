#pragma once

#include <memory>

#include "vision/read/reader.h"

namespace octo::vision {

/// Reads a table of French-suited cards, several frames as one; those whose middle lies in `playArea`.
std::unique_ptr<GameReader> makeOctaReader(const TableRect& playArea);

}  // namespace octo::vision
