#include "tracker/messages/catalogue.h"

#include <toml++/toml.h>

#include <array>
#include <map>
#include <mutex>
#include <stdexcept>

#include "seeds/seeds.h"

namespace octo::tracker {
namespace {

using Sentences = std::map<std::string, std::string, std::less<>>;

/// The files of a seed folder that hold sentences: what the referee says, what people are asked and refused, the
/// window's figures and prompts, what people say to it, how moves read, its labels and buttons, those of screens, and
/// the score sheet; teaching an edition.
constexpr std::array kKinds{"messages", "asked", "window", "say",     "moves",
                            "labels",   "state", "start",  "history", "score", "teach"};

Sentences readSentences(std::string_view game, std::string_view language) {
  Sentences sentences;
  for (const char* kind : kKinds) {
    const std::string seed = std::string(game) + "/" + kind + "." + std::string(language) + ".toml";
    if (const auto text = seeds::find(seed))
      for (const auto& [key, value] : toml::parse(*text, seed))
        if (const auto sentence = value.value<std::string>()) sentences.emplace(key.str(), *sentence);
  }
  return sentences;
}

const Sentences& sentencesOf(std::string_view game, std::string_view language) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, Sentences> all;
  const std::scoped_lock lock(mutex);
  const auto key = std::pair(std::string(game), std::string(language));
  const auto found = all.find(key);
  return found != all.end() ? found->second : all.emplace(key, readSentences(game, language)).first->second;
}

/// In that language, or else in English; the game's own sentence before the one all games share.
const std::string* patternOf(std::string_view game, std::string_view key, std::string_view language) {
  for (const std::string_view wanted : {language, std::string_view("en")})
    for (const std::string_view folder : {game, std::string_view("shared")}) {
      const Sentences& sentences = sentencesOf(folder, wanted);
      if (const auto found = sentences.find(key); found != sentences.end()) return &found->second;
    }
  return nullptr;
}

std::string valueOf(std::string_view name, const Message& message, std::string_view game, std::string_view language) {
  for (const auto& [given, value] : message.values) {
    if (given != name) continue;
    const std::string* word =
        value.starts_with('@') ? patternOf(game, std::string_view(value).substr(1), language) : nullptr;
    return word ? *word : value;
  }
  return {};
}

}  // namespace

std::string filled(std::string_view pattern, const std::function<std::string(std::string_view name)>& valueOf) {
  std::string text;
  while (!pattern.empty()) {
    const auto open = pattern.find('{');
    text += pattern.substr(0, open);
    if (open == std::string_view::npos) break;
    const auto close = pattern.find('}', open);
    text += valueOf(pattern.substr(open + 1, close - open - 1));
    pattern.remove_prefix(close == std::string_view::npos ? pattern.size() : close + 1);
  }
  return text;
}

const std::vector<std::string>& languages() {
  static const std::vector<std::string> all{"en", "ja", "nl", "it", "de"};
  return all;
}

const std::string& allSentences(std::string_view language) {
  static std::mutex mutex;
  static std::map<std::string, std::string, std::less<>> all;
  const std::scoped_lock lock(mutex);
  const auto [text, fresh] = all.try_emplace(std::string(language));
  if (!fresh) return text->second;
  for (const std::string_view folder : {"shared", "octagone", "octal", "oct8", "octa"})
    for (const auto& [key, sentence] : sentencesOf(folder, language)) text->second += sentence;
  return text->second;
}

bool hasSentence(std::string_view game, std::string_view key) { return patternOf(game, key, "en") != nullptr; }

const std::string& pattern(std::string_view game, std::string_view key, std::string_view language) {
  if (const std::string* found = patternOf(game, key, language)) return *found;
  throw std::out_of_range("no message " + std::string(key) + " for " + std::string(game));
}

std::string sentence(std::string_view game, const Message& message, std::string_view language) {
  if (const std::string* pattern = patternOf(game, message.key, language))
    return filled(*pattern, [&](std::string_view name) { return valueOf(name, message, game, language); });
  throw std::out_of_range("no message " + message.key + " for " + std::string(game));
}

}  // namespace octo::tracker
