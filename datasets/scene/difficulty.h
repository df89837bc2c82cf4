#pragma once

#include <optional>
#include <string_view>

namespace octo::datasets {

/// How hard a scene is to see. `datasets/scene/README.md` has the table.
enum class Difficulty { Easy, Default, Hard };

inline std::optional<Difficulty> parseDifficulty(std::string_view name) {
  if (name == "easy") return Difficulty::Easy;
  if (name == "default") return Difficulty::Default;
  if (name == "hard") return Difficulty::Hard;
  return std::nullopt;
}

/// The value for a difficulty.
template <class T>
T byDifficulty(Difficulty difficulty, T easy, T usual, T hard) {
  switch (difficulty) {
    case Difficulty::Easy:
      return easy;
    case Difficulty::Default:
      return usual;
    case Difficulty::Hard:
      return hard;
  }
  return usual;
}

}  // namespace octo::datasets
