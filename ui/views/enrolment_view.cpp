#include "ui/views/enrolment_view.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tracker/messages/piece_words.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

using Sight = Enrolment::Sight;
using What = TeachStep::What;

constexpr float kAskedHeight = 104, kSightHeight = 58, kTaughtHeight = 62;
/// Of the window's width, for the picture.
constexpr float kPictureShare = 0.6f;
/// As many views of a piece are shown in the list.
constexpr std::size_t kViewsShown = 3;

const char* keyOf(Sight sight) {
  switch (sight) {
    case Sight::Waiting:
      return "teach.sight.waiting";
    case Sight::Moving:
      return "teach.sight.moving";
    case Sight::Nothing:
      return "teach.sight.nothing";
    case Sight::Beside:
      return "teach.sight.beside";
    case Sight::SamePiece:
      return "teach.sight.same";
    case Sight::OtherPiece:
      return "teach.sight.other";
    case Sight::NotMoved:
      return "teach.sight.not-moved";
    case Sight::Taken:
      break;
  }
  return "teach.sight.taken";
}

/// A piece lies there, and something else keeps it from being taken.
bool canBeTaken(Sight sight) {
  return sight == Sight::Beside || sight == Sight::SamePiece || sight == Sight::OtherPiece || sight == Sight::NotMoved;
}

ImVec4 colourOf(Sight sight, const Palette& p) {
  if (sight == Sight::Taken) return p.good;
  return canBeTaken(sight) ? p.notice : p.soft;
}

int missingOf(const EnrolmentSnapshot& taught) {
  return static_cast<int>(
      std::ranges::count_if(taught.pieces, [](const TaughtPiece& each) { return each.needed && each.views.empty(); }));
}

/// What is to be done at the end.
std::string endText(const EnrolmentSnapshot& taught, const Words& words) {
  std::string text;
  if (const int missing = missingOf(taught)) text = words.count("teach.end.missing", missing);
  for (const TaughtPiece& each : taught.pieces)
    if (each.tooAlike)
      return text + (text.empty() ? "" : " ") +
             words.say("teach.end.alike",
                       {{"one", taughtPieceName(each.face, words)}, {"other", taughtPieceName(*each.tooAlike, words)}});
  return text.empty() ? words.say("teach.end.good") : text;
}

/// The heading over the picture, and the line below it.
std::pair<std::string, std::string> askedTexts(const EnrolmentSnapshot& taught, const Words& words) {
  if (!taught.asked) return {words.say("teach.end.title"), endText(taught, words)};
  const TaughtPiece& piece = taught.pieces[*taught.asked];
  std::string how = words.say(taught.view == 1 ? "teach.first" : "teach.further",
                              {{"n", std::to_string(taught.view)}, {"of", std::to_string(taught.wanted)}});
  if (!piece.needed) how += " " + words.say("teach.optional");
  return {words.say("teach.lay", {{"piece", taughtPieceName(piece.face, words)}}), how};
}

struct TeachButton {
  What what;
  const char* key;
  /// Besides the button; 0 for none.
  int pressedBy;
  bool enabled;
};

std::vector<TeachButton> teachButtons(const EnrolmentSnapshot& taught) {
  const bool asks = taught.asked.has_value();
  const bool begun = std::ranges::any_of(taught.pieces, [](const auto& each) { return !each.views.empty(); });
  std::vector<TeachButton> buttons{
      {What::Anyway, "teach.anyway", GLFW_KEY_ENTER, asks && canBeTaken(taught.sight)},
      {What::Again, "teach.again", GLFW_KEY_BACKSPACE, begun},
      {What::Back, "teach.back", GLFW_KEY_PAGE_UP, taught.asked != std::optional<std::size_t>(0)},
      {What::Skip, "teach.skip", GLFW_KEY_PAGE_DOWN, asks}};
  if (asks && taught.game == GameId::Octal && taught.pieces[*taught.asked].face.text().find(':') != std::string::npos)
    buttons.push_back({What::Arrow, "teach.arrow", 0, true});
  return buttons;
}

}  // namespace

