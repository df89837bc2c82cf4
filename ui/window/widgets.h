#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "ui/window/theme.h"

/// The few parts that all panels are made of.
namespace octo::ui {

/// A panel: a filled, rounded ground with padding inside. Ends with its scope.
class Panel {
 public:
  Panel(const Theme& theme, const char* name, const Area& area, bool scrolls = false);
  ~Panel();
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;
};

/// The space between panels and inside them, in points of the design.
inline constexpr float kGap = 14;
inline constexpr float kPadding = 16;

/// Text in a font of the theme, cut off with an ellipsis where it is longer than `width` pixels. Returns its
/// width.
float put(ImDrawList& draw, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text, float width = 1e9f);
ImVec2 sizeOf(ImFont* font, const std::string& text);
/// Broken into lines at `width` pixels: at spaces, after hyphens, between Japanese letters, and inside a word only
/// where it alone is wider. Returns its height.
float putWrapped(ImDrawList& draw, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text, float width);

/// What `putWrapped` takes: the width of the longest line and the height of all.
ImVec2 wrappedSize(ImFont* font, const std::string& text, float width);

/// A word in a rounded ground of its own colour; returns its size.
ImVec2 pill(ImDrawList& draw, const Theme& theme, ImVec2 at, const std::string& text, const ImVec4& colour);

/// The button that goes on; the other buttons are ImGui's own.
bool primaryButton(const Theme& theme, const char* label, ImVec2 size = {0, 0});
/// One of several choices side by side, lit when chosen.
bool choice(const Theme& theme, const char* label, bool chosen, ImVec2 size = {0, 0});

/// A heading and running text in the middle of an area: what there is to do where there is nothing to see.
void emptyState(const Theme& theme, const Area& area, const std::string& heading, const std::string& text);

/// Heading inside a panel, small and soft.
void caption(const Theme& theme, const char* text);

/// A font for the calls inside its scope.
class WithFont {
 public:
  explicit WithFont(ImFont* font) { ImGui::PushFont(font); }
  ~WithFont() { ImGui::PopFont(); }
  WithFont(const WithFont&) = delete;
  WithFont& operator=(const WithFont&) = delete;
};

/// Puts the next popup beside what is asked about rather than over it, inside the window. `size`: as it was in the
/// frame before; zero in the first.
void placeBeside(const Theme& theme, const Area& asked, ImVec2 size);

/// How many things that are so many pixels wide fit into a row of such a popup beside what is asked about, at most that
/// many.
int fitBeside(const Theme& theme, const Area& asked, float wide, int most);

/// Whether Escape was pressed; where a popup is open that is for the popup.
bool escaped();

/// Whether any popup is open: keys are for it then.
bool popupIsOpen();

/// How wide a button of that label is, pixels.
float buttonWidth(const std::string& label);

/// A small window in the middle, over everything, that must be answered; true while it is open, and `ImGui::EndPopup`
/// ends it then. `opening` is taken back once it was opened.
bool beginSmallWindow(const Theme& theme, const char* name, bool& opening);
void smallHeading(const Theme& theme, const std::string& text);

/// Buttons side by side, in as many rows as they need.
class ButtonFlow {
 public:
  explicit ButtonFlow(const Area& area);
  /// Puts the cursor where the next button goes that is so many pixels wide.
  void place(float width);
  /// What is left of the row, pixels.
  float left() const;

  /// Of all rows, pixels.
  static float height(const std::vector<float>& widths, float room);

 private:
  static float rowHeight();
  Area area_;
  ImVec2 next_;
};

}  // namespace octo::ui
