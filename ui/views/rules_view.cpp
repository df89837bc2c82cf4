#include "ui/views/rules_view.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "seeds/seeds.h"
#include "ui/standing/words.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

/// Lines longer than this are hard to read; points.
constexpr float kRulesWidth = 860;
constexpr float kRulesPadding = 22;

/// One line of the rules where it stands below `at`; returns its height. Drawn only where there is a draw list.
float layRule(const Theme& theme, ImDrawList* draw, ImVec2 at, std::string_view line, float width) {
  const Palette& p = theme.colours();
  const Typefaces& fonts = theme.fonts();
  const auto lay = [&](ImFont* font, const ImVec4& colour, std::string_view text, float above, float indent) {
    const std::string words(text);
    const ImVec2 place{at.x + indent, at.y + above};
    if (draw) putWrapped(*draw, font, place, tint(colour), words, width - indent);
    return above + wrappedSize(font, words, width - indent).y + theme.px(3);
  };
  if (line.empty()) return 0;
  if (line.starts_with("# ")) return lay(fonts.heading(), p.ink, line.substr(2), 0, 0);
  if (line.starts_with("## ")) return lay(fonts.text(), p.accent, line.substr(3), theme.px(9), 0);
  if (!line.starts_with("- ")) return lay(fonts.text(), p.ink, line, 0, 0);
  const float radius = theme.px(2.5f), indent = theme.px(18);
  if (draw) draw->AddCircleFilled({at.x + theme.px(6), at.y + fonts.text()->FontSize / 2}, radius, tint(p.soft));
  return lay(fonts.text(), p.ink, line.substr(2), 0, indent);
}

float layRules(const Theme& theme, ImDrawList* draw, ImVec2 at, std::string_view text, float width) {
  const float top = at.y;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    at.y += layRule(theme, draw, at, text.substr(0, end), width);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return at.y - top;
}

}  // namespace

const std::string& shortRules(GameId game, const std::string& language) {
  static std::map<std::pair<GameId, std::string>, std::string> all;
  const auto [found, fresh] = all.try_emplace({game, language});
  if (fresh) found->second = seeds::text(std::string(name(game)) + "/short_rules." + language + ".md");
  return found->second;
}

bool drawSheet(const Theme& theme, ImVec2 window, const char* name, const std::string& text, const Words& words) {
  return drawSheet(
      theme, window, name,
      [&](ImDrawList* draw, ImVec2 at, float width) { return layRules(theme, draw, at, text, width); }, kRulesWidth,
      words);
}

bool drawSheet(const Theme& theme, ImVec2 window, const char* name, const SheetContent& content, float widest,
               const Words& words, const std::string& more, bool* pressed) {
  const float padding = theme.px(kRulesPadding), button = ImGui::GetFrameHeight() + theme.px(14);
  const float width = std::min(theme.px(widest), window.x - 2 * padding);
  const float room = width - 2 * padding - ImGui::GetStyle().ScrollbarSize;
  const float whole = content(nullptr, {0, 0}, room) + 2 * padding + button;
  const float height = std::min(whole, window.y - theme.px(90));
  const Area area{{(window.x - width) / 2, theme.px(70) + (window.y - theme.px(84) - height) / 2}, {width, height}};
  ImGui::SetNextWindowPos(area.at);
  ImGui::SetNextWindowSize(area.size);
  constexpr ImGuiWindowFlags kBare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground;
  ImGui::Begin(name, nullptr, kBare);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = theme.colours();
  draw.AddRectFilled(area.at, area.corner(), tint(p.panel), theme.px(12));
  draw.AddRect(area.at, area.corner(), tint(p.line), theme.px(12), 0, theme.px(2));
  ImGui::SetCursorScreenPos({area.at.x + padding, area.at.y + padding});
  ImGui::BeginChild("text", {width - 2 * padding, height - 2 * padding - button});
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::Dummy({room, content(ImGui::GetWindowDrawList(), origin, room)});
  ImGui::EndChild();
  ImGui::SetCursorScreenPos({area.at.x + padding, area.bottom() - padding - ImGui::GetFrameHeight()});
  const bool closed = ImGui::Button(words.say("close").c_str()) || escaped();
  if (!more.empty()) {
    ImGui::SameLine();
    const bool down = ImGui::Button(more.c_str());
    if (pressed) *pressed = down;
  }
  ImGui::End();
  return closed;
}

std::string keyList(const Words& words) {
  constexpr std::array kKeys{"help",      "score", "turn",   "undo",   "redo",  "breach", "look",
                             "presenter", "walk",  "escape", "replay", "teach", "quit"};
  std::string text = "# " + words.say("keys.title") + "\n";
  for (const char* key : kKeys) text += "- " + words.say(std::string("keys.") + key) + "\n";
  return text;
}

}  // namespace octo::ui
