#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace octo::vision {

/// The middle one of at least one value (of the upper two where there are two); the values are left in another order.
template <class T>
T median(std::vector<T>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace octo::vision
