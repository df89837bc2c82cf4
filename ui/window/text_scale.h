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

/// A window of more points than this shows everything larger, not more of it.
inline constexpr float kFullWidth = 1920, kFullHeight = 1080;

/// How much larger than designed everything is in a window of so many points: as chosen, times what a large window adds,
/// as far as there is room. In steps, so that letters are not made anew at every pixel while it is dragged larger; never
/// below 1.
inline float textScale(double chosen, float width, float height) {
  constexpr float kStep = 0.05f;
  const auto stepped = [](float scale) { return std::max(1.0f, std::floor(scale / kStep + 0.001f) * kStep); };
  const float large = stepped(std::min(width / kFullWidth, height / kFullHeight));
  const float room = stepped(std::min(width / kLeastWidth, height / kLeastHeight));
  return std::min(static_cast<float>(chosen) * large, room);
}

}  // namespace octo::ui
