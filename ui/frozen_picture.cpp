#include "ui/frozen_picture.h"

#include <cstring>

namespace octo::ui {
namespace {

/// Differing pictures differ in their first rows, so that this takes no time; equal ones cost a pass over the picture.
bool same(const cv::Mat& a, const cv::Mat& b) {
  if (a.size() != b.size() || a.type() != b.type()) return false;
  const std::size_t row = static_cast<std::size_t>(a.cols) * a.elemSize();
  for (int y = 0; y < a.rows; ++y)
    if (std::memcmp(a.ptr(y), b.ptr(y), row) != 0) return false;
  return true;
}

}  // namespace

bool FrozenPicture::see(const cv::Mat& picture, double now) {
  if (!same(picture, last_)) {
    last_ = picture;  // shared: a picture that was delivered does not change any more
    since_ = now;
    believed_ = false;
    return false;
  }
  return !believed_ && now - since_ >= patience_;
}

}  // namespace octo::ui
