#pragma once

#include <sqlite3.h>

#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>

namespace octo::test {

/// While it lives, SQLite's files are on a disk that can be full: writing fails then as it does without room. One at a
/// time, and before the first database is opened.
class FailingDisk {
 public:
  FailingDisk() {
    usual_ = sqlite3_vfs_find(nullptr);
    if (!usual_) throw std::runtime_error("no VFS for a test");
    here() = *usual_;
    here().zName = "octo-failing-disk";
    here().pNext = nullptr;
    here().xOpen = &open;
    full() = false;
    sqlite3_vfs_register(&here(), 1);
  }
  ~FailingDisk() {
    sqlite3_vfs_unregister(&here());
    sqlite3_vfs_register(usual_, 1);
    full() = false;
  }
  FailingDisk(const FailingDisk&) = delete;
  FailingDisk& operator=(const FailingDisk&) = delete;

  void isFull(bool now) { full() = now; }

 private:
  /// A kind of file's functions as they were, and with writing replaced; found by the address of the latter.
  struct Methods {
    sqlite3_io_methods patched;
    const sqlite3_io_methods* usual;
  };

  static sqlite3_vfs& here() {
    static sqlite3_vfs vfs{};
    return vfs;
  }
  static std::atomic<bool>& full() {
    static std::atomic<bool> is = false;
    return is;
  }
  static sqlite3_vfs*& usual() {
    static sqlite3_vfs* vfs = sqlite3_vfs_find("unix");
    return vfs;
  }

  static int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* given) {
    const int code = usual()->xOpen(usual(), name, file, flags, given);
    if (file->pMethods) file->pMethods = &patchedFor(file->pMethods)->patched;
    return code;
  }
  static Methods* patchedFor(const sqlite3_io_methods* usual) {
    static std::mutex mutex;
    static std::map<const sqlite3_io_methods*, Methods> all;
    const std::scoped_lock lock(mutex);
    const auto [at, fresh] = all.try_emplace(usual, Methods{*usual, usual});
    if (fresh) at->second.patched.xWrite = &write;
    return &at->second;
  }
  static int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 at) {
    if (full()) return SQLITE_FULL;
    // `patched` is the first member.
    return reinterpret_cast<const Methods*>(file->pMethods)->usual->xWrite(file, bytes, count, at);
  }

  sqlite3_vfs* usual_;
};

}  // namespace octo::test
