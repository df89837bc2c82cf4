#include "ui/views/status_view.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ui/standing/status_words.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

using Kind = TableStatus::Kind;

constexpr float kStatusPadding = 12;
constexpr float kStatusLine = 4;
constexpr float kStatusEdge = 6;
constexpr float kStatusMargin = 6;

struct StatusButton {
  std::string label;
  bool primary = false;
  std::function<void(StatusClicks&)> press;
};

template <class Asked>
StatusButton asking(const Words& words, const char* key, Asked asked, bool primary = false) {
  return {words.say(key), primary, [asked](StatusClicks& clicks) { clicks.requests.push_back(asked); }};
}

/// What helps out of each state.
std::vector<StatusButton> buttonsFor(const TableStatus& status, const Words& words) {
  switch (status.kind) {
    case Kind::Looking:
      if (!status.stuck) return {};
      return {{words.say("state.corners"), true, [](StatusClicks& clicks) { clicks.showCorners = true; }}};
    case Kind::Setup:
    case Kind::Hand:
    case Kind::Reading:
      if (status.stuck) return {asking(words, "state.look", LookAgain{})};
      return {asking(words, "state.pause", Pause{true})};
    case Kind::Turn:
      return {asking(words, "state.pause", Pause{true})};
    case Kind::Mismatch: {
      std::vector<StatusButton> buttons{asking(words, "state.look", LookAgain{})};
      if (status.canTakeTable) buttons.push_back(asking(words, "state.take", TakeTable{}, true));
      return buttons;
    }
    case Kind::Lost:
      return {asking(words, "state.look", LookAgain{})};
    case Kind::Paused:
      return {asking(words, "state.go-on", Pause{false}, true)};
    case Kind::Opening:
    case Kind::GameOver:
    case Kind::SourceEnd:
      return {};
  }
  return {};
}

struct StatusLayout {
  float height = 0;
  /// Of the words, and of all buttons.
  float room = 0, buttons = 0;
  /// Buttons stand beside the words where these keep most of the width, otherwise below.
  bool beside = false;
};

StatusLayout layOut(const Theme& theme, float width, const StatusText& text, const std::vector<StatusButton>& buttons) {
  const Typefaces& fonts = theme.fonts();
  const float line = theme.px(kStatusLine), frame = ImGui::GetFrameHeight();
  const float whole = width - 2 * theme.px(kStatusPadding) - theme.px(kStatusEdge);
  StatusLayout layout;
  for (const StatusButton& button : buttons)
    layout.buttons += buttonWidth(button.label) + ImGui::GetStyle().ItemSpacing.x;
  layout.beside = layout.buttons < 0.42f * whole;
  layout.room = layout.beside ? whole - layout.buttons : whole;
  layout.height = wrappedSize(fonts.heading(), text.headline, layout.room).y;
  for (const std::string& detail : text.details)
    layout.height += line + wrappedSize(fonts.text(), detail, layout.room).y;
  if (!text.advice.empty()) layout.height += line + wrappedSize(fonts.text(), text.advice, layout.room).y;
  if (!layout.beside) layout.height += line + frame;
  layout.height = std::max(layout.height, frame);  // the same with a button and without, so that nothing jumps
  layout.height += 2 * theme.px(kStatusMargin);
  return layout;
}

const GameHeader& headerOf(const LiveSnapshot& live) {
  static const GameHeader none;
  return live.game ? live.game->header : none;
}

}  // namespace

const ImVec4& statusColour(const TableStatus& status, const Palette& palette) {
  switch (status.kind) {
    case Kind::Looking:
    case Kind::Mismatch:
    case Kind::Lost:
      return palette.bad;
    case Kind::Setup:
    case Kind::Hand:
    case Kind::Paused:
      return palette.notice;
    case Kind::Reading:
      return palette.accent;
    case Kind::Turn:
      return palette.good;
    case Kind::Opening:
    case Kind::GameOver:
    case Kind::SourceEnd:
      return palette.soft;
  }
  return palette.soft;
}

std::string statusHeadline(const LiveSnapshot& live, const Words& words) {
  return statusText(live.status, headerOf(live), words).headline;
}

std::string statusLetters(const LiveSnapshot& live, const Words& words) {
  std::string all = textOf(statusText(live.status, headerOf(live), words));
  for (const StatusButton& button : buttonsFor(live.status, words)) all += button.label;
  return all + words.say("state.pause");
}

float statusHeight(const Theme& theme, float width, const LiveSnapshot& live, const Words& words) {
  const StatusText text = statusText(live.status, headerOf(live), words);
  return layOut(theme, width, text, buttonsFor(live.status, words)).height;
}

StatusClicks drawStatus(const Theme& theme, const Area& area, const LiveSnapshot& live, const Words& words) {
  const StatusText text = statusText(live.status, headerOf(live), words);
  const std::vector<StatusButton> buttons = buttonsFor(live.status, words);
  const StatusLayout layout = layOut(theme, area.size.x, text, buttons);
  const Palette& p = theme.colours();
  const Typefaces& fonts = theme.fonts();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = theme.px(kStatusLine), edge = theme.px(kStatusEdge);
  draw.AddRectFilled(area.at, area.corner(), tint(p.panel), theme.px(8));
  draw.AddRectFilled(area.at, {area.at.x + edge, area.bottom()}, tint(statusColour(live.status, p)), theme.px(3));
  ImVec2 at{area.at.x + edge + theme.px(kStatusPadding), area.at.y + theme.px(kStatusMargin)};
  at.y += putWrapped(draw, fonts.heading(), at, tint(p.ink), text.headline, layout.room);
  for (const std::string& detail : text.details) {
    at.y += line;
    at.y += putWrapped(draw, fonts.text(), at, tint(p.ink), detail, layout.room);
  }
  if (!text.advice.empty()) {
    at.y += line;
    at.y += putWrapped(draw, fonts.text(), at, tint(p.notice), text.advice, layout.room);
  }
  StatusClicks clicks;
  if (buttons.empty()) return clicks;
  const float top = layout.beside ? area.at.y + (area.size.y - ImGui::GetFrameHeight()) / 2 : at.y + line;
  ImGui::SetCursorScreenPos({layout.beside ? area.right() - layout.buttons : at.x, top});
  ImGui::PushID("status");  // a button below the picture may be called the same
  for (const StatusButton& button : buttons) {
    const bool pressed =
        button.primary ? primaryButton(theme, button.label.c_str()) : ImGui::Button(button.label.c_str());
    if (pressed) button.press(clicks);
    ImGui::SameLine();
  }
  ImGui::PopID();
  return clicks;
}

}  // namespace octo::ui
