#pragma once

#include <sstream>
#include <string>

#include "tracker/record/record_io.h"

namespace octo::tracker::octa {

/// These events, a JSON line each, after one setup.
inline Record recordOf(const std::string& events) {
  std::istringstream lines(R"({"octoscope":1,"game":"octa","players":["Ann","Ben"],"first":0,"options":{},"setup":)"
                           R"({"pot":["4C","6H","7C","9D","6C","AD","3S","4S"],"actions":["QD","QC"]}})" +
                           events);
  return readRecord(lines, "lines");
}

}  // namespace octo::tracker::octa
