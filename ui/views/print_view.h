#pragma once

#include <string>

#include "ui/views/file_browser.h"

namespace octo::ui {

/// A small window in which the print-and-play edition of a game is made: on which paper, for how many, where to.
class PrintView {
 public:
  void open(GameId game, int players, const std::string& language);
  void draw(const Theme& theme, const Words& words, const FolderListing* listing, Requests& requests);
  /// The texts that were typed, for their letters.
  const std::string& typed() const { return folder_; }

 private:
  void drawChoices(const Theme& theme, const Words& words);
  std::filesystem::path file() const;

  FileBrowser browser_;
  PrintChoices choices_;
  std::string folder_;
  bool opening_ = false;
};

}  // namespace octo::ui
