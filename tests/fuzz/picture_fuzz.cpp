// libFuzzer: any bytes as a picture's file: refused with a reason, or decoded, and then as large as its header told
// before anything was decoded, since that is what the bounds are checked by. Seeds: tests/fuzz/corpus/picture.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "vision/capture/picture.h"
#include "vision/capture/picture_header.h"
#include "vision/capture/source.h"

namespace {

/// Larger ones are decoded in the same way, but not often enough in a second to find anything.
constexpr std::int64_t kMostPixels = 1 << 20;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<unsigned char> bytes(data, data + size);
  const auto header = octo::vision::readPictureHeader(bytes);
  if (header && header->width > 0 && header->height > kMostPixels / header->width) return 0;
  try {
    const cv::Mat picture = octo::vision::decodePicture("fuzz", bytes);
    const std::int64_t told = header.value().width * header.value().height;
    if (static_cast<std::int64_t>(picture.total()) != told) {
      std::fprintf(stderr, "%d x %d pixels where the header told of %ld x %ld\n", picture.cols, picture.rows,
                   static_cast<long>(header->width), static_cast<long>(header->height));
      std::abort();
    }
  } catch (const octo::vision::SourceError&) {
  }
  return 0;
}
