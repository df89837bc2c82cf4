#include "ui/views/live_picture.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>

#include "ui/calibration.h"
#include "ui/views/box_answers.h"
#include "ui/views/breach_watch.h"
#include "ui/views/pointed_piece.h"
#include "ui/views/status_view.h"
#include "ui/window/widgets.h"

namespace octo::ui {

/// Pixels of the picture to pixels of the window and back.
struct PictureProjection {
  Area shown;
  PicturePart part;
  float scale;
  ImVec2 operator()(vision::ImagePoint p) const {
    const cv::Point2d at = part.shown(p);
    return {shown.at.x + static_cast<float>(at.x) * scale, shown.at.y + static_cast<float>(at.y) * scale};
  }
  vision::ImagePoint back(ImVec2 p) const {
    return part.picture({(p.x - shown.at.x) / scale, (p.y - shown.at.y) / scale});
  }
};

namespace {

constexpr std::size_t kCorners = 4;
constexpr float kLensZoom = 4;

void stroke(const std::vector<ImVec2>& outline, ImU32 colour, float width) {
  ImGui::GetWindowDrawList()->AddPolyline(outline.data(), static_cast<int>(outline.size()), colour, ImDrawFlags_Closed,
                                          width);
}

/// Picture pixels as a line in the window.
std::vector<ImVec2> inWindow(const std::vector<vision::ImagePoint>& points, const PictureProjection& project) {
  std::vector<ImVec2> shown;
  for (const vision::ImagePoint& point : points) shown.push_back(project(point));
  return shown;
}

void drawSightings(const Theme& theme, const vision::View& view, const PictureProjection& project) {
  if (!view.sightings) return;
  const Palette& p = theme.colours();
  for (const vision::Sighting& sighting : *view.sightings) {
    if (sighting.outline.size() < 3 || sighting.faces.empty()) continue;
    const std::vector<ImVec2> outline = inWindow(sighting.outline, project);
    const bool unsure = sighting.faces.front().face.isUnknown();
    stroke(outline, tint(unsure ? p.notice : p.good, 0.9f), theme.px(1.5f));
  }
}

/// A circle on the table around that point, as the camera sees it.
std::vector<ImVec2> ringAround(TablePoint at, double radiusMm, const vision::TableView& table,
                               const PictureProjection& project) {
  constexpr int kPoints = 32;
  std::vector<ImVec2> ring;
  for (int i = 0; i < kPoints; ++i) {
    const double angle = 2 * M_PI * i / kPoints;
    ring.push_back(
        project(table.imageFromTable({at.x + radiusMm * std::cos(angle), at.y + radiusMm * std::sin(angle)})));
  }
  return ring;
}

/// Where pieces of the setup belong that are not there, and where the table does not match.
void drawPlaces(const Theme& theme, const LiveSnapshot& live, const PictureProjection& project) {
  constexpr double kRingMm = 30;
  const Palette& p = theme.colours();
  for (const vision::SeenMark& mark : live.status.marks) {
    std::vector<ImVec2> outline;
    for (const vision::ImagePoint& corner : mark.corners) outline.push_back(project(corner));
    stroke(outline, tint(mark.ours ? p.good : p.notice), theme.px(3));
  }
  const auto& table = live.camera.view.table;
  if (!table) return;
  if (live.status.kind == TableStatus::Kind::Setup)
    for (const tracker::MissingPiece& piece : live.status.missing) {
      if (!piece.area) continue;
      std::vector<ImVec2> outline;
      for (const TablePoint& corner : vision::cornersOf(*piece.area))
        outline.push_back(project(table->imageFromTable(corner)));
      ImGui::GetWindowDrawList()->AddConvexPolyFilled(outline.data(), static_cast<int>(outline.size()),
                                                      tint(p.accent, 0.25f));
      stroke(outline, tint(p.accent), theme.px(2.5f));
    }
  if (live.status.kind == TableStatus::Kind::Mismatch)
    for (const tracker::Difference& each : live.status.differences)
      stroke(ringAround(each.at, kRingMm, *table, project), tint(p.bad), theme.px(3));
}

/// The required box, and where a breach lies.
void drawMarks(const Theme& theme, const LiveSnapshot& live, const TrackedEvent* breach,
               const PictureProjection& project) {
  constexpr double kBreachMm = 42;
  const auto& table = live.camera.view.table;
  if (!table) return;
  const Zone* board = live.game->layout.zone("board");
  const bool boxes = board && board->grid;
  const auto mark = [&](Cell cell, const ImVec4& colour) {
    stroke(inWindow(outlineOf(cell, *board->grid, *table), project), tint(colour), theme.px(3));
  };
  if (boxes && live.game->required) mark(*live.game->required, theme.colours().accent);
  if (!breach) return;
  if (const auto box = boxes ? boxOf(breach->event) : std::nullopt)
    mark(*box, theme.colours().bad);
  else if (const auto at = placeOf(*breach, *live.game, &live.camera.view))
    stroke(ringAround(*at, kBreachMm, *table, project), tint(theme.colours().bad), theme.px(4));
}

/// Black or white, whichever reads better on the colour (weights of the sRGB primaries in lightness).
ImU32 inkOn(const ImVec4& colour) {
  const float lightness = 0.30f * colour.x + 0.59f * colour.y + 0.11f * colour.z;
  return lightness > 0.5f ? IM_COL32(22, 18, 16, 255) : IM_COL32_WHITE;
}

/// A band over the lower edge of the picture with a sentence.
void drawBand(const Theme& theme, const Area& area, const std::string& text, const ImVec4& colour) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont* font = theme.fonts().text();
  const float padding = theme.px(12), width = area.size.x - 2 * padding;
  const float height = wrappedSize(font, text, width).y + 2 * theme.px(9);
  const ImVec2 at{area.at.x, area.bottom() - height};
  draw.AddRectFilled(at, area.corner(), tint(colour, 0.95f), theme.px(8));
  putWrapped(draw, font, {at.x + padding, at.y + theme.px(9)}, inkOn(colour), text, width);
}

/// The corners are asked for one by one, from the far left one clockwise.
std::string cornerText(std::size_t shown, const Words& words) {
  return words.say("corner." + std::to_string(std::min(shown, kCorners - 1))) + " " + words.say("corner.help");
}

}  // namespace

