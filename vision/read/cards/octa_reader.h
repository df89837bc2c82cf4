#pragma once

#include <memory>

#include "vision/read/reader.h"

namespace octo::vision {

/// Reads a table of French-suited cards, several frames as one. The table is found by four clicked corners: `playArea`.
std::unique_ptr<GameReader> makeOctaReader();

}  // namespace octo::vision
