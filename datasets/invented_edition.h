#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include "tracker/vocabulary/game_id.h"

namespace octo::datasets {

/// Ways in which published games are drawn, all unlike our print edition.
enum class EditionStyle { Ornate, Photographic, Minimal };
inline constexpr std::array<const char*, 3> kEditionStyles{"ornate", "photographic", "minimal"};

/// Throws std::runtime_error that names the styles there are.
EditionStyle editionStyle(const std::string& name);

/// Draws an edition that nobody ever printed, for The OCTAL, Oct8 or Octagone, and writes it as a taught edition of one
/// sharp picture a face. Colours, frames, letters, and where numerals stand follow from the seed, widely. Throws
/// std::runtime_error where the folder cannot be written, std::out_of_range for Octa, whose decks are real ones.
void inventEdition(GameId game, EditionStyle style, std::uint64_t seed, const std::filesystem::path& folder);

}  // namespace octo::datasets
