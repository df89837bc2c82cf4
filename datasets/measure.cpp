#include "datasets/measure.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <vector>

namespace octo::datasets {

/// Time of this thread on its core, ms: other programs on the machine do not count.
double threadMs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double wallMs() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1) + 0.5)];
}

Json measure(const std::string& stage, int times, const std::function<void()>& work, double (*clock)()) {
  std::vector<double> ms;
  work();  // buffers are made the first time
  for (int i = 0; i < times; ++i) {
    const double start = clock();
    work();
    ms.push_back(clock() - start);
  }
  std::sort(ms.begin(), ms.end());
  const auto at = [&](double share) { return std::round(quantile(ms, share) * 1000) / 1000; };
  return {{"stage", stage}, {"median_ms", at(0.5)}, {"p95_ms", at(0.95)}, {"p99_ms", at(0.99)}, {"runs", times}};
}

void print(const Json& line) { std::cout << line.dump() << std::endl; }

}  // namespace octo::datasets
