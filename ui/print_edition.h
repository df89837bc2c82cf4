#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tracker/vocabulary/game_id.h"

namespace octo::ui {

/// Papers that can be printed on, as `PrintChoices` names them.
const std::vector<std::string>& papers();

struct PrintChoices {
  GameId game = GameId::Octagone;
  /// Of `papers()`.
  std::string paper = "a4";
  /// Of the reference card that comes with The OCTAL.
  std::string language = "en";
  /// Whose mat; the fewest there can be where nothing is said.
  std::optional<int> players = std::nullopt;
  /// The mat on the last sheets; a board is always printed.
  bool mat = true;
  /// For printing on both sides; where nothing is said, what has cards is.
  std::optional<bool> backs = std::nullopt;
};

/// Numbers of players for which the game has a mat of its own; empty where it is played on a board.
std::vector<int> matsOf(GameId game);

/// Writes the print-and-play edition as a PDF, whole or not at all. Throws BadInput.
void printEditionTo(const std::filesystem::path& file, const PrintChoices& choices);

}  // namespace octo::ui
