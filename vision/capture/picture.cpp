#include "vision/capture/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "vision/capture/picture_header.h"
#include "vision/capture/quiet.h"
#include "vision/capture/source.h"

namespace octo::vision {
namespace {

constexpr std::array kEndings{".png", ".jpg", ".jpeg", ".webp", ".bmp"};
constexpr std::uintmax_t kMostBytes = 512ULL << 20;  // above any picture of kMostMegapixels as cameras write them

std::vector<unsigned char> readBytes(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) throw SourceError(file.string() + ": no such file");
  if (!std::filesystem::is_regular_file(file, error))
    throw SourceError(file.string() + ": not a file (expected a picture)");
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw SourceError(file.string() + ": " + error.message());
  if (size > kMostBytes) throw SourceError(fmt::format("{}: {} bytes (expected a picture)", file.string(), size));
  std::vector<unsigned char> bytes(size);
  std::ifstream in(file, std::ios::binary);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!in) throw SourceError(file.string() + ": cannot be read");
  return bytes;
}

void checkHeader(const std::string& name, const std::vector<unsigned char>& bytes) {
  const auto header = readPictureHeader(bytes);
  if (!header) throw SourceError(name + ": not a picture (expected PNG, JPEG, WebP or BMP)");
  checkPictureSize(name, static_cast<double>(header->width), static_cast<double>(header->height));
  if (!header->complete) throw SourceError(name + ": the picture is cut off (its end is missing)");
}

cv::Mat decode(const std::string& name, const std::vector<unsigned char>& bytes) {
  cv::Mat picture;
  try {
    picture = cv::imdecode(bytes, cv::IMREAD_COLOR);
  } catch (const cv::Exception&) {
    // Said below: what OpenCV has to say names its own sources, not the user's file.
  }
  if (picture.empty()) throw SourceError(name + ": the picture is broken and cannot be decoded");
  return picture;
}

}  // namespace

bool hasPictureName(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

void checkPictureSize(const std::string& name, double width, double height) {
  if (width < kLeastSide || height < kLeastSide)
    throw SourceError(fmt::format("{}: {:.0f}×{:.0f} pixels is too small (expected at least {}×{})", name, width,
                                  height, kLeastSide, kLeastSide));
  if (width * height > kMostMegapixels * 1e6)
    throw SourceError(fmt::format("{}: {:.0f}×{:.0f} pixels is too large (expected at most {} megapixels)", name, width,
                                  height, kMostMegapixels));
}

cv::Mat loadPicture(const std::filesystem::path& file) { return decodePicture(file.string(), readBytes(file)); }

cv::Mat decodePicture(const std::string& name, const std::vector<unsigned char>& bytes) {
  quietLibraries();
  checkHeader(name, bytes);
  return decode(name, bytes);
}

}  // namespace octo::vision
