#include "ui/views/game_list.h"

#include <GLFW/glfw3.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "ui/history/move_text.h"
#include "ui/history/utc_time.h"
#include "ui/views/game_options.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

enum Column : std::size_t { kWhen, kGame, kPlayers, kResult, kMoves, kBreaches };
constexpr std::array kTitles{"history.started", "history.game",  "history.players",
                             "history.result",  "history.moves", "history.breaches"};
/// What a click on a column's title sorts by; nothing where it cannot.
constexpr std::array<std::optional<GameFilter::Order>, 6> kOrders{
    GameFilter::Order::Started, GameFilter::Order::Game,    GameFilter::Order::Players, std::nullopt,
    GameFilter::Order::Moves,   GameFilter::Order::Breaches};
constexpr std::array<std::pair<int, const char*>, 4> kPeriods{
    {{0, "history.any-time"}, {7, "history.week"}, {30, "history.month"}, {365, "history.year"}}};
constexpr float kRowHeight = 44, kTitleHeight = 30, kMenuWidth = 44, kCellGap = 12;

std::string outcomeOf(const db::GameSummary& game, const Words& words) {
  if (!game.result) return words.say("history.running");
  if (!game.result->over) return words.say("history.unfinished");
  const auto& winners = game.result->winners;
  std::string text = winners.empty() ? words.say("history.nobody")
                                     : words.say(winners.size() == 1 ? "history.won" : "history.won-many",
                                                 {{"players", words.players(game.header, winners)}});
  text += "  ";
  for (std::size_t i = 0; i < game.result->scores.size(); ++i)
    text += (i ? ":" : "") + std::to_string(game.result->scores[i]);
  return text;
}

using Cells = std::array<std::string, kTitles.size()>;

Cells cellsOf(const db::GameSummary& game, const Words& words) {
  return {localText(game.started, words),
          std::string(title(game.header.game)),
          playerNames(game.header) + (game.notes.empty() ? "" : "  ▪"),
          outcomeOf(game, words),
          std::to_string(game.events),
          game.breaches ? std::to_string(game.breaches) : words.say("history.none")};
}

/// In the width of a cell, less the gap to the next.
float cellHeight(const Theme& theme, const std::string& text, float width) {
  if (sizeOf(theme.fonts().text(), text).x <= width) return theme.fonts().text()->FontSize;
  return wrappedSize(theme.fonts().small(), text, width).y;
}

/// A combo as wide as its longest label needs.
float comboWidth(const std::vector<std::string>& labels) {
  float wide = 0;
  for (const std::string& label : labels) wide = std::max(wide, ImGui::CalcTextSize(label.c_str()).x);
  return wide + 3 * ImGui::GetStyle().FramePadding.x + ImGui::GetFrameHeight();
}

/// The day so many days ago, as stored times begin.
std::string dayBefore(int days) { return utcText(std::chrono::system_clock::now() - std::chrono::hours(24) * days); }

/// "Save" and "Cancel"; true where it was saved. Closes the small window on either, and on Escape.
bool saveOrCancel(const Theme& theme, const Words& words) {
  ImGui::Dummy({0, theme.px(4)});
  const bool save = primaryButton(theme, words.say("history.save").c_str(), {theme.px(130), 0});
  ImGui::SameLine();
  if (ImGui::Button(words.say("history.cancel").c_str()) || ImGui::IsKeyPressed(GLFW_KEY_ESCAPE, false) || save)
    ImGui::CloseCurrentPopup();
  return save;
}

}  // namespace

struct GameList::Table {
  std::array<float, kTitles.size()> widths;
  float rowHeight;

  Table(const Theme& theme, const std::vector<db::GameSummary>& games, float width, const Words& words);
  void draw(const Theme& theme, const Area& row, const Cells& cells) const;
};

