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
  if (!std::filesystem::exists(file, error)) throw SourceError(SourceFault::NoSuchFile, {{"name", file.string()}});
  if (!std::filesystem::is_regular_file(file, error))
    throw SourceError(SourceFault::NotAFile, {{"name", file.string()}});
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw SourceError(SourceFault::System, {{"name", file.string()}, {"why", error.message()}});
  if (size > kMostBytes)
    throw SourceError(SourceFault::TooManyBytes, {{"name", file.string()}, {"bytes", std::to_string(size)}});
  std::vector<unsigned char> bytes(size);
  std::ifstream in(file, std::ios::binary);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!in) throw SourceError(SourceFault::Unreadable, {{"name", file.string()}});
  return bytes;
}

void checkHeader(const std::string& name, const std::vector<unsigned char>& bytes) {
  const auto header = readPictureHeader(bytes);
  if (!header) throw SourceError(SourceFault::NotAPicture, {{"name", name}});
  checkPictureSize(name, static_cast<double>(header->width), static_cast<double>(header->height));
  if (!header->complete) throw SourceError(SourceFault::PictureCutOff, {{"name", name}});
}

cv::Mat decode(const std::string& name, const std::vector<unsigned char>& bytes) {
  cv::Mat picture;
  try {
    picture = cv::imdecode(bytes, cv::IMREAD_COLOR);
  } catch (const cv::Exception&) {
    // Said below: what OpenCV has to say names its own sources, not the user's file.
  }
  if (picture.empty()) throw SourceError(SourceFault::PictureBroken, {{"name", name}});
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
    throw SourceError(SourceFault::TooSmall, {{"name", name},
                                              {"width", fmt::format("{:.0f}", width)},
                                              {"height", fmt::format("{:.0f}", height)},
                                              {"least", std::to_string(kLeastSide)}});
  if (width * height > kMostMegapixels * 1e6)
    throw SourceError(SourceFault::TooLarge, {{"name", name},
                                              {"width", fmt::format("{:.0f}", width)},
                                              {"height", fmt::format("{:.0f}", height)},
                                              {"most", fmt::format("{}", kMostMegapixels)}});
}

cv::Mat loadPicture(const std::filesystem::path& file) { return decodePicture(file.string(), readBytes(file)); }

cv::Mat decodePicture(const std::string& name, const std::vector<unsigned char>& bytes) {
  quietLibraries();
  checkHeader(name, bytes);
  return decode(name, bytes);
}

}  // namespace octo::vision
