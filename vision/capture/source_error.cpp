#include "vision/capture/source_error.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <utility>

namespace octo::vision {
namespace {

constexpr std::string_view kCamera = "camera ";

struct Said {
  std::string_view key, english;
};

/// In the order of SourceFault.
constexpr std::array<Said, kSourceFaults.size()> kSaid{{
    {"no-such-file", "{name}: no such file"},
    {"not-a-file", "{name}: not a file (expected a picture)"},
    {"system", "{name}: {why}"},
    {"too-many-bytes", "{name}: {bytes} bytes (expected a picture)"},
    {"unreadable", "{name}: cannot be read"},
    {"not-a-picture", "{name}: not a picture (expected PNG, JPEG, WebP or BMP)"},
    {"picture-cut-off", "{name}: the picture is cut off (its end is missing)"},
    {"picture-broken", "{name}: the picture is broken and cannot be decoded"},
    {"too-small", "{name}: {width}×{height} pixels is too small (expected at least {least}×{least})"},
    {"too-large", "{name}: {width}×{height} pixels is too large (expected at most {most} megapixels)"},
    {"silent", "{name}: no picture for {s} s"},
    {"no-answer", "{name}: no answer for {s} s (expected {expected})"},
    {"cannot-open", "{name}: cannot be opened (expected {expected})"},
    {"in-use", "{name}: in use by {program} (expected a camera that is free)"},
    {"cannot-read", "{name}: cannot be read (expected {expected})"},
    {"stopped", "{name}: gives no more pictures"},
    {"empty", "{name}: has no pictures"},
    {"frozen", "{name}: has sent the very same picture for {s} s"},
    {"not-a-video", "{name}: not a video, or cut off before its first picture (expected mp4, mkv, avi or webm)"},
    {"nothing-decodes", "{name}: no picture in it can be decoded (expected a video)"},
    {"video-cut-off", "{name}: the video is cut off: {n} of {all} pictures"},
    {"no-pictures", "{name}: no pictures in this folder (expected PNG, JPEG, WebP or BMP)"},
    {"unknown-stream", "{name}: unknown kind of stream (expected http, https, rtsp, rtmp, udp or tcp)"},
    {"no-such-camera", "{name}: no such camera (expected one that is connected)"},
    {"not-a-source",
     "{name}: neither a file nor a folder (expected a camera index, a video file, a folder of pictures or a stream "
     "URL)"},
    {"no-such-source",
     "{name}: no such file or folder (expected a camera index, a video file, a folder of pictures or a stream URL)"},
}};

const Said& saidOf(SourceFault fault) { return kSaid[static_cast<std::size_t>(fault)]; }

std::string sentenceOf(SourceFault fault, const SourceError::Values& values) {
  fmt::dynamic_format_arg_store<fmt::format_context> places;
  for (const auto& [place, value] : values) places.push_back(fmt::arg(place.c_str(), value));
  return fmt::vformat(englishOf(fault), places);
}

}  // namespace

bool mayPass(SourceFault fault) {
  switch (fault) {
    case SourceFault::Silent:
    case SourceFault::NoAnswer:
    case SourceFault::CannotOpen:
    case SourceFault::InUse:
    case SourceFault::CannotRead:
    case SourceFault::Stopped:
    case SourceFault::Frozen:
    case SourceFault::NoSuchCamera:
      return true;
    default:
      return false;
  }
}

std::string_view keyOf(SourceFault fault) { return saidOf(fault).key; }

std::string_view englishOf(SourceFault fault) { return saidOf(fault).english; }

std::string cameraName(std::string_view number) { return fmt::format("{}{}", kCamera, number); }

std::optional<std::string> numberInCameraName(std::string_view name) {
  if (!name.starts_with(kCamera)) return std::nullopt;
  return std::string(name.substr(kCamera.size()));
}

std::string wholeSeconds(double seconds) { return fmt::format("{:.0f}", seconds); }

SourceError::SourceError(SourceFault fault, Values values)
    : std::runtime_error(sentenceOf(fault, values)), fault_(fault), values_(std::move(values)) {}

}  // namespace octo::vision
