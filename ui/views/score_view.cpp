#include "ui/views/score_view.h"

#include <algorithm>
#include <string>

#include "ui/history/move_text.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

bool contains(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

std::string number(const std::vector<int>& list, int player) {
  const auto index = static_cast<std::size_t>(player);
  return index < list.size() ? std::to_string(list[index]) : "–";
}

std::string noteFor(const GameSnapshot& game, int player) {
  if (contains(game.result.winners, player)) return "won";
  if (game.result.over) return "";
  return game.toMove == player ? "to move" : "";
}

void drawPlayer(const Theme& theme, const Area& area, const GameSnapshot& game, int player) {
  const Palette& p = theme.colours();
  const Typefaces& fonts = theme.fonts();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const bool lit = game.toMove == player || contains(game.result.winners, player);
  draw.AddRectFilled(area.at, area.corner(), tint(p.raised, 0.6f), theme.px(8));
  if (lit) draw.AddRect(area.at, area.corner(), tint(p.accent), theme.px(8), 0, theme.px(2));
  const Area inner = area.inset(theme.px(12));
  const std::string score = number(game.result.hands, player);
  const ImVec2 figure = sizeOf(fonts.figure(), score);
  put(draw, fonts.figure(), {inner.right() - figure.x, inner.at.y + (inner.size.y - figure.y) / 2}, tint(p.ink), score);
  const float width = inner.size.x - figure.x - theme.px(10);
  const float lines = fonts.text()->FontSize + theme.px(2) + fonts.small()->FontSize;
  const float y = inner.at.y + (inner.size.y - lines) / 2;
  put(draw, fonts.text(), {inner.at.x, y}, tint(p.ink), playerName(game.header, player), width);
  const std::string note = noteFor(game, player);
  const std::string second = note.empty() ? "in hand" : note;
  put(draw, fonts.small(), {inner.at.x, y + fonts.text()->FontSize + theme.px(2)},
      tint(note.empty() ? p.soft : p.accent), second, width);
}

void drawEnding(const Theme& theme, ImVec2 at, float width, const GameSnapshot& game) {
  const std::string text =
      winnersText(game.header, game.result) + ". " + endingText(game.header, game.result.reason) + ".";
  put(*ImGui::GetWindowDrawList(), theme.fonts().text(), at, tint(theme.colours().good), text, width);
}

}  // namespace

void drawScore(const Theme& theme, const Area& area, const GameSnapshot& game) {
  const Panel panel(theme, "score", area);
  Area inner = area.inset(theme.px(kPadding));
  if (game.result.over) {
    drawEnding(theme, inner.at, inner.size.x, game);
    const float used = theme.fonts().text()->FontSize + theme.px(10);
    inner.at.y += used;
    inner.size.y -= used;
  }
  const auto players = static_cast<int>(game.header.players.size());
  const float gap = theme.px(10);
  const float width = (inner.size.x - gap * static_cast<float>(players - 1)) / static_cast<float>(std::max(players, 1));
  for (int player = 0; player < players; ++player)
    drawPlayer(theme, {{inner.at.x + (width + gap) * static_cast<float>(player), inner.at.y}, {width, inner.size.y}},
               game, player);
}

}  // namespace octo::ui
