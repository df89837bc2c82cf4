#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace octo::vision {

/// What is drawn on a disc: BGR, 32-bit; outside the disc 0, each colour's mean over it 0, the square sum of all 1.
/// `disc`: 32-bit, 1 where the disc is, 0 around it.
struct DrawnDisc {
  cv::Mat picture, disc;
};

/// For each of the drawings, which are all of one size, how well the 32-bit BGR picture goes together with it where its
/// top left corner lies at each place: -1 to 1, and less for what varies by less than so many grey levels, standard
/// deviation. Empty maps where the picture is smaller than a drawing.
std::vector<cv::Mat> likenessMaps(const cv::Mat& bgr, const std::vector<DrawnDisc>& drawings, double leastContrast);

}  // namespace octo::vision
