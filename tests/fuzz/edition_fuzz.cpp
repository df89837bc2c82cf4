// libFuzzer: any text as the edition.toml of an edition in a folder: refused with a reason, or read, and what was read
// reads the same once written. Seeds: tests/fuzz/corpus/edition.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "vision/edition/taught_edition.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  octo::vision::EditionList list;
  try {
    list = octo::vision::parseEditionList(text, "edition.toml");
  } catch (const octo::vision::EditionError&) {
    return 0;
  }
  const std::string written = octo::vision::editionToml(list);
  if (octo::vision::editionToml(octo::vision::parseEditionList(written, "edition.toml")) != written) std::abort();
  return 0;
}
