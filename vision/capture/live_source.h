#pragma once

#include <memory>
#include <string>

#include "vision/capture/source.h"

namespace octo::vision {

/// A camera by its index. A thread of its own reads it, so that the newest picture is at hand; `next` waits at most
/// kMostSilence seconds for one. Throws SourceError.
std::unique_ptr<Source> openCamera(int index);

/// A stream by its address (http MJPEG, rtsp …), as openCamera; a file behind an address is read as a file.
std::unique_ptr<Source> openStream(const std::string& address);

/// Seconds without a picture after which a camera or stream has stopped: above what a Wi-Fi hiccup or a camera's change
/// of exposure takes, below what people wait for.
inline constexpr double kMostSilence = 10.0;

}  // namespace octo::vision
