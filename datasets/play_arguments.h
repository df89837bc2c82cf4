#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/recording.h"
#include "datasets/scene/script.h"

namespace octo::datasets {

/// What the commands that make whole games share.
struct PlayArguments {
  std::string game;
  PlayOptions options;
  /// A file with the game to show; empty for a new one.
  std::string record;
  /// What everybody does again and again; without it all do much alike.
  std::optional<Habits> people{};
};

/// `--people`, into that profile. Throws ui::BadInput where the file is wrong.
void addPeople(CLI::App& command, std::optional<Habits>& people);

/// `--game`, `--players`, `--breaches`, `--options` and `--people`.
void addPlayArguments(CLI::App& command, PlayArguments& arguments);

/// `--bump`, `--lamp` and `--linger`.
void addMishaps(CLI::App& command, RecordingOptions& options);

/// These throw ui::BadInput where the arguments do not fit, with what was expected.
GameId gameOf(const PlayArguments& arguments);
/// The record named, or a new game.
tracker::Record recordOf(const PlayArguments& arguments, GameId game, std::uint64_t seed);
std::vector<LayoutLine> scriptOf(const PlayArguments& arguments, const tracker::Record& record, std::uint64_t seed);

}  // namespace octo::datasets