PictureProjection LivePicture::drawPicture(const Area& area, const LiveSnapshot& live) {
  const CameraSnapshot& camera = live.camera;
  const cv::Size whole = camera.picture->size();
  const bool cuts = live.game && camera.view.table && !asksCorners_ && !wantsWhole_;
  part_ = cuts ? partWithTable(*camera.view.table, extentOf(live.game->layout), whole, turned_,
                               area.size.x / area.size.y, part_)
               : PicturePart{{{}, whole}, turned_};
  const cv::Size2f size = part_.size();
  const Area shown = area.fitted({size.width, size.height});
  upload(camera.picture, shown);
  ImGui::GetWindowDrawList()->AddImageRounded(texture_.id(), shown.at, shown.corner(), {0, 0}, {1, 1}, IM_COL32_WHITE,
                                              8.0f);
  return {shown, part_, shown.size.x / size.width};
}

/// Turned, and not larger than needed: what is halved here is not sampled there. Corners are shown to the pixel.
void LivePicture::upload(const std::shared_ptr<const cv::Mat>& picture, const Area& shown) {
  const bool halves = !asksCorners_ && part_.size().width >= 2 * static_cast<int>(shown.size.x);
  const cv::Size size = halves ? part_.size() / 2 : part_.size();
  if (uploaded_ == picture && uploadedPart_ == part_ && uploadedSize_ == size) return;
  cv::Mat part = (*picture)(part_.rect);
  if (halves) {
    cv::resize(part, smaller_, part_.rect.size() / 2, 0, 0, cv::INTER_AREA);
    part = smaller_;
  }
  if (const int quarters = part_.turn.quarters()) {
    constexpr std::array kTurns{cv::ROTATE_90_CLOCKWISE, cv::ROTATE_180, cv::ROTATE_90_COUNTERCLOCKWISE};
    cv::rotate(part, turnedPicture_, kTurns[static_cast<std::size_t>(quarters) - 1]);
    part = turnedPicture_;
  }
  texture_.upload(part);
  uploaded_ = picture;
  uploadedPart_ = part_;
  uploadedSize_ = size;
}

