#pragma once

#include <memory>
#include <opencv2/core.hpp>

#include "ui/standing/words.h"
#include "ui/window/texture.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// A photograph of the table, as large as it fits.
class Photograph {
 public:
  /// True where it was clicked.
  bool draw(const Theme& theme, const Area& area, const std::shared_ptr<const cv::Mat>& picture, const Words& words);

 private:
  Texture texture_;
  std::shared_ptr<const cv::Mat> shown_;
};

}  // namespace octo::ui
