#pragma once

#include <filesystem>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

namespace octo::vision {

/// Pictures and frames smaller than this on a side show nothing that could be read: a shield needs some 16 pixels.
inline constexpr int kLeastSide = 32;
/// The largest picture that is decoded, in millions of pixels: 300 MB once decoded, above what cameras and phones make
/// in one shot, and far below what a forged header may ask for.
inline constexpr int kMostMegapixels = 100;

/// A still picture as 8-bit BGR, turned upright as its EXIF says. PNG, JPEG, WebP or BMP; the header is checked before
/// anything is decoded. Throws SourceError, naming the file: not there, not a picture, cut off, too small, too large.
cv::Mat loadPicture(const std::filesystem::path& file);

/// The same from a file's bytes; `name` is for errors.
cv::Mat decodePicture(const std::string& name, const std::vector<unsigned char>& bytes);

/// Whether the name ends like one of the kinds that `loadPicture` reads.
bool hasPictureName(const std::filesystem::path& file);

/// Throws SourceError if the size is out of the bounds above.
void checkPictureSize(const std::string& name, double width, double height);

}  // namespace octo::vision
