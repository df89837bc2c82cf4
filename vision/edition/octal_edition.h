#pragma once

#include <memory>

#include "vision/edition/edition.h"

namespace octo::vision {

/// Our own The OCTAL: the cards of `seeds/octal/pieces.toml` (`3:greater:up`, `all`), `back`, `mat:3` …
/// `mat:6`, the corner markers and the turn marker, as `seeds/octal/edition.toml` says.
std::unique_ptr<Edition> makeOctalEdition();

}  // namespace octo::vision
