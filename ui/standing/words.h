#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tracker/messages/catalogue.h"
#include "tracker/vocabulary/event.h"

namespace octo::ui {

/// The window's sentences for one game in one language; in English where the language lacks one.
class Words {
 public:
  using Values = std::vector<std::pair<std::string, std::string>>;

  Words(GameId game, std::string language) : game_(game), language_(std::move(language)) {}

  GameId game() const { return game_; }
  const std::string& language() const { return language_; }

  /// The sentence "window.<key>" with its {values}. Throws std::out_of_range where there is none (a mistake of ours).
  std::string say(const std::string& key, const Values& values = {}) const;
  /// A sentence of the tracker's: a question, a refusal.
  std::string say(const tracker::Message& message) const;
  /// What is wrong; a camera is called one in that language.
  std::string trouble(tracker::Message trouble) const;
  /// Of "window.<key>.one" and "window.<key>.many" the one that fits the number, which is its {n}.
  std::string count(const std::string& key, int n) const;
  /// What a score counts, as it stands behind the number.
  std::string unit(std::optional<int> score) const;
  /// "window.<key>" where there is such a sentence, otherwise the other text.
  std::string sayOr(const std::string& key, const std::string& other) const;
  /// The word "word.<name>", such as a colour's; the name itself where there is none.
  std::string word(const std::string& name) const;
  /// A rule in a few words, "wrong colour"; its id where it has no such name.
  std::string rule(const std::string& id) const;
  /// "Ann, Ben and Cleo".
  std::string list(const std::vector<std::string>& names) const;
  std::string players(const GameHeader& header, const std::vector<int>& players) const;

 private:
  GameId game_;
  std::string language_;
};

}  // namespace octo::ui
