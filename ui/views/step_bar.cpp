#include "ui/views/step_bar.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr float kSliderHeight = 22;

int lastOf(const GameSnapshot& game) { return static_cast<int>(game.events.size()); }

/// Where a key leads, before it is kept within the game.
std::optional<int> keyed(const GameSnapshot& game) {
  if (ImGui::GetIO().WantTextInput) return std::nullopt;
  if (ImGui::IsKeyPressed(GLFW_KEY_LEFT)) return game.played - 1;
  if (ImGui::IsKeyPressed(GLFW_KEY_RIGHT)) return game.played + 1;
  if (ImGui::IsKeyPressed(GLFW_KEY_HOME)) return 0;
  if (ImGui::IsKeyPressed(GLFW_KEY_END)) return lastOf(game);
  return std::nullopt;
}

/// The buttons' padding, less than usual where their row would otherwise be too wide.
float paddingFor(const Theme& theme, float width, const Words& words) {
  constexpr std::array kLabels{"replay.first", "replay.back", "replay.next", "replay.last", "history.save", "score"};
  float room = width - 3 * ImGui::GetStyle().ItemSpacing.x - theme.px(16 + 14);
  for (const char* label : kLabels) room -= ImGui::CalcTextSize(words.say(label).c_str()).x;
  const float usual = ImGui::GetStyle().FramePadding.x;
  return std::clamp(std::floor(room / (2 * static_cast<float>(kLabels.size()))), theme.px(3), usual);
}

std::optional<int> pressed(const Theme& theme, const GameSnapshot& game, const Words& words) {
  std::optional<int> target;
  if (ImGui::Button(words.say("replay.first").c_str())) target = 0;
  ImGui::SameLine();
  if (ImGui::Button(words.say("replay.back").c_str())) target = game.played - 1;
  ImGui::SameLine();
  if (ImGui::Button(words.say("replay.next").c_str())) target = game.played + 1;
  ImGui::SameLine();
  if (ImGui::Button(words.say("replay.last").c_str())) target = lastOf(game);
  ImGui::SameLine(0, theme.px(16));
  return target;
}

/// Breaches stand on the line as ticks of their colour. Where the pointer drags to, if it does.
std::optional<int> drawSlider(const Theme& theme, const GameSnapshot& game, float width) {
  const Palette& p = theme.colours();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = theme.px(kSliderHeight), knob = theme.px(8);
  const float left = at.x + knob, right = at.x + width - knob, middle = at.y + height / 2;
  const int last = std::max(1, lastOf(game));
  const auto placeOf = [&](int played) {
    return left + (right - left) * static_cast<float>(played) / static_cast<float>(last);
  };
  ImGui::InvisibleButton("slider", {width, height});
  const bool held = ImGui::IsItemActive();
  draw.AddRectFilled({left, middle - theme.px(2)}, {right, middle + theme.px(2)}, tint(p.line), theme.px(2));
  draw.AddRectFilled({left, middle - theme.px(2)}, {placeOf(game.played), middle + theme.px(2)}, tint(p.accent),
                     theme.px(2));
  for (const TrackedEvent& event : game.events)
    if (!event.verdict.legal)
      draw.AddRectFilled({placeOf(event.n) - theme.px(1.5f), at.y + theme.px(2)},
                         {placeOf(event.n) + theme.px(1.5f), at.y + height - theme.px(2)}, tint(p.bad), theme.px(1.5f));
  draw.AddCircleFilled({placeOf(game.played), middle}, knob, tint(held ? p.ink : p.accent));
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!held) return std::nullopt;
  const float along = (ImGui::GetMousePos().x - left) / std::max(1.0f, right - left);
  return static_cast<int>(std::lround(along * static_cast<float>(last)));
}

}  // namespace

Requests StepBar::draw(const Theme& theme, const Area& area, const GameSnapshot& game, const FolderListing* listing,
                       const Words& words) {
  const Panel panel(theme, "steps", area);
  std::optional<int> target = keyed(game);
  ImFont* font = theme.fonts().text();
  const auto move = [&](int played) {
    return words.say("replay.move", {{"n", std::to_string(played)}, {"all", std::to_string(lastOf(game))}});
  };
  // As wide for every move, so that the slider's end stays where it is.
  const float told = sizeOf(font, move(lastOf(game))).x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  if (const auto dragged = drawSlider(theme, game, width - told - theme.px(14))) target = dragged;
  put(*ImGui::GetWindowDrawList(), font, {at.x + width - told, at.y + (theme.px(kSliderHeight) - font->FontSize) / 2},
      tint(theme.colours().soft), move(game.played));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {paddingFor(theme, width, words), ImGui::GetStyle().FramePadding.y});
  if (const auto button = pressed(theme, game, words)) target = button;
  Requests requests;
  drawSaving(theme, game, listing, words, requests);
  ImGui::SameLine(0, theme.px(14));
  if (ImGui::Button(words.say("score").c_str())) requests.push_back(ShowScore{});
  ImGui::PopStyleVar();
  if (!target) return requests;
  const int within = std::clamp(*target, 0, lastOf(game));
  if (within != game.played) requests.push_back(GoTo{within});
  return requests;
}

/// A file of the game, as what, and where?
void StepBar::drawSaving(const Theme& theme, const GameSnapshot& game, const FolderListing* listing, const Words& words,
                         Requests& requests) {
  if (ImGui::Button(words.say("history.save").c_str())) ImGui::OpenPopup("save as");
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(14), theme.px(12)});
  const bool shown = ImGui::BeginPopup("save as");
  ImGui::PopStyleVar();
  bool elsewhere = false;
  if (shown) {
    const auto offer = [&](const char* key, SaveStored::As as, bool photographs) {
      if (ImGui::Selectable(words.say(key).c_str()))
        requests.push_back(SaveStored{as, folder_, photographs, words.language()});
    };
    offer("replay.page", SaveStored::As::Page, false);
    if (game.photograph) offer("replay.page-photographs", SaveStored::As::Page, true);
    offer("replay.table", SaveStored::As::Table, false);
    offer("replay.record", SaveStored::As::Record, false);
    ImGui::Separator();
    if (!folder_.empty()) caption(theme, words.say("replay.where", {{"folder", folder_}}).c_str());
    elsewhere = ImGui::Selectable(words.say("replay.save-in").c_str());
    ImGui::EndPopup();
  }
  if (elsewhere) browser_.open(FileBrowser::Seeks::Folder, folder_.empty() ? std::string() : folder_ + "/");
  if (const auto chosen = browser_.draw(theme, words, listing, requests)) folder_ = *chosen;
}

}  // namespace octo::ui
