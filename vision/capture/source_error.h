#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace octo::vision {

/// What a camera, file or stream did not do. Each has a key, by which the window says it in the player's language, and
/// an English sentence with {places} for its values.
enum class SourceFault {
  NoSuchFile,
  NotAFile,
  System,
  TooManyBytes,
  Unreadable,
  NotAPicture,
  PictureCutOff,
  PictureBroken,
  TooSmall,
  TooLarge,
  Silent,
  NoAnswer,
  CannotOpen,
  InUse,
  CannotRead,
  Stopped,
  Empty,
  Frozen,
  NotAVideo,
  NothingDecodes,
  VideoCutOff,
  NoPictures,
  UnknownStream,
  NoSuchCamera,
  NotASource,
  NoSuchSource
};
inline constexpr auto kSourceFaults = [] {
  std::array<SourceFault, static_cast<std::size_t>(SourceFault::NoSuchSource) + 1> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<SourceFault>(i);
  return all;
}();

/// A camera or stream that does not do what it should, and may a moment later; a file stays as it is.
bool mayPass(SourceFault fault);

/// "no-such-file".
std::string_view keyOf(SourceFault fault);
/// "{name}: no such file".
std::string_view englishOf(SourceFault fault);

/// "camera 0"; and the number, "0", that is in such a name.
std::string cameraName(std::string_view number);
std::optional<std::string> numberInCameraName(std::string_view name);

/// A time as the sentences say it: "10".
std::string wholeSeconds(double seconds);

/// A camera, file or stream that does not do what it should. The message names it, what happened, what was expected.
class SourceError : public std::runtime_error {
 public:
  /// For the {places} of the fault's sentence; all have a {name}, what people call the source: "game.mp4", or a
  /// camera's `cameraName`.
  using Values = std::vector<std::pair<std::string, std::string>>;

  SourceError(SourceFault fault, Values values);
  SourceFault fault() const { return fault_; }
  const Values& values() const { return values_; }

 private:
  SourceFault fault_;
  Values values_;
};

}  // namespace octo::vision
