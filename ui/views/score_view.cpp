#include "ui/views/score_view.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

/// A side needs so much width; where there is less, sides go below one another. Points.
constexpr float kNarrowestSide = 165;
constexpr float kBetweenSides = 8;
/// More sides than that have smaller figures.
constexpr std::size_t kLargeSides = 4;

/// Distances and letters of the panel, in pixels.
struct ScoreMeasures {
  const Theme& theme;
  ImFont* figure;
  ImFont* name;
  ImFont* small;
  float padding, line, gap, icon;
  /// Where there is little room, or there are many sides: figures are smaller, and what they count is said once.
  bool together;
  /// Where there is too little room for all of it: first all figures, then what they are made of.
  bool apart;

  ScoreMeasures(const Theme& t, std::size_t sides, bool scarce)
      : theme(t),
        figure(scarce || sides > kLargeSides ? t.fonts().heading() : t.fonts().figure()),
        name(t.fonts().text()),
        small(t.fonts().small()),
        padding(t.px(scarce ? 7 : 10)),
        line(t.px(3)),
        gap(t.px(kBetweenSides)),
        icon(t.px(20)),
        together(scarce || sides > kLargeSides),
        apart(scarce) {}

  float figureWidth(const Side& side) const { return sizeOf(figure, side.figure).x; }
  float nameWidth(const Side& side, float width) const {
    return width - 2 * padding - figureWidth(side) - theme.px(10);
  }
  ImFont* fontOf(const Detail& detail) const { return detail.name ? name : small; }
  float indent(const Detail& detail) const { return detail.face ? icon + theme.px(6) : 0; }

  float headHeight(const Side& side, float width) const {
    const float room = nameWidth(side, width);
    const float unit = side.unit.empty() || together ? 0 : line + wrappedSize(small, side.unit, room).y;
    return std::max(figure->FontSize, wrappedSize(name, side.name, room).y + unit);
  }
  float detailHeight(const Detail& detail, float width) const {
    const float text = wrappedSize(fontOf(detail), detail.text, width - 2 * padding - indent(detail)).y;
    return detail.face ? std::max(text, icon) : text;
  }
  float sideHeight(const Side& side, float width) const {
    float height = 2 * padding + headHeight(side, width);
    for (const Detail& detail : side.details)
      if (standsBeside(detail)) height += line + detailHeight(detail, width);
    return height;
  }
  /// Whether the line stands with the figure or among what follows all figures.
  bool standsBeside(const Detail& detail) const { return !apart || detail.name; }
};

/// How many sides stand side by side. Two pairs or players always do; so that no row has one side only while another is
/// full, six stand three by three.
std::size_t columnsFor(const Theme& theme, std::size_t sides, float width) {
  if (sides == 0) return 1;
  const auto most = static_cast<std::size_t>(std::max(1.0f, width / theme.px(kNarrowestSide)));
  const std::size_t columns = std::clamp<std::size_t>(most, std::min<std::size_t>(sides, 2), sides);
  const std::size_t rows = (sides + columns - 1) / columns;
  return (sides + rows - 1) / rows;
}

float sideWidth(const ScoreMeasures& m, std::size_t columns, float width) {
  return std::floor((width - m.gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
}

/// The height of each row of sides.
std::vector<float> rowHeights(const ScoreMeasures& m, const Standing& standing, std::size_t columns, float width) {
  std::vector<float> rows;
  for (std::size_t i = 0; i < standing.sides.size(); ++i) {
    if (i % columns == 0) rows.push_back(0);
    rows.back() = std::max(rows.back(), m.sideHeight(standing.sides[i], width));
  }
  return rows;
}

float widthOf(const ScoreMeasures& m, const Counted& counted) {
  const float label = counted.face ? m.icon : sizeOf(m.small, counted.label).x;
  return label + m.theme.px(6) + sizeOf(m.name, counted.number).x;
}

/// Calls `place` with each counted thing and where it stands below `at`; returns the height of all.
template <class Place>
float layTable(const ScoreMeasures& m, const Standing& standing, float width, Place&& place) {
  std::vector<Counted> all = standing.table;
  if (m.together && !standing.sides.empty()) all.push_back({standing.sides.back().unit, ""});
  if (all.empty()) return 0;
  const float row = std::max(m.icon, m.name->FontSize) + m.theme.px(4), apart = m.theme.px(18);
  float x = 0, y = 0;
  for (const Counted& counted : all) {
    const float wide = widthOf(m, counted);
    if (x > 0 && x + wide > width) x = 0, y += row;
    place(counted, ImVec2(x, y), row);
    x += wide + apart;
  }
  return y + row + m.gap;
}

float endingHeight(const ScoreMeasures& m, const Standing& standing, float width) {
  float height = 0;
  for (std::size_t i = 0; i < standing.ending.size(); ++i)
    height += wrappedSize(i ? m.small : m.name, standing.ending[i], width).y + m.line;
  return height;
}

float drawEnding(const ScoreMeasures& m, ImVec2 at, float width, const Standing& standing) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = m.theme.colours();
  float y = at.y;
  for (std::size_t i = 0; i < standing.ending.size(); ++i)
    y +=
        putWrapped(draw, i ? m.small : m.name, {at.x, y}, tint(i ? p.ink : p.good), standing.ending[i], width) + m.line;
  return y - at.y;
}

float drawTable(const ScoreMeasures& m, ImVec2 origin, float width, const Standing& standing, GameId game,
                PieceArt& art) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = m.theme.colours();
  return layTable(m, standing, width, [&](const Counted& counted, ImVec2 at, float row) {
    const float middle = origin.y + at.y + row / 2;
    float x = origin.x + at.x;
    if (counted.face) {
      art.draw(draw, game, *counted.face, {x + m.icon / 2, middle}, m.icon, 0);
      x += m.icon;
    } else {
      x += put(draw, m.small, {x, middle - m.small->FontSize / 2}, tint(p.soft), counted.label);
    }
    put(draw, m.name, {x + m.theme.px(6), middle - m.name->FontSize / 2}, tint(p.ink), counted.number);
  });
}

