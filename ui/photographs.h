#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "tracker/vocabulary/tracked_event.h"

namespace octo::db {
class Store;
}

namespace octo::ui {

/// Photographs of the table, one for each settled moment at which something happened, as JPEG files in a folder beside
/// the games' file: `games.photos/GAME/FROM-FRAME.jpg`. FROM is how many events the game had when it was begun or gone
/// on with, since the frames are counted anew then.
class Photographs {
 public:
  /// Frames of a game begun or gone on with after `from` events.
  Photographs(std::filesystem::path database, int from) : database_(std::move(database)), from_(from) {}

  /// What the camera (8-bit BGR) saw when the table had settled. Kept in memory until an event turns out to be of that
  /// moment, for the last few moments.
  void see(const cv::Mat& picture, std::int64_t frame);
  /// Writes the photographs of those of these events whose moment was seen. A failure is said in the log: a full disk
  /// never ends a game.
  void keep(std::int64_t game, const std::vector<TrackedEvent>& events);

 private:
  struct Seen {
    std::int64_t frame;
    std::vector<unsigned char> jpeg;
  };
  void write(std::int64_t game, const Seen& seen);

  std::filesystem::path database_;
  int from_;
  std::deque<Seen> seen_;
  /// How many photographs the game has; nothing until the first is to be written.
  std::optional<int> count_;
};

/// The photograph of an event's moment; nothing where there is none.
std::optional<std::filesystem::path> photographOf(const std::filesystem::path& database, std::int64_t game,
                                                  const TrackedEvent& event);

/// All of a game's photographs are gone after that.
void removePhotographs(const std::filesystem::path& database, std::int64_t game);

/// Removes the games that were deleted at least so many days ago for good, with their photographs; their numbers. With
/// 0 days also what was deleted in this very second goes.
std::vector<std::int64_t> purgeDeleted(db::Store& store, int days);

/// Removes those of the oldest games until all take no more than so many bytes; the game `kept` keeps its own.
void trimPhotographs(const std::filesystem::path& database, std::uintmax_t most, std::int64_t kept);

}  // namespace octo::ui
