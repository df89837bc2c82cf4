#include "vision/capture/cameras.h"

#include <fcntl.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <string_view>
#include <utility>

namespace octo::vision {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDevicePrefix = "video";

/// 3 of "video3".
std::optional<int> numberIn(std::string_view name) {
  if (!name.starts_with(kDevicePrefix)) return std::nullopt;
  name.remove_prefix(kDevicePrefix.size());
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size() || number < 0) return std::nullopt;
  return number;
}

std::string firstLine(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

/// What the driver says; nothing where the device cannot be opened or is no video device.
std::optional<bool> saysThatItCaptures(const fs::path& device) {
  const int file = ::open(device.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  v4l2_capability told{};
  const bool answered = ::ioctl(file, VIDIOC_QUERYCAP, &told) == 0;
  ::close(file);
  if (!answered) return std::nullopt;
  const auto abilities = (told.capabilities & V4L2_CAP_DEVICE_CAPS) ? told.device_caps : told.capabilities;
  return (abilities & (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE)) != 0;
}

/// A webcam's first node sends its pictures, the later ones data about them: where the driver cannot be asked, that
/// decides.
bool captures(const fs::path& device, const fs::path& described) {
  if (const auto told = saysThatItCaptures(device)) return *told;
  const std::string index = firstLine(described / "index");
  return index.empty() || index == "0";
}

/// The stable link to each device, by the device's name.
std::map<std::string, std::string> stableLinks(const fs::path& root) {
  std::map<std::string, std::string> links;
  std::error_code error;
  for (fs::directory_iterator entry(root / "dev/v4l/by-id", error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code broken;
    const fs::path target = fs::canonical(entry->path(), broken);
    if (broken) continue;
    std::string& link = links[target.filename().string()];
    // Two cameras of one make without serial numbers share a link's beginning; the first by name is as good as another.
    if (const std::string found = entry->path().string(); link.empty() || found < link) link = found;
  }
  return links;
}

void tellApart(std::vector<Camera>& found) {
  std::map<std::string, int> named;
  for (const Camera& camera : found) ++named[camera.name];
  for (Camera& camera : found)
    if (named[camera.name] > 1) camera.name += " (" + fs::path(camera.device).filename().string() + ")";
}

}  // namespace

std::vector<Camera> cameras(const fs::path& root) {
  std::map<int, fs::path> described;
  std::error_code error;
  for (fs::directory_iterator entry(root / "sys/class/video4linux", error), end; !error && entry != end;
       entry.increment(error))
    if (const auto number = numberIn(entry->path().filename().string())) described.emplace(*number, entry->path());
  const auto links = stableLinks(root);
  std::vector<Camera> found;
  for (const auto& [number, description] : described) {
    const std::string node = description.filename().string();
    const fs::path device = root / "dev" / node;
    if (!captures(device, description)) continue;
    const std::string name = firstLine(description / "name");
    const auto link = links.find(node);
    found.push_back(
        {name.empty() ? node : name, link == links.end() ? device.string() : link->second, device.string()});
  }
  tellApart(found);
  return found;
}

std::optional<std::string> programUsing(const fs::path& device, const fs::path& root) {
  const std::string own = std::to_string(::getpid());
  std::error_code error;
  for (fs::directory_iterator process(root / "proc", error), end; !error && process != end; process.increment(error)) {
    const std::string number = process->path().filename().string();
    if (number == own || number.find_first_not_of("0123456789") != std::string::npos) continue;
    std::error_code hidden;  // others' processes, and those that end meanwhile
    for (fs::directory_iterator file(process->path() / "fd", hidden), last; !hidden && file != last;
         file.increment(hidden)) {
      std::error_code closed;
      if (fs::read_symlink(file->path(), closed) != device || closed) continue;
      const std::string name = firstLine(process->path() / "comm");
      return name.empty() ? number : name;
    }
  }
  return std::nullopt;
}

std::optional<int> cameraNumber(const fs::path& path) {
  if (!path.string().starts_with("/dev/")) return std::nullopt;
  std::error_code error;
  const fs::path device = fs::canonical(path, error);
  const fs::path named = error ? path : device;
  return named.parent_path() == "/dev" ? numberIn(named.filename().string()) : std::nullopt;
}

}  // namespace octo::vision
