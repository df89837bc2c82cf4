#pragma once

#include <filesystem>
#include <string_view>

namespace octo::ui {

/// Writes the whole text or nothing: into a new file beside it that then takes the name, so that an older
/// file stays until the new one is complete. Pipes and devices are written directly. Throws BadInput
/// (`ui/cli/run.h`) that names the file.
void writeFile(const std::filesystem::path& file, std::string_view text);

}  // namespace octo::ui
