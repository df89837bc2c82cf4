#pragma once

#include <opencv2/core.hpp>

/// The inner loops of a frame.
namespace octo::datasets {

/// Lays `sprite` (BGRA, colours multiplied by alpha) over the picture; `pictureFromSprite` takes its pixels to the
/// picture's, `light` is what white becomes.
void blendSprite(cv::Mat& picture, const cv::Mat& sprite, const cv::Matx23d& pictureFromSprite, const cv::Vec3f& light);

/// Lays a patch of the same size over a part of the picture.
void blendPatch(cv::Mat part, const cv::Mat& patch, const cv::Vec3f& light);

/// Darkens by a mask of the same size: where it is 255, to 1 − `depth`.
void darken(cv::Mat part, const cv::Mat& mask, double depth);

}  // namespace octo::datasets
