#pragma once

#include <string>

namespace octo::datasets {

/// Times the card reader's networks on a picture, the detector as OpenCV runs it beside it; all of the reader on this
/// picture or on each of a folder's, as a live table's frame and as a photograph; and on what takes
/// longest: by the clock on the wall and on all cores. Prints a JSON line each. Throws std::runtime_error where a
/// picture cannot be read or the first one shows no cards.
void benchCards(const std::string& path, int times);

}  // namespace octo::datasets
