#include "ui/views/table_drawing.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "tracker/messages/piece_words.h"
#include "ui/views/breach_watch.h"
#include "ui/views/names_apart.h"
#include "ui/window/widgets.h"
#include "vision/edition/edition.h"

namespace octo::ui {
namespace {

constexpr const char* kPieceAnswers = "what this piece is";
/// A click this near to a piece's middle means it, mm.
constexpr double kNearPiece = 40;
/// The second guesses of a sighting this near count for the piece, mm.
constexpr double kSamePiece = 30;
/// Around a card, mm.
constexpr double kMarkedMm = 58;
constexpr int kAnswersInARow = 12;
/// Points: the likely faces are large enough to tell them from two metres.
constexpr float kLikelyFace = 96;
constexpr float kOtherFace = 46;

double longerSideMm(GameId game, const Face& face) {
  try {
    const vision::FaceArt& art = vision::printEdition(game).art(face);
    return std::max(art.widthMm, art.heightMm);
  } catch (const std::out_of_range&) {
    return 88;
  }
}

std::vector<tracker::LyingPiece> piecesOf(const GameSnapshot& game, const vision::View* seen) {
  if (!game.lying.empty() || !seen || !seen->sightings) return game.lying;
  std::vector<tracker::LyingPiece> pieces;
  for (const vision::Sighting& sighting : *seen->sightings)
    if (sighting.pose) pieces.push_back({sighting.faces.front().face, *sighting.pose});
  return pieces;
}

/// Other faces that the reading thought of there.
std::vector<Face> guessesAt(TablePoint at, const Face& believed, const vision::View* seen) {
  std::vector<Face> faces;
  if (!seen || !seen->sightings) return faces;
  for (const vision::Sighting& sighting : *seen->sightings) {
    if (!sighting.pose || distance(sighting.pose->at, at) > kSamePiece) continue;
    for (const Candidate& each : sighting.faces)
      if (each.face != believed && !each.face.isUnknown() &&
          std::find(faces.begin(), faces.end(), each.face) == faces.end())
        faces.push_back(each.face);
  }
  return faces;
}

/// Of that player's own zones; null where the table has none of them.
const Zone* largestOf(const Layout& layout, int player) {
  const std::string own = "p" + std::to_string(player) + ".";
  const Zone* largest = nullptr;
  const auto size = [](const Zone& zone) { return (zone.area.x1 - zone.area.x0) * (zone.area.y1 - zone.area.y0); };
  for (const Zone& zone : layout.zones)
    if (zone.name.starts_with(own) && (!largest || size(zone) > size(*largest))) largest = &zone;
  return largest;
}

/// Where the last move that laid something lies; nothing where it cannot be told.
std::optional<TablePoint> lastLaid(const GameSnapshot& game, const vision::View* seen) {
  constexpr int kBack = 4;  // draws, passes and the like show nothing
  for (int n = game.played; n > std::max(0, game.played - kBack); --n)
    if (const auto at = placeOf(game.events[static_cast<std::size_t>(n - 1)], game, seen)) return at;
  return std::nullopt;
}

}  // namespace

/// Millimetres on the table to pixels of the window and back.
struct TableDrawing::Projection {
  Area shown;
  TablePoint middle;
  QuarterTurn turn;
  float scale = 1;

  ImVec2 operator()(TablePoint p) const {
    const cv::Point2d step = turn.turned({p.x - middle.x, middle.y - p.y});
    return {shown.at.x + shown.size.x / 2 + static_cast<float>(step.x) * scale,
            shown.at.y + shown.size.y / 2 + static_cast<float>(step.y) * scale};
  }
  TablePoint back(ImVec2 p) const {
    const cv::Point2d step = turn.back().turned(
        {(p.x - shown.at.x - shown.size.x / 2) / scale, (p.y - shown.at.y - shown.size.y / 2) / scale});
    return {middle.x + step.x, middle.y - step.y};
  }
  Area areaOf(const TableRect& rect) const {
    const ImVec2 one = (*this)({rect.x0, rect.y0}), other = (*this)({rect.x1, rect.y1});
    return {{std::min(one.x, other.x), std::min(one.y, other.y)},
            {std::abs(one.x - other.x), std::abs(one.y - other.y)}};
  }
};

TableDrawing::Projection TableDrawing::projectionOf(const Area& area, const Layout& layout, QuarterTurn turn) const {
  const TableRect table = extentOf(layout);
  Projection project{{}, {(table.x0 + table.x1) / 2, (table.y0 + table.y1) / 2}, turn};
  auto width = static_cast<float>(table.x1 - table.x0), height = static_cast<float>(table.y1 - table.y0);
  if (turn.tips()) std::swap(width, height);
  project.scale = std::min(area.size.x / width, area.size.y / height);
  project.shown.size = {width * project.scale, height * project.scale};
  project.shown.at = {area.at.x + (area.size.x - project.shown.size.x) / 2,
                      area.at.y + (area.size.y - project.shown.size.y) / 2};
  return project;
}

void TableDrawing::drawZones(const Theme& theme, const Projection& project, const Layout& layout) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (const Zone& zone : layout.zones) {
    const Area at = project.areaOf(zone.area);
    draw.AddRectFilled(at.at, at.corner(), tint(theme.colours().soft, 0.10f), theme.px(6));
    draw.AddRect(at.at, at.corner(), tint(theme.colours().soft, 0.45f), theme.px(6));
  }
}

