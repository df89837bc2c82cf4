#pragma once

#include <sstream>
#include <string>

#include "tracker/record/record_io.h"

namespace octo::test {

/// The record as it is written.
inline std::string text(const tracker::Record& record) {
  std::ostringstream out;
  tracker::writeRecord(out, record);
  return out.str();
}

}  // namespace octo::test
