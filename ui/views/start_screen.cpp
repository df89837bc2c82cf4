#include "ui/views/start_screen.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "ui/history/move_text.h"
#include "ui/history/utc_time.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

/// The form is wide enough for two fields side by side and no wider.
constexpr float kFormWidth = 660;
constexpr float kFormHeight = 640;
constexpr float kSideWidth = 360;
constexpr float kLabelWidth = 130;

void rowGap(const Theme& theme) { ImGui::Dummy({0, theme.px(1)}); }

/// A label in the form's left column; what follows stands beside it.
void label(const Theme& theme, const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().soft);
  ImGui::TextUnformatted(text);
  ImGui::PopStyleColor();
  ImGui::SameLine(theme.px(kLabelWidth));
}

/// The next choice of a row goes beside the last one, or below it where it does not fit.
void besideOrBelow(const Theme& theme, const std::string& text) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  const float wide = ImGui::CalcTextSize(text.c_str(), nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + wide <= right)
    ImGui::SameLine();
  else
    ImGui::SetCursorPosX(theme.px(kLabelWidth));
}

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
  const float height = std::min(area.size.y, theme.px(kFormHeight));
  const ImVec2 at{area.at.x + (area.size.x - form - gap - side) / 2, area.at.y + (area.size.y - height) / 2};
  {
    const Panel panel(theme, "new game", {at, {form, height}});
    const float start = theme.px(44), spacing = ImGui::GetStyle().ItemSpacing.y;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float said = trouble.empty() ? 0 : ImGui::CalcTextSize(trouble.c_str(), nullptr, false, room.x).y + spacing;
    ImGui::BeginChild("form", {0, room.y - start - spacing - said});
    const float width = ImGui::GetContentRegionAvail().x;
    {
      const WithFont heading(theme.fonts().heading());
      ImGui::TextUnformatted("New game");
    }
    rowGap(theme);
    drawGame(theme);
    rowGap(theme);
    drawPlayers(theme, width);
    drawFirst(theme);
    rowGap(theme);
    drawOptions(theme);
    rowGap(theme);
    drawSource(theme, width);
    ImGui::EndChild();
    if (!trouble.empty()) {
      ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().bad);
      ImGui::TextWrapped("%s", trouble.c_str());
      ImGui::PopStyleColor();
    }
    const bool ready = !source().empty();
    if (!ready) ImGui::BeginDisabled();
    if (primaryButton(theme, "Start", {theme.px(150), start}))
      requests.push_back(StartGame{header(), source(), first_.has_value()});
    if (!ready) ImGui::EndDisabled();
  }
  for (Request& request : drawUnfinished(theme, {{at.x + form + gap, at.y}, {side, height}}, history))
    requests.push_back(std::move(request));
  return requests;
}

void StartScreen::drawGame(const Theme& theme) {
  for (const GameId game : kGames) {
    if (choice(theme, std::string(title(game)).c_str(), game == game_)) {
      game_ = game;
      options_.clear();
      adjusted_.clear();
      const auto& numbers = tracker::choicesOf(game).players;
      if (std::find(numbers.begin(), numbers.end(), players_) == numbers.end()) players_ = numbers.front();
      if (first_ && *first_ >= players_) first_.reset();
    }
    ImGui::SameLine();
  }
  ImGui::NewLine();
}

void StartScreen::drawPlayers(const Theme& theme, float width) {
  label(theme, "Players");
  for (const int count : tracker::choicesOf(game_).players) {
    if (choice(theme, (std::to_string(count) + "##players").c_str(), count == players_) && count != players_) {
      players_ = count;
      adjust();
    }
    ImGui::SameLine();
  }
  ImGui::AlignTextToFramePadding();
  caption(theme, "clockwise from the near side");
  const int inARow = players_ > 4 ? 3 : 2;
  const auto columns = static_cast<float>(inARow);
  const float field = std::floor((width - theme.px(kGap) * (columns - 1)) / columns);
  for (int player = 0; player < players_; ++player) {
    ImGui::PushID(player);
    ImGui::SetNextItemWidth(field);
    ImGui::InputTextWithHint("##name", ("Player " + std::to_string(player + 1)).c_str(),
                             &names_[static_cast<std::size_t>(player)]);
    ImGui::PopID();
    if (player % inARow != inARow - 1 && player + 1 < players_) ImGui::SameLine(0, theme.px(kGap));
  }
}