/// Each player's name stands at the outer edge of the largest of their zones, on what lies there; where that is too
/// narrow for two, beside it.
void TableDrawing::drawNames(const Theme& theme, const Projection& project, const GameSnapshot& game) const {
  /// Points: a short name fits where the zone is smaller.
  constexpr float kLeastWidth = 64;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont* font = theme.fonts().small();
  const float middle = project.shown.at.y + project.shown.size.y / 2, padding = theme.px(4);
  std::vector<std::size_t> players;
  std::vector<Area> places;
  for (std::size_t player = 0; player < game.header.players.size(); ++player) {
    const Zone* zone = largestOf(game.layout, static_cast<int>(player));
    if (!zone) continue;
    const std::string& name = game.header.players[player];
    const Area own = project.areaOf(zone->area);
    const float room = std::max(own.size.x, theme.px(kLeastWidth)) - 2 * padding;
    const ImVec2 size{std::min(sizeOf(font, name).x, room) + 2 * padding, font->FontSize + padding};
    const bool isFar = own.at.y + own.size.y / 2 < middle;
    places.push_back({{own.at.x + (own.size.x - size.x) / 2, isFar ? own.at.y : own.bottom() - size.y}, size});
    players.push_back(player);
  }
  moveApart(places, padding);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Area& place = places[k];
    const bool isNext = game.toMove == static_cast<int>(players[k]);
    draw.AddRectFilled(place.at, place.corner(), tint(theme.colours().panel, 0.85f), theme.px(4));
    put(draw, font, {place.at.x + padding, place.at.y + padding / 2},
        tint(isNext ? theme.colours().accent : theme.colours().ink), game.header.players[players[k]],
        place.size.x - 2 * padding + 1);
  }
}

void TableDrawing::catchClick(const Projection& project, const std::vector<tracker::LyingPiece>& pieces) {
  ImGui::SetCursorScreenPos(project.shown.at);
  const bool clicked = ImGui::InvisibleButton("pieces", project.shown.size);
  if (clicked) ask(project.back(ImGui::GetMousePos()), std::nullopt);
  if (toAsk_ || pieceToAsk_) {
    asked_ = std::exchange(pieceToAsk_, std::nullopt);
    double nearest = kNearPiece;
    if (toAsk_)
      for (const tracker::LyingPiece& piece : pieces)
        if (const double away = distance(piece.pose.at, *toAsk_); away <= nearest) nearest = away, asked_ = piece;
    toAsk_.reset();
    answersSize_ = {0, 0};
    if (asked_) ImGui::OpenPopup(kPieceAnswers);
  }
  if (asked_ && !ImGui::IsPopupOpen(kPieceAnswers)) asked_.reset();
}

void TableDrawing::ask(TablePoint at, std::optional<Area> near) {
  toAsk_ = at;
  near_ = near;
}

void TableDrawing::ask(const tracker::LyingPiece& piece, const Area& near) {
  pieceToAsk_ = piece;
  near_ = near;
}

