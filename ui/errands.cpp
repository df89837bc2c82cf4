#include "ui/errands.h"

#include <spawn.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>

#include <array>
#include <thread>

extern char** environ;

namespace octo::ui {

void Errands::lookForCameras() {
  worker_.post([this] {
    auto found = vision::cameras();
    if (told_ && found == known_) return;
    told_ = true;
    known_ = found;
    cameras.put(std::make_shared<const std::vector<vision::Camera>>(std::move(found)));
  });
}

void Errands::lookForEditions() {
  worker_.post([this] {
    const auto tell = [](std::vector<KnownEdition> found, std::vector<KnownEdition>& known, auto& slot) {
      if (found == known) return;
      known = found;
      slot.put(std::make_shared<const std::vector<KnownEdition>>(std::move(found)));
    };
    tell(knownEditions(), knownEditions_, editions);
    tell(halfTaughtEditions(), knownHalfTaught_, halfTaught);
  });
}

void Errands::list(const std::filesystem::path& wanted) {
  worker_.post([this, wanted] { folder.put(std::make_shared<const FolderListing>(listFolder(wanted))); });
}

void Errands::print(const std::filesystem::path& file, const PrintChoices& choices, const std::string& sentence) {
  worker_.post([this, file, choices, sentence] {
    printEditionTo(file, choices);
    written.put(std::make_shared<const Written>(Written{sentence, file}));
  });
}

void showFolder(const std::filesystem::path& folder) {
  std::string program = "xdg-open", path = folder.string();
  std::array<char*, 3> arguments{program.data(), path.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) {
    spdlog::warn("{}: cannot be shown; xdg-open is not installed", path);
    return;
  }
  std::thread([child] {
    int status = 0;
    ::waitpid(child, &status, 0);
  }).detach();
}

}  // namespace octo::ui
