#include "vision/capture/picture_header.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace octo::vision {
namespace {

using Bytes = std::span<const unsigned char>;

std::uint32_t bigEndian(Bytes bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value = (value << 8) | bytes[at + i];
  return value;
}

std::uint32_t littleEndian(Bytes bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = (value << 8) | bytes[at + i];
  return value;
}

bool hasText(Bytes bytes, std::size_t at, std::string_view text) {
  if (bytes.size() < at + text.size()) return false;
  return std::equal(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; });
}

bool endsNear(Bytes bytes, std::string_view mark) {
  constexpr std::size_t kTail = 64 * 1024;  // cameras append thumbnails and padding after the end mark
  const Bytes tail = bytes.last(std::min(bytes.size(), kTail));
  return std::search(tail.begin(), tail.end(), mark.begin(), mark.end(),
                     [](unsigned char a, char b) { return a == static_cast<unsigned char>(b); }) != tail.end();
}

std::optional<PictureHeader> readPng(Bytes bytes) {
  if (!hasText(bytes, 12, "IHDR") || bytes.size() < 24) return std::nullopt;
  return PictureHeader{bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4), endsNear(bytes, "IEND")};
}

bool isStartOfFrame(unsigned char marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

// Segments follow one another: FF, marker, length of two bytes that counts itself.
std::optional<PictureHeader> readJpeg(Bytes bytes) {
  std::size_t at = 2;
  while (at + 9 < bytes.size() && bytes[at] == 0xFF) {
    const unsigned char marker = bytes[at + 1];
    if (marker == 0xFF) {
      ++at;
    } else if (isStartOfFrame(marker)) {
      return PictureHeader{bigEndian(bytes, at + 7, 2), bigEndian(bytes, at + 5, 2), endsNear(bytes, "\xFF\xD9")};
    } else {
      at += 2 + bigEndian(bytes, at + 2, 2);
    }
  }
  return std::nullopt;
}

std::optional<PictureHeader> readWebp(Bytes bytes) {
  if (bytes.size() < 30) return std::nullopt;
  const bool complete = bytes.size() >= std::size_t{8} + littleEndian(bytes, 4, 4);
  if (hasText(bytes, 12, "VP8X"))
    return PictureHeader{littleEndian(bytes, 24, 3) + 1, littleEndian(bytes, 27, 3) + 1, complete};
  if (hasText(bytes, 12, "VP8L")) {
    const std::uint32_t bits = littleEndian(bytes, 21, 4);
    return PictureHeader{(bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1, complete};
  }
  if (hasText(bytes, 12, "VP8 "))
    return PictureHeader{littleEndian(bytes, 26, 2) & 0x3FFF, littleEndian(bytes, 28, 2) & 0x3FFF, complete};
  return std::nullopt;
}

std::optional<PictureHeader> readBmp(Bytes bytes) {
  if (bytes.size() < 26) return std::nullopt;
  const auto width = static_cast<std::int32_t>(littleEndian(bytes, 18, 4));
  const auto height = static_cast<std::int32_t>(littleEndian(bytes, 22, 4));
  return PictureHeader{width, std::abs(std::int64_t{height}), bytes.size() >= littleEndian(bytes, 2, 4)};
}

/// OpenCV asks its decoders one after the other whether a file is theirs. What its own decoder for one of our kinds does not
/// take may go to the one for DICOM, whose mark stands where a picture has anything: nobody has checked the size it reads.
bool goesToAnotherDecoder(Bytes bytes) {
  constexpr std::size_t kDicomMark = 128;
  return hasText(bytes, kDicomMark, "DICM");
}

}  // namespace

std::optional<PictureHeader> readPictureHeader(Bytes bytes) {
  if (goesToAnotherDecoder(bytes)) return std::nullopt;
  if (hasText(bytes, 0, "\x89PNG\r\n\x1A\n")) return readPng(bytes);
  if (hasText(bytes, 0, "\xFF\xD8\xFF")) return readJpeg(bytes);
  if (hasText(bytes, 0, "RIFF") && hasText(bytes, 8, "WEBP")) return readWebp(bytes);
  if (hasText(bytes, 0, "BM")) return readBmp(bytes);
  return std::nullopt;
}

}  // namespace octo::vision
