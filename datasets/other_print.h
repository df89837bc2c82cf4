#pragma once

#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <string_view>

#include "vision/edition/edition.h"

namespace octo::datasets {

/// What a print or a room may make of an edition's colours.
enum class Print { Own, Grey, Faded, Warm, Dusk };

std::optional<Print> parsePrint(std::string_view name);

/// The same edition from another printer: in greys, or faded to 60 % contrast; otherwise as it is. `edition` must
/// outlive it.
std::unique_ptr<vision::Edition> printedAs(Print print, const vision::Edition& edition);

/// A picture in another room: a lamp of 2700 K while the camera keeps to daylight, or dusk with the noise that comes
/// with it; otherwise as it is.
void lightAs(Print print, cv::Mat& bgr, std::uint64_t seed);

}  // namespace octo::datasets
