#include "ui/views/say_view.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "ui/history/move_text.h"
#include "ui/standing/sayings.h"
#include "ui/window/widgets.h"

namespace octo::ui {
namespace {

constexpr const char* kTurn = "whose turn";
constexpr const char* kForm = "this game";
constexpr float kBetween = 6;

bool hasSecondJoker(const GameHeader& header) { return header.game == GameId::Octagone && header.players.size() == 4; }

/// Places texts one after the other and on a new line where one does not fit.
class Flow {
 public:
  Flow(const Theme& theme, float width) : theme_(theme), width_(width) {}

  /// Where something so wide goes, from the upper left corner.
  ImVec2 place(float wide) {
    if (x_ > 0 && x_ + wide > width_) {
      x_ = 0;
      y_ += line();
    }
    const ImVec2 at{x_, y_};
    x_ += wide + theme_.px(kBetween);
    return at;
  }
  float height() const { return y_ + line() - theme_.px(kBetween); }

 private:
  float line() const { return ImGui::GetFrameHeight() + theme_.px(kBetween); }

  const Theme& theme_;
  float width_;
  float x_ = 0, y_ = 0;
};

struct Buttons {
  std::vector<Offer> offers;
  std::string lead, turn, game;
};

Buttons buttonsFor(const GameSnapshot& game, const Words& words) {
  Buttons buttons{sayings(game, words), "", "", words.say("say.game")};
  if (!buttons.offers.empty()) buttons.lead = words.say("say.lead");
  if (!game.result.over && game.toMove) buttons.turn = words.say("say.turn");
  return buttons;
}

/// The same line as the frame of a field, the label soft before it.
void labelled(const Theme& theme, const std::string& label, float width) {
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.colours().soft);
  ImGui::TextUnformatted(label.c_str());
  ImGui::PopStyleColor();
  ImGui::SameLine(width);
}

bool beginPopup(const Theme& theme, const char* name) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(16), theme.px(14)));
  const bool open = ImGui::BeginPopup(name);
  ImGui::PopStyleVar();
  return open;
}

}  // namespace

float SayView::height(const Theme& theme, const GameSnapshot& game, const Words& words, float width) const {
  const Buttons buttons = buttonsFor(game, words);
  Flow flow(theme, width);
  if (!buttons.lead.empty()) flow.place(sizeOf(theme.fonts().small(), buttons.lead).x);
  for (const Offer& offer : buttons.offers) flow.place(buttonWidth(offer.text));
  for (const std::string& text : {buttons.turn, buttons.game})
    if (!text.empty()) flow.place(buttonWidth(text));
  return flow.height();
}

Requests SayView::draw(const Theme& theme, const Area& area, const GameSnapshot& game, const Words& words) {
  Requests requests;
  const Buttons buttons = buttonsFor(game, words);
  Flow flow(theme, area.size.x);
  const auto at = [&](float wide) {
    const ImVec2 place = flow.place(wide);
    return ImVec2{area.at.x + place.x, area.at.y + place.y};
  };
  if (!buttons.lead.empty()) {
    ImFont* font = theme.fonts().small();
    const ImVec2 where = at(sizeOf(font, buttons.lead).x);
    put(*ImGui::GetWindowDrawList(), font, {where.x, where.y + (ImGui::GetFrameHeight() - font->FontSize) / 2},
        tint(theme.colours().soft), buttons.lead);
  }
  const auto button = [&](const std::string& text) {
    ImGui::SetCursorScreenPos(at(buttonWidth(text)));
    return ImGui::Button(text.c_str());
  };
  for (std::size_t n = 0; n < buttons.offers.size(); ++n) {
    ImGui::PushID(static_cast<int>(n));
    if (button(buttons.offers[n].text)) requests.push_back(buttons.offers[n].request);
    ImGui::PopID();
  }
  if (!buttons.turn.empty() && button(buttons.turn)) ImGui::OpenPopup(kTurn);
  if (button(buttons.game)) {
    openForm(game);
    ImGui::OpenPopup(kForm);
  }
  for (Request& request : drawTurn(theme, game, words)) requests.push_back(std::move(request));
  for (Request& request : drawForm(theme, game, words)) requests.push_back(std::move(request));
  return requests;
}

Requests SayView::drawTurn(const Theme& theme, const GameSnapshot& game, const Words& words) const {
  Requests requests;
  if (!beginPopup(theme, kTurn)) return requests;
  ImGui::TextUnformatted(words.say("say.turn-of").c_str());
  for (int player = 0; player < static_cast<int>(game.header.players.size()); ++player) {
    ImGui::PushID(player);
    if (choice(theme, playerName(game.header, player).c_str(), game.toMove == player)) {
      requests.push_back(SayTurn{player});
      ImGui::CloseCurrentPopup();
    }
    ImGui::PopID();
  }
  ImGui::EndPopup();
  return requests;
}

