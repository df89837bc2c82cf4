#include "ui/history/write_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, int error) {
  throw FileError(file, std::error_code(error, std::generic_category()));
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool open() const { return number_ >= 0; }
  /// False with errno set where something could not be written.
  bool write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(number_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }
  bool sync() const { return ::fsync(number_) == 0; }
  /// As a file that the user makes would have them.
  bool givePermissions() const {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return ::fchmod(number_, 0666 & ~mask) == 0;
  }

 private:
  int number_;
};

void writeDirectly(const fs::path& file, std::string_view text) {
  const Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!out.open() || !out.write(text)) fail(file, errno);
}

void writeBeside(const fs::path& file, std::string_view text) {
  std::string temporary = file.string() + ".XXXXXX";
  const Descriptor out(::mkstemp(temporary.data()));
  if (!out.open()) fail(file, errno);
  if (out.write(text) && out.givePermissions() && out.sync() && ::rename(temporary.c_str(), file.c_str()) == 0) return;
  const int error = errno;
  ::unlink(temporary.c_str());
  fail(file, error);
}

}  // namespace

FileError::FileError(const fs::path& file, const std::error_code& error)
    : BadInput(file.string() + ": cannot be written: " + error.message()), file_(file), error_(error) {}

void writeFile(const fs::path& file, std::string_view text) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_directory(status)) fail(file, EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status))
    writeDirectly(file, text);
  else
    writeBeside(fs::exists(status) ? fs::canonical(file) : file, text);
}

}  // namespace octo::ui
