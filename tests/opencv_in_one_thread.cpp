// Compiled into tests with the thread sanitizer alone. It does not see how OpenCV's own threads wait for each other,
// for OpenCV is not compiled with it, and would call it a race that one of them reads what another has written.
#include <opencv2/core.hpp>

namespace {

[[maybe_unused]] const bool once = (cv::setNumThreads(1), true);

}  // namespace
