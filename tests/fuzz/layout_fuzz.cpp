// libFuzzer: any text as a table layout, the one TOML that people may write themselves. Refused or read,
// nothing else. Seeds: seeds/*/layout*.toml.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tracker/follow/follower.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    (void)octo::tracker::parseLayout({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const octo::Malformed&) {
  }
  return 0;
}