GameList::Table::Table(const Theme& theme, const std::vector<db::GameSummary>& games, float width, const Words& words)
    : widths{}, rowHeight(theme.px(kRowHeight)) {
  constexpr std::size_t kMostMeasured = 1000;
  constexpr float kPlayersShare = 0.55f;
  const float gap = theme.px(kCellGap);
  const auto fit = [&](Column column, ImFont* font, const std::string& text) {
    widths[column] = std::max(widths[column], sizeOf(font, text).x + gap);
  };
  std::vector<Cells> cells;
  for (std::size_t n = 0; n < std::min(games.size(), kMostMeasured); ++n) cells.push_back(cellsOf(games[n], words));
  for (const Column column : {kWhen, kGame, kMoves, kBreaches}) {
    fit(column, theme.fonts().small(), words.say(kTitles[column]) + " ↓");
    for (const Cells& row : cells) fit(column, theme.fonts().text(), row[column]);
  }
  float room = width - theme.px(kCellGap + kMenuWidth);
  for (const float each : widths) room -= each;
  widths[kPlayers] = std::floor(room * kPlayersShare);
  widths[kResult] = room - widths[kPlayers];
  for (const Cells& row : cells)
    for (const Column column : {kPlayers, kResult})
      rowHeight = std::max(rowHeight, cellHeight(theme, row[column], widths[column] - gap) + gap);
}

void GameList::Table::draw(const Theme& theme, const Area& row, const Cells& cells) const {
  const Palette& p = theme.colours();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float x = row.at.x + theme.px(kCellGap);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const float width = widths[i] - theme.px(kCellGap);
    const ImU32 colour = tint(i == kPlayers ? p.ink : p.soft);
    const float y = row.at.y + (row.size.y - cellHeight(theme, cells[i], width)) / 2;
    if (sizeOf(theme.fonts().text(), cells[i]).x <= width)
      put(draw, theme.fonts().text(), {x, y}, colour, cells[i]);
    else
      putWrapped(draw, theme.fonts().small(), {x, y}, colour, cells[i], width);
    x += widths[i];
  }
}

Requests GameList::draw(const Theme& theme, const Area& area, const HistorySnapshot* history,
                        const Statistics* statistics, std::int64_t followed, const Words& words) {
  const Panel panel(theme, "stored games", area);
  const Area inner = area.inset(theme.px(kPadding));
  if (!history) return {};
  if (any(history->trouble)) {
    emptyState(theme, inner, words.say("history.cannot-be-read"), words.trouble(history->trouble));
    return {};
  }
  if (history->games.empty() && history->deleted.empty()) {
    emptyState(theme, inner, words.say("history.empty"), words.say("history.empty-why"));
    return {};
  }
  Requests requests;
  drawTabs(theme, *history, words);
  if (shows_ == Shows::Statistics) {
    if (statistics) drawStatistics(theme, *statistics, statisticsOf_, player_, words);
    return requests;
  }
  drawFilter(theme, words);
  filter_.since = days_ ? dayBefore(days_) : std::string();
  const auto games = filtered(shows_ == Shows::Bin ? history->deleted : history->games, filter_);
  const Table table(theme, games, ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize, words);
  drawTitles(theme, table, words);
  const bool foot = shows_ == Shows::Bin || !deleted_.empty();
  ImGui::BeginChild("games", {0, foot ? -ImGui::GetFrameHeightWithSpacing() : 0});
  drawRows(theme, table, games, followed, words, requests);
  ImGui::EndChild();
  if (shows_ == Shows::Bin)
    drawBinFoot(theme, words, requests);
  else if (foot)
    drawUndo(theme, words, requests);
  drawNotes(theme, words, requests);
  drawRename(theme, words, requests);
  return requests;
}

void GameList::drawTabs(const Theme& theme, const HistorySnapshot& history, const Words& words) {
  const auto tab = [&](const std::string& label, Shows shows) {
    if (choice(theme, label.c_str(), shows_ == shows)) shows_ = shows;
    ImGui::SameLine();
  };
  tab(words.say("history.games"), Shows::Games);
  tab(words.say("history.statistics"), Shows::Statistics);
  if (history.deleted.empty() && shows_ == Shows::Bin) shows_ = Shows::Games;
  if (!history.deleted.empty())
    tab(words.say("history.bin", {{"n", std::to_string(history.deleted.size())}}) + "###bin", Shows::Bin);
  ImGui::NewLine();
}

