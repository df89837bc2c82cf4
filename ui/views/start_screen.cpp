#include "ui/views/start_screen.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "ui/history/move_text.h"
#include "ui/history/utc_time.h"
#include "ui/views/game_options.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

/// The form is wide enough for two fields side by side and no wider.
constexpr float kFormWidth = 620;
constexpr float kSideWidth = 380;

void rowGap(const Theme& theme) { ImGui::Dummy({0, theme.px(5)}); }

std::string playersText(const GameHeader& header) {
  std::string names;
  for (int player = 0; player < static_cast<int>(header.players.size()); ++player)
    names += (player ? ", " : "") + playerName(header, player);
  return names;
}

}  // namespace

Requests StartScreen::draw(const Theme& theme, const Area& area, const HistorySnapshot* history,
                           const std::string& trouble) {
  Requests requests;
  const float gap = theme.px(kGap);
  const float side = std::min(theme.px(kSideWidth), area.size.x * 0.36f);
  const float form = std::min(theme.px(kFormWidth), area.size.x - side - gap);
  const float height = std::min(area.size.y, theme.px(600));
  const ImVec2 at{area.at.x + (area.size.x - form - gap - side) / 2, area.at.y + (area.size.y - height) / 2};
  {
    const Panel panel(theme, "new game", {at, {form, height}}, true);
    const float width = ImGui::GetContentRegionAvail().x;
    {
      const WithFont heading(theme.fonts().heading());
      ImGui::TextUnformatted("New game");
    }
    rowGap(theme);
    drawGame(theme);
    rowGap(theme);
    drawPlayers(theme, width);
    rowGap(theme);
    drawOptions(theme);
    rowGap(theme);
    drawSource(theme, width);
    rowGap(theme);
    if (!trouble.empty()) {
      ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().bad);
      ImGui::PushTextWrapPos(width);
      ImGui::TextUnformatted(trouble.c_str(), trouble.c_str() + trouble.size());
      ImGui::PopTextWrapPos();
      ImGui::PopStyleColor();
    }
    const bool ready = !source().empty();
    if (!ready) ImGui::BeginDisabled();
    if (primaryButton(theme, "Start", {theme.px(150), theme.px(44)})) requests.push_back(StartGame{header(), source()});
    if (!ready) ImGui::EndDisabled();
  }
  for (Request& request : drawUnfinished(theme, {{at.x + form + gap, at.y}, {side, height}}, history))
    requests.push_back(std::move(request));
  return requests;
}

void StartScreen::drawGame(const Theme& theme) {
  for (const GameId game : kGames) {
    const bool available = !choicesOf(game).players.empty();
    if (!available) ImGui::BeginDisabled();
    if (choice(theme, std::string(title(game)).c_str(), game == game_)) {
      game_ = game;
      options_.clear();
      const auto& numbers = choicesOf(game).players;
      if (std::find(numbers.begin(), numbers.end(), players_) == numbers.end()) players_ = numbers.front();
    }
    if (!available) ImGui::EndDisabled();
    if (!available && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
      ImGui::SetTooltip("Refereed and kept from records; not yet followed by camera");
    ImGui::SameLine();
  }
  ImGui::NewLine();
}

void StartScreen::drawPlayers(const Theme& theme, float width) {
  caption(theme, "Players, clockwise from the near side; the marked one starts");
  for (const int count : choicesOf(game_).players) {
    if (choice(theme, (std::to_string(count) + "##players").c_str(), count == players_)) players_ = count;
    ImGui::SameLine();
  }
  ImGui::NewLine();
  first_ = std::min(first_, players_ - 1);
  const float mark = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.x;
  const float field = std::floor((width - theme.px(kGap)) / 2 - mark);
  for (int player = 0; player < players_; ++player) {
    ImGui::PushID(player);
    if (ImGui::RadioButton("##first", first_ == player)) first_ = player;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(field);
    ImGui::InputTextWithHint("##name", ("Player " + std::to_string(player + 1)).c_str(),
                             &names_[static_cast<std::size_t>(player)]);
    ImGui::PopID();
    if (player % 2 == 0) ImGui::SameLine(0, theme.px(kGap));
  }
}

void StartScreen::drawOptions(const Theme& theme) {
  const float label = theme.px(130);
  for (const GameOption& option : choicesOf(game_).options) {
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().soft);
    ImGui::TextUnformatted(option.label.c_str());
    ImGui::PopStyleColor();
    ImGui::SameLine(label);
    int& chosen = options_[option.key];
    for (int i = 0; i < static_cast<int>(option.values.size()); ++i) {
      const std::string& text = option.values[static_cast<std::size_t>(i)].label;
      if (choice(theme, (text + "##" + option.key).c_str(), chosen == i)) chosen = i;
      ImGui::SameLine();
    }
    ImGui::NewLine();
  }
}

