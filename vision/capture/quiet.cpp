#include "vision/capture/quiet.h"

#include <cstdlib>
#include <mutex>
#include <opencv2/core/utils/logger.hpp>

namespace octo::vision {

void quietLibraries() {
  static std::once_flag once;
  std::call_once(once, [] {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    constexpr int kKeepWhatIsSet = 0;
    ::setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", kKeepWhatIsSet);  // FFmpeg's own word for "quiet"
  });
}

}  // namespace octo::vision
