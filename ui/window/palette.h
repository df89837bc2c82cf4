#pragma once

#include <imgui.h>

namespace octo::ui {

enum class Look { Dark, Light };

/// The colours of the window by their part in it.
struct Palette {
  ImVec4 ground;  // behind the panels
  ImVec4 panel;
  ImVec4 raised;  // fields, buttons, rows under the pointer
  ImVec4 line;
  ImVec4 ink;
  ImVec4 soft;  // second in rank
  ImVec4 accent;
  ImVec4 onAccent;
  ImVec4 good;
  ImVec4 notice;
  ImVec4 bad;
  ImVec4 badGround;
};

const Palette& paletteOf(Look look);

/// The colour with another opacity, 0 to 1, as draw lists want it.
ImU32 tint(const ImVec4& colour, float opacity = 1.0f);

}  // namespace octo::ui
