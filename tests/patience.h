#pragma once

#include <algorithm>
#include <cstdlib>

namespace octo::test {

/// How many times as long as usual something may take: more than once with a sanitizer, whose preset says so.
inline double patience() {
  const char* given = std::getenv("OCTO_PATIENCE");
  return given ? std::max(1.0, std::atof(given)) : 1.0;
}

}  // namespace octo::test