/// One line below its gap; returns the height of both. `width` as of the side, paddings and all.
float drawDetail(const ScoreMeasures& m, ImVec2 at, float width, const Detail& detail, GameId game, PieceArt& art) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = m.theme.colours();
  const float y = at.y + m.line;
  if (detail.face) art.draw(draw, game, *detail.face, {at.x + m.icon / 2, y + m.icon / 2}, m.icon, 0);
  const ImVec4& ink = detail.lit ? p.accent : detail.name ? p.ink : p.soft;
  putWrapped(draw, m.fontOf(detail), {at.x + m.indent(detail), y}, tint(ink), detail.text,
             width - 2 * m.padding - m.indent(detail));
  return m.line + m.detailHeight(detail, width);
}

void drawSide(const ScoreMeasures& m, const Area& area, const Side& side, GameId game, PieceArt& art) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = m.theme.colours();
  const float corner = m.theme.px(8);
  draw.AddRectFilled(area.at, area.corner(), tint(p.raised, 0.6f), corner);
  const Area edge = area.inset(m.theme.px(1));
  if (side.toMove || side.won)
    draw.AddRect(edge.at, edge.corner(), tint(side.won ? p.good : p.accent), corner, 0, m.theme.px(2));
  const Area inner = area.inset(m.padding);
  const float room = m.nameWidth(side, area.size.x);
  put(draw, m.figure, {inner.right() - m.figureWidth(side), inner.at.y}, tint(p.ink), side.figure);
  const float name = putWrapped(draw, m.name, inner.at, tint(p.ink), side.name, room);
  if (!side.unit.empty() && !m.together)
    putWrapped(draw, m.small, {inner.at.x, inner.at.y + name + m.line}, tint(p.soft), side.unit, room);
  float y = inner.at.y + m.headHeight(side, area.size.x);
  for (const Detail& detail : side.details)
    if (m.standsBeside(detail)) y += drawDetail(m, {inner.at.x, y}, area.size.x, detail, game, art);
}

/// What the figures are made of, side by side's name; returns the height.
float drawApart(const ScoreMeasures& m, ImVec2 at, float width, const Standing& standing, GameId game, PieceArt& art) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float top = at.y;
  for (const Side& side : standing.sides) {
    const auto follows = [&](const Detail& detail) { return !m.standsBeside(detail); };
    if (std::none_of(side.details.begin(), side.details.end(), follows)) continue;
    at.y += m.line + putWrapped(draw, m.name, at, tint(m.theme.colours().ink), side.name, width);
    for (const Detail& detail : side.details)
      if (follows(detail)) at.y += drawDetail(m, at, width, detail, game, art);
    at.y += m.gap;
  }
  return at.y - top;
}

}  // namespace

float ScoreView::height(const Theme& theme, const Standing& standing, float width) const {
  const ScoreMeasures m(theme, standing.sides.size(), false);
  const float inner = width - 2 * theme.px(kPadding);
  const std::size_t columns = columnsFor(theme, standing.sides.size(), inner);
  float height = 2 * theme.px(kPadding) - m.gap;
  if (!standing.ending.empty()) height += endingHeight(m, standing, inner) + m.gap;
  for (const float row : rowHeights(m, standing, columns, sideWidth(m, columns, inner))) height += row + m.gap;
  return height + layTable(m, standing, inner, [](const Counted&, ImVec2, float) {});
}

void ScoreView::draw(const Theme& theme, const Area& area, const Standing& standing, GameId game) const {
  const Panel panel(theme, "score", area, true);
  const ScoreMeasures m(theme, standing.sides.size(), height(theme, standing, area.size.x) > area.size.y + 1);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const std::size_t columns = columnsFor(theme, standing.sides.size(), width);
  const float side = sideWidth(m, columns, width);
  float y = origin.y;
  if (!standing.ending.empty()) y += drawEnding(m, origin, width, standing) + m.gap;
  y += drawTable(m, {origin.x, y}, width, standing, game, art_);
  const std::vector<float> rows = rowHeights(m, standing, columns, side);
  for (std::size_t i = 0; i < standing.sides.size(); ++i) {
    const float x = origin.x + (side + m.gap) * static_cast<float>(i % columns);
    drawSide(m, {{x, y}, {side, rows[i / columns]}}, standing.sides[i], game, art_);
    if (i % columns + 1 == columns || i + 1 == standing.sides.size()) y += rows[i / columns] + m.gap;
  }
  if (m.apart) y += drawApart(m, {origin.x, y}, width, standing, game, art_);
  ImGui::Dummy({width, y - m.gap - origin.y});
}

}  // namespace octo::ui
