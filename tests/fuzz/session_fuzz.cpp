// libFuzzer: any text as a session, as someone sends it in from `--save-doubt`: refused, or read and followed again for
// some inputs, nothing else. Seeds: tests/fuzz/corpus/session.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "tracker/follow/session.h"

namespace {

/// Following a whole game takes too long for a fuzzer; what comes after these is more of the same.
constexpr std::size_t kMostInputs = 12;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream text(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const auto session = octo::tracker::readSession(text, "fuzz");
    const auto follower = octo::tracker::follow(session.beginning);
    for (std::size_t i = 0; i < std::min(session.inputs.size(), kMostInputs); ++i)
      (void)octo::tracker::give(*follower, session.inputs[i]);
  } catch (const octo::Malformed&) {
  }
  return 0;
}
