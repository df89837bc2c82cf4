#pragma once

#include <imgui.h>

#include <algorithm>
#include <string>

#include "ui/window/palette.h"
#include "ui/window/typefaces.h"

namespace octo::ui {

/// How the window looks: colours, letters, distances. One for all panels.
class Theme {
 public:
  /// `scale`: pixels per point of the design, 1 on an ordinary display.
  Theme(Look look, float scale);

  /// The text is to have the chosen size (`kTextSizes`) in a window of so many pixels, as far as there is room. True
  /// where distances and letters have changed: `apply`, and the letters are to be loaded anew.
  bool setTextSize(double chosen, ImVec2 window);
  /// There is too little room for the chosen size.
  bool textIsCapped() const { return capped_; }

  /// Hands colours and distances to ImGui; after a change of look, too.
  void apply() const;
  void setLook(Look look) { look_ = look; }
  Look look() const { return look_; }

  const Palette& colours() const { return paletteOf(look_); }
  Typefaces& typefaces() { return typefaces_; }
  const Typefaces& fonts() const { return typefaces_; }
  /// Pixels for a length of the design, which is drawn for an ordinary display.
  float px(float length) const { return length * scale_; }
  float scale() const { return scale_; }

 private:
  Look look_;
  /// Of the display, and with the size of the text.
  float display_;
  float scale_;
  bool capped_ = false;
  Typefaces typefaces_;
};

/// A rectangle of the window in pixels.
struct Area {
  ImVec2 at;
  ImVec2 size;

  float right() const { return at.x + size.x; }
  float bottom() const { return at.y + size.y; }
  ImVec2 corner() const { return {right(), bottom()}; }
  bool contains(ImVec2 p) const { return p.x >= at.x && p.x < right() && p.y >= at.y && p.y < bottom(); }
  /// The largest part in the middle that is as wide for its height as something of that size.
  Area fitted(ImVec2 shape) const {
    const float scale = std::min(size.x / shape.x, size.y / shape.y);
    const ImVec2 room{shape.x * scale, shape.y * scale};
    return {{at.x + (size.x - room.x) / 2, at.y + (size.y - room.y) / 2}, room};
  }
  /// Smaller by so much on all sides.
  Area inset(float by) const { return {{at.x + by, at.y + by}, {size.x - 2 * by, size.y - 2 * by}}; }
};

}  // namespace octo::ui
