#include "ui/views/board_view.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "ui/views/box_answers.h"
#include "ui/window/board_colours.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr const char* kShieldAnswers = "what lies there";
/// Points: the likely pieces are large enough to tell them from two metres.
constexpr float kLikelyPiece = 84;
constexpr float kOtherPiece = 54;
/// Shares of the step between boxes: as printed, 50 mm boxes and 48 mm shields on a grid of 55 mm.
constexpr float kBoxShare = 50.0f / 55.0f;
constexpr float kPieceShare = 48.0f / 55.0f;

using Octagon = std::array<ImVec2, 8>;

/// A regular octagon that stands on a side; `across` between opposite sides.
Octagon octagon(ImVec2 centre, float across) {
  const float half = across / 2, cut = half * std::tan(static_cast<float>(M_PI) / 8);
  return {ImVec2(centre.x - cut, centre.y - half), ImVec2(centre.x + cut, centre.y - half),
          ImVec2(centre.x + half, centre.y - cut), ImVec2(centre.x + half, centre.y + cut),
          ImVec2(centre.x + cut, centre.y + half), ImVec2(centre.x - cut, centre.y + half),
          ImVec2(centre.x - half, centre.y + cut), ImVec2(centre.x - half, centre.y - cut)};
}

void ring(ImDrawList& draw, ImVec2 centre, float across, ImU32 colour, float width) {
  const Octagon shape = octagon(centre, across);
  draw.AddPolyline(shape.data(), static_cast<int>(shape.size()), colour, ImDrawFlags_Closed, width);
}

std::optional<Cell> lastBox(const GameSnapshot& game) {
  if (game.played <= 0 || static_cast<std::size_t>(game.played) > game.events.size()) return std::nullopt;
  return boxOf(game.events[static_cast<std::size_t>(game.played - 1)].event);
}

}  // namespace

struct BoardView::Geometry {
  Area board;
  float step = 0;
  int columns = 0;
  int rows = 0;
  QuarterTurn turn;

  ImVec2 centre(Cell cell) const {
    const cv::Point2d at = turn.turned({cell.column() + 0.5 - columns / 2.0, cell.row() + 0.5 - rows / 2.0});
    return {middle().x + static_cast<float>(at.x) * step, middle().y + static_cast<float>(at.y) * step};
  }
  std::optional<Cell> cellAt(ImVec2 p) const {
    if (!board.contains(p)) return std::nullopt;
    const cv::Point2d at = turn.back().turned({(p.x - middle().x) / step, (p.y - middle().y) / step});
    return Cell::at(std::clamp(static_cast<int>(at.x + columns / 2.0), 0, columns - 1),
                    std::clamp(static_cast<int>(at.y + rows / 2.0), 0, rows - 1));
  }
  ImVec2 middle() const { return {board.at.x + board.size.x / 2, board.at.y + board.size.y / 2}; }
};

BoardView::Geometry BoardView::geometryOf(const Theme& theme, const Area& area, const Grid& grid,
                                          QuarterTurn turn) const {
  const float label = theme.px(24);
  Geometry g;
  g.columns = grid.columns;
  g.rows = grid.rows;
  g.turn = turn;
  auto across = static_cast<float>(g.columns), down = static_cast<float>(g.rows);
  if (turn.tips()) std::swap(across, down);
  g.step = std::floor(std::min((area.size.x - label) / across, (area.size.y - label) / down));
  g.board.size = {g.step * across, g.step * down};
  g.board.at = {std::floor(area.at.x + label + (area.size.x - label - g.board.size.x) / 2),
                std::floor(area.at.y + label + (area.size.y - label - g.board.size.y) / 2)};
  return g;
}

