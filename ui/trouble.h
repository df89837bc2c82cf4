#pragma once

#include <exception>
#include <filesystem>
#include <system_error>

#include "ui/session/source_trouble.h"

namespace octo::ui {

/// Of a source, the file of games or another file what is wrong with it; of anything else its own English words.
Trouble troubleOf(const std::exception& error);
/// A file or folder that the system does not let us use.
Trouble troubleOf(const std::filesystem::path& file, const std::error_code& error);

}  // namespace octo::ui
