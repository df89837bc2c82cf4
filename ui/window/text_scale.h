#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace octo::ui {

/// How large people may have letters and all that belongs to them, times the design's size: 2 is read from two metres
/// on an ordinary screen.
inline constexpr std::array kTextSizes{1.0, 1.25, 1.5, 2.0};

/// The design needs so many points; where a larger text would leave fewer, panels would be cut off.
inline constexpr float kLeastWidth = 1024, kLeastHeight = 640;

/// The largest factor up to the chosen one that a window of so many points has room for, in steps, so that letters are
/// not made anew at every pixel while it is dragged larger; never below 1.
inline float textScale(double chosen, float width, float height) {
  constexpr float kStep = 0.05f;
  const float room = std::floor(std::min(width / kLeastWidth, height / kLeastHeight) / kStep + 0.001f) * kStep;
  return std::max(1.0f, std::min(static_cast<float>(chosen), room));
}

}  // namespace octo::ui