std::string taughtPieceName(const Face& face, const Words& words) {
  if (face == Face("board")) return words.say("teach.piece.board");
  if (face.isBack()) return words.say("teach.piece.back");
  if (face.detail() == "back") return words.say("teach.piece.head-back");
  const bool lady = face == Face("shield:lady");
  const std::string what = lady ? words.say("option.octagone.lady")
                                : tracker::PieceWords(words.game(), {}, words.language()).spoken(face.text());
  const char* kind = face.family() == "shield"      ? "teach.piece.shield"
                     : face.family() == "head"      ? "teach.piece.head"
                     : words.game() == GameId::Oct8 ? "teach.piece.arms"
                                                    : "teach.piece.card";
  return words.say(kind, {{"what", what}});
}

void EnrolmentView::Shown::take(const std::shared_ptr<const cv::Mat>& newer) {
  if (picture != newer) texture.upload(*newer);
  picture = newer;
}

Requests EnrolmentView::draw(const Theme& theme, const Area& area, const EnrolmentSnapshot& taught,
                             const Words& words) {
  Requests requests;
  const float gap = theme.px(kGap);
  const float left = std::floor((area.size.x - gap) * kPictureShare);
  const std::vector<TeachButton> buttons = teachButtons(taught);
  std::vector<float> widths;
  for (const TeachButton& button : buttons) widths.push_back(buttonWidth(words.say(button.key)));
  const float acting = ButtonFlow::height(widths, left);
  const float text = wrappedSize(theme.fonts().text(), askedTexts(taught, words).second,
                                 left - 2 * theme.px(kPadding) - (taught.asked ? theme.px(kAskedHeight) : 0))
                         .y;
  const float top = std::max(theme.px(kAskedHeight), theme.fonts().heading()->FontSize + text + theme.px(44)),
              said = theme.px(kSightHeight);
  drawAsked(theme, {area.at, {left, top}}, taught, words);
  const float picture = area.size.y - top - said - acting - 3 * gap;
  drawPicture(theme, {{area.at.x, area.at.y + top + gap}, {left, picture}}, taught, words);
  drawSight(theme, {{area.at.x, area.at.y + top + picture + 2 * gap}, {left, said}}, taught, words);
  ButtonFlow flow({{area.at.x, area.bottom() - acting}, {left, acting}});
  const bool keys = !ImGui::GetIO().WantTextInput && !popupIsOpen();
  for (const TeachButton& button : buttons) {
    const std::string label = words.say(button.key);
    flow.place(buttonWidth(label));
    ImGui::BeginDisabled(!button.enabled);
    const bool clicked = ImGui::Button(label.c_str());
    ImGui::EndDisabled();
    const bool typed = keys && button.pressedBy && ImGui::IsKeyPressed(button.pressedBy, false);
    if (clicked || (typed && button.enabled)) requests.push_back(TeachStep{button.what});
  }
  drawPieces(theme, {{area.at.x + left + gap, area.at.y}, {area.size.x - left - gap, area.size.y}}, taught, words,
             requests);
  return requests;
}

/// What is asked for: a drawing of ours, what it is called, and how it is to lie.
void EnrolmentView::drawAsked(const Theme& theme, const Area& area, const EnrolmentSnapshot& taught,
                              const Words& words) {
  const Panel panel(theme, "asked", area);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float across = theme.px(kAskedHeight - 24);
  float x = area.at.x + theme.px(kPadding);
  if (taught.asked) {
    art_.draw(draw, taught.game, taught.pieces[*taught.asked].face, {x + across / 2, area.at.y + area.size.y / 2},
              across, 0);
    x += across + theme.px(12);
  }
  const auto [heading, text] = askedTexts(taught, words);
  const float width = area.right() - theme.px(kPadding) - x;
  ImFont *large = theme.fonts().heading(), *small = theme.fonts().text();
  const float both = large->FontSize + theme.px(6) + wrappedSize(small, text, width).y;
  const float y = area.at.y + std::max(theme.px(8), (area.size.y - both) / 2);
  put(draw, large, {x, y}, tint(theme.colours().ink), heading, width);
  putWrapped(draw, small, {x, y + large->FontSize + theme.px(6)}, tint(theme.colours().soft), text, width);
}

