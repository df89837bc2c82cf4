#include "ui/photographs.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "db/store.h"
#include "ui/history/utc_time.h"
#include "ui/history/write_file.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

/// Enough to read every card of a table; about 120 kB a photograph.
constexpr int kLongSide = 1280;
constexpr int kQuality = 80;
/// Moments that wait for an event: what is held back longer is told without a photograph.
constexpr std::size_t kMostSeen = 40;
/// The longest games have some 250 events.
constexpr int kMostOfAGame = 400;
/// Bytes of all games together.
constexpr std::uintmax_t kMostOfAll = std::uintmax_t{2} << 30;

fs::path allPhotographs(const fs::path& database) { return fs::path(database).replace_extension(".photos"); }

fs::path photographsOf(const fs::path& database, std::int64_t game) {
  return allPhotographs(database) / std::to_string(game);
}

fs::path fileFor(const fs::path& folder, int from, std::int64_t frame) {
  return folder / (std::to_string(from) + "-" + std::to_string(frame) + ".jpg");
}

/// FROM of "FROM-FRAME.jpg" where the frame is that one.
std::optional<int> fromIn(const std::string& name, std::int64_t frame) {
  int from = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), from);
  if (error != std::errc{} ||
      name.substr(static_cast<std::size_t>(end - name.data())) != "-" + std::to_string(frame) + ".jpg")
    return std::nullopt;
  return from;
}

std::uintmax_t bytesIn(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code gone;
    if (const auto size = entry->file_size(gone); !gone) bytes += size;
  }
  return bytes;
}

int filesIn(const fs::path& folder) {
  std::error_code error;
  int count = 0;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) ++count;
  return count;
}

std::vector<unsigned char> asJpeg(const cv::Mat& picture) {
  const double scale = std::min(1.0, static_cast<double>(kLongSide) / std::max(picture.cols, picture.rows));
  cv::Mat shrunk = picture;
  if (scale < 1) cv::resize(picture, shrunk, {}, scale, scale, cv::INTER_AREA);
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", shrunk, bytes, {cv::IMWRITE_JPEG_QUALITY, kQuality});
  return bytes;
}

}  // namespace

void Photographs::see(const cv::Mat& picture, std::int64_t frame) {
  if (picture.empty() || (!seen_.empty() && seen_.back().frame == frame)) return;
  seen_.push_back({frame, asJpeg(picture)});
  if (seen_.size() > kMostSeen) seen_.pop_front();
}

void Photographs::keep(std::int64_t game, const std::vector<TrackedEvent>& events) {
  for (const TrackedEvent& event : events) {
    const auto found =
        std::find_if(seen_.begin(), seen_.end(), [&](const Seen& seen) { return seen.frame == event.frame; });
    if (found == seen_.end() || found->jpeg.empty()) continue;
    try {
      write(game, *found);
    } catch (const std::exception& error) {
      spdlog::warn("a photograph is not kept: {}", error.what());
    }
    found->jpeg.clear();
  }
}

void Photographs::write(std::int64_t game, const Seen& seen) {
  const fs::path folder = photographsOf(database_, game);
  if (!count_) {
    count_ = filesIn(folder);
    trimPhotographs(database_, kMostOfAll, game);
  }
  if (*count_ >= kMostOfAGame) return;
  fs::create_directories(folder);
  writeFile(fileFor(folder, from_, seen.frame), {reinterpret_cast<const char*>(seen.jpeg.data()), seen.jpeg.size()});
  ++*count_;
}

std::optional<fs::path> photographOf(const fs::path& database, std::int64_t game, const TrackedEvent& event) {
  std::optional<fs::path> found;
  int latest = -1;
  std::error_code error;
  for (fs::directory_iterator entry(photographsOf(database, game), error), end; !error && entry != end;
       entry.increment(error)) {
    const auto from = fromIn(entry->path().filename().string(), event.frame);
    if (!from || *from >= event.n || *from <= latest) continue;
    latest = *from;
    found = entry->path();
  }
  return found;
}

void removePhotographs(const fs::path& database, std::int64_t game) {
  std::error_code error;
  fs::remove_all(photographsOf(database, game), error);
  if (error) spdlog::warn("{}: cannot be removed: {}", photographsOf(database, game).string(), error.message());
}

std::vector<std::int64_t> purgeDeleted(db::Store& store, int days) {
  const auto before = std::chrono::system_clock::now() - std::chrono::hours(24) * days + std::chrono::seconds(1);
  auto gone = store.purge(utcText(before));
  for (const std::int64_t game : gone) removePhotographs(store.file(), game);
  return gone;
}

void trimPhotographs(const fs::path& database, std::uintmax_t most, std::int64_t kept) {
  std::map<std::int64_t, std::uintmax_t> sizes;
  std::uintmax_t all = 0;
  std::error_code error;
  for (fs::directory_iterator entry(allPhotographs(database), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::int64_t game = 0;
    const auto [last, wrong] = std::from_chars(name.data(), name.data() + name.size(), game);
    if (wrong != std::errc{} || last != name.data() + name.size()) continue;
    all += sizes[game] = bytesIn(entry->path());
  }
  for (const auto& [game, bytes] : sizes) {
    if (all <= most) return;
    if (game == kept) continue;
    removePhotographs(database, game);
    all -= bytes;
  }
}

}  // namespace octo::ui
