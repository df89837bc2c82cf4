#pragma once

#include <functional>
#include <memory>
#include <opencv2/core.hpp>

#include "datasets/scene/random.h"
#include "vision/edition/paint.h"

/// What the drawers of pictures without cards share.
namespace octo::datasets {

inline const cv::Size kCardlessSize{1400, 1050};

/// Smooth noise of mean 0 and about ±1 over such a picture, with bumps of that size in pixels.
cv::Mat bumps(Random& random, double wide, double high);
/// The same at several sizes, each half as large and as strong as the one before.
cv::Mat roughness(Random& random, double size, int octaves);

/// BGR, 0 to 1; hue in degrees.
cv::Vec3f colourOf(double hue, double saturation, double value);
vision::Ink inkOf(double hue, double saturation, double value);

/// Asks about each pixel: BGR, 0 to 1.
cv::Mat painted(const std::function<cv::Vec3f(int x, int y)>& at);

/// Drawn by Cairo, in pixels of such a picture on that ground.
cv::Mat drawn(const vision::Ink& ground, const std::function<void(cairo_t*)>& draw);

/// Turns and moves what is drawn, as `cairo_save` and `cairo_restore` around it do.
void drawTurned(cairo_t* c, double x, double y, double angle, const std::function<void()>& draw);

/// One of a few fonts, upright or slanted, light or bold, as Pango names it.
const char* anyFont(Random& random);

cv::Mat wovenCloth(Random& random);
cv::Mat printedCloth(Random& random);
cv::Mat poolWater(Random& random);
cv::Mat rainOnPaint(Random& random);
cv::Mat gravel(Random& random);
cv::Mat foliage(Random& random);
cv::Mat brokenGlass(Random& random);
cv::Mat lightsAtNight(Random& random);
cv::Mat scribble(Random& random);
cv::Mat streetMap(Random& random);
cv::Mat printedPage(Random& random);
cv::Mat boxArt(Random& random);
cv::Mat paintedTiles(Random& random);
cv::Mat keyboard(Random& random);
cv::Mat musicSheet(Random& random);
cv::Mat bookSpines(Random& random);

}  // namespace octo::datasets
