#include "ui/views/move_list.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ui/history/move_text.h"
#include "ui/standing/sayings.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr const char* kMoveAnswers = "what this move was";

struct Mark {
  std::string text;
  const ImVec4& colour;
};

std::vector<Mark> marksOf(const TrackedEvent& event, const Palette& p, const Words& words) {
  std::vector<Mark> marks;
  if (!event.verdict.legal) marks.push_back({words.say("mark.breach"), p.bad});
  if (event.event.takenBack) marks.push_back({words.say("mark.taken-back"), p.soft});
  if (event.event.stands) marks.push_back({words.say("mark.stands"), p.bad});
  if (event.inferred) marks.push_back({words.say("mark.concluded"), p.notice});
  if (const std::string changed = changeMark(event); !changed.empty())
    marks.push_back({words.say(changed), changed == "mark.corrected" ? p.accent : p.soft});
  return marks;
}

/// What the referee says of it beyond "legal"; empty where there is nothing to say.
std::string remark(const Verdict& verdict, const std::string& because, const Words& words) {
  std::string text = verdict.legal ? "" : because;
  for (const Exposure& exposure : verdict.exposes)
    text += (text.empty() ? "" : "\n") + words.say("breach.exposes", {{"n", std::to_string(exposure.n)}});
  return text;
}

/// As a shield was laid on a board that is shown so, clockwise in degrees; cards stand upright.
double turnOf(const Event& event, QuarterTurn turn) {
  const auto facing = event.fields.find("facing");
  if (facing == event.fields.end() || !facing->is_string()) return 0;
  const auto parsed = Facing::parse(facing->get_ref<const std::string&>());
  return parsed ? parsed->degrees() + turn.degrees() : 0;
}

/// One row of the list: where it is and what it needs.
struct Row {
  const Theme& theme;
  const GameSnapshot& game;
  const TrackedEvent& event;
  const SpokenEvent& spoken;
  Area area;
  float textLeft;
  const Words& words;
  QuarterTurn turn;

  std::vector<Mark> marks() const { return marksOf(event, theme.colours(), words); }
  std::string name() const { return event.event.player ? playerName(game.header, *event.event.player) : ""; }
  float textWidth() const { return area.right() - textLeft - theme.px(8); }
  /// Before the marks.
  float firstLine() const {
    float room = textWidth();
    for (const Mark& mark : marks()) room -= sizeOf(theme.fonts().small(), mark.text).x + theme.px(26);
    return std::max(room, theme.px(80));
  }
  /// Beside the name.
  float roomBeside() const {
    const std::string who = name();
    return who.empty() ? firstLine() : firstLine() - sizeOf(theme.fonts().text(), who).x - theme.px(8);
  }
  /// The move stands below the name where it does not fit beside it.
  bool isBelow() const { return !name().empty() && sizeOf(theme.fonts().text(), spoken.move).x > roomBeside(); }
  float moveHeight() const {
    return isBelow() || name().empty() ? wrappedSize(theme.fonts().text(), spoken.move, moveWidth()).y
                                       : theme.fonts().text()->FontSize;
  }
  float moveWidth() const { return isBelow() ? textWidth() : roomBeside(); }
  float nameHeight() const { return wrappedSize(theme.fonts().text(), name(), firstLine()).y; }
};

float heightOf(const Row& row) {
  const Theme& theme = row.theme;
  const float name = row.isBelow() ? row.nameHeight() + theme.px(2) : 0;
  const float line = name + row.moveHeight() + theme.px(12);
  const std::string said = remark(row.event.verdict, row.spoken.because, row.words);
  return said.empty() ? line : line + wrappedSize(theme.fonts().small(), said, row.textWidth()).y + theme.px(6);
}

void drawGround(const Row& row, bool current) {
  const Palette& p = row.theme.colours();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const bool breach = !row.event.verdict.legal;
  if (breach) draw.AddRectFilled(row.area.at, row.area.corner(), tint(p.badGround), row.theme.px(6));
  if (current) draw.AddRect(row.area.at, row.area.corner(), tint(p.accent), row.theme.px(6), 0, row.theme.px(2));
}

/// Whether the row was clicked or its button pressed otherwise; shows that it can be.
bool clickedOn(const Row& row, MoveList::Click click) {
  ImGui::SetCursorScreenPos(row.area.at);
  const bool clicked = ImGui::InvisibleButton(("move " + std::to_string(row.event.n)).c_str(), row.area.size);
  if (!ImGui::IsItemHovered()) return clicked;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (click == MoveList::Click::Corrects)
    ImGui::GetWindowDrawList()->AddRect(row.area.at, row.area.corner(), tint(row.theme.colours().soft, 0.6f),
                                        row.theme.px(6), 0, row.theme.px(1.5f));
  return clicked;
}

/// The pieces of the move left of `right`, where there is room from `left` on.
void drawPieces(const Row& row, float left, float right, float middle, PieceArt& art) {
  const float side = row.theme.fonts().text()->FontSize + row.theme.px(6);
  const float wide = static_cast<float>(row.spoken.pieces.size()) * (side + row.theme.px(3));
  if (row.spoken.pieces.empty() || right - wide < left) return;
  float x = right - wide;
  for (const Face& face : row.spoken.pieces) {
    if (!face.isUnknown())
      art.draw(*ImGui::GetWindowDrawList(), row.game.header.game, face, {x + side / 2, middle}, side,
               turnOf(row.event.event, row.turn));
    x += side + row.theme.px(3);
  }
}