void GameList::drawFilter(const Theme& theme, const Words& words) {
  ImGui::SetNextItemWidth(theme.px(230));
  ImGui::InputTextWithHint("##search", words.say("history.search").c_str(), &filter_.text);
  ImGui::SameLine();
  const std::string all = words.say("history.all-games");
  std::vector<std::string> games{all}, periods;
  for (const GameId game : kGames) games.emplace_back(title(game));
  for (const auto& [days, key] : kPeriods) periods.push_back(words.say(key));
  ImGui::SetNextItemWidth(comboWidth(games));
  if (ImGui::BeginCombo("##game", filter_.game ? std::string(title(*filter_.game)).c_str() : all.c_str())) {
    if (ImGui::Selectable(all.c_str(), !filter_.game)) filter_.game.reset();
    for (const GameId game : kGames)
      if (ImGui::Selectable(std::string(title(game)).c_str(), filter_.game == game)) filter_.game = game;
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  ImGui::SetNextItemWidth(comboWidth(periods));
  const auto period = std::find_if(kPeriods.begin(), kPeriods.end(), [&](const auto& p) { return p.first == days_; });
  if (ImGui::BeginCombo("##period", words.say(period->second).c_str())) {
    for (const auto& [days, key] : kPeriods)
      if (ImGui::Selectable(words.say(key).c_str(), days_ == days)) days_ = days;
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  if (choice(theme, words.say("history.with-breach").c_str(), filter_.breaches)) filter_.breaches = !filter_.breaches;
  if (filter_.text.empty() && !filter_.game && !days_ && !filter_.breaches) return;
  ImGui::SameLine();
  if (!ImGui::Button(words.say("history.clear").c_str())) return;
  filter_.text.clear();
  filter_.game.reset();
  filter_.breaches = false;
  days_ = 0;
}

/// A click on a title sorts by it, another one turns the order round.
void GameList::drawTitles(const Theme& theme, const Table& table, const Words& words) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const WithFont font(theme.fonts().small());
  float x = at.x + theme.px(kCellGap);
  for (std::size_t i = 0; i < kTitles.size(); ++i) {
    const float wide = table.widths[i];
    const bool lit = kOrders[i] == filter_.order;
    const std::string text = words.say(kTitles[i]) + (lit ? filter_.descending ? " ↓" : " ↑" : "");
    put(*ImGui::GetWindowDrawList(), theme.fonts().small(), {x, at.y + theme.px(8)},
        tint(lit ? theme.colours().accent : theme.colours().soft), text, wide - theme.px(kCellGap));
    ImGui::SetCursorScreenPos({x, at.y});
    if (kOrders[i] && ImGui::InvisibleButton(kTitles[i], {wide - theme.px(kCellGap), theme.px(kTitleHeight)})) {
      filter_.descending = lit ? !filter_.descending : kOrders[i] != GameFilter::Order::Players;
      filter_.order = *kOrders[i];
    }
    if (kOrders[i] && ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    x += wide;
  }
  ImGui::SetCursorScreenPos({at.x, at.y + theme.px(kTitleHeight)});
}

void GameList::drawRows(const Theme& theme, const Table& table, const std::vector<db::GameSummary>& games,
                        std::int64_t followed, const Words& words, Requests& requests) {
  const float height = table.rowHeight, width = ImGui::GetContentRegionAvail().x;
  if (games.empty()) {
    ImGui::Dummy({0, theme.px(8)});
    ImGui::TextColored(theme.colours().soft, "%s", words.say("history.nothing-fits").c_str());
    return;
  }
  ImGuiListClipper rows;
  rows.Begin(static_cast<int>(games.size()), height);
  while (rows.Step())
    for (int i = rows.DisplayStart; i < rows.DisplayEnd; ++i) {
      const db::GameSummary& game = games[static_cast<std::size_t>(i)];
      const ImVec2 at = ImGui::GetCursorScreenPos();
      ImGui::PushID(static_cast<int>(game.id));
      if (ImGui::InvisibleButton("open", {width - theme.px(kMenuWidth), height}))
        requests.push_back(OpenStored{game.id});
      if (ImGui::IsItemHovered() || ImGui::IsItemFocused()) {
        ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height}, tint(theme.colours().raised),
                                                  theme.px(6));
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (!game.notes.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", game.notes.c_str());
      }
      table.draw(theme, {at, {width, height}}, cellsOf(game, words));
      ImGui::SetCursorScreenPos(
          {at.x + width - theme.px(kMenuWidth - 4), at.y + (height - ImGui::GetFrameHeight()) / 2});
      if (ImGui::Button("…", {theme.px(kMenuWidth - 10), 0})) ImGui::OpenPopup("menu");
      drawMenu(theme, game, followed, words, requests);
      ImGui::PopID();
      ImGui::SetCursorScreenPos({at.x, at.y + height});
    }
}

void GameList::drawMenu(const Theme& theme, const db::GameSummary& game, std::int64_t followed, const Words& words,
                        Requests& requests) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(14), theme.px(12)});
  const bool shown = ImGui::BeginPopup("menu");
  ImGui::PopStyleVar();
  if (!shown) return;
  if (!game.deleted.empty()) {
    if (ImGui::Selectable(words.say("history.restore").c_str())) requests.push_back(RestoreGame{game.id});
    ImGui::EndPopup();
    return;
  }
  if (ImGui::Selectable(words.say("history.open").c_str())) requests.push_back(OpenStored{game.id});
  if (ImGui::Selectable(words.say("history.notes").c_str())) {
    edited_ = game;
    notes_ = game.notes;
    openNotes_ = true;
  }
  if (ImGui::Selectable(words.say("history.rename").c_str())) {
    edited_ = game;
    oldName_ = newName_ = game.header.players.front();
    openRename_ = true;
  }
  if (game.id != followed && ImGui::Selectable(words.say("history.delete").c_str())) {
    requests.push_back(DeleteGame{game.id});
    deleted_.push_back(game.id);
  }
  ImGui::EndPopup();
}

