#pragma once

#include <imgui.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

namespace octo::ui {

/// The letters of the window: four sizes, with Japanese, Chinese and Korean where Noto Sans CJK is installed,
/// and ImGui's own small face where no font is found at all. Letters outside the European ones are loaded
/// when a text that has them is first noted.
class Typefaces {
 public:
  /// `scale`: pixels per point of the design, 1 on an ordinary display.
  explicit Typefaces(float scale);

  /// Letters of a text that will be drawn, such as a player's name. True where new ones were among them:
  /// `load` must be called before the next frame.
  bool note(std::string_view text);
  /// Other pixels per point from the next `load` on.
  void setScale(float scale) { scale_ = scale; }
  /// Builds the atlas anew; between frames only.
  void load();

  ImFont* text() const { return sizes_[0]; }
  ImFont* small() const { return sizes_[1]; }
  ImFont* heading() const { return sizes_[2]; }
  ImFont* figure() const { return sizes_[3]; }

 private:
  void addSize(std::size_t which, float points, bool bold);

  float scale_;
  ImFontGlyphRangesBuilder letters_;
  ImVector<ImWchar> ranges_;
  std::array<ImFont*, 4> sizes_{};
};

}  // namespace octo::ui
