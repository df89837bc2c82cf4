#pragma once

#include <memory>
#include <opencv2/videoio.hpp>
#include <string>

#include "vision/capture/source.h"

namespace octo::vision {

/// A video that has an end: every frame, in order. Where the file ends before the frames it announces, those that can
/// be read are delivered, and then SourceError says so.
std::unique_ptr<Source> makeVideoSource(const std::string& name, cv::VideoCapture capture);

/// Opens a video file. Throws SourceError.
std::unique_ptr<Source> openVideoFile(const std::string& file);

/// The rate that a capture tells; 30 where it tells none that could be true.
double toldRate(const cv::VideoCapture& capture);

}  // namespace octo::vision