void StartScreen::drawSource(const Theme& theme, float width) {
  struct Kind {
    const char* name;
    const char* hint;
  };
  static constexpr std::array<Kind, 4> kKinds{{{"Camera", "its number: 0 is the first camera"},
                                               {"Video file", "path of a recording"},
                                               {"Folder", "path of a folder of numbered pictures"},
                                               {"Stream", "rtsp://… or http://… of a network camera or phone"}}};
  caption(theme, "Seen by");
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (choice(theme, kKinds[i].name, static_cast<std::size_t>(kind_) == i)) kind_ = static_cast<SourceKind>(i);
    ImGui::SameLine();
  }
  ImGui::NewLine();
  ImGui::SetNextItemWidth(width);
  const auto index = static_cast<std::size_t>(kind_);
  ImGui::InputTextWithHint("##source", kKinds[index].hint, &places_[index]);
}

Requests StartScreen::drawUnfinished(const Theme& theme, const Area& area, const HistorySnapshot* history) const {
  Requests requests;
  const Panel panel(theme, "unfinished", area, true);
  {
    const WithFont heading(theme.fonts().heading());
    ImGui::TextUnformatted("Go on with");
  }
  rowGap(theme);
  int shown = 0;
  if (history)
    for (const db::GameSummary& game : history->games) {
      if (game.result || choicesOf(game.header.game).players.empty()) continue;
      ++shown;
      ImGui::PushID(static_cast<int>(game.id));
      const std::string names = playersText(game.header);
      ImGui::TextWrapped("%s", names.c_str());
      caption(theme, (localText(game.started) + " · " + std::to_string(game.events) + " moves").c_str());
      if (source().empty()) ImGui::BeginDisabled();
      if (ImGui::Button("Continue")) requests.push_back(ContinueGame{game.id, source()});
      if (source().empty()) ImGui::EndDisabled();
      ImGui::SameLine();
      if (ImGui::Button("Look at it")) requests.push_back(OpenStored{game.id});
      ImGui::PopID();
      rowGap(theme);
    }
  if (shown) return requests;
  ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().soft);
  ImGui::TextWrapped("%s", history && !history->trouble.empty()
                               ? history->trouble.c_str()
                               : "No game was left unfinished. A game that is cut off, by a power cut or by closing "
                                 "the window, waits here.");
  ImGui::PopStyleColor();
  return requests;
}

GameHeader StartScreen::header() const {
  GameHeader header;
  header.game = game_;
  header.first = first_;
  for (int player = 0; player < players_; ++player) {
    const std::string& name = names_[static_cast<std::size_t>(player)];
    header.players.push_back(name.empty() ? "Player " + std::to_string(player + 1) : name);
  }
  for (const GameOption& option : choicesOf(game_).options) {
    const auto chosen = options_.find(option.key);
    if (chosen != options_.end() && chosen->second > 0)
      header.options[option.key] = option.values[static_cast<std::size_t>(chosen->second)].value;
  }
  return header;
}

std::string StartScreen::source() const { return places_[static_cast<std::size_t>(kind_)]; }

std::string StartScreen::typed() const {
  std::string all;
  for (const std::string& name : names_) all += name;
  for (const std::string& place : places_) all += place;
  return all;
}

}  // namespace octo::ui
