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
      return {{words.say("state.corners"), status.stuck, [](StatusClicks& clicks) { clicks.showCorners = true; }}};
    case Kind::Setup:
    case Kind::Hand:
    case Kind::Reading:
      if (!status.stuck) return {};
      return {asking(words, "state.look", LookAgain{})};
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
    case Kind::Turn:
    case Kind::GameOver:
    case Kind::SourceEnd:
      return {};
  }
  return {};
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

StatusClicks drawStatus(const Theme& theme, const Area& picture, const LiveSnapshot& live, const Words& words) {
  const StatusText text = statusText(live.status, headerOf(live), words);
  const std::vector<StatusButton> buttons = buttonsFor(live.status, words);
  const Palette& p = theme.colours();
  const Typefaces& fonts = theme.fonts();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float padding = theme.px(kStatusPadding), line = theme.px(kStatusLine), edge = theme.px(6);
  const float frame = ImGui::GetFrameHeight(), spacing = ImGui::GetStyle().ItemSpacing.x;
  float buttonsWidth = 0;
  for (const StatusButton& button : buttons) buttonsWidth += buttonWidth(button.label) + spacing;
  const float whole = picture.size.x - 2 * padding - edge;
  // Beside the words where they keep most of the line, otherwise below them.
  const bool beside = buttonsWidth < 0.42f * whole;
  const float room = beside ? whole - buttonsWidth : whole;
  float height = wrappedSize(fonts.heading(), text.headline, room).y;
  for (const std::string& detail : text.details) height += line + wrappedSize(fonts.text(), detail, room).y;
  if (!text.advice.empty()) height += line + wrappedSize(fonts.text(), text.advice, room).y;
  if (!buttons.empty()) height = beside ? std::max(height, frame) : height + line + frame;
  const Area band{picture.at, {picture.size.x, height + 2 * theme.px(8)}};
  draw.AddRectFilled(band.at, band.corner(), tint(p.panel, 0.93f), theme.px(8), ImDrawFlags_RoundCornersTop);
  draw.AddRectFilled(band.at, {band.at.x + edge, band.bottom()}, tint(statusColour(live.status, p)), theme.px(8),
                     ImDrawFlags_RoundCornersTopLeft);
  ImVec2 at{band.at.x + edge + padding, band.at.y + theme.px(8)};
  at.y += putWrapped(draw, fonts.heading(), at, tint(p.ink), text.headline, room);
  for (const std::string& detail : text.details) {
    at.y += line;
    at.y += putWrapped(draw, fonts.text(), at, tint(p.ink), detail, room);
  }
  if (!text.advice.empty()) {
    at.y += line;
    at.y += putWrapped(draw, fonts.text(), at, tint(p.notice), text.advice, room);
  }
  StatusClicks clicks;
  if (buttons.empty()) return clicks;
  const float top = beside ? band.at.y + (band.size.y - frame) / 2 : at.y + line;
  ImGui::SetCursorScreenPos({beside ? band.right() - buttonsWidth : at.x, top});
  for (const StatusButton& button : buttons) {
    const bool pressed =
        button.primary ? primaryButton(theme, button.label.c_str()) : ImGui::Button(button.label.c_str());
    if (pressed) button.press(clicks);
    ImGui::SameLine();
  }
  return clicks;
}

}  // namespace octo::ui