std::optional<TellPiece> TableDrawing::drawAnswers(const Theme& theme, const Area& piece, const GameSnapshot& game,
                                                   const vision::View* seen, const Words& words) {
  placeBeside(theme, piece, answersSize_);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(16), theme.px(14)));
  const bool open = ImGui::BeginPopup(kPieceAnswers);
  ImGui::PopStyleVar();
  if (!open || !asked_) return std::nullopt;
  std::optional<TellPiece> chosen;
  int shown = 0, inARow = 0;
  const auto offer = [&](const char* kind, const Face& face, float points, bool keyed) {
    const float side = theme.px(points);
    if (shown % inARow != 0) ImGui::SameLine();
    ImGui::PushID((kind + face.text()).c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::Button("##face", {side, side});
    const int number = ++shown;
    keyed = keyed && number < 10;
    if (pressed || (keyed && ImGui::IsKeyPressed(GLFW_KEY_0 + number, false)))
      chosen = TellPiece{asked_->pose.at, face};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    art_.draw(draw, game.header.game, face, {at.x + side / 2, at.y + side / 2}, side * 0.92f, 0);
    if (keyed) {
      ImFont* small = theme.fonts().small();
      const std::string text = std::to_string(number);
      draw.AddRectFilled({at.x, at.y}, {at.x + sizeOf(small, text).x + theme.px(8), at.y + small->FontSize},
                         tint(theme.colours().panel, 0.85f), theme.px(4));
      put(draw, small, {at.x + theme.px(4), at.y}, tint(theme.colours().ink), text);
    }
    ImGui::PopID();
  };
  const tracker::PieceWords pieces(game.header.game, game.header.players, words.language());
  ImGui::TextUnformatted(words.say("piece.ask", {{"piece", pieces.spoken(asked_->face.text())}}).c_str());
  ImGui::SameLine();
  caption(theme, words.say("piece.cancel").c_str());
  const std::vector<Face> likely = guessesAt(asked_->pose.at, asked_->face, seen);
  if (!likely.empty()) {
    caption(theme, words.say("piece.likely").c_str());
    inARow = fitBeside(theme, piece, theme.px(kLikelyFace), kAnswersInARow);
    for (const Face& face : likely) offer("likely ", face, kLikelyFace, true);
  }
  caption(theme, words.say("piece.other").c_str());
  shown = 0;
  inARow = fitBeside(theme, piece, theme.px(kOtherFace), kAnswersInARow);
  for (const Face& face : PieceArt::pieces(game.header.game)) offer("", face, kOtherFace, false);
  answersSize_ = ImGui::GetWindowSize();
  if (chosen || escaped()) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return chosen;
}

Requests TableDrawing::draw(const Theme& theme, const Area& area, const GameSnapshot& game, const vision::View* seen,
                            bool correctable, const TrackedEvent* breach, const Words& words, QuarterTurn turn) {
  const std::vector<tracker::LyingPiece> pieces = piecesOf(game, seen);
  if (game.layout.zones.empty() || (pieces.empty() && !correctable)) {
    emptyState(theme, area, words.say("table.none"),
               words.say("table.moves", {{"game", std::string(title(game.header.game))}}));
    return {};
  }
  const Projection project = projectionOf(area, game.layout, turn);
  drawZones(theme, project, game.layout);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (const tracker::LyingPiece& piece : pieces)
    art_.draw(draw, game.header.game, piece.face, project(piece.pose.at),
              static_cast<float>(longerSideMm(game.header.game, piece.face)) * project.scale,
              piece.pose.angle + turn.degrees());
  if (const auto at = lastLaid(game, seen))
    draw.AddCircle(project(*at), static_cast<float>(kMarkedMm) * project.scale, tint(theme.colours().accent), 0,
                   theme.px(2));
  drawNames(theme, project, game);
  for (const tracker::MissingPiece& missing : game.missing)
    if (missing.area) {
      const Area at = project.areaOf(*missing.area);
      draw.AddRectFilled(at.at, at.corner(), tint(theme.colours().accent, 0.22f), theme.px(5));
      draw.AddRect(at.at, at.corner(), tint(theme.colours().accent), theme.px(5), 0, theme.px(2));
    }
  for (const tracker::Difference& each : game.differences)
    draw.AddCircle(project(each.at), theme.px(34), tint(theme.colours().bad), 0, theme.px(4));
  if (const auto at = breach ? placeOf(*breach, game, seen) : std::nullopt)
    draw.AddCircle(project(*at), theme.px(34), tint(theme.colours().bad), 0, theme.px(4));
  for (const tracker::Question& question : game.questions)
    draw.AddCircle(project(question.at), theme.px(30), tint(theme.colours().notice), 0, theme.px(4));
  if (!correctable) return {};
  catchClick(project, pieces);
  if (!asked_) return {};
  const ImVec2 middle = project(asked_->pose.at);
  const float side = static_cast<float>(longerSideMm(game.header.game, asked_->face)) * project.scale;
  const Area piece = near_.value_or(Area{{middle.x - side / 2, middle.y - side / 2}, {side, side}});
  if (auto told = drawAnswers(theme, piece, game, seen, words)) return {*told};
  return {};
}

}  // namespace octo::ui
