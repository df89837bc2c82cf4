#include "ui/views/step_bar.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <string>

#include "ui/history/move_text.h"
#include "ui/history/utc_time.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

/// Where a key or a button leads, before it is kept within the game.
std::optional<int> keyed(const GameSnapshot& game) {
  if (ImGui::GetIO().WantTextInput) return std::nullopt;
  if (ImGui::IsKeyPressed(GLFW_KEY_LEFT)) return game.played - 1;
  if (ImGui::IsKeyPressed(GLFW_KEY_RIGHT)) return game.played + 1;
  if (ImGui::IsKeyPressed(GLFW_KEY_HOME)) return 0;
  if (ImGui::IsKeyPressed(GLFW_KEY_END)) return static_cast<int>(game.events.size());
  return std::nullopt;
}

/// As wide as there is room for four of them beside what follows, about so many points.
float stepWidth(const Theme& theme) {
  constexpr float kWidest = 88, kBesides = 262;
  const float room = ImGui::GetContentRegionAvail().x - theme.px(kBesides) - 3 * ImGui::GetStyle().ItemSpacing.x;
  return std::min(theme.px(kWidest), room / 4);
}

std::optional<int> pressed(const Theme& theme, const GameSnapshot& game) {
  std::optional<int> target;
  const ImVec2 size{stepWidth(theme), 0};
  if (ImGui::Button("First", size)) target = 0;
  ImGui::SameLine();
  if (ImGui::Button("Back", size)) target = game.played - 1;
  ImGui::SameLine();
  if (ImGui::Button("Next", size)) target = game.played + 1;
  ImGui::SameLine();
  if (ImGui::Button("Last", size)) target = static_cast<int>(game.events.size());
  ImGui::SameLine(0, theme.px(20));
  return target;
}

/// A file of the game, as what?
Requests offerFiles(const Theme& theme) {
  Requests requests;
  if (ImGui::Button("Save", {theme.px(84), 0})) ImGui::OpenPopup("save as");
  if (!ImGui::BeginPopup("save as")) return requests;
  if (ImGui::Selectable("Page to read (HTML)")) requests.push_back(SaveStored{SaveStored::As::Page});
  if (ImGui::Selectable("Table for spreadsheets (CSV)")) requests.push_back(SaveStored{SaveStored::As::Table});
  if (ImGui::Selectable("Record (octo.jsonl)")) requests.push_back(SaveStored{SaveStored::As::Record});
  ImGui::EndPopup();
  return requests;
}

}  // namespace

Requests drawStepBar(const Theme& theme, const Area& area, const GameSnapshot& game) {
  const Panel panel(theme, "steps", area);
  std::optional<int> target = keyed(game);
  if (const auto button = pressed(theme, game)) target = button;
  Requests requests = offerFiles(theme);
  ImGui::SameLine(0, theme.px(14));
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme.colours().soft, "Move %d of %zu", game.played, game.events.size());
  if (!target) return requests;
  const int within = std::clamp(*target, 0, static_cast<int>(game.events.size()));
  if (within != game.played) requests.push_back(GoTo{within});
  return requests;
}

}  // namespace octo::ui
