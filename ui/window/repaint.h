#pragma once

#include <imgui.h>

#include <vector>

namespace octo::ui {

/// What of the window looks different from the frame before, so that only that is drawn again: where OpenGL runs in
/// software, drawing costs more than seeing, and mostly nothing but the camera's picture is new.
class Repaint {
 public:
  /// Pixels of the window, from its upper left corner; `right` and `bottom` lie outside.
  struct Rect {
    int left, top, right, bottom;
    bool operator==(const Rect&) const = default;
  };

  /// The next frame is drawn whole.
  void everything() { whole_ = true; }

  /// Rectangles, apart from each other, outside which the frame looks like the one before. `replaced`: textures whose
  /// pictures are new.
  std::vector<Rect> changes(const ImDrawData& frame, const std::vector<ImTextureID>& replaced);

  /// Clips every command of the frame, the one that `changes` was last asked for, to the rectangle.
  void clip(const ImDrawData& frame, const Rect& rect) const;

 private:
  struct Layer {
    ImVector<ImDrawVert> vertices;
    ImVector<ImDrawIdx> indices;
    ImVector<ImDrawCmd> commands;
  };
  std::vector<Layer> layers_;
  bool whole_ = true;
};

}  // namespace octo::ui
