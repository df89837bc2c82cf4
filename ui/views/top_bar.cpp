#include "ui/views/top_bar.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "tracker/messages/catalogue.h"
#include "ui/standing/standing.h"
#include "ui/standing/words.h"
#include "ui/views/status_view.h"
#include "ui/window/text_scale.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

/// "DE".
std::string languageCode(const std::string& language) {
  std::string code = language;
  for (char& letter : code) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return code;
}

std::string rateText(const CameraSnapshot& camera, const Words& words) {
  return words.say("camera.rate", {{"n", std::to_string(std::lround(camera.rate))}});
}

/// Whose turn it is, or who won.
std::string turnText(const GameSnapshot& game, const std::string& language) {
  const Standing standing = standingOf(game, language);
  return standing.ending.empty() ? standing.turn : standing.ending.front();
}

/// From the right edge to the left, as far as there is room: what the camera sees, whose turn it is where the table is
/// not on the screen, how fast it sees.
void drawState(const Theme& theme, const Area& area, float left, float right, const LiveSnapshot& live,
               const Words& words, bool turn) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = theme.colours();
  const auto place = [&](const std::string& text, const ImVec4& colour) {
    const float width = sizeOf(theme.fonts().small(), text).x + theme.px(20);
    if (text.empty() || right - width < left) return;
    right -= width;
    const float height = theme.fonts().small()->FontSize + theme.px(8);
    pill(draw, theme, {right, area.at.y + (area.size.y - height) / 2}, text, colour);
    right -= theme.px(8);
  };
  place(statusHeadline(live, words), statusColour(live.status, p));
  if (live.game && turn) place(turnText(*live.game, words.language()), p.accent);
  if (!live.camera.ended && live.camera.rate > 0) place(rateText(live.camera, words), p.soft);
}

/// Puts the next popup under the button before it, flush with its right edge.
void placeBelow(const Theme& theme) {
  const ImVec2 corner = ImGui::GetItemRectMax();
  ImGui::SetNextWindowPos({corner.x, corner.y + theme.px(6)}, ImGuiCond_Always, {1, 0});
}

/// A button with the language that is spoken, which opens the others, each by its own name.
Requests offerLanguages(const Theme& theme, const std::string& language) {
  Requests requests;
  if (choice(theme, languageCode(language).c_str(), false)) ImGui::OpenPopup("languages");
  placeBelow(theme);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(14), theme.px(12)));
  const bool open = ImGui::BeginPopup("languages");
  ImGui::PopStyleVar();
  if (!open) return requests;
  for (const std::string& each : tracker::languages())
    if (ImGui::Selectable(Words(GameId::Octagone, each).say("language").c_str(), each == language))
      requests.push_back(Speak{each});
  ImGui::EndPopup();
  return requests;
}

/// The sizes side by side; below them, that the window is too small for the chosen one.
Requests offerTextSizes(const Theme& theme, const BarState& state, const Words& words) {
  Requests requests;
  caption(theme, words.say("settings.text").c_str());
  for (const double size : kTextSizes) {
    if (size != kTextSizes.front()) ImGui::SameLine();
    const std::string label = std::to_string(std::lround(100 * size)) + " %";
    if (choice(theme, label.c_str(), size == state.textSize)) requests.push_back(SetTextSize{size});
  }
  if (state.textIsCapped) caption(theme, words.say("settings.text.capped").c_str());
  return requests;
}

/// A button that opens what can be set: how the window looks, how large its text is, and what is heard.
Requests offerSettings(const Theme& theme, const std::string& label, const BarState& state, const Words& words) {
  Requests requests;
  if (choice(theme, (label + "###settings").c_str(), false)) ImGui::OpenPopup("settings");
  placeBelow(theme);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(14), theme.px(12)));
  const bool open = ImGui::BeginPopup("settings");
  ImGui::PopStyleVar();
  if (!open) return requests;
  const bool dark = theme.look() == Look::Dark;
  if (choice(theme, words.say("menu.light").c_str(), !dark) && dark) requests.push_back(SwitchLook{});
  ImGui::SameLine();
  if (choice(theme, words.say("menu.dark").c_str(), dark) && !dark) requests.push_back(SwitchLook{});
  if (bool on = state.sound; ImGui::Checkbox(words.say("settings.sound").c_str(), &on))
    requests.push_back(SwitchSound{});
  for (Request& request : offerTextSizes(theme, state, words)) requests.push_back(std::move(request));
  if (ImGui::Button(words.say("settings.keys").c_str())) {
    requests.push_back(ShowKeys{});
    ImGui::CloseCurrentPopup();
  }
  if (bool on = state.speech; ImGui::Checkbox(words.say("settings.speech").c_str(), &on))
    requests.push_back(SwitchSpeech{});
  caption(theme, words.say("settings.speech.by").c_str());
  if (escaped()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return requests;
}

}  // namespace