void drawRow(const Row& row, bool played, PieceArt& art) {
  const Palette& p = row.theme.colours();
  const Typefaces& fonts = row.theme.fonts();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float opacity = played ? 1.0f : 0.45f;
  float y = row.area.at.y + row.theme.px(6);
  put(draw, fonts.small(), {row.area.at.x + row.theme.px(8), y + row.theme.px(2)}, tint(p.soft, opacity),
      std::to_string(row.event.n));
  const auto marks = row.marks();
  float right = row.area.right() - row.theme.px(8);
  for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
    right -= sizeOf(fonts.small(), mark->text).x + row.theme.px(20);
    pill(draw, row.theme, {right, y - row.theme.px(2)}, mark->text, mark->colour);
    right -= row.theme.px(6);
  }
  float x = row.textLeft;
  if (const std::string name = row.name(); !name.empty()) {
    putWrapped(draw, fonts.text(), {x, y}, tint(p.ink, opacity), name, row.firstLine());
    x += std::min(sizeOf(fonts.text(), name).x, row.firstLine()) + row.theme.px(8);
  }
  const float said = row.isBelow() ? 0 : sizeOf(fonts.text(), row.spoken.move).x + row.theme.px(8);
  drawPieces(row, x + said, right, y + fonts.text()->FontSize / 2, art);
  if (row.isBelow()) {
    x = row.textLeft;
    y += row.nameHeight() + row.theme.px(2);
  }
  putWrapped(draw, fonts.text(), {x, y}, tint(p.soft, opacity), row.spoken.move, row.moveWidth());
  const std::string remarks = remark(row.event.verdict, row.spoken.because, row.words);
  if (!remarks.empty())
    putWrapped(draw, fonts.small(), {row.textLeft, y + row.moveHeight() + row.theme.px(4)}, tint(p.bad, opacity),
               remarks, row.textWidth());
}

}  // namespace

Requests MoveList::draw(const Theme& theme, const Area& area, const GameSnapshot& game,
                        const std::vector<SpokenEvent>& spoken, const Words& words, Click click, QuarterTurn turn) {
  const Panel panel(theme, "moves", area, true);
  if (game.events.empty()) {
    emptyState(theme, area, words.say("moves.none"), words.say("moves.none.text"));
    return {};
  }
  Requests requests = drawRows(theme, game, spoken, words, click, turn);
  if (toAsk_) {
    asked_ = std::exchange(toAsk_, std::nullopt);
    ImGui::OpenPopup(kMoveAnswers);
  }
  for (Request& request : drawAnswers(theme, game, spoken, words)) requests.push_back(std::move(request));
  return requests;
}

Requests MoveList::drawAnswers(const Theme& theme, const GameSnapshot& game, const std::vector<SpokenEvent>& spoken,
                               const Words& words) {
  Requests requests;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(16), theme.px(14)));
  const bool open = asked_ && ImGui::BeginPopup(kMoveAnswers);
  ImGui::PopStyleVar();
  if (!open) return requests;
  if (*asked_ > static_cast<int>(game.events.size())) ImGui::CloseCurrentPopup();
  const std::vector<Offer> offers = otherwise(game, *asked_, words);
  if (!offers.empty()) {
    caption(theme, words.say("say.event", {{"n", std::to_string(*asked_)}}).c_str());
    ImGui::TextUnformatted(spoken[static_cast<std::size_t>(*asked_) - 1].move.c_str());
    ImGui::Dummy({0, theme.px(2)});
  }
  for (std::size_t n = 0; n < offers.size(); ++n) {
    ImGui::PushID(static_cast<int>(n));
    if (ImGui::Button(offers[n].text.c_str())) {
      requests.push_back(offers[n].request);
      ImGui::CloseCurrentPopup();
    }
    ImGui::PopID();
  }
  ImGui::EndPopup();
  return requests;
}

Requests MoveList::drawRows(const Theme& theme, const GameSnapshot& game, const std::vector<SpokenEvent>& spoken,
                            const Words& words, Click click, QuarterTurn turn) {
  Requests requests;
  const bool steps = click == Click::Steps;
  const float width = ImGui::GetContentRegionAvail().x;
  const float textLeft = theme.px(48);
  const float top = ImGui::GetScrollY(), bottom = top + ImGui::GetWindowHeight();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float edge = origin.y - ImGui::GetWindowPos().y + top;  // above the first row
  // The list is shorter while something is asked: the latest move stays in it.
  const float before = std::exchange(height_, ImGui::GetWindowHeight());
  const bool follow = game.played != played_ || game.events.size() != shown_ || before != height_;
  float y = 0;
  for (std::size_t i = 0; i < game.events.size(); ++i) {
    const TrackedEvent& event = game.events[i];
    const SpokenEvent& told = spoken[i];
    Row row{theme, game, event, told, {{origin.x, origin.y + y}, {width, 0}}, origin.x + textLeft, words, turn};
    const float height = row.area.size.y = heightOf(row);
    const bool current = event.n == game.played;
    if (y + height >= top && y <= bottom) {
      drawGround(row, steps && current);
      drawRow(row, event.n <= game.played, art_);
      if (const bool clicked = clickedOn(row, click); clicked && click == Click::Steps) {
        requests.push_back(GoTo{event.n});
      } else if (clicked) {
        asked_ = event.n;
        ImGui::OpenPopup(kMoveAnswers);
      }
    }
    if (follow && current && (y + height + 2 * edge > bottom || y < top))
      ImGui::SetScrollFromPosY(origin.y + y + height + edge - ImGui::GetWindowPos().y, 1.0f);  // to the end of its line
    y += height + theme.px(2);
  }
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy({width, y});
  shown_ = game.events.size();
  played_ = game.played;
  return requests;
}

}  // namespace octo::ui
