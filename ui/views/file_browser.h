#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ui/folder_listing.h"
#include "ui/request.h"
#include "ui/standing/words.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// A small window in which a file or a folder of this machine is chosen.
class FileBrowser {
 public:
  enum class Seeks { Recording, Folder };

  /// Opens with the folder in which that path lies, or with the person's home. Inside the window or popup that draws
  /// it.
  void open(Seeks seeks, const std::string& near);
  /// What was chosen in this frame. `listing`: as it was asked for last; null until it is there.
  std::optional<std::string> draw(const Theme& theme, const Words& words, const FolderListing* listing,
                                  Requests& requests);

 private:
  void drawPlaces(const Theme& theme, const Words& words, const FolderListing& listing, Requests& requests);
  std::optional<std::string> drawEntries(const Theme& theme, const Words& words, const FolderListing& listing,
                                         Requests& requests) const;

  Seeks seeks_ = Seeks::Recording;
  bool opening_ = false;
  std::filesystem::path first_;
};

}  // namespace octo::ui
