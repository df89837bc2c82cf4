#include "ui/views/game_list.h"

#include <array>
#include <string>

#include "ui/history/move_text.h"
#include "ui/history/utc_time.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

/// Shares of the width: when, game, players, result, moves, breaches.
constexpr std::array kColumns{0.18f, 0.11f, 0.27f, 0.26f, 0.09f, 0.09f};
constexpr std::array kTitles{"Started", "Game", "Players", "Result", "Moves", "Breaches"};

std::string playersOf(const GameHeader& header) {
  std::string names;
  for (int player = 0; player < static_cast<int>(header.players.size()); ++player)
    names += (player ? ", " : "") + playerName(header, player);
  return names;
}

std::string resultOf(const db::GameSummary& game) {
  if (!game.result) return "still running";
  std::string text = winnersText(game.header, *game.result);
  if (!game.result->over) return text;
  text += "  ";
  for (std::size_t i = 0; i < game.result->scores.size(); ++i)
    text += (i ? ":" : "") + std::to_string(game.result->scores[i]);
  return text;
}

void drawCells(const Theme& theme, const Area& row, const std::array<std::string, 6>& cells, const ImVec4& first,
               const ImVec4& rest, ImFont* font) {
  float x = row.at.x + theme.px(12);
  const float y = row.at.y + (row.size.y - font->FontSize) / 2;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const float width = (row.size.x - theme.px(24)) * kColumns[i];
    put(*ImGui::GetWindowDrawList(), font, {x, y}, tint(i == 2 ? first : rest), cells[i], width - theme.px(12));
    x += width;
  }
}

bool drawGame(const Theme& theme, const Area& row, const db::GameSummary& game) {
  const Palette& p = theme.colours();
  const bool hovered = ImGui::IsWindowHovered() && row.contains(ImGui::GetMousePos());
  if (hovered) {
    ImGui::GetWindowDrawList()->AddRectFilled(row.at, row.corner(), tint(p.raised), theme.px(6));
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  drawCells(theme, row,
            {localText(game.started), std::string(title(game.header.game)), playersOf(game.header), resultOf(game),
             std::to_string(game.events), game.breaches ? std::to_string(game.breaches) : "none"},
            p.ink, p.soft, theme.fonts().text());
  return hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

}  // namespace

Requests drawGameList(const Theme& theme, const Area& area, const HistorySnapshot* history) {
  const Panel panel(theme, "stored games", area, true);
  const Area inner = area.inset(theme.px(kPadding));
  if (!history) return {};
  if (!history->trouble.empty()) {
    emptyState(theme, inner, "The stored games cannot be read", history->trouble);
    return {};
  }
  if (history->games.empty()) {
    emptyState(theme, inner, "No games yet", "Every game that is followed is kept here, move by move.");
    return {};
  }
  Requests requests;
  const float height = theme.px(44), width = ImGui::GetContentRegionAvail().x;
  const std::array<std::string, 6> titles{kTitles[0], kTitles[1], kTitles[2], kTitles[3], kTitles[4], kTitles[5]};
  const ImVec2 top = ImGui::GetCursorScreenPos();
  drawCells(theme, {top, {width, theme.px(30)}}, titles, theme.colours().soft, theme.colours().soft,
            theme.fonts().small());
  ImGui::Dummy({width, theme.px(30)});
  ImGuiListClipper rows;
  rows.Begin(static_cast<int>(history->games.size()), height);
  while (rows.Step())
    for (int i = rows.DisplayStart; i < rows.DisplayEnd; ++i) {
      const db::GameSummary& game = history->games[static_cast<std::size_t>(i)];
      const ImVec2 at = ImGui::GetCursorScreenPos();
      if (drawGame(theme, {at, {width, height}}, game)) requests.push_back(OpenStored{game.id});
      ImGui::SetCursorScreenPos({at.x, at.y + height});
    }
  return requests;
}

}  // namespace octo::ui
