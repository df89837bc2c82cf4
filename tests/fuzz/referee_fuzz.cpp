// libFuzzer: any bytes as a record, through the reader and the referee. Malformed records are refused, all
// others are judged to their end; nothing crashes, hangs or leaks. Seeds: tests/playthroughs.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "tracker/record/record_io.h"
#include "tracker/referee/match.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const octo::tracker::Record record = octo::tracker::readRecord(in, "fuzz");
    octo::tracker::Match match(record.header);
    for (const octo::Event& event : record.events) {
      (void)match.play(event).toJson();
      (void)match.options();
    }
    (void)match.describe();
    (void)match.result().toJson();
    std::ostringstream out;
    octo::tracker::writeRecord(out, record);
  } catch (const octo::Malformed&) {
  }
  return 0;
}
