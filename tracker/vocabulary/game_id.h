#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace octo {

enum class GameId { Octagone, Octal, Oct8, Octa };

inline constexpr std::array kGames{GameId::Octagone, GameId::Octal, GameId::Oct8, GameId::Octa};

/// The name in records and on the command line: "octagone", "octal", "oct8", "octa".
std::string_view name(GameId game);

/// The name players know: "Octagone", "The OCTAL", "Oct8", "Octa".
std::string_view title(GameId game);

/// Their names, for help and refusals: "octagone, octal, oct8 or octa".
std::string gameNames();

std::optional<GameId> parseGame(std::string_view name);

}  // namespace octo
