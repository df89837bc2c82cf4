#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "tracker/vocabulary/json.h"

namespace octo::datasets {

/// Time of this thread on its core, ms: other programs on the machine do not count.
double threadMs();
/// Time that goes by, ms: where more than one thread works.
double wallMs();

/// Of values in order, at least one: the one that so many of them, 0 to 1, do not exceed.
double quantile(const std::vector<double>& sorted, double share);

/// Runs the work once without counting and then so many times: median, 95th and 99th percentile of its
/// `threadMs`, or of what another clock says, ms.
Json measure(const std::string& stage, int times, const std::function<void()>& work, double (*clock)() = threadMs);

/// Adds the seconds of its life to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  double& sum_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// A JSON line on standard output, at once.
void print(const Json& line);

}  // namespace octo::datasets
