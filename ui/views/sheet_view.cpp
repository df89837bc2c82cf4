#include "ui/views/sheet_view.h"

#include <algorithm>
#include <cmath>

#include "ui/views/rules_view.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr const char* kScoreSheet = "score sheet";
/// Points.
constexpr float kWidestSheet = 1240;
/// Parts stand side by side where each has so much room.
constexpr float kNarrowestPart = 440;
constexpr float kPieceHeight = 40;
/// Cards are so much narrower than high, with a little between them.
constexpr float kPieceStep = 0.78f;
constexpr float kFaint = 0.28f;

/// Lays the sheet out, and draws it where there is a draw list.
class SheetPainter {
 public:
  SheetPainter(const Theme& theme, ImDrawList* draw, GameId game, PieceArt& art)
      : theme_(theme), draw_(draw), game_(game), art_(art), gap_(theme.px(8)) {}

  float text(ImFont* font, const ImVec4& colour, ImVec2 at, const std::string& text, float width) const {
    return draw_ ? putWrapped(*draw_, font, at, tint(colour), text, width) : wrappedSize(font, text, width).y;
  }

  float part(const SheetPart& part, ImVec2 at, float width, float height, const Words& words) const {
    const Palette& p = theme_.colours();
    const float padding = theme_.px(12), inner = width - 2 * padding;
    if (draw_) {
      const ImVec2 corner{at.x + width, at.y + height};
      draw_->AddRectFilled(at, corner, tint(p.raised, 0.6f), theme_.px(8));
      if (part.won) draw_->AddRect(at, corner, tint(p.good), theme_.px(8), 0, theme_.px(2));
    }
    ImFont* figures = theme_.fonts().heading();
    const float figure = sizeOf(figures, part.figure).x;
    const ImVec2 left{at.x + padding, at.y + padding};
    const std::string title = part.won ? part.title + " · " + words.say("score.won") : part.title;
    const float head = std::max(
        figures->FontSize, text(theme_.fonts().text(), part.won ? p.good : p.ink, left, title, inner - figure - gap_));
    if (draw_) put(*draw_, figures, {left.x + inner - figure, left.y}, tint(p.ink), part.figure);
    float y = left.y + head;
    for (const SheetLine& each : part.lines) y += gap_ + line(each, {left.x, y + gap_}, inner);
    return y + padding - at.y;
  }

  float line(const SheetLine& each, ImVec2 at, float width) const {
    const Palette& p = theme_.colours();
    ImFont* font = theme_.fonts().text();
    const float figure = each.figure.empty() ? 0 : sizeOf(font, each.figure).x + 2 * gap_;
    float height = text(font, each.figure.empty() ? p.soft : p.ink, at, each.text, width - figure);
    if (draw_ && !each.figure.empty())
      put(*draw_, font, {at.x + width - figure + 2 * gap_, at.y}, tint(p.ink), each.figure);
    if (each.pieces.empty()) return height;
    const float side = theme_.px(kPieceHeight), step = side * kPieceStep;
    const auto inRow = static_cast<std::size_t>(std::max(1.0f, std::floor((width - figure) / step)));
    height += theme_.px(4);
    for (std::size_t i = 0; draw_ && i < each.pieces.size(); ++i) {
      const auto column = static_cast<float>(i % inRow), row = static_cast<float>(i / inRow);
      art_.draw(*draw_, game_, each.pieces[i].face,
                {at.x + (column + 0.5f) * step, at.y + height + row * (side + theme_.px(4)) + side / 2}, side, 0,
                each.pieces[i].counts ? 1 : kFaint);
    }
    const std::size_t rows = (each.pieces.size() + inRow - 1) / inRow;
    return height + static_cast<float>(rows) * (side + theme_.px(4));
  }

 private:
  const Theme& theme_;
  ImDrawList* draw_;
  GameId game_;
  PieceArt& art_;
  float gap_;
};

bool hasFaint(const ScoreSheet& sheet) {
  for (const SheetPart& part : sheet.parts)
    for (const SheetLine& line : part.lines)
      for (const SheetPiece& piece : line.pieces)
        if (!piece.counts) return true;
  return false;
}

float laySheet(const Theme& theme, ImDrawList* draw, ImVec2 at, float width, const ScoreSheet& sheet, GameId game,
               PieceArt& art, const Words& words) {
  const Palette& p = theme.colours();
  const Typefaces& fonts = theme.fonts();
  const SheetPainter paint(theme, draw, game, art);
  const SheetPainter measure(theme, nullptr, game, art);
  const float top = at.y, gap = theme.px(8);
  at.y += paint.text(fonts.heading(), p.ink, at, sheet.title, width) + gap;
  for (const std::string& line : sheet.lead) at.y += paint.text(fonts.text(), p.ink, at, line, width) + gap / 2;
  at.y += gap;
  const std::size_t columns = width >= theme.px(2 * kNarrowestPart) + gap ? 2 : 1;
  const float wide = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  for (std::size_t first = 0; first < sheet.parts.size(); first += columns) {
    const std::size_t end = std::min(first + columns, sheet.parts.size());
    float height = 0;
    for (std::size_t i = first; i < end; ++i)
      height = std::max(height, measure.part(sheet.parts[i], {0, 0}, wide, 0, words));
    for (std::size_t i = first; draw && i < end; ++i)
      paint.part(sheet.parts[i], {at.x + (wide + gap) * static_cast<float>(i - first), at.y}, wide, height, words);
    at.y += height + gap;
  }
  std::vector<std::string> notes = sheet.notes;
  if (hasFaint(sheet)) notes.push_back(words.say("score.faint"));
  for (const std::string& line : notes) at.y += paint.text(fonts.text(), p.soft, at, line, width) + gap / 2;
  return at.y - top;
}

}  // namespace

Requests drawScoreSheet(const Theme& theme, ImVec2 window, const ScoreSheet& sheet, SheetKind kind, GameId game,
                        PieceArt& art, const Words& words) {
  const std::string other = kind.hasOther ? words.say(kind.seen ? "score.as-followed" : "score.as-seen") : "";
  bool asked = false;
  Requests requests;
  const bool closed = drawSheet(
      theme, window, kScoreSheet,
      [&](ImDrawList* draw, ImVec2 at, float width) {
        return laySheet(theme, draw, at, width, sheet, game, art, words);
      },
      kWidestSheet, words, other.empty() ? other : other + "###other", &asked);
  if (closed) requests.push_back(ShowScore{});
  if (asked) requests.push_back(ScoreTable{});
  return requests;
}

}  // namespace octo::ui