void SayView::openForm(const GameSnapshot& game) {
  const GameHeader& header = game.header;
  form_ = {};
  form_.players = header.players;
  form_.first = header.first;
  for (const tracker::GameOption& option : tracker::choicesOf(header.game).options) {
    const auto found = header.options.find(option.name);
    form_.options.emplace_back(option.name, found == header.options.end() ? ChosenOption() : ChosenOption(*found));
  }
  const auto given = header.setup.find("extra_joker");
  if (!hasSecondJoker(header) || given == header.setup.end() || !given->is_array()) return;
  for (const Json& each : *given)
    if (each.is_number_integer() && each >= 0 && each < 4)
      form_.extraJokers[each.get<std::size_t>() % 2] = each.get<int>();
}

void SayView::drawOptions(const Theme& theme, const GameSnapshot& game, const Words& words) {
  const auto players = static_cast<int>(game.header.players.size());
  const auto& options = tracker::choicesOf(game.header.game).options;
  for (std::size_t n = 0; n < options.size() && n < form_.options.size(); ++n) {
    const tracker::GameOption& option = options[n];
    if (!isOpen(option, players)) continue;
    labelled(theme, labelOf(words, option.name), theme.px(150));
    ChosenOption& chosen = form_.options[n].second;
    ImGui::PushID(option.name.c_str());
    const bool findsOut = canBeFoundOut(option, players);
    if (findsOut) {
      if (choice(theme, words.say("say.find-out").c_str(), !chosen)) chosen.reset();
      ImGui::SameLine();
    }
    bool first = !findsOut;
    for (const tracker::OptionChoice& each : tracker::offered(option, players)) {
      const bool lit = chosen ? *chosen == each.value : first;
      first = false;
      if (choice(theme, labelOf(words, option.name, each.value).c_str(), lit)) chosen = each.value;
      ImGui::SameLine();
    }
    ImGui::NewLine();
    ImGui::PopID();
  }
}

void SayView::drawExtraJokers(const Theme& theme, const Words& words) {
  for (int pair = 0; pair < 2; ++pair) {
    labelled(theme, pair == 0 ? words.say("say.second-joker") : "", theme.px(150));
    int& holder = form_.extraJokers[static_cast<std::size_t>(pair)];
    ImGui::PushID(pair);
    if (choice(theme, (words.say("say.unknown") + "##-1").c_str(), holder < 0)) holder = -1;
    for (const int player : {pair, pair + 2}) {
      ImGui::SameLine();
      const std::string& name = form_.players[static_cast<std::size_t>(player)];
      const std::string label =
          (name.empty() ? std::to_string(player + 1) : shortened(name)) + "##" + std::to_string(player);
      if (choice(theme, label.c_str(), holder == player)) holder = player;
    }
    ImGui::PopID();
  }
  // One without the other cannot be written down.
  const bool half = (form_.extraJokers[0] < 0) != (form_.extraJokers[1] < 0);
  if (half) caption(theme, words.say("say.both-pairs").c_str());
}

/// Only what is another than the header has.
tracker::HeaderChange SayView::change(const GameHeader& header) const {
  tracker::HeaderChange change;
  if (form_.players != header.players) change.players = form_.players;
  if (form_.first && *form_.first != header.first) change.first = form_.first;
  for (const auto& [name, chosen] : form_.options) {
    const bool had = header.options.contains(name);
    if (chosen && (!had || header.options[name] != *chosen)) change.options[name] = *chosen;
    if (!chosen && had) change.options[name] = nullptr;
  }
  if (!hasSecondJoker(header)) return change;
  const bool known = form_.extraJokers[0] >= 0 && form_.extraJokers[1] >= 0;
  const Json holders = known ? Json(form_.extraJokers) : Json();
  const Json had = header.setup.value("extra_joker", Json());
  if (holders != had) change.setup["extra_joker"] = holders;
  return change;
}

Requests SayView::drawForm(const Theme& theme, const GameSnapshot& game, const Words& words) {
  Requests requests;
  if (!beginPopup(theme, kForm)) return requests;
  {
    const WithFont heading(theme.fonts().heading());
    ImGui::TextUnformatted(words.say("say.header").c_str());
  }
  const float field = theme.px(190);
  for (int player = 0; player < static_cast<int>(form_.players.size()); ++player) {
    ImGui::PushID(player);
    ImGui::SetNextItemWidth(field);
    ImGui::InputTextWithHint("##name", words.say("player", {{"n", std::to_string(player + 1)}}).c_str(),
                             &form_.players[static_cast<std::size_t>(player)]);
    ImGui::PopID();
    if (player % 2 == 0 && player + 1 < static_cast<int>(form_.players.size())) ImGui::SameLine();
  }
  labelled(theme, words.say("say.first"), theme.px(150));
  for (int player = 0; player < static_cast<int>(form_.players.size()); ++player) {
    ImGui::PushID(player);
    if (player > 0) ImGui::SameLine();
    if (choice(theme, shortened(playerName(game.header, player)).c_str(), form_.first == player)) form_.first = player;
    ImGui::PopID();
  }
  drawOptions(theme, game, words);
  if (hasSecondJoker(game.header)) drawExtraJokers(theme, words);
  ImGui::Dummy({0, theme.px(4)});
  if (primaryButton(theme, words.say("say.change").c_str())) {
    requests.push_back(ChangeHeader{change(game.header)});
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button(words.say("say.leave").c_str())) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return requests;
}

std::string SayView::typed() const {
  std::string all;
  for (const std::string& name : form_.players) all += name;
  return all;
}

}  // namespace octo::ui
