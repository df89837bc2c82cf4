#pragma once

#include <memory>

#include "vision/edition/edition.h"

namespace octo::vision {

/// Our own Octagone: `shield:red` … `shield:purple`, `shield:joker`, `shield:lady`, `board`, `marker:0` … `marker:3`
/// (table top left, then clockwise) and `turn`, as `seeds/octagone/edition.toml` and `layout.toml` say.
std::unique_ptr<Edition> makeOctagoneEdition();

}  // namespace octo::vision
