#include "ui/window/theme.h"

#include "ui/window/text_scale.h"

namespace octo::ui {
namespace {

void setColours(ImGuiStyle& style, const Palette& p) {
  const auto set = [&](ImGuiCol which, const ImVec4& colour) { style.Colors[which] = colour; };
  const auto clear = ImVec4(0, 0, 0, 0);
  set(ImGuiCol_Text, p.ink);
  set(ImGuiCol_TextDisabled, p.soft);
  set(ImGuiCol_WindowBg, p.ground);
  set(ImGuiCol_ChildBg, clear);
  set(ImGuiCol_PopupBg, p.panel);
  set(ImGuiCol_Border, p.line);
  set(ImGuiCol_FrameBg, p.raised);
  set(ImGuiCol_FrameBgHovered, p.line);
  set(ImGuiCol_FrameBgActive, p.line);
  set(ImGuiCol_Button, p.raised);
  set(ImGuiCol_ButtonHovered, p.line);
  set(ImGuiCol_ButtonActive, p.line);
  set(ImGuiCol_Header, p.raised);
  set(ImGuiCol_HeaderHovered, p.raised);
  set(ImGuiCol_HeaderActive, p.line);
  set(ImGuiCol_CheckMark, p.accent);
  set(ImGuiCol_SliderGrab, p.accent);
  set(ImGuiCol_SliderGrabActive, p.accent);
  set(ImGuiCol_ScrollbarBg, clear);
  set(ImGuiCol_ScrollbarGrab, p.line);
  set(ImGuiCol_ScrollbarGrabHovered, p.soft);
  set(ImGuiCol_ScrollbarGrabActive, p.soft);
  set(ImGuiCol_Separator, p.line);
  set(ImGuiCol_TextSelectedBg, ImVec4(p.accent.x, p.accent.y, p.accent.z, 0.35f));
  set(ImGuiCol_NavHighlight, p.accent);
  set(ImGuiCol_ModalWindowDimBg, ImVec4(0, 0, 0, 0.45f));
}

}  // namespace

Theme::Theme(Look look, float scale) : look_(look), display_(scale), scale_(scale), typefaces_(scale) {}

bool Theme::setTextSize(double chosen, ImVec2 window) {
  const float factor = textScale(chosen, window.x / display_, window.y / display_);
  capped_ = factor + 0.01f < static_cast<float>(chosen);
  const float scale = display_ * factor;
  if (scale == scale_) return false;
  scale_ = scale;
  typefaces_.setScale(scale);
  return true;
}

void Theme::apply() const {
  ImGuiStyle style;
  setColours(style, colours());
  style.WindowPadding = {0, 0};
  style.WindowBorderSize = 0;
  style.WindowRounding = 0;
  style.ChildRounding = 10;
  style.FrameRounding = 7;
  style.PopupRounding = 10;
  style.ScrollbarRounding = 6;
  style.ScrollbarSize = 12;
  style.FramePadding = {12, 8};
  style.ItemSpacing = {10, 8};
  style.ItemInnerSpacing = {8, 6};
  style.ScaleAllSizes(scale_);
  ImGui::GetStyle() = style;
}

}  // namespace octo::ui
