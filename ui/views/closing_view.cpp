#include "ui/views/closing_view.h"

#include <GLFW/glfw3.h>

#include <array>
#include <string>

#include "ui/history/move_text.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr std::array kHeads{"red", "green", "blue"};

}  // namespace

Requests ClosingView::draw(const Theme& theme, const Area& area, const GameSnapshot& game, int player,
                           const Words& words) {
  Requests requests;
  const Panel panel(theme, "closing", area);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().notice);
  ImGui::TextWrapped("%s", words.say("say.closing", {{"player", playerName(game.header, player)}}).c_str());
  ImGui::PopStyleColor();
  const float side = theme.px(52);
  const bool keys = !ImGui::GetIO().WantTextInput;
  for (int n = 0; n < static_cast<int>(kHeads.size()); ++n) {
    const std::string colour = kHeads[static_cast<std::size_t>(n)];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::Button(("##" + colour).c_str(), {side, side});
    if (clicked || (keys && ImGui::IsKeyPressed(GLFW_KEY_1 + n, false)))
      requests.push_back(Say{{.player = player, .action = "reveal", .fields = {{"colour", colour}}}});
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    art_.draw(draw, game.header.game, Face("head:" + colour), {at.x + side / 2, at.y + side / 2}, side * 0.78f, 0);
    put(draw, theme.fonts().small(), {at.x + theme.px(4), at.y}, tint(theme.colours().ink), std::to_string(n + 1));
    ImGui::SameLine();
  }
  if (ImGui::Button(words.say("say.not-shown").c_str(), {0, side})) requests.push_back(NotShown{player});
  if (requests.size() > 1) requests.resize(1);
  return requests;
}

}  // namespace octo::ui
