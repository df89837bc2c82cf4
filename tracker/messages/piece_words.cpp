#include "tracker/messages/piece_words.h"

#include <algorithm>
#include <optional>

#include "tracker/messages/catalogue.h"
#include "tracker/messages/name_parts.h"
#include "tracker/registry/game_module.h"

namespace octo::tracker {
namespace {

/// The first and the last open card of a run: "4♥–8♥"; how many places lie face down is seen on the table.
std::string runText(const Json& places) {
  std::vector<std::string> open;
  for (const Json& each : places)
    if (each.is_string() && each != "back")
      if (const auto card = suitedCard(each.get_ref<const std::string&>())) open.push_back(*card);
  if (open.empty()) return {};
  return open.size() == 1 ? open.front() : open.front() + "–" + open.back();
}

}  // namespace

PieceWords::PieceWords(GameId game, std::vector<std::string> players, std::string language)
    : game_(game), players_(std::move(players)), language_(std::move(language)) {}

void PieceWords::know(const Json& state) {
  runs_.clear();
  pot_.clear();
  if (!state.is_object()) return;
  if (const auto runs = state.find("runs"); runs != state.end() && runs->is_object())
    for (const auto& [name, run] : runs->items())
      if (run.is_object() && run.contains("places"))
        if (std::string text = runText(run["places"]); !text.empty()) runs_[name] = std::move(text);
  if (const auto pot = state.find("pot"); pot != state.end() && pot->is_array())
    for (const Json& card : *pot) pot_.push_back(card.is_string() ? card.get<std::string>() : "");
}

std::string PieceWords::say(const std::string& key, std::vector<std::pair<std::string, std::string>> values) const {
  return sentence(octo::name(game_), {key, std::move(values)}, language_);
}

bool PieceWords::has(const std::string& key) const { return hasSentence(octo::name(game_), key); }

std::string PieceWords::word(std::string_view name) const {
  const std::string key = "word." + std::string(name);
  return has(key) ? say(key) : std::string(name);
}

std::string PieceWords::player(int player) const {
  const auto index = static_cast<std::size_t>(player);
  if (player >= 0 && index < players_.size() && !players_[index].empty()) return players_[index];
  return say("window.player", {{"n", std::to_string(player + 1)}});
}

std::string PieceWords::slot(std::string_view name) const {
  const auto n = name.starts_with('s') ? wholeNumber(name.substr(1)) : std::nullopt;
  const std::string key = "name.slot." + std::to_string(n.value_or(0));
  return n && has(key) ? say(key) : spoken(name);
}

std::string PieceWords::run(std::string_view name) const {
  if (const auto known = runs_.find(name); known != runs_.end()) return known->second;
  const auto n = name.starts_with('r') ? wholeNumber(name.substr(1)) : std::nullopt;
  return n ? say("name.run", {{"n", std::to_string(*n)}}) : "";
}

std::string PieceWords::potPlace(int place) const {
  const auto index = static_cast<std::size_t>(place - 1);
  if (place >= 1 && index < pot_.size() && !pot_[index].empty()) return spoken(pot_[index]);
  return say("name.place", {{"n", std::to_string(place)}});
}

std::string PieceWords::one(std::string_view name) const {
  if (name == "?") return word("card");
  if (const auto own = gameModule(game_).pieceName)
    if (std::string text = own(*this, name); !text.empty()) return text;
  const std::vector<std::string_view> parts = partsOf(name);
  return word(parts.size() == 2 ? parts[1] : name);
}

std::string PieceWords::spoken(std::string_view name) const {
  const std::size_t comma = name.find(", "), blank = name.find(' ');
  const std::size_t cut = comma != std::string_view::npos ? comma : blank;
  if (cut == std::string_view::npos) return one(name);
  const std::string_view between = comma != std::string_view::npos ? ", " : " ";
  return one(name.substr(0, cut)) + std::string(between) + spoken(name.substr(cut + between.size()));
}

}  // namespace octo::tracker
