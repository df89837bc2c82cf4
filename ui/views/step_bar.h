#pragma once

#include <string>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/views/file_browser.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The way through a stored game: a slider over its moves with the breaches marked on it; first, previous, next, last
/// move, as also the arrow keys, Home and End; and saving it as a file.
class StepBar {
 public:
  Requests draw(const Theme& theme, const Area& area, const GameSnapshot& game, const FolderListing* listing,
                const Words& words);

 private:
  void drawSaving(const Theme& theme, const GameSnapshot& game, const FolderListing* listing, const Words& words,
                  Requests& requests);

  FileBrowser browser_;
  /// Where games are saved; empty for the usual place.
  std::string folder_;
};

}  // namespace octo::ui
