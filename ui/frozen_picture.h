#pragma once

#include <opencv2/core.hpp>

namespace octo::ui {

/// Notices that a camera sends the very same picture again and again: every sensor's noise differs from picture to
/// picture, so that nothing of what happens at the table is seen. A source that shows what has no noise (a drawn table,
/// through a virtual camera) does so as well and is not broken: it still does after it was opened anew, and is believed
/// from then on. One thread uses it.
class FrozenPicture {
 public:
  /// `patience`: seconds for which a picture must stay the same.
  explicit FrozenPicture(double patience) : patience_(patience) {}

  /// The next picture, 8-bit BGR, and when it came, seconds. True when it has been the same for so long.
  bool see(const cv::Mat& picture, double now);
  /// The source has been opened anew because of it: if its pictures still are the same it is believed until they
  /// change.
  void reopened() { believed_ = true; }

 private:
  double patience_;
  cv::Mat last_;
  double since_ = 0;
  bool believed_ = false;
};

}  // namespace octo::ui
