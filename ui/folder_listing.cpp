#include "ui/folder_listing.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string_view>

#include "ui/trouble.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 10> kVideoEndings{".mp4", ".mkv", ".avi",  ".mov", ".webm",
                                                         ".m4v", ".mpg", ".mpeg", ".ogv", ".ts"};
constexpr std::array<std::string_view, 6> kPictureEndings{".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif"};

std::string lowered(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

template <std::size_t n>
bool endsLike(const fs::path& file, const std::array<std::string_view, n>& endings) {
  const std::string ending = lowered(file.extension().string());
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

/// Capital letters do not stand before all others.
bool alphabetical(const std::string& a, const std::string& b) {
  const std::string x = lowered(a), y = lowered(b);
  return x != y ? x < y : a < b;
}

void addTo(FolderListing& listing, const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  if (name.starts_with('.')) return;
  std::error_code broken;
  if (entry.is_directory(broken))
    listing.folders.push_back(name);
  else if (endsLike(entry.path(), kVideoEndings))
    listing.videos.push_back(name);
  else if (endsLike(entry.path(), kPictureEndings))
    ++listing.pictures;
}

}  // namespace

fs::path homeFolder() {
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? fs::path(home) : fs::path("/");
}

FolderListing listFolder(const fs::path& folder) {
  FolderListing listing;
  std::error_code error;
  listing.folder = folder.empty() ? homeFolder() : fs::absolute(folder, error).lexically_normal();
  fs::directory_iterator entry(listing.folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) addTo(listing, *entry);
  if (error) listing.trouble = troubleOf(listing.folder, error);
  std::sort(listing.folders.begin(), listing.folders.end(), alphabetical);
  std::sort(listing.videos.begin(), listing.videos.end(), alphabetical);
  return listing;
}

}  // namespace octo::ui
