#include "ui/start_form.h"

#include <algorithm>

#include "tracker/referee/game_options.h"
#include "vision/capture/public_name.h"

namespace octo::ui {
namespace {

constexpr std::array<const char*, StartForm::kSources> kSourceNames{"camera", "recording", "stream"};

bool canPlay(GameId game, int players) {
  const auto& numbers = tracker::choicesOf(game).players;
  return std::find(numbers.begin(), numbers.end(), players) != numbers.end();
}

/// A text of no more than a name or a path can have, as UTF-8 that can be written again.
std::optional<std::string> textFrom(const Json& json) {
  constexpr std::size_t kLongest = 4096;
  if (!json.is_string() || json.get_ref<const std::string&>().size() > kLongest) return std::nullopt;
  return json.get<std::string>();
}

const Json& partOfForm(const Json& json, const char* name) {
  static const Json none;
  const auto found = json.is_object() ? json.find(name) : json.end();
  return json.is_object() && found != json.end() ? *found : none;
}

ChosenOption chosenIn(const std::map<GameId, std::map<std::string, ChosenOption>>& options, GameId game,
                      const std::string& option) {
  const auto ofGame = options.find(game);
  if (ofGame == options.end()) return std::nullopt;
  const auto value = ofGame->second.find(option);
  return value == ofGame->second.end() ? std::nullopt : value->second;
}

template <std::size_t n>
void readTexts(const Json& list, std::array<std::string, n>& texts) {
  if (!list.is_array()) return;
  for (std::size_t i = 0; i < std::min(n, list.size()); ++i)
    if (auto text = textFrom(list[i])) texts[i] = std::move(*text);
}

}  // namespace

void StartForm::choose(GameId chosen) {
  game = chosen;
  if (!canPlay(game, players)) players = tracker::choicesOf(game).players.front();
  for (auto& [name, value] : options[game])
    if (forHeader(*tracker::choicesOf(game).option(name), value, players) != value) value.reset();
  if (first && *first >= players) first.reset();
}

std::vector<std::string> StartForm::choosePlayers(int count, const Words& words) {
  std::vector<std::string> lost;
  players = count;
  if (first && *first >= players) {
    first.reset();
    lost.push_back(words.say("start.first-lost"));
  }
  for (const tracker::GameOption& option : tracker::choicesOf(game).options) {
    ChosenOption& chosen = this->chosen(option.name);
    if (!chosen || forHeader(option, chosen, players) == chosen) continue;
    lost.push_back(
        words.say("start.value-lost", {{"option", labelOf(words, option.name)},
                                       {"value", labelOf(words, option.name, *chosen)},
                                       {"n", std::to_string(players)},
                                       {"now", labelOf(words, option.name, offered(option, players).front().value)}}));
    chosen.reset();
  }
  return lost;
}

bool StartForm::fits(const vision::WhichTable& table) const {
  return game == table.game && std::find(table.players.begin(), table.players.end(), players) != table.players.end();
}

std::vector<std::string> StartForm::take(const vision::WhichTable& table, const Words& words) {
  if (game != table.game) choose(table.game);
  if (fits(table)) return {};
  for (const int count : tracker::choicesOf(game).players)
    if (std::find(table.players.begin(), table.players.end(), count) != table.players.end())
      return choosePlayers(count, Words(game, words.language()));
  return {};
}

GameHeader StartForm::header(const Words& words) const {
  GameHeader header;
  header.game = game;
  header.first = first.value_or(0);
  for (int player = 0; player < players; ++player) {
    const std::string& name = names[static_cast<std::size_t>(player)];
    header.players.push_back(name.empty() ? words.say("start.player", {{"n", std::to_string(player + 1)}}) : name);
  }
  for (const tracker::GameOption& option : tracker::choicesOf(game).options)
    if (const auto value = forHeader(option, chosenIn(options, game, option.name), players))
      header.options[option.name] = *value;
  return header;
}

Json StartForm::toJson() const {
  Json chosen = Json::object();
  for (const auto& [of, values] : options)
    for (const auto& [option, value] : values)
      if (value) chosen[std::string(name(of))][option] = *value;
  Json taught = Json::object();
  for (const auto& [of, edition] : editions) taught[std::string(name(of))] = edition;
  auto kept = places;
  for (std::string& place : kept) place = vision::publicName(place);
  return Json{{"game", name(game)},
              {"players", players},
              {"names", names},
              {"first", first ? Json(*first) : Json()},
              {"options", chosen},
              {"editions", taught},
              {"source", kSourceNames[static_cast<std::size_t>(kind)]},
              {"places", kept}};
}

StartForm StartForm::fromJson(const Json& json) {
  StartForm form;
  if (const auto game = textFrom(partOfForm(json, "game")))
    if (const auto known = parseGame(*game)) form.choose(*known);
  if (const Json& players = partOfForm(json, "players"); players.is_number_integer())
    for (const int count : tracker::choicesOf(form.game).players)
      if (players == count) form.players = count;
  readTexts(partOfForm(json, "names"), form.names);
  if (const Json& first = partOfForm(json, "first"); first.is_number_integer())
    for (int player = 0; player < form.players; ++player)
      if (first == player) form.first = player;
  for (const GameId game : kGames)
    for (const tracker::GameOption& option : tracker::choicesOf(game).options) {
      const Json& ofGame = partOfForm(partOfForm(json, "options"), std::string(name(game)).c_str());
      const Json& value = partOfForm(ofGame, option.name.c_str());
      const auto choices = game == form.game ? tracker::offered(option, form.players) : option.choices;
      if (std::any_of(choices.begin(), choices.end(), [&](const auto& each) { return each.value == value; }))
        form.options[game][option.name] = value;
    }
  for (const GameId game : kGames)
    if (const auto edition = textFrom(partOfForm(partOfForm(json, "editions"), std::string(name(game)).c_str())))
      form.editions[game] = *edition;
  if (const auto kind = textFrom(partOfForm(json, "source")))
    for (std::size_t i = 0; i < kSources; ++i)
      if (*kind == kSourceNames[i]) form.kind = static_cast<Source>(i);
  readTexts(partOfForm(json, "places"), form.places);
  return form;
}

}  // namespace octo::ui
