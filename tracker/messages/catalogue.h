#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace octo::tracker {

/// A sentence for players before it has a language: a key of `seeds/<game>/<kind>.<language>.toml` (what all games
/// share stands in `seeds/shared/`; the kinds are listed in `seeds/README.md`) and the values for its {placeholders}. A
/// value that begins with @ is the key of another sentence: "@word.red".
struct Message {
  std::string key;
  std::vector<std::pair<std::string, std::string>> values;
  friend bool operator==(const Message&, const Message&) = default;
};

/// The pattern with every {name} replaced by its value.
std::string filled(std::string_view pattern, const std::function<std::string(std::string_view name)>& valueOf);

/// Languages that messages come in: "en", "ja", "nl", "it", "de".
const std::vector<std::string>& languages();

/// Whether there is such a sentence, and the sentence before its {values} are put in; in English where the language
/// lacks it. The latter throws std::out_of_range where there is none.
bool hasSentence(std::string_view game, std::string_view key);
const std::string& pattern(std::string_view game, std::string_view key, std::string_view language);

/// Every sentence of that language in a row, for the letters that a window needs.
const std::string& allSentences(std::string_view language);

/// The sentence in that language; in English where the language lacks it. `game` is the name of the seed folder. A
/// value "@key" that no language has stays as it is. Throws std::out_of_range when English lacks it too (a mistake of
/// ours; a test reads every key of every game).
std::string sentence(std::string_view game, const Message& message, std::string_view language = "en");

}  // namespace octo::tracker
