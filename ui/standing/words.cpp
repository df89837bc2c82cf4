#include "ui/standing/words.h"

#include <stdexcept>

#include "tracker/messages/catalogue.h"
#include "ui/history/move_text.h"
#include "vision/capture/source_error.h"

namespace octo::ui {

std::string Words::say(const std::string& key, const Values& values) const {
  return tracker::sentence(name(game_), {"window." + key, values}, language_);
}

std::string Words::say(const tracker::Message& message) const {
  return tracker::sentence(name(game_), message, language_);
}

std::string Words::trouble(tracker::Message trouble) const {
  for (auto& [place, value] : trouble.values)
    if (const auto number = place == "name" ? vision::numberInCameraName(value) : std::nullopt)
      value = say("source.camera", {{"n", *number}});
  return say(trouble);
}

std::string Words::count(const std::string& key, int n) const {
  return say(key + (n == 1 ? ".one" : ".many"), {{"n", std::to_string(n)}});
}

std::string Words::unit(std::optional<int> score) const {
  return sayOr(score == 1 ? "unit.one" : "unit.many", sayOr("unit", ""));
}

std::string Words::sayOr(const std::string& key, const std::string& other) const {
  try {
    return say(key);
  } catch (const std::out_of_range&) {
    return other;
  }
}

std::string Words::rule(const std::string& id) const {
  const std::string ofGame = id.substr(id.find('.') + 1);
  return sayOr("rule." + ofGame, id);
}

std::string Words::word(const std::string& name) const {
  try {
    return tracker::sentence(octo::name(game_), {"word." + name, {}}, language_);
  } catch (const std::out_of_range&) {
    return name;
  }
}

std::string Words::list(const std::vector<std::string>& names) const {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i) text += say(i + 1 == names.size() ? "and" : "comma");
    text += names[i];
  }
  return text;
}

std::string Words::players(const GameHeader& header, const std::vector<int>& players) const {
  std::vector<std::string> names;
  for (const int player : players) names.push_back(playerName(header, player, language_));
  return list(names);
}

}  // namespace octo::ui
