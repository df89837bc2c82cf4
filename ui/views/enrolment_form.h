#pragma once

#include <string>
#include <vector>

#include "ui/edition_archive.h"
#include "ui/request.h"
#include "ui/standing/words.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// A small window in which teaching a bought edition begins: what it is called, or which is gone on with.
class EnrolmentForm {
 public:
  void open() { opening_ = true; }
  /// `source`: what pictures come from; empty where nothing was chosen. `halfTaught`, `taught`: editions that there
  /// are; null for none.
  void draw(const Theme& theme, const Words& words, const std::string& source,
            const std::vector<KnownEdition>* halfTaught, const std::vector<KnownEdition>* taught, Requests& requests);
  /// The texts that were typed, for their letters.
  const std::string& typed() const { return title_; }

 private:
  bool opening_ = false;
  std::string title_;
  int views_ = 2;
};

}  // namespace octo::ui
