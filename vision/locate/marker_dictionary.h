#pragma once

#include <array>
#include <cstdint>

namespace octo::vision {

/// The square markers that boards, mats and table corners carry: 4×4 bits inside a black border one module wide, on
/// white ground. Bit 15 is the top left module, bit 0 the bottom right, row by row; 1 is white. The patterns are those
/// of the widely used dictionary "4x4_50", so that any tool that knows it can find our markers.
inline constexpr int kMarkerBits = 4;
/// Bits and border: a marker is this many modules wide.
inline constexpr int kMarkerModules = kMarkerBits + 2;

inline constexpr std::array<std::uint16_t, 50> kMarkerPatterns{
    0xb532, 0x0f9a, 0x332d, 0x9946, 0x549e, 0x79cd, 0x9e2e, 0xc4f2, 0xfeda, 0xcf56, 0xf991, 0x11a7, 0x0eb7,
    0x2a0f, 0x24b1, 0x263e, 0x4665, 0x6600, 0x6c5e, 0x76af, 0x868b, 0xb02b, 0xccd5, 0xdd82, 0xfe47, 0x9471,
    0xace4, 0xa554, 0x2123, 0x346f, 0x4415, 0x57b2, 0x9ecf, 0xf0cb, 0x08ae, 0x0929, 0x1875, 0x04ff, 0x0df6,
    0x1c5a, 0x1718, 0x2a28, 0x328c, 0x38b2, 0x24e8, 0x2eeb, 0x2d3f, 0x4b64, 0x502e, 0x5013};

/// Whether the module in that column and row (0 to 3) of the pattern is white.
constexpr bool markerBit(std::uint16_t pattern, int column, int row) {
  return ((pattern >> (15 - (row * kMarkerBits + column))) & 1) != 0;
}

/// The four single markers that are laid at the corners of any table, from the table's top left clockwise: the first
/// has this id, the others follow.
inline constexpr int kFirstCornerMarker = 40;

/// The marker printed on the turn marker.
inline constexpr int kTurnMarker = 44;

}  // namespace octo::vision
