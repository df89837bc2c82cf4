#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the program, which the fuzzer takes for a finding, where what must hold does not.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}