/// Beside the upper right corner of the picture where there is room up to `right`, otherwise over it.
void LivePicture::drawButtons(const Theme& theme, const Area& shown, float right, const Words& words) {
  const float side = theme.px(30), gap = theme.px(6), both = 2 * (side + gap);
  const bool beside = shown.right() + both <= right;
  ImVec2 at{shown.right() + (beside ? both : -gap) - side, shown.at.y + (beside ? 0 : gap)};
  const auto button = [&](const char* id, const char* sign, const std::string& help) {
    ImGui::SetCursorScreenPos(at);
    at.x -= side + gap;
    ImGui::PushStyleColor(ImGuiCol_Button, beside ? tint(theme.colours().raised) : tint(theme.colours().panel, 0.75f));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    ImGui::PushID(id);
    const bool pressed = ImGui::Button(sign, {side, side});
    ImGui::PopID();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", help.c_str());
    return pressed;
  };
  if (button("turn", "↻", words.say("picture.turn"))) turned_ = turned_ + QuarterTurn(1);
  if (asksCorners_) return;
  if (button("whole", wantsWhole_ ? "▣" : "□", words.say(wantsWhole_ ? "picture.table" : "picture.whole")))
    wantsWhole_ = !wantsWhole_;
}

void LivePicture::askCorners(bool ask) {
  asksCorners_ = ask;
  corners_.clear();
  cornersWrong_ = false;
}

/// The picture around the mouse, larger, so that a corner is hit to the pixel.
void LivePicture::drawLens(const Theme& theme, const PictureProjection& project, ImVec2 mouse) const {
  const float across = theme.px(132), share = across / kLensZoom / 2;
  const ImVec2 size = project.shown.size;
  const float x = mouse.x - project.shown.at.x, y = mouse.y - project.shown.at.y;
  const bool toTheRight = mouse.x + 1.4f * across < project.shown.right();
  const Area lens{{toTheRight ? mouse.x + 0.25f * across : mouse.x - 1.25f * across,
                   std::clamp(mouse.y - across / 2, project.shown.at.y, project.shown.bottom() - across)},
                  {across, across}};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(lens.at, lens.corner(), tint(theme.colours().panel));
  draw.AddImage(texture_.id(), lens.at, lens.corner(), {(x - share) / size.x, (y - share) / size.y},
                {(x + share) / size.x, (y + share) / size.y});
  const ImVec2 middle{lens.at.x + across / 2, lens.at.y + across / 2};
  const ImU32 colour = tint(theme.colours().notice);
  draw.AddLine({lens.at.x, middle.y}, {lens.right(), middle.y}, colour);
  draw.AddLine({middle.x, lens.at.y}, {middle.x, lens.bottom()}, colour);
  draw.AddRect(lens.at, lens.corner(), colour, 0, 0, theme.px(1.5f));
}

/// What the pointer is over is outlined; a click on it asks what it is.
void LivePicture::catchPiece(const Theme& theme, const PictureProjection& project, const LiveSnapshot& live) {
  const auto outline = [&](const PointedPiece& piece, const ImVec4& colour, float width) {
    stroke(inWindow(piece.outline, project), tint(colour), theme.px(width));
  };
  if (marked_) outline(*marked_, theme.colours().notice, 4);
  ImGui::SetCursorScreenPos(project.shown.at);
  const bool clicked = ImGui::InvisibleButton("##seen", project.shown.size);
  ImGui::SetItemAllowOverlap();
  if (!clicked && !ImGui::IsItemHovered()) return;
  const auto pointed = pointedAt(project.back(ImGui::GetMousePos()), *live.game, live.camera.view);
  if (!pointed) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  outline(*pointed, theme.colours().ink, 2);
  if (!clicked) return;
  ImVec2 from{1e9f, 1e9f}, to{-1e9f, -1e9f};
  for (const ImVec2& corner : inWindow(pointed->outline, project)) {
    from = {std::min(from.x, corner.x), std::min(from.y, corner.y)};
    to = {std::max(to.x, corner.x), std::max(to.y, corner.y)};
  }
  marked_ = pointed;
  clicked_ = Clicked{*pointed, {from, {to.x - from.x, to.y - from.y}}};
}

