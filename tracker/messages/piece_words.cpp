#include "tracker/messages/piece_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "tracker/messages/catalogue.h"

namespace octo::tracker {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kFacings{
    {{"N", "↑"}, {"NE", "↗"}, {"E", "→"}, {"SE", "↘"}, {"S", "↓"}, {"SW", "↙"}, {"W", "←"}, {"NW", "↖"}}};
constexpr std::array<std::pair<char, std::string_view>, 4> kSuits{{{'S', "♠"}, {'H', "♥"}, {'D', "♦"}, {'C', "♣"}}};
constexpr std::array kSlots{"left", "middle", "right"};

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return !text.empty() && error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                                   : std::nullopt;
}

/// "7♣" of "7C".
std::optional<std::string> suited(std::string_view card) {
  if (card.size() < 2 || card.size() > 3) return std::nullopt;
  const std::string_view rank = card.substr(0, card.size() - 1);
  constexpr std::array<std::string_view, 13> kRanks{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};
  if (std::find(kRanks.begin(), kRanks.end(), rank) == kRanks.end()) return std::nullopt;
  for (const auto& [letter, sign] : kSuits)
    if (card.back() == letter) return std::string(rank) + std::string(sign);
  return std::nullopt;
}

/// The parts between the colons.
std::vector<std::string_view> partsOf(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':')) {
    parts.push_back(text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  parts.push_back(text);
  return parts;
}

/// The first and the last open card of a run: "4♥–8♥"; how many places lie face down is seen on the table.
std::string runText(const Json& places) {
  std::vector<std::string> open;
  for (const Json& each : places)
    if (each.is_string() && each != "back")
      if (const auto card = suited(each.get_ref<const std::string&>())) open.push_back(*card);
  if (open.empty()) return {};
  return open.size() == 1 ? open.front() : open.front() + "–" + open.back();
}

}  // namespace

PieceWords::PieceWords(GameId game, std::vector<std::string> players, std::string language)
    : game_(game), players_(std::move(players)), language_(std::move(language)) {}

void PieceWords::know(const Json& state) {
  runs_.clear();
  pot_.clear();
  if (game_ != GameId::Octa || !state.is_object()) return;
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
  const auto n = name.starts_with('s') ? number(name.substr(1)) : std::nullopt;
  const std::string key = "name.slot." + std::to_string(n.value_or(0));
  return game_ == GameId::Oct8 && n && has(key) ? say(key) : spoken(name);
}

std::string PieceWords::octopus(std::string_view name) const {
  if (const auto n = name.starts_with('s') ? number(name.substr(1)) : std::nullopt)
    return *n >= 1 && *n <= 3 ? say(std::string("name.octopus.") + kSlots[static_cast<std::size_t>(*n - 1)]) : "";
  const std::size_t dot = name.find('.');
  if (!name.starts_with('p') || dot == std::string_view::npos) return {};
  const auto owner = number(name.substr(1, dot - 1)), n = number(name.substr(dot + 1));
  if (!owner || !n) return {};
  const std::string key = "name.octopus." + std::to_string(*n);
  return say(has(key) ? key : "name.octopus.more", {{"player", player(*owner)}, {"n", std::to_string(*n)}});
}

std::string PieceWords::run(std::string_view name) const {
  if (const auto known = runs_.find(name); known != runs_.end()) return known->second;
  const auto n = name.starts_with('r') ? number(name.substr(1)) : std::nullopt;
  return n ? say("name.run", {{"n", std::to_string(*n)}}) : "";
}

std::string PieceWords::potPlace(int place) const {
  const auto index = static_cast<std::size_t>(place - 1);
  if (place >= 1 && index < pot_.size() && !pot_[index].empty()) return spoken(pot_[index]);
  return say("name.place", {{"n", std::to_string(place)}});
}

std::string PieceWords::one(std::string_view name) const {
  if (name == "?") return word("card");
  const std::vector<std::string_view> parts = partsOf(name);
  switch (game_) {
    case GameId::Octagone:
      for (const auto& [facing, arrow] : kFacings)
        if (name == facing) return std::string(arrow);
      break;
    case GameId::Octal:
      if (name == "all") return say("name.card.all");
      if (parts.size() == 3)
        return say("name.card", {{"value", std::string(parts[0])},
                                 {"condition", word(parts[1])},
                                 {"arrow", parts[2] == "both" ? "⇔" : "⇧"}});
      break;
    case GameId::Oct8:
      if (std::string text = octopus(name); !text.empty()) return text;
      if (parts.size() == 2 && number(parts[1]))
        return say("name.arm", {{"colour", word(parts[0])}, {"n", std::string(parts[1])}});
      break;
    case GameId::Octa:
      if (auto card = suited(name)) return *card;
      if (std::string text = run(name); !text.empty()) return text;
      break;
  }
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
