#include "vision/capture/folder_source.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "vision/capture/picture.h"
#include "vision/settle/change_map.h"
#include "vision/settle/small_gray.h"

namespace octo::vision {
namespace {

constexpr double kFilmRate = 30.0;  // pictures a second, as `octo-datasets render --images` writes them
constexpr double kPhotographRate = 1.0;
/// A film shows a table at rest in so many pictures in a row (0.2 s) within the first ten seconds. Whoever takes
/// photographs of a game takes one or two of each move, and fewer than that of a game.
constexpr int kStill = 6;
constexpr std::size_t kMostLookedAt = 300;
/// Blocks of the thinned-out picture: fewer are noise.
constexpr int kLeastChanged = 2;

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The run of digits at `at` without leading zeros; moves `at` behind it.
std::string_view takeNumber(std::string_view text, std::size_t& at) {
  while (at < text.size() && text[at] == '0') ++at;
  const std::size_t from = at;
  while (at < text.size() && isDigit(text[at])) ++at;
  return text.substr(from, at - from);
}

std::vector<std::filesystem::path> picturesIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.is_regular_file() && hasPictureName(entry.path())) files.push_back(entry.path());
  if (error) throw SourceError(SourceFault::System, {{"name", folder.string()}, {"why", error.message()}});
  if (files.empty()) throw SourceError(SourceFault::NoPictures, {{"name", folder.string()}});
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return naturalLess(a.filename().string(), b.filename().string()); });
  return files;
}

/// Whether somewhere the pictures stand still for as long as those of a film do. A picture that cannot be read ends the
/// search: it is told of when its turn comes.
bool standsStill(const std::vector<std::filesystem::path>& files) {
  ChangeMap changes;
  cv::Mat first, now;
  int still = 0;
  for (std::size_t i = 0; i < files.size() && i < kMostLookedAt; ++i) {
    try {
      thinOut(loadPicture(files[i]), now);
    } catch (const SourceError&) {
      return false;
    }
    if (first.size() == now.size()) changes.compare(first, now);
    if (first.size() == now.size() && changes.count() < kLeastChanged) {
      if (++still >= kStill) return true;
    } else {
      now.copyTo(first);
      still = 0;
    }
  }
  return false;
}

bool isFilm(const std::vector<std::filesystem::path>& files) {
  return files.size() > kMostLookedAt || standsStill(files);
}

class FolderSource final : public Source {
 public:
  explicit FolderSource(const std::filesystem::path& folder) : files_(picturesIn(folder)), film_(isFilm(files_)) {}

  bool next(Frame& frame) override {
    if (next_ == files_.size()) return false;
    frame.bgr = loadPicture(files_[next_]);
    frame.index = static_cast<std::int64_t>(next_);
    frame.time = static_cast<double>(next_) / rate();
    frame.photograph = !film_;
    ++next_;
    return true;
  }
  bool live() const override { return false; }
  double rate() const override { return film_ ? kFilmRate : kPhotographRate; }

 private:
  std::vector<std::filesystem::path> files_;
  bool film_;
  std::size_t next_ = 0;
};

}  // namespace

bool naturalLess(const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (isDigit(a[i]) && isDigit(b[j])) {
      const std::string_view left = takeNumber(a, i), right = takeNumber(b, j);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
    } else {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
    }
  }
  const bool shorter = a.size() - i < b.size() - j;
  return a.size() - i == b.size() - j ? a < b : shorter;
}

std::unique_ptr<Source> openFolder(const std::filesystem::path& folder) {
  return std::make_unique<FolderSource>(folder);
}

}  // namespace octo::vision
