#include "ui/views/breach_card.h"

#include <GLFW/glfw3.h>

#include <string>
#include <utility>
#include <vector>

#include "ui/history/move_text.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr float kCardPadding = 12;

const TrackedEvent& eventOf(int n, const GameSnapshot& game) { return game.events[static_cast<std::size_t>(n) - 1]; }

std::string cardTitle(const BreachWatch::Open& breach, const GameSnapshot& game, const Words& words) {
  const bool last = breach.n == static_cast<int>(game.events.size());
  return last ? words.say("breach.title") : words.say("breach.earlier", {{"n", std::to_string(breach.n)}});
}

/// Who did what, and why that is a breach; of one that a later move showed, that move as well.
std::string cardSentence(const BreachWatch::Open& breach, const GameSnapshot& game,
                         const std::vector<SpokenEvent>& spoken, const Words& words) {
  const auto said = [&](int n) {
    const SpokenEvent& told = spoken[static_cast<std::size_t>(n) - 1];
    const std::string text = told.because.empty() ? told.move + "." : told.move + ". " + told.because + ".";
    const auto& player = eventOf(n, game).event.player;
    if (!player) return text;
    return words.say("breach.who", {{"player", playerName(game.header, *player, words.language())}, {"because", text}});
  };
  if (!breach.shownBy) return said(breach.n);
  return said(*breach.shownBy) + " " + words.say("breach.exposes", {{"n", std::to_string(breach.n)}}) + ". " +
         said(breach.n);
}

CorrectBox toldAs(const TrackedEvent& event, bool stands) {
  Event told = plainly(event.event);
  (stands ? told.stands : told.takenBack) = true;
  return {{.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = event.n, .event = std::move(told)}};
}

struct CardButton {
  const char* key;
  const char* letter;
};

/// What a later move showed was answered by it, and a penalty stands by itself: nothing of them can be taken back.
bool isFinal(const BreachWatch::Open& breach, const TrackedEvent& event) {
  return breach.shownBy || (event.verdict.applied && !event.event.stands);
}

std::vector<CardButton> cardButtons(bool final) {
  std::vector<CardButton> buttons{{"breach.misread", "M"}, {"breach.stands", "S"}};
  if (!final) buttons.push_back({"breach.back", "B"});
  buttons.push_back({"state.look", "L"});
  return buttons;
}

std::string cardLabel(const CardButton& button, bool lettered, const Words& words) {
  return lettered ? words.say(button.key) + "  " + button.letter : words.say(button.key);
}

std::vector<float> cardWidths(const std::vector<CardButton>& buttons, bool lettered, const Words& words) {
  std::vector<float> widths;
  for (const CardButton& button : buttons) widths.push_back(buttonWidth(cardLabel(button, lettered, words)));
  return widths;
}

/// The letters are left out where the buttons would not fit beside each other with them.
bool areLettered(const std::vector<CardButton>& buttons, float room, const Words& words) {
  return ButtonFlow::height(cardWidths(buttons, true, words), room) <= ImGui::GetFrameHeight();
}

float buttonsHeight(const std::vector<CardButton>& buttons, float room, const Words& words) {
  return ButtonFlow::height(cardWidths(buttons, areLettered(buttons, room, words), words), room);
}

bool cardKey(int key) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool busy = io.WantTextInput || io.KeyCtrl || popupIsOpen();
  return !busy && ImGui::IsKeyPressed(key, false);
}

}  // namespace

float BreachCard::height(const Theme& theme, float width, const GameSnapshot& game, const BreachWatch::Open& breach,
                         const std::vector<SpokenEvent>& spoken, const Words& words) const {
  const float room = width - 2 * theme.px(kCardPadding);
  const float text = wrappedSize(theme.fonts().text(), cardSentence(breach, game, spoken, words), room).y;
  return 2 * theme.px(kCardPadding) + theme.fonts().text()->FontSize + theme.px(4) + text + theme.px(8) +
         buttonsHeight(cardButtons(isFinal(breach, eventOf(breach.n, game))), room, words);
}

BreachCard::Answer BreachCard::draw(const Theme& theme, const Area& area, const GameSnapshot& game,
                                    const BreachWatch::Open& breach, const std::vector<SpokenEvent>& spoken,
                                    const Words& words) {
  Answer answer;
  const Palette& p = theme.colours();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(area.at, area.corner(), tint(p.badGround), theme.px(12));
  draw.AddRect(area.at, area.corner(), tint(p.bad), theme.px(12), 0, theme.px(2));
  const float padding = theme.px(kCardPadding), room = area.size.x - 2 * padding;
  ImVec2 at{area.at.x + padding, area.at.y + padding};
  put(draw, theme.fonts().text(), at, tint(p.bad), cardTitle(breach, game, words), room);
  at.y += theme.fonts().text()->FontSize + theme.px(4);
  at.y += putWrapped(draw, theme.fonts().text(), at, tint(p.ink), cardSentence(breach, game, spoken, words), room);
  const TrackedEvent& event = eventOf(breach.n, game);
  const bool final = isFinal(breach, event);
  const std::vector<CardButton> buttons = cardButtons(final);
  const float high = buttonsHeight(buttons, room, words);
  const bool lettered = areLettered(buttons, room, words);
  ButtonFlow flow({{at.x, area.bottom() - padding - high}, {room, high}});
  ImGui::PushID("breach");
  const auto button = [&](std::size_t which, int code, int presenter) {
    const std::string label = cardLabel(buttons[which], lettered, words);
    flow.place(buttonWidth(label));
    const bool pressed = ImGui::Button((label + "###" + buttons[which].key).c_str());
    return pressed || cardKey(code) || (presenter && cardKey(presenter));
  };
  const bool misread = button(0, GLFW_KEY_M, 0);
  const bool stands = button(1, GLFW_KEY_S, GLFW_KEY_PAGE_DOWN);
  const bool back = !final && button(2, GLFW_KEY_B, GLFW_KEY_PAGE_UP);
  const bool look = button(final ? 2 : 3, GLFW_KEY_L, 0);
  if (look) answer.requests.push_back(LookTwice{});
  if (misread) {
    answer.misread = breach.shownBy.value_or(breach.n);
  } else if (stands) {
    answer.answered = true;
    if (!final && !event.event.stands) answer.requests.push_back(toldAs(event, true));
  } else if (back) {
    answer.answered = true;
    answer.requests.push_back(toldAs(event, false));
  }
  ImGui::PopID();
  return answer;
}

}  // namespace octo::ui
