#pragma once

#include <string>

namespace octo::datasets {

/// Times the card reader's networks on a picture, and all of it, by the clock on the wall and on all cores; prints a
/// JSON line each. Throws std::runtime_error where the picture cannot be read or shows no cards.
void benchCards(const std::string& picture, int times);

}  // namespace octo::datasets
