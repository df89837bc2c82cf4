#pragma once

#include <filesystem>
#include <string>

namespace octo::ui {

/// A file that comes with the program, by its path below `datasets/`, such as
/// "recordings/octagone_demo/video.mp4": looked for below $OCTOSCOPE_DATA, then ../share/octoscope beside the
/// program, then in the source tree that the program was built from. Throws BadInput that names the places
/// where it is not there.
std::filesystem::path resource(const std::string& name);

}  // namespace octo::ui
