#include "ui/resources.h"

#include <cstdlib>
#include <vector>

#include "ui/cli/run.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> places() {
  std::vector<fs::path> found;
  if (const char* named = std::getenv("OCTOSCOPE_DATA"); named && *named) found.emplace_back(named);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) found.push_back(program.parent_path().parent_path() / "share" / "octoscope");
  found.push_back(fs::path(OCTO_SOURCE_TREE) / "datasets");
  return found;
}

}  // namespace

fs::path resource(const std::string& name) {
  std::string looked;
  for (const fs::path& place : places()) {
    std::error_code ignored;
    if (fs::exists(place / name, ignored)) return place / name;
    looked += (looked.empty() ? "" : ", ") + place.string();
  }
  throw BadInput(name + ": not found below " + looked + "; OCTOSCOPE_DATA can name another folder");
}

}  // namespace octo::ui
