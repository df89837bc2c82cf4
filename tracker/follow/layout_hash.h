#pragma once

#include <bit>
#include <cstdint>

namespace octo::tracker {

/// A hash with one more value in it; also of two hashes, in their order. Positions whose expected layouts have the same
/// hash are compared with a reading once.
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  const std::uint64_t product = (std::rotl(hash, 25) ^ value) * 0x9E3779B97F4A7C15U;
  return product ^ (product >> 29);
}

}  // namespace octo::tracker
