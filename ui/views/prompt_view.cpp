#include "ui/views/prompt_view.h"

#include <algorithm>
#include <string>

#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr float kPromptPadding = 12;
constexpr float kPromptLine = 4;
constexpr int kValues = 8;
constexpr float kSmallestTile = 24;

bool saysSomething(const Standing& standing) { return !standing.turn.empty() || !standing.due.empty(); }

/// The room of one question: they stand side by side.
float askedWidth(const Theme& theme, const Standing& standing, float width) {
  const auto count = static_cast<float>(standing.asked.size());
  return (width - 2 * theme.px(kPromptPadding) - theme.px(kGap) * (count - 1)) / count;
}

/// A tile with a value that may fit.
float tileSide(const Theme& theme, float width) {
  return std::min(theme.px(40), (width - theme.px(kPromptLine) * (kValues - 1)) / kValues);
}

/// The only question has its values beside its words where there is room for them.
bool valuesBeside(const Theme& theme, const Standing& standing, float width) {
  if (standing.asked.size() != 1) return false;
  const float words = wrappedSize(theme.fonts().heading(), standing.asked.front().condition, width).x;
  return tileSide(theme, width - words - theme.px(kGap)) >= theme.px(kSmallestTile);
}

float heightOfAsked(const Theme& theme, const Asked& asked, float width, bool beside) {
  const Typefaces& fonts = theme.fonts();
  float height = wrappedSize(fonts.small(), asked.title, width).y +
                 wrappedSize(fonts.heading(), asked.condition, width).y + theme.px(kPromptLine);
  if (!asked.fits.empty() && !beside) height += tileSide(theme, width) + theme.px(kPromptLine);
  if (!asked.next.empty()) height += wrappedSize(fonts.small(), asked.next, width).y + theme.px(kPromptLine);
  return height;
}

/// The eight values, those that fit lit.
void drawTiles(const Theme& theme, ImVec2 at, float side, const std::vector<int>& fits) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = theme.colours();
  ImFont* font = theme.fonts().heading();
  const float size = std::min(font->FontSize, side * 0.8f);
  for (int value = 1; value <= kValues; ++value) {
    const bool fit = std::find(fits.begin(), fits.end(), value) != fits.end();
    const ImVec2 corner{at.x + side, at.y + side};
    if (fit)
      draw.AddRectFilled(at, corner, tint(p.accent), theme.px(5));
    else
      draw.AddRect(at, corner, tint(p.line), theme.px(5), 0, theme.px(1));
    const std::string text = std::to_string(value);
    const float wide = sizeOf(font, text).x * size / font->FontSize;
    draw.AddText(font, size, {at.x + (side - wide) / 2, at.y + (side - size) / 2},
                 tint(fit ? p.onAccent : p.soft, fit ? 1.0f : 0.55f), text.c_str());
    at.x += side + theme.px(kPromptLine);
  }
}

}  // namespace

float promptHeight(const Theme& theme, const Standing& standing, float width) {
  if (!saysSomething(standing)) return 0;
  const float room = width - 2 * theme.px(kPromptPadding);
  float height = 2 * theme.px(kPromptPadding);
  if (!standing.turn.empty()) height += wrappedSize(theme.fonts().heading(), standing.turn, room).y;
  for (const std::string& due : standing.due)
    height += theme.px(kPromptLine) + wrappedSize(theme.fonts().text(), due, room).y;
  return height;
}

void drawPrompt(const Theme& theme, const Area& area, const Standing& standing) {
  if (!saysSomething(standing)) return;
  const Palette& p = theme.colours();
  ImDrawList& window = *ImGui::GetWindowDrawList();
  window.AddRectFilled(area.at, area.corner(), tint(p.panel), theme.px(12));
  window.AddRectFilled(area.at, {area.at.x + theme.px(5), area.bottom()}, tint(p.accent), theme.px(12),
                       ImDrawFlags_RoundCornersLeft);
  ImGui::SetCursorScreenPos(area.at);
  ImGui::BeginChild("prompt", area.size);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float padding = theme.px(kPromptPadding), room = area.size.x - 2 * padding;
  ImVec2 at{origin.x + padding, origin.y + padding};
  if (!standing.turn.empty()) at.y += putWrapped(draw, theme.fonts().heading(), at, tint(p.ink), standing.turn, room);
  for (const std::string& due : standing.due) {
    at.y += theme.px(kPromptLine);
    at.y += putWrapped(draw, theme.fonts().text(), at, tint(p.ink), due, room);
  }
  ImGui::Dummy({room, at.y + padding - origin.y});
  ImGui::EndChild();
}

float askedHeight(const Theme& theme, const Standing& standing, float width) {
  float height = 0;
  for (const Asked& asked : standing.asked)
    height = std::max(height, heightOfAsked(theme, asked, askedWidth(theme, standing, width),
                                            valuesBeside(theme, standing, askedWidth(theme, standing, width))));
  return height > 0 ? height + 2 * theme.px(kPromptPadding) : 0;
}

void drawAsked(const Theme& theme, const Area& area, const Standing& standing) {
  if (standing.asked.empty()) return;
  const Palette& p = theme.colours();
  const Typefaces& fonts = theme.fonts();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(area.at, area.corner(), tint(p.panel), theme.px(12));
  const float padding = theme.px(kPromptPadding), line = theme.px(kPromptLine);
  const float width = askedWidth(theme, standing, area.size.x);
  const bool beside = valuesBeside(theme, standing, width);
  float x = area.at.x + padding;
  for (const Asked& asked : standing.asked) {
    float y = area.at.y + padding;
    y += putWrapped(draw, fonts.small(), {x, y}, tint(p.soft), asked.title, width);
    y += putWrapped(draw, fonts.heading(), {x, y}, tint(p.ink), asked.condition, width) + line;
    if (beside) {
      const float words = wrappedSize(fonts.heading(), asked.condition, width).x;
      const float side = tileSide(theme, width - words - theme.px(kGap));
      const float all = kValues * side + (kValues - 1) * line;
      drawTiles(theme, {x + width - all, area.at.y + (area.size.y - side) / 2}, side, asked.fits);
    } else if (!asked.fits.empty()) {
      const float side = tileSide(theme, width);
      drawTiles(theme, {x, y}, side, asked.fits);
      y += side + line;
    }
    if (!asked.next.empty()) putWrapped(draw, fonts.small(), {x, y}, tint(p.soft), asked.next, width);
    x += width + theme.px(kGap);
  }
}

}  // namespace octo::ui
