#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ui/session/source_trouble.h"

namespace octo::ui {

/// What there is in a folder for somebody who looks for a recording.
struct FolderListing {
  std::filesystem::path folder;
  /// Names in the order of the alphabet; hidden ones are left out.
  std::vector<std::string> folders;
  /// Files that look like videos.
  std::vector<std::string> videos;
  /// How many files look like pictures: a folder of them is a recording, too.
  int pictures = 0;
  /// Why the folder cannot be read; empty where it can.
  Trouble trouble;
};

/// Reads the folder; waits for the disk. An empty path stands for the person's home.
FolderListing listFolder(const std::filesystem::path& folder);

/// $HOME, or the root where there is none.
std::filesystem::path homeFolder();

}  // namespace octo::ui
