#include "ui/window/widgets.h"

#include <GLFW/glfw3.h>

#include <imgui_internal.h>

#include <algorithm>
#include <array>

namespace octo::ui {
namespace {

constexpr const char* kEllipsis = "…";

/// As much of the text as fits before an ellipsis; cuts between letters, not inside one.
std::string shortened(ImFont* font, const std::string& text, float width) {
  std::string kept = text;
  while (!kept.empty() && sizeOf(font, kept + kEllipsis).x > width) {
    do kept.pop_back();
    while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xc0) == 0x80);
    // The lead byte of a letter whose other bytes are gone.
    if (!kept.empty() && static_cast<unsigned char>(kept.back()) >= 0xc0) kept.pop_back();
  }
  return kept + kEllipsis;
}

/// Where the letter after `at` begins.
const char* nextLetter(const char* at, const char* end) {
  do ++at;
  while (at < end && (static_cast<unsigned char>(*at) & 0xc0) == 0x80);
  return at;
}

unsigned letterAt(const char* at, const char* end) {
  unsigned letter = 0;
  ImTextCharFromUtf8(&letter, at, end);
  return letter;
}

/// Letters between which a line may be broken, as those of Japanese: kana, kanji, wide punctuation.
bool breaksAnywhere(unsigned letter) {
  return (letter >= 0x3000 && letter < 0xa000) || (letter >= 0xff00 && letter < 0xffef);
}

/// Marks that no line begins with.
bool closes(unsigned letter) {
  constexpr std::array<unsigned, 18> kClosing{0x3001, 0x3002, 0x300d, 0x300f, 0x3011, 0xff01, 0xff09, 0xff0c, 0xff0e,
                                              0xff1a, 0xff1b, 0xff1f, 0x30fc, 0x30fb, 0x3063, 0x3083, 0x3085, 0x3087};
  return std::find(kClosing.begin(), kClosing.end(), letter) != kClosing.end();
}

/// Marks that no line ends with.
bool opens(unsigned letter) { return letter == 0x300c || letter == 0x300e || letter == 0x3010 || letter == 0xff08; }

/// The end of the line that begins at `at`: as much as fits, at least a letter.
const char* lineEnd(ImFont* font, const char* at, const char* end, float width) {
  float wide = 0;
  const char* good = nullptr;
  for (const char* now = at; now < end;) {
    if (*now == '\n') return now;
    const char* next = nextLetter(now, end);
    const unsigned letter = letterAt(now, end);
    wide += font->GetCharAdvance(static_cast<ImWchar>(letter));
    if (*now == ' ')
      good = now;
    else if (wide > width && now > at)
      return good ? good : now;
    if (next < end && *next != ' ') {
      const unsigned after = letterAt(next, end);
      const bool asian = (breaksAnywhere(letter) || breaksAnywhere(after)) && !opens(letter) && !closes(after);
      const bool between = asian || letter == '-';
      if (between && wide <= width) good = next;
    }
    now = next;
  }
  return end;
}

/// Points between a popup and what it asks about, and the window's edge.
constexpr float kBesideGap = 12, kBesideMargin = 8;

float roomRight(const Theme& theme, const Area& asked) {
  return ImGui::GetIO().DisplaySize.x - asked.right() - theme.px(kBesideGap + kBesideMargin);
}
float roomLeft(const Theme& theme, const Area& asked) { return asked.at.x - theme.px(kBesideGap + kBesideMargin); }

/// Calls `line` with the ends of each line.
template <class Line>
void eachLine(ImFont* font, const std::string& text, float width, Line&& line) {
  const char* end = text.c_str() + text.size();
  for (const char* at = text.c_str(); at < end;) {
    const char* stop = lineEnd(font, at, end, width);
    line(at, stop);
    at = stop;
    if (at < end && *at == '\n')
      ++at;
    else
      while (at < end && *at == ' ') ++at;
  }
}

}  // namespace

Panel::Panel(const Theme& theme, const char* name, const Area& area, bool scrolls) {
  ImGui::GetWindowDrawList()->AddRectFilled(area.at, area.corner(), tint(theme.colours().panel), theme.px(12));
  const float padding = theme.px(kPadding);
  ImGui::SetCursorScreenPos({area.at.x + padding, area.at.y + padding});
  const ImGuiWindowFlags flags = scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::BeginChild(name, {area.size.x - 2 * padding, area.size.y - 2 * padding}, false, flags);
}

Panel::~Panel() { ImGui::EndChild(); }

ImVec2 sizeOf(ImFont* font, const std::string& text) {
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.c_str(), text.c_str() + text.size());
}

float put(ImDrawList& draw, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text, float width) {
  const bool fits = sizeOf(font, text).x <= width;
  const std::string shown = fits ? text : shortened(font, text, width);
  draw.AddText(font, font->FontSize, at, colour, shown.c_str(), shown.c_str() + shown.size());
  return sizeOf(font, shown).x;
}

float putWrapped(ImDrawList& draw, ImFont* font, ImVec2 at, ImU32 colour, const std::string& text, float width) {
  float y = at.y;
  eachLine(font, text, width, [&](const char* begin, const char* end) {
    draw.AddText(font, font->FontSize, {at.x, y}, colour, begin, end);
    y += font->FontSize;
  });
  return y - at.y;
}

ImVec2 wrappedSize(ImFont* font, const std::string& text, float width) {
  ImVec2 size{0, 0};
  eachLine(font, text, width, [&](const char* begin, const char* end) {
    size.x = std::max(size.x, font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, begin, end).x);
    size.y += font->FontSize;
  });
  return size;
}