void EnrolmentView::drawPicture(const Theme& theme, const Area& area, const EnrolmentSnapshot& taught,
                                const Words& words) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(area.at, area.corner(), tint(theme.colours().raised), theme.px(8));
  if (!taught.picture) {
    const std::string text =
        any(taught.trouble) ? words.trouble(taught.trouble) : words.say(taught.ended ? "teach.ended" : "start.opening");
    const float width = area.size.x - theme.px(40);
    const ImVec2 size = wrappedSize(theme.fonts().text(), text, width);
    putWrapped(draw, theme.fonts().text(),
               {area.at.x + (area.size.x - size.x) / 2, area.at.y + (area.size.y - size.y) / 2},
               tint(theme.colours().soft), text, width);
    return;
  }
  picture_.take(taught.picture);
  const Area shown = area.fitted(picture_.texture.size());
  draw.AddImageRounded(picture_.texture.id(), shown.at, shown.corner(), {0, 0}, {1, 1}, IM_COL32_WHITE, theme.px(8));
  std::vector<ImVec2> outline;
  for (const cv::Point2d& p : taught.outline)
    outline.emplace_back(shown.at.x + static_cast<float>(p.x) * shown.size.x,
                         shown.at.y + static_cast<float>(p.y) * shown.size.y);
  const bool taken = taught.sight == Sight::Taken;
  draw.AddPolyline(outline.data(), static_cast<int>(outline.size()),
                   tint(taken ? theme.colours().good : theme.colours().notice), ImDrawFlags_Closed, theme.px(3));
}

/// Why it is not taken, or that it was; first of all what goes wrong.
void EnrolmentView::drawSight(const Theme& theme, const Area& area, const EnrolmentSnapshot& taught,
                              const Words& words) const {
  const Palette& p = theme.colours();
  ImVec4 colour = p.bad;
  std::string text;
  if (any(taught.unkept))
    text = words.say("teach.unkept", {{"why", words.trouble(taught.unkept)}});
  else if (any(taught.trouble))
    text = words.trouble(taught.trouble);
  else if (taught.ended)
    text = words.say("teach.ended"), colour = p.notice;
  else if (taught.asked)
    text = words.say(keyOf(taught.sight)), colour = colourOf(taught.sight, p);
  if (text.empty()) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(area.at, area.corner(), tint(p.panel), theme.px(8));
  draw.AddRectFilled(area.at, {area.at.x + theme.px(5), area.bottom()}, tint(colour), theme.px(2));
  const float width = area.size.x - theme.px(28);
  const float height = wrappedSize(theme.fonts().text(), text, width).y;
  putWrapped(draw, theme.fonts().text(), {area.at.x + theme.px(16), area.at.y + (area.size.y - height) / 2},
             tint(p.ink), text, width);
}

void EnrolmentView::drawPieces(const Theme& theme, const Area& area, const EnrolmentSnapshot& taught,
                               const Words& words, Requests& requests) {
  const Panel panel(theme, "pieces", area);
  smallHeading(theme, taught.title);
  const auto needed = std::ranges::count_if(taught.pieces, [](const TaughtPiece& each) { return each.needed; });
  const auto shown = needed - missingOf(taught);
  const std::string progress =
      words.say("teach.progress", {{"n", std::to_string(shown)}, {"of", std::to_string(needed)}});
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, theme.colours().accent);
  ImGui::ProgressBar(static_cast<float>(shown) / static_cast<float>(std::max<std::ptrdiff_t>(1, needed)),
                     {-1, ImGui::GetFrameHeight() * 0.8f}, progress.c_str());
  ImGui::PopStyleColor();
  const float finish = theme.px(44);
  ImGui::BeginChild("list", {0, ImGui::GetContentRegionAvail().y - finish - theme.px(10)});
  for (std::size_t i = 0; i < taught.pieces.size(); ++i) drawPiece(theme, taught, i, words, requests);
  asked_ = taught.asked;
  ImGui::EndChild();
  const bool begun = std::ranges::any_of(taught.pieces, [](const auto& each) { return !each.views.empty(); });
  ImGui::BeginDisabled(!begun);
  if (primaryButton(theme, words.say("teach.finish").c_str(), {-1, finish}))
    requests.push_back(TeachStep{What::Finish});
  ImGui::EndDisabled();
}

