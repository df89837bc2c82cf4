#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

#include "ui/cli/run.h"

namespace octo::ui {

/// A file that the system did not let us write. The message names it and says why.
class FileError : public BadInput {
 public:
  FileError(const std::filesystem::path& file, const std::error_code& error);
  const std::filesystem::path& file() const { return file_; }
  const std::error_code& code() const { return error_; }

 private:
  std::filesystem::path file_;
  std::error_code error_;
};

/// Writes the whole text or nothing: into a new file beside it that then takes the name, so that an older
/// file stays until the new one is complete. Pipes and devices are written directly. Throws FileError.
void writeFile(const std::filesystem::path& file, std::string_view text);

}  // namespace octo::ui