Requests drawTopBar(const Theme& theme, const Area& area, Screen screen, const LiveSnapshot* live, const Words& words,
                    const BarState& state) {
  Requests requests;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = theme.colours();
  draw.AddRectFilled(area.at, area.corner(), tint(p.panel));
  const float middle = area.at.y + area.size.y / 2;
  const float left = area.at.x + theme.px(kGap + 4);
  put(draw, theme.fonts().heading(), {left, middle - theme.fonts().heading()->FontSize / 2}, tint(p.ink), "Octoscope");
  const float buttonTop = middle - ImGui::GetFrameHeight() / 2;
  ImGui::SetCursorScreenPos({left + sizeOf(theme.fonts().heading(), "Octoscope").x + theme.px(24), buttonTop});
  if (live) {
    if (choice(theme, words.say("menu.table").c_str(), screen == Screen::Live)) requests.push_back(ShowLive{});
    ImGui::SameLine();
  }
  if (choice(theme, words.say("menu.new").c_str(), screen == Screen::Start)) requests.push_back(ShowStart{});
  ImGui::SameLine();
  if (choice(theme, words.say("menu.stored").c_str(), screen == Screen::History || screen == Screen::Replay))
    requests.push_back(ShowHistory{});
  const float buttonsEnd = ImGui::GetItemRectMax().x + theme.px(12);
  const std::string settings = words.say("settings");
  float right = area.right() - theme.px(kGap) - buttonWidth(settings);
  ImGui::SetCursorScreenPos({right, buttonTop});
  for (Request& request : offerSettings(theme, settings, state, words)) requests.push_back(std::move(request));
  right -= theme.px(8) + buttonWidth(languageCode(words.language()));
  ImGui::SetCursorScreenPos({right, buttonTop});
  for (Request& request : offerLanguages(theme, words.language())) requests.push_back(std::move(request));
  const std::string rulesLabel = words.say("rules");
  right -= theme.px(8) + buttonWidth(rulesLabel);
  ImGui::SetCursorScreenPos({right, buttonTop});
  if (choice(theme, rulesLabel.c_str(), state.rules)) requests.push_back(ShowRules{});
  right -= theme.px(12);
  if (live) drawState(theme, area, buttonsEnd, right, *live, words, screen != Screen::Live);
  return requests;
}

Requests drawMessage(const Theme& theme, ImVec2 window, const std::string& text, bool bad, const Words& words,
                     const std::filesystem::path& folder) {
  const Palette& p = theme.colours();
  ImFont* font = theme.fonts().text();
  const float width = std::min(window.x * 0.7f, theme.px(760)), padding = theme.px(16);
  const std::string close = words.say("close");
  const float button = std::max(theme.px(96), buttonWidth(close));
  const std::string open = folder.empty() ? "" : words.say("open-folder");
  const float opens = folder.empty() ? 0 : buttonWidth(open) + theme.px(8);
  const float textWidth = width - button - opens - 3 * padding;
  const float height = std::max(wrappedSize(font, text, textWidth).y, ImGui::GetFrameHeight()) + 2 * theme.px(12);
  const Area area{{(window.x - width) / 2, window.y - height - theme.px(24)}, {width, height}};
  // A window of its own: it lies over the panels and takes its own clicks.
  ImGui::SetNextWindowPos(area.at);
  ImGui::SetNextWindowSize(area.size);
  constexpr ImGuiWindowFlags kBare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                                     ImGuiWindowFlags_NoFocusOnAppearing;
  Requests requests;
  ImGui::Begin("message", nullptr, kBare);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(area.at, area.corner(), tint(bad ? p.badGround : p.raised), theme.px(10));
  draw.AddRect(area.at, area.corner(), tint(bad ? p.bad : p.good), theme.px(10), 0, theme.px(1.5f));
  putWrapped(draw, font, {area.at.x + padding, area.at.y + theme.px(12)}, tint(p.ink), text, textWidth);
  ImGui::SetCursorScreenPos(
      {area.right() - button - opens - padding, area.at.y + (height - ImGui::GetFrameHeight()) / 2});
  if (!folder.empty()) {
    if (ImGui::Button(open.c_str())) requests.push_back(ShowFolder{folder});
    ImGui::SameLine(0, theme.px(8));
  }
  if (ImGui::Button(close.c_str(), {button, 0})) requests.push_back(Dismiss{});
  ImGui::End();
  return requests;
}

}  // namespace octo::ui