/// A row: what was taken, what it is, what is wrong with it, and how many a set has. A click asks for it.
void EnrolmentView::drawPiece(const Theme& theme, const EnrolmentSnapshot& taught, std::size_t index,
                              const Words& words, Requests& requests) {
  const TaughtPiece& piece = taught.pieces[index];
  const Palette& p = theme.colours();
  const bool lit = taught.asked == index;
  const float height = theme.px(kTaughtHeight), gap = theme.px(8), step = ImGui::GetFrameHeight();
  const std::string copies = std::to_string(piece.copies);
  const float counting = 2 * step + theme.px(40);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - counting - gap;
  ImGui::PushID(static_cast<int>(index));
  if (choice(theme, "##piece", lit, {width, height})) requests.push_back(TeachStep{What::Show, piece.face});
  if (lit && asked_ != taught.asked) ImGui::SetScrollHereY(0.4f);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float x = at.x + theme.px(6);
  std::vector<Shown>& views = views_[piece.face.text()];
  const std::size_t count = std::min(kViewsShown, piece.views.size());
  views.resize(count);
  const float small = height - theme.px(10);
  for (std::size_t i = 0; i < count; ++i) {
    views[i].take(piece.views[i]);
    const ImVec2 size = views[i].texture.size();
    const Area view = Area{{x, at.y + theme.px(5)}, {small, small}}.fitted(size);
    const float wide = view.size.x;
    draw.AddImage(views[i].texture.id(), {x, view.at.y}, {x + wide, view.bottom()});
    x += wide + theme.px(5);
  }
  if (count == 0) {
    art_.draw(draw, taught.game, piece.face, {x + small / 2, at.y + height / 2}, small, 0, 0.35f);
    x += small + theme.px(5);
  }
  const std::string name = taughtPieceName(piece.face, words);
  const std::string note = piece.tooAlike
                               ? words.say("teach.alike", {{"piece", taughtPieceName(*piece.tooAlike, words)}})
                           : piece.views.empty() ? words.say("teach.not-shown")
                                                 : std::string();
  ImFont *text = theme.fonts().text(), *fine = theme.fonts().small();
  const float room = at.x + width - x - gap;
  const float both = text->FontSize + (note.empty() ? 0 : fine->FontSize + theme.px(2));
  const float y = at.y + (height - both) / 2;
  put(draw, text, {x + gap, y}, tint(p.ink), name, room);
  if (!note.empty())
    put(draw, fine, {x + gap, y + text->FontSize + theme.px(2)}, tint(piece.tooAlike ? p.notice : p.soft), note, room);
  if (ImGui::IsItemHovered() && sizeOf(text, name).x > room) ImGui::SetTooltip("%s", name.c_str());
  const float middle = at.y + (height - step) / 2;
  ImGui::SetCursorScreenPos({at.x + width + gap, middle});
  if (ImGui::Button("-##copies", {step, step}))
    requests.push_back(TeachStep{What::Copies, piece.face, piece.copies - 1});
  const ImVec2 number = ImGui::CalcTextSize(copies.c_str());
  draw.AddText({at.x + width + gap + step + (theme.px(40) - number.x) / 2, at.y + (height - number.y) / 2}, tint(p.ink),
               copies.c_str());
  ImGui::SetCursorScreenPos({at.x + width + gap + step + theme.px(40), middle});
  if (ImGui::Button("+##copies", {step, step}))
    requests.push_back(TeachStep{What::Copies, piece.face, piece.copies + 1});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", words.say("teach.in-a-set").c_str());
  ImGui::SetCursorScreenPos({at.x, at.y + height});
  ImGui::Dummy({0, theme.px(2)});
  ImGui::PopID();
}

}  // namespace octo::ui
