#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ui/preview.h"

namespace octo::ui {

/// The newest that each source shows, by the source.
using Previewed = std::map<std::string, std::shared_ptr<const PreviewSnapshot>>;

/// Looks at several sources at once, each by a `Preview` of its own.
class Previews {
 public:
  /// `wake` is called when there is a new picture.
  explicit Previews(std::function<void()> wake, PictureFeed::Open open = vision::openSource)
      : wake_(std::move(wake)), open_(std::move(open)) {}

  /// From now on those sources and no others. Returns at once, as `Preview::show`.
  void show(const std::vector<std::string>& sources);
  /// Puts what is new into `seen` and takes out what is no longer shown. True where that has changed it.
  bool take(Previewed& seen);

 private:
  std::function<void()> wake_;
  PictureFeed::Open open_;
  std::map<std::string, std::unique_ptr<Preview>> looks_;
};

}  // namespace octo::ui