Requests BoardView::draw(const Theme& theme, const Area& area, const GameSnapshot& game, const vision::View* seen,
                         bool correctable, const TrackedEvent* breach, const Words& words, QuarterTurn turn) {
  const Panel panel(theme, "board", area);
  const Area inner = area.inset(theme.px(kPadding));
  const Zone* zone = game.layout.zone("board");
  if (!zone || !zone->grid) return table_.draw(theme, inner, game, seen, correctable, breach, words, turn);
  const Geometry geometry = geometryOf(theme, inner, *zone->grid, turn);
  drawLabels(theme, geometry);
  drawBoxes(theme, geometry, game);
  drawPieces(geometry, game);
  drawMarks(theme, geometry, game, breach);
  if (!correctable) return {};
  catchClick(theme, geometry);
  if (!asked_) return {};
  const ImVec2 centre = geometry.centre(*asked_);
  const float half = geometry.step / 2;
  const Area box = near_.value_or(Area{{centre.x - half, centre.y - half}, {geometry.step, geometry.step}});
  if (auto correction = drawAnswers(theme, box, game, seen, words, turn)) return {*correction};
  return {};
}

void BoardView::drawLabels(const Theme& theme, const Geometry& g) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont* font = theme.fonts().small();
  const ImU32 colour = tint(theme.colours().soft);
  const auto label = [&](ImVec2 at, bool above, const std::string& text) {
    const float width = sizeOf(font, text).x;
    put(draw, font,
        above ? ImVec2{at.x - width / 2, g.board.at.y - theme.px(22)}
              : ImVec2{g.board.at.x - theme.px(8) - width, at.y - font->FontSize / 2},
        colour, text);
  };
  for (int column = 0; column < g.columns; ++column)
    label(g.centre(Cell::at(column, 0)), !g.turn.tips(), std::string(1, static_cast<char>('a' + column)));
  for (int row = 0; row < g.rows; ++row) label(g.centre(Cell::at(0, row)), g.turn.tips(), std::to_string(row + 1));
}

void BoardView::drawBoxes(const Theme& theme, const Geometry& g, const GameSnapshot& game) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto& rows = rowColours(game.header.game);
  for (int row = 0; row < g.rows; ++row) {
    const auto index = static_cast<std::size_t>(row);
    const ImVec4 colour = index < rows.size() ? rows[index] : theme.colours().soft;
    for (int column = 0; column < g.columns; ++column) {
      const Octagon shape = octagon(g.centre(Cell::at(column, row)), g.step * kBoxShare);
      draw.AddConvexPolyFilled(shape.data(), 8, tint(colour, theme.look() == Look::Dark ? 0.30f : 0.34f));
      draw.AddPolyline(shape.data(), 8, tint(colour, 0.75f), ImDrawFlags_Closed, theme.px(1.5f));
    }
  }
}

void BoardView::drawPieces(const Geometry& g, const GameSnapshot& game) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (const tracker::AgreedPiece& piece : game.agreed)
    art_.draw(draw, game.header.game, piece.face, g.centre(piece.cell), g.step * kPieceShare,
              piece.facing.degrees() + g.turn.degrees());
}

void BoardView::drawMarks(const Theme& theme, const Geometry& g, const GameSnapshot& game,
                          const TrackedEvent* breach) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Palette& p = theme.colours();
  const float across = g.step * 0.97f;
  if (const auto last = lastBox(game)) ring(draw, g.centre(*last), across, tint(p.ink), theme.px(2.5f));
  if (game.required && !game.result.over) ring(draw, g.centre(*game.required), across, tint(p.accent), theme.px(4));
  if (const auto box = breach ? boxOf(breach->event) : std::nullopt)
    ring(draw, g.centre(*box), across, tint(p.bad), theme.px(4));
  const Zone* board = game.layout.zone("board");
  for (const tracker::Question& question : game.questions)
    if (const auto cell = board->grid->cellAt(question.at))
      ring(draw, g.centre(*cell), across, tint(p.notice), theme.px(4));
  for (const tracker::Difference& each : game.differences)
    if (const auto cell = board->grid->cellAt(each.at)) ring(draw, g.centre(*cell), across, tint(p.bad), theme.px(4));
  if (asked_) ring(draw, g.centre(*asked_), across, tint(p.notice), theme.px(4));
}

void BoardView::ask(const GameSnapshot& game, TablePoint at, std::optional<Area> near) {
  const Zone* zone = game.layout.zone("board");
  if (!zone || !zone->grid) return table_.ask(at, near);
  asked_ = zone->grid->cellAt(at);
  near_ = near;
  toOpen_ = asked_.has_value();
}

void BoardView::ask(const GameSnapshot& game, const PointedPiece& pointed, const Area& seen) {
  if (pointed.piece)
    table_.ask(*pointed.piece, seen);
  else
    ask(game, pointed.at, seen);
}

