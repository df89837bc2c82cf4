#pragma once

namespace octo::vision {

/// OpenCV and FFmpeg write their own lines to standard error, where one line of ours is expected. Turns that off, once;
/// to be called before a file, camera or stream is opened. Whoever set OPENCV_FFMPEG_LOGLEVEL keeps it.
void quietLibraries();

}  // namespace octo::vision
