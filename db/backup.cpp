#include "db/backup.h"

#include <SQLiteCpp/Backup.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <regex>

#include "db/open_database.h"
#include "db/store_error.h"

namespace octo::db {
namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

fs::path folderOf(const fs::path& file) { return file.parent_path() / "backups"; }

StoreError cannotWrite(const fs::path& file, const std::error_code& error) {
  return StoreError(error == std::errc::no_space_on_device ? Kind::Full : Kind::Other, file,
                    "the copy of the games cannot be written: " + error.message());
}

/// On disk, not only handed to the system.
void flush(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool done = descriptor >= 0 && ::fsync(descriptor) == 0;
  const std::error_code error(errno, std::generic_category());
  if (descriptor >= 0) ::close(descriptor);
  if (!done) throw cannotWrite(path, error);
}

/// Gone again at the end unless it was put in its place.
class Unfinished {
 public:
  explicit Unfinished(const fs::path& to) : path_(to.string() + ".new-" + std::to_string(::getpid())) { drop(); }
  ~Unfinished() { drop(); }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  const fs::path& path() const { return path_; }

 private:
  void drop() {
    std::error_code ignored;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(path_.string() + suffix, ignored);
  }
  fs::path path_;
};

/// What a program that was killed while copying left behind.
void dropAbandoned(const fs::path& folder) {
  const std::regex unfinished(R"(.*\.new-(\d{1,9})(-wal|-shm|-journal)?)");
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    std::smatch parts;
    if (!std::regex_match(name, parts, unfinished)) continue;
    if (::kill(std::stoi(parts[1]), 0) != 0 && errno == ESRCH) fs::remove(entry.path(), ignored);
  }
}

void expectSound(SQLite::Database& database, const fs::path& file) {
  const std::string found = database.execAndGet("PRAGMA quick_check(1)").getString();
  if (found != "ok") throw StoreError(Kind::Damaged, file, "is damaged, and was not copied: " + found);
}

}  // namespace

void backUp(const fs::path& file, const fs::path& to) {
  const auto source = openForReading(file);
  std::error_code error;
  if (const fs::path folder = to.parent_path(); !folder.empty()) fs::create_directories(folder, error);
  if (error) throw cannotWrite(to, error);
  const Unfinished copy(to);
  guarded(file, [&] {
    expectSound(*source, file);
    SQLite::Database target(copy.path().string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    SQLite::Backup(target, *source).executeStep(-1);
    target.exec("PRAGMA journal_mode = DELETE");  // one file, to be carried away by itself
  });
  flush(copy.path());
  fs::rename(copy.path(), to, error);
  if (error) throw cannotWrite(to, error);
  flush(to.parent_path().empty() ? fs::path(".") : to.parent_path());
}

std::vector<fs::path> backupsOf(const fs::path& file) {
  const std::regex dated(R"(-\d{4}-\d{2}-\d{2})");
  const std::string stem = file.stem().string();
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folderOf(file), error)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == file.extension() && name.starts_with(stem) &&
        std::regex_match(name.substr(stem.size()), dated))
      found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

fs::path dailyCopy(const fs::path& file, const std::string& day) {
  return folderOf(file) / (file.stem().string() + "-" + day + file.extension().string());
}

std::optional<fs::path> backUpDaily(const fs::path& file, const std::string& day, int keep) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return std::nullopt;
  dropAbandoned(folderOf(file));
  const fs::path to = dailyCopy(file, day);
  if (fs::exists(to, ignored)) return std::nullopt;
  backUp(file, to);
  std::vector<fs::path> all = backupsOf(file);
  for (auto old = all.begin(); all.end() - old > keep; ++old) fs::remove(*old, ignored);
  return to;
}

}  // namespace octo::db