void BoardView::catchClick(const Theme& theme, const Geometry& g) {
  ImGui::SetCursorScreenPos(g.board.at);
  const bool clicked = ImGui::InvisibleButton("boxes", g.board.size);
  const auto under = g.cellAt(ImGui::GetMousePos());
  if (ImGui::IsItemHovered() && under) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ring(*ImGui::GetWindowDrawList(), g.centre(*under), g.step * kBoxShare, tint(theme.colours().ink, 0.6f),
         theme.px(2));
  }
  if (clicked && under) {
    asked_ = under;
    near_.reset();
    toOpen_ = true;
  }
  if (asked_ && std::exchange(toOpen_, false)) {
    answersSize_ = {0, 0};
    ImGui::OpenPopup(kShieldAnswers);
  }
  if (asked_ && !ImGui::IsPopupOpen(kShieldAnswers)) asked_.reset();
}

std::optional<CorrectBox> BoardView::drawAnswers(const Theme& theme, const Area& box, const GameSnapshot& game,
                                                 const vision::View* seen, const Words& words, QuarterTurn turn) {
  placeBeside(theme, box, answersSize_);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(16), theme.px(14)));
  const bool open = ImGui::BeginPopup(kShieldAnswers);
  ImGui::PopStyleVar();
  if (!open) return std::nullopt;
  std::optional<CorrectBox> chosen;
  const BoxAnswers answers = answersFor(*asked_, game, seen);
  const std::string empty = words.say("piece.empty");
  int number = 0, inRow = 0;
  const auto offer = [&](const std::string& id, float points, bool keyed, std::optional<Face> face, Facing facing) {
    const float side = theme.px(points);
    if (inRow++ % fitBeside(theme, box, side, Facing::kCount) != 0) ImGui::SameLine();
    ImGui::PushID(id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::Button("##piece", {side, side});
    if (keyed) ++number;
    if (pressed || (keyed && number < 10 && ImGui::IsKeyPressed(GLFW_KEY_0 + number, false)))
      chosen = CorrectBox{{*asked_, face, face ? std::optional(facing) : std::nullopt, answers.n}};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImFont* small = theme.fonts().small();
    const ImVec2 centre{at.x + side / 2, at.y + side / 2};
    if (face)
      art_.draw(draw, game.header.game, *face, centre, side * 0.86f, facing.degrees() + turn.degrees());
    else
      put(draw, small, {centre.x - std::min(side, sizeOf(small, empty).x) / 2, centre.y - small->FontSize / 2},
          tint(theme.colours().ink), empty, side);
    if (keyed && number < 10)
      put(draw, small, {at.x + theme.px(4), at.y}, tint(theme.colours().ink), std::to_string(number));
    ImGui::PopID();
  };
  ImGui::TextUnformatted(words.say("piece.box", {{"at", asked_->name()}}).c_str());
  ImGui::SameLine();
  caption(theme, words.say("piece.cancel").c_str());
  ImGui::Dummy({0, theme.px(2)});
  if (answers.believed || !answers.likely.empty()) {
    caption(theme, words.say("piece.likely").c_str());
    for (const Face& face : answers.likely) offer("likely " + face.text(), kLikelyPiece, true, face, answers.facing);
    if (answers.believed) offer("nothing", kLikelyPiece, true, std::nullopt, answers.facing);
    inRow = 0;
  }
  if (answers.believed) {
    caption(theme, words.say("piece.pointing").c_str());
    // From what points up as it is shown on.
    for (int eighth = 0; eighth < Facing::kCount; ++eighth)
      offer("facing " + std::to_string(eighth), kOtherPiece, false, answers.believed,
            Facing::eighth((eighth - 2 * turn.quarters() + Facing::kCount) % Facing::kCount));
    inRow = 0;
  }
  caption(theme, words.say("piece.other").c_str());
  for (const Face& face : PieceArt::pieces(game.header.game))
    offer(face.text(), kOtherPiece, answers.likely.empty() && !answers.believed, face, answers.facing);
  answersSize_ = ImGui::GetWindowSize();
  if (chosen || escaped()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return chosen;
}

}  // namespace octo::ui
