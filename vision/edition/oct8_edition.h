#pragma once

#include <memory>

#include "vision/edition/edition.h"

namespace octo::vision {

/// Our own Oct8: arms `red:1` … `blue:8`, heads `head:red` …, the arms' `back` and the heads' `head:back`,
/// the two sides of a chip, `chip:1` and `chip:2`, `mat:2` … `mat:4`, the corner markers and the turn marker,
/// as `seeds/oct8/pieces.toml` and `edition.toml` say.
std::unique_ptr<Edition> makeOct8Edition();

}  // namespace octo::vision