/// A click shows the next corner, the other button takes the last one back, Escape gives up.
Requests LivePicture::catchCorners(const Theme& theme, const PictureProjection& project) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  std::vector<ImVec2> points;
  for (const vision::ImagePoint& corner : corners_) points.push_back(project(corner));
  const ImU32 colour = tint(theme.colours().notice);
  draw.AddPolyline(points.data(), static_cast<int>(points.size()), colour, 0, theme.px(2));
  for (const ImVec2& point : points) draw.AddCircle(point, theme.px(6), colour, 0, theme.px(2));
  ImGui::SetCursorScreenPos(project.shown.at);
  const bool clicked = ImGui::InvisibleButton("corners", project.shown.size);
  ImGui::SetItemAllowOverlap();
  if (ImGui::IsItemHovered()) {
    drawLens(theme, project, ImGui::GetMousePos());
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) && !corners_.empty()) corners_.pop_back();
  }
  if (ImGui::IsKeyPressed(GLFW_KEY_ESCAPE, false)) askCorners(false);
  if (clicked) {
    corners_.push_back(project.back(ImGui::GetMousePos()));
    cornersWrong_ = false;
  }
  if (corners_.size() < kCorners) return {};
  std::vector<vision::ImagePoint> shown = std::exchange(corners_, {});
  cornersWrong_ = !whatIsWrongWith(shown).empty();
  if (cornersWrong_) return {};
  askCorners(false);
  return {ShowCorners{std::move(shown)}};
}

Requests LivePicture::draw(const Theme& theme, const Area& area, const LiveSnapshot& live, const TrackedEvent* breach,
                           const Words& words) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(area.at, area.corner(), tint(theme.colours().panel), theme.px(12));
  Area inner = area.inset(theme.px(10));
  const CameraSnapshot& camera = live.camera;
  const bool hasPicture = camera.picture && !camera.picture->empty();
  Requests requests;
  if (!asksCorners_ && (hasPicture || live.status.stuck)) {
    const float said = statusHeight(theme, inner.size.x, live, words);
    StatusClicks clicks = drawStatus(theme, {inner.at, {inner.size.x, said}}, live, words);
    requests = std::move(clicks.requests);
    if (clicks.showCorners) askCorners(true);
    const float gap = theme.px(6);
    inner.at.y += said + gap;
    inner.size.y = std::max(inner.size.y - said - gap, theme.px(40));
  }
  if (!hasPicture) {
    const bool failed = any(camera.trouble);
    emptyState(theme, inner,
               failed ? words.say("picture.failed") : words.say("picture.opening", {{"source", live.source}}),
               failed ? words.trouble(camera.trouble) : words.say("picture.first"));
    return requests;
  }
  const PictureProjection project = drawPicture(inner, live);
  const Area& shown = project.shown;
  draw.PushClipRect(shown.at, shown.corner(), true);
  drawSightings(theme, camera.view, project);
  if (live.game) drawMarks(theme, live, breach, project);
  drawPlaces(theme, live, project);
  if (live.game && !asksCorners_) catchPiece(theme, project, live);
  if (asksCorners_)
    for (Request& request : catchCorners(theme, project)) requests.push_back(std::move(request));
  if (asksCorners_)
    drawBand(theme, shown, cornersWrong_ ? words.say("corner.again") : cornerText(corners_.size(), words),
             theme.colours().notice);
  else if (any(live.unstored))
    drawBand(theme, shown, words.say("state.unstored", {{"why", words.trouble(live.unstored)}}), theme.colours().bad);
  else if (any(camera.trouble) && live.status.kind != TableStatus::Kind::Lost)
    drawBand(theme, shown, words.trouble(camera.trouble), theme.colours().notice);
  draw.PopClipRect();
  drawButtons(theme, shown, inner.right(), words);
  return requests;
}

}  // namespace octo::ui
