// libFuzzer: any bytes as a damaged file of games and its write-ahead log (the first two bytes say where the file
// ends): rows or none, nothing else. Seeds: tests/fuzz/corpus/salvage.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "db/json_forms.h"
#include "db/salvage_pages.h"

namespace {

/// The texts of a row as the store reads them: refused or read.
void read(const std::string& text) {
  const auto attempt = [&text](auto&& form) {
    try {
      (void)form(text);
    } catch (const octo::Malformed&) {
    }
  };
  attempt(octo::db::headerFrom);
  attempt(octo::db::eventFrom);
  attempt(octo::db::eventsFrom);
  attempt(octo::db::verdictFrom);
  attempt(octo::db::resultFrom);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view all(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::size_t end = std::min(all.size(), static_cast<std::size_t>(data[0] << 8 | data[1]) * 64);
  const std::string file = octo::db::withLogApplied(std::string(all.substr(0, end)), all.substr(end));
  for (const auto& row : octo::db::rowsIn(file))
    for (const auto& value : row.values)
      if (const auto* text = std::get_if<std::string>(&value)) read(*text);
  return 0;
}
