#pragma once

#include <memory>

#include "vision/edition/edition.h"

namespace octo::vision {

/// Our own cards for Octa: `AS` … `KC`, each twice, the first deck's `back` and the second's `deck2:back`;
/// `token:1`, `token:2`, `mat:2`, the corner markers and the turn marker, as `seeds/octa/pieces.toml` and
/// `edition.toml` say.
std::unique_ptr<Edition> makeOctaEdition();

}  // namespace octo::vision
