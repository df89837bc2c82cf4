#include "ui/window/widgets.h"

#include <algorithm>

namespace octo::ui {
namespace {

constexpr const char* kEllipsis = "…";

/// As much of the text as fits before an ellipsis; cuts between letters, not inside one.
std::string shortened(ImFont* font, const std::string& text, float width) {
  std::string kept = text;
  while (!kept.empty() && sizeOf(font, kept + kEllipsis).x > width) {
    do kept.pop_back();
    while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xc0) == 0x80);
    // The lead byte of a letter whose other bytes are gone.
    if (!kept.empty() && static_cast<unsigned char>(kept.back()) >= 0xc0) kept.pop_back();
  }
  return kept + kEllipsis;
}

}  // namespace

Panel::Panel(const Theme& theme, const char* name, const Area& area, bool scrolls) {
  ImGui::GetWindowDrawList()->AddRectFilled(area.at, area.corner(), tint(theme.colours().panel), theme.px(12));
  const float padding = theme.px(kPadding);
  ImGui::SetCursorScreenPos({area.at.x + padding, area.at.y + padding});
  const ImGuiWindowFlags flags = scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::BeginChild(name, {area.size.x - 2 * padding, area.size.y - 2 * padding}, false, flags);
}

Panel::~Panel() { ImGui::EndChild(); }

ImVec2 sizeOf(ImFont* font, const std::string& text, float wrapAt) {
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, wrapAt, text.c_str(), text.c_str() + text.size());
}

float put(ImDrawList& draw, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text, float width) {
  const bool fits = sizeOf(font, text).x <= width;
  const std::string shown = fits ? text : shortened(font, text, width);
  draw.AddText(font, font->FontSize, at, colour, shown.c_str(), shown.c_str() + shown.size());
  return sizeOf(font, shown).x;
}

float putWrapped(ImDrawList& draw, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text, float width) {
  draw.AddText(font, font->FontSize, at, colour, text.c_str(), text.c_str() + text.size(), width);
  return sizeOf(font, text, width).y;
}

ImVec2 pill(ImDrawList& draw, const Theme& theme, ImVec2 at, const std::string& text, const ImVec4& colour) {
  ImFont* font = theme.fonts().small();
  const ImVec2 inner = sizeOf(font, text);
  const ImVec2 size{inner.x + theme.px(20), inner.y + theme.px(8)};
  draw.AddRectFilled(at, {at.x + size.x, at.y + size.y}, tint(colour, 0.18f), size.y / 2);
  put(draw, font, {at.x + theme.px(10), at.y + theme.px(4)}, tint(colour), text);
  return size;
}

bool primaryButton(const Theme& theme, const char* label, ImVec2 size) {
  const Palette& p = theme.colours();
  ImGui::PushStyleColor(ImGuiCol_Button, p.accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ImVec4(p.accent.x, p.accent.y, p.accent.z, 0.88f));
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, ImVec4(p.accent.x, p.accent.y, p.accent.z, 0.75f));
  ImGui::PushStyleColor(ImGuiCol_Text, p.onAccent);
  const bool pressed = ImGui::Button(label, size);
  ImGui::PopStyleColor(4);
  return pressed;
}

bool choice(const Theme& theme, const char* label, bool chosen, ImVec2 size) {
  const Palette& p = theme.colours();
  const ImVec4 lit(p.accent.x, p.accent.y, p.accent.z, 0.25f);
  ImGui::PushStyleColor(ImGuiCol_Button, chosen ? lit : p.raised);
  ImGui::PushStyleColor(ImGuiCol_Text, chosen ? p.ink : p.soft);
  const bool pressed = ImGui::Button(label, size);
  ImGui::PopStyleColor(2);
  return pressed;
}

void emptyState(const Theme& theme, const Area& area, const std::string& heading, const std::string& text) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float width = std::min(area.size.x * 0.8f, theme.px(460));
  const ImVec2 head = sizeOf(theme.fonts().heading(), heading, width);
  const ImVec2 body = sizeOf(theme.fonts().text(), text, width);
  const float x = area.at.x + (area.size.x - std::max(head.x, body.x)) / 2;
  float y = area.at.y + (area.size.y - head.y - body.y - theme.px(8)) / 2;
  y += putWrapped(draw, theme.fonts().heading(), {x, y}, tint(theme.colours().ink), heading, width) + theme.px(8);
  putWrapped(draw, theme.fonts().text(), {x, y}, tint(theme.colours().soft), text, width);
}

void caption(const Theme& theme, const char* text) {
  const WithFont font(theme.fonts().small());
  ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().soft);
  ImGui::TextUnformatted(text);
  ImGui::PopStyleColor();
}

}  // namespace octo::ui
