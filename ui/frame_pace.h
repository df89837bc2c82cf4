#pragma once

#include <algorithm>
#include <optional>

namespace octo::ui {

/// When the window is drawn. What a person does is answered at once, with a few frames, since ImGui settles hovering
/// and popups a frame or two late. What threads bring is drawn at most fifteen times a second: nobody plays faster, and
/// a camera's every picture costs as much as all else. Times in seconds from any beginning.
class FramePace {
 public:
  /// A person has done something.
  void stirred() { atOnce_ = kFramesAfterInput; }
  /// There is something new to see.
  void news() { later_ = kFramesAfterNews; }
  void drawn(double now) {
    last_ = now;
    atOnce_ = std::max(0, atOnce_ - 1);
    later_ = std::max(0, later_ - 1);
  }
  /// Seconds to the next frame, 0 where it is due; nothing where none is.
  std::optional<double> due(double now) const {
    if (atOnce_ > 0) return 0;
    if (later_ > 0) return std::max(0.0, last_ + kBetween - now);
    return std::nullopt;
  }

 private:
  static constexpr int kFramesAfterInput = 4;
  /// The second one settles what the first one laid out.
  static constexpr int kFramesAfterNews = 2;
  static constexpr double kBetween = 1.0 / 15;

  int atOnce_ = kFramesAfterInput;
  int later_ = 0;
  double last_ = -1e9;
};

}  // namespace octo::ui
