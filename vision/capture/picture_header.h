#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace octo::vision {

struct PictureHeader {
  std::int64_t width;
  std::int64_t height;
  /// The end of the picture is there too, as far as its kind marks the end.
  bool complete;
};

/// Size of a PNG, JPEG, WebP or BMP from its bytes without decoding it; nothing if it is none of these or broken
/// before the size is told.
std::optional<PictureHeader> readPictureHeader(std::span<const unsigned char> bytes);

}  // namespace octo::vision