void GameList::drawBinFoot(const Theme& theme, const Words& words, Requests& requests) const {
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme.colours().soft, "%s", words.say("history.bin-why").c_str());
  const std::string label = words.say("history.purge");
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - buttonWidth(label));
  if (ImGui::Button(label.c_str())) requests.push_back(PurgeDeleted{});
}

void GameList::drawUndo(const Theme& theme, const Words& words, Requests& requests) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme.colours().notice, "%s",
                     words.count("history.deleted", static_cast<int>(deleted_.size())).c_str());
  ImGui::SameLine();
  const bool key = ImGui::GetIO().KeyCtrl && !ImGui::GetIO().WantTextInput && ImGui::IsKeyPressed(GLFW_KEY_Z, false);
  if (!ImGui::Button(words.say("history.undo").c_str()) && !key) return;
  for (const std::int64_t game : std::exchange(deleted_, {})) requests.push_back(RestoreGame{game});
}

void GameList::drawNotes(const Theme& theme, const Words& words, Requests& requests) {
  if (!beginSmallWindow(theme, "##notes", openNotes_)) return;
  smallHeading(theme, words.say("history.notes"));
  if (edited_) caption(theme, (localText(edited_->started, words) + " · " + playerNames(edited_->header)).c_str());
  ImGui::InputTextMultiline("##text", &notes_, {-1, theme.px(120)});
  if (saveOrCancel(theme, words) && edited_) requests.push_back(NoteGame{edited_->id, notes_});
  ImGui::EndPopup();
}

void GameList::drawRename(const Theme& theme, const Words& words, Requests& requests) {
  if (!beginSmallWindow(theme, "##rename", openRename_)) return;
  smallHeading(theme, words.say("history.rename"));
  if (edited_)
    for (const std::string& name : edited_->header.players) {
      if (choice(theme, (shortened(name) + "##" + name).c_str(), name == oldName_)) oldName_ = newName_ = name;
      ImGui::SameLine();
      if (ImGui::GetContentRegionAvail().x < theme.px(120)) ImGui::NewLine();
    }
  ImGui::NewLine();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputText("##name", &newName_);
  caption(theme, words.say("history.rename-why").c_str());
  if (saveOrCancel(theme, words) && !newName_.empty() && newName_ != oldName_)
    requests.push_back(RenamePlayer{oldName_, newName_});
  ImGui::EndPopup();
}

}  // namespace octo::ui