ImVec2 pill(ImDrawList& draw, const Theme& theme, ImVec2 at, const std::string& text, const ImVec4& colour) {
  ImFont* font = theme.fonts().small();
  const ImVec2 inner = sizeOf(font, text);
  const ImVec2 size{inner.x + theme.px(20), inner.y + theme.px(8)};
  draw.AddRectFilled(at, {at.x + size.x, at.y + size.y}, tint(colour, 0.18f), size.y / 2);
  put(draw, font, {at.x + theme.px(10), at.y + theme.px(4)}, tint(colour), text);
  return size;
}

bool primaryButton(const Theme& theme, const char* label, ImVec2 size) {
  const Palette& p = theme.colours();
  ImGui::PushStyleColor(ImGuiCol_Button, p.accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ImVec4(p.accent.x, p.accent.y, p.accent.z, 0.88f));
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, ImVec4(p.accent.x, p.accent.y, p.accent.z, 0.75f));
  ImGui::PushStyleColor(ImGuiCol_Text, p.onAccent);
  const bool pressed = ImGui::Button(label, size);
  ImGui::PopStyleColor(4);
  return pressed;
}

bool choice(const Theme& theme, const char* label, bool chosen, ImVec2 size) {
  const Palette& p = theme.colours();
  const ImVec4 lit(p.accent.x, p.accent.y, p.accent.z, 0.25f);
  ImGui::PushStyleColor(ImGuiCol_Button, chosen ? lit : p.raised);
  ImGui::PushStyleColor(ImGuiCol_Text, chosen ? p.ink : p.soft);
  const bool pressed = ImGui::Button(label, size);
  ImGui::PopStyleColor(2);
  return pressed;
}

void emptyState(const Theme& theme, const Area& area, const std::string& heading, const std::string& text) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float width = std::min(area.size.x * 0.8f, theme.px(460));
  const ImVec2 head = wrappedSize(theme.fonts().heading(), heading, width);
  const ImVec2 body = wrappedSize(theme.fonts().text(), text, width);
  const float both = head.y + body.y + theme.px(8);
  const bool fits = both <= area.size.y - theme.px(2 * kPadding);  // else the text alone says it
  const float x = area.at.x + (area.size.x - std::max(fits ? head.x : 0, body.x)) / 2;
  float y = area.at.y + (area.size.y - (fits ? both : body.y)) / 2;
  if (fits)
    y += putWrapped(draw, theme.fonts().heading(), {x, y}, tint(theme.colours().ink), heading, width) + theme.px(8);
  putWrapped(draw, theme.fonts().text(), {x, y}, tint(theme.colours().soft), text, width);
}

void caption(const Theme& theme, const char* text) {
  const WithFont font(theme.fonts().small());
  ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().soft);
  ImGui::TextUnformatted(text);
  ImGui::PopStyleColor();
}

void placeBeside(const Theme& theme, const Area& asked, ImVec2 size) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float gap = theme.px(kBesideGap), margin = theme.px(kBesideMargin);
  const float rightRoom = roomRight(theme, asked), leftRoom = roomLeft(theme, asked);
  ImVec2 at{asked.right() + gap, asked.at.y + asked.size.y / 2 - size.y / 2};
  if (size.x > rightRoom && (size.x <= leftRoom || leftRoom > rightRoom)) at.x = asked.at.x - gap - size.x;
  const bool beside = size.x <= std::max(rightRoom, leftRoom);
  if (!beside) {
    at.x = asked.at.x + asked.size.x / 2 - size.x / 2;
    at.y = asked.bottom() + gap + size.y <= window.y ? asked.bottom() + gap : asked.at.y - gap - size.y;
  }
  at.x = std::max(margin, std::min(at.x, window.x - size.x - margin));
  at.y = std::max(margin, std::min(at.y, window.y - size.y - margin));
  ImGui::SetNextWindowPos(at);
}

int fitBeside(const Theme& theme, const Area& asked, float wide, int most) {
  const float padding = 2 * theme.px(16), between = ImGui::GetStyle().ItemSpacing.x;
  const float room = std::max(roomRight(theme, asked), roomLeft(theme, asked)) - padding + between;
  return std::clamp(static_cast<int>(room / (wide + between)), 1, most);
}

bool escaped() { return ImGui::IsKeyPressed(GLFW_KEY_ESCAPE, false); }

bool popupIsOpen() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

float buttonWidth(const std::string& label) {
  return ImGui::CalcTextSize(label.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
}

bool beginSmallWindow(const Theme& theme, const char* name, bool& opening) {
  if (std::exchange(opening, false)) ImGui::OpenPopup(name);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(theme.px(520), window.x * 0.92f), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(kPadding), theme.px(kPadding)});
  const bool shown = ImGui::BeginPopupModal(
      name, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  return shown;
}

void smallHeading(const Theme& theme, const std::string& text) {
  const WithFont heading(theme.fonts().heading());
  ImGui::TextUnformatted(text.c_str());
}

ButtonFlow::ButtonFlow(const Area& area) : area_(area), next_(area.at) {}

void ButtonFlow::place(float width) {
  if (next_.x > area_.at.x && next_.x + width > area_.right()) {
    next_.x = area_.at.x;
    next_.y += rowHeight();
  }
  ImGui::SetCursorScreenPos(next_);
  next_.x += width + ImGui::GetStyle().ItemSpacing.x;
}

float ButtonFlow::left() const { return area_.right() - next_.x; }

float ButtonFlow::rowHeight() { return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y; }

float ButtonFlow::height(const std::vector<float>& widths, float room) {
  const float between = ImGui::GetStyle().ItemSpacing.x;
  int rows = 1;
  float x = 0;
  for (const float width : widths) {
    if (x > 0 && x + width > room) {
      ++rows;
      x = 0;
    }
    x += width + between;
  }
  return static_cast<float>(rows) * rowHeight() - ImGui::GetStyle().ItemSpacing.y;
}

}  // namespace octo::ui
