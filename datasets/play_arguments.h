#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/recording.h"
#include "datasets/scene/script.h"
#include "datasets/whole_edition.h"
#include "vision/edition/taught_edition.h"

namespace octo::datasets {

/// An edition whose pieces are drawn, by its folder's name.
struct DrawnEdition {
  std::string name;
  std::shared_ptr<const vision::TaughtEdition> taught;
  /// The same with our own for whatever its folder lacks.
  std::shared_ptr<const WholeEdition> whole;
};
using Editions = std::vector<DrawnEdition>;

/// What the commands that make whole games share.
struct PlayArguments {
  std::string game;
  PlayOptions options;
  /// A file with the game to show; empty for a new one.
  std::string record;
  /// What everybody does again and again; without it that is drawn from the seed.
  std::optional<Habits> people{};
  /// Whose pieces lie on the table, two where it is played with two decks, two for each of several games; empty for the
  /// print edition's.
  Editions editions{};
};

/// `--people`, into that profile. Throws ui::BadInput where the file is wrong.
void addPeople(CLI::App& command, std::optional<Habits>& people);

/// `--edition`, at most `most` of them. Throws ui::BadInput where a folder holds none.
void addEditions(CLI::App& command, Editions& editions, int most = 1);
/// Throws ui::BadInput where they are not of that game.
void checkEditions(const Editions& editions, GameId game);
/// As part of a file's name; empty for the print edition.
std::string namesOf(const Editions& editions);

/// Of many decks the two that the game with that number, from 0, is played with: one pair after the other.
Editions editionsOf(const PlayArguments& arguments, std::uint64_t game);

/// `--game`, `--players`, `--breaches`, `--options`, `--people` and `--edition`, at most `mostEditions` of them.
void addPlayArguments(CLI::App& command, PlayArguments& arguments, int mostEditions = 2);

/// `--bump`, `--lamp` and `--linger`.
void addMishaps(CLI::App& command, RecordingOptions& options);

/// Has these editions' pieces on the table.
void show(const Editions& editions, RecordingOptions& options);

/// These throw ui::BadInput where the arguments do not fit, with what was expected.
GameId gameOf(const PlayArguments& arguments);
/// The record named, or a new game.
tracker::Record recordOf(const PlayArguments& arguments, GameId game, std::uint64_t seed);
std::vector<LayoutLine> scriptOf(const PlayArguments& arguments, const tracker::Record& record, std::uint64_t seed);

}  // namespace octo::datasets
