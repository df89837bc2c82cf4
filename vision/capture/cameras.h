#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace octo::vision {

/// A camera of this machine that sends pictures.
struct Camera {
  /// As its maker calls it; cameras of the same name have their device's name in brackets.
  std::string name;
  /// What `openSource` takes: a link that stays the same when cameras are plugged in another order, where the system
  /// makes one, otherwise the device.
  std::string source;
  /// "/dev/video0".
  std::string device;
  friend bool operator==(const Camera&, const Camera&) = default;
};

/// All cameras, in the order of their numbers; devices that only send data about pictures are left out. Cameras that
/// are in use or cannot be opened are listed all the same. `root` stands for "/" in tests.
std::vector<Camera> cameras(const std::filesystem::path& root = "/");

/// A program that has that device open, by its name: another one than this, of those that this user may look at.
/// Nothing where none is found. `root` stands for "/" in tests.
std::optional<std::string> programUsing(const std::filesystem::path& device, const std::filesystem::path& root = "/");

/// The number of the camera that a path below /dev leads to, also by a link. Nothing where it leads to none.
std::optional<int> cameraNumber(const std::filesystem::path& path);

}  // namespace octo::vision