/// "Found out" first: whoever reaches in first, or before whom the turn marker lies.
void StartScreen::drawFirst(const Theme& theme) {
  label(theme, "Begins");
  if (choice(theme, "find out##first", !first_)) first_.reset();
  for (int player = 0; player < players_; ++player) {
    const std::string& typed = names_[static_cast<std::size_t>(player)];
    const std::string name =
        (typed.empty() ? std::to_string(player + 1) : shortened(typed)) + "##first" + std::to_string(player);
    besideOrBelow(theme, name);
    if (choice(theme, name.c_str(), first_ == player)) first_ = player;
  }
}

void StartScreen::adjust() {
  adjusted_.clear();
  if (first_ && *first_ >= players_) {
    first_.reset();
    adjusted_ = "Who begins will be found out";
  }
  for (const tracker::GameOption& option : tracker::choicesOf(game_).options) {
    ChosenOption& chosen = options_[option.name];
    const ChosenOption kept = forHeader(option, chosen, players_);
    const bool lost = chosen && kept != chosen;
    if (lost) {
      const Json now = tracker::offered(option, players_).front().value;
      adjusted_ += (adjusted_.empty() ? "" : ". ") + labelOf(game_, option.name) + ": “" +
                   labelOf(game_, option.name, *chosen) + "” is not for " + std::to_string(players_) + " players, “" +
                   labelOf(game_, option.name, now) + "” instead";
      chosen.reset();
    }
  }
  if (!adjusted_.empty()) adjusted_ += ".";
}

void StartScreen::drawOptions(const Theme& theme) {
  for (const tracker::GameOption& option : tracker::choicesOf(game_).options) {
    const auto choices = tracker::offered(option, players_);
    const bool knownOnly = choices.size() == 1 && choices.front().value == option.choices.front().value;
    if (knownOnly) continue;  // as it is where there is nothing to choose
    label(theme, labelOf(game_, option.name).c_str());
    ChosenOption& chosen = options_[option.name];
    if (choices.size() == 1) {
      ImGui::TextUnformatted(
          (labelOf(game_, option.name, choices.front().value) + ", with " + std::to_string(players_) + " players")
              .c_str());
      continue;
    }
    const bool findsOut = canBeFoundOut(option, players_);
    if (findsOut) {
      if (choice(theme, ("find out##" + option.name).c_str(), !chosen)) chosen.reset();
    }
    for (std::size_t n = 0; n < choices.size(); ++n) {
      const bool lit = chosen ? *chosen == choices[n].value : !findsOut && n == 0;
      const std::string text = labelOf(game_, option.name, choices[n].value) + "##" + option.name;
      if (findsOut || n > 0) besideOrBelow(theme, text);
      if (choice(theme, text.c_str(), lit)) chosen = choices[n].value;
    }
  }
  if (adjusted_.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().notice);
  ImGui::TextWrapped("%s", adjusted_.c_str());
  ImGui::PopStyleColor();
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
  label(theme, "Seen by");
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
      if (game.result) continue;
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
  header.first = first_.value_or(0);
  for (int player = 0; player < players_; ++player) {
    const std::string& name = names_[static_cast<std::size_t>(player)];
    header.players.push_back(name.empty() ? "Player " + std::to_string(player + 1) : name);
  }
  for (const tracker::GameOption& option : tracker::choicesOf(game_).options) {
    const auto chosen = options_.find(option.name);
    if (const auto value = forHeader(option, chosen == options_.end() ? ChosenOption() : chosen->second, players_))
      header.options[option.name] = *value;
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
