#include "vision/capture/source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "vision/capture/cameras.h"
#include "vision/capture/folder_source.h"
#include "vision/capture/live_source.h"
#include "vision/capture/public_name.h"
#include "vision/capture/video_source.h"

namespace octo::vision {
namespace {

constexpr std::array<std::string_view, 6> kSchemes{"http", "https", "rtsp", "rtmp", "udp", "tcp"};

std::optional<int> cameraIndex(std::string_view spec) {
  if (const auto number = cameraNumber(spec)) return number;
  int index = 0;
  const auto [end, error] = std::from_chars(spec.data(), spec.data() + spec.size(), index);
  if (error != std::errc{} || end != spec.data() + spec.size() || index < 0) return std::nullopt;
  return index;
}

std::unique_ptr<Source> openAddress(const std::string& spec, std::size_t schemeEnd) {
  std::string scheme = spec.substr(0, schemeEnd);
  std::transform(scheme.begin(), scheme.end(), scheme.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::find(kSchemes.begin(), kSchemes.end(), scheme) == kSchemes.end())
    throw SourceError(SourceFault::UnknownStream, {{"name", publicName(spec)}});
  return openStream(spec);
}

}  // namespace

std::unique_ptr<Source> openSource(const std::string& spec) {
  if (const auto index = cameraIndex(spec)) return openCamera(*index);
  if (const std::size_t end = spec.find("://"); end != std::string::npos) return openAddress(spec, end);
  std::error_code error;
  if (std::filesystem::is_directory(spec, error)) return openFolder(spec);
  if (std::filesystem::is_regular_file(spec, error)) return openVideoFile(spec);
  const bool exists = std::filesystem::exists(spec, error);
  if (!exists && spec.starts_with("/dev/")) throw SourceError(SourceFault::NoSuchCamera, {{"name", spec}});
  throw SourceError(exists ? SourceFault::NotASource : SourceFault::NoSuchSource, {{"name", spec}});
}

}  // namespace octo::vision
