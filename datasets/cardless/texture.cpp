#include "datasets/cardless/texture.h"

#include <cairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace octo::datasets {

cv::Mat bumps(Random& random, double wide, double high) {
  cv::RNG rng(random.bits());
  cv::Mat few(std::max(4, static_cast<int>(kCardlessSize.height / high) + 3),
              std::max(4, static_cast<int>(kCardlessSize.width / wide) + 3), CV_32F);
  rng.fill(few, cv::RNG::NORMAL, 0, 0.5);
  cv::Mat all;
  cv::resize(few, all, kCardlessSize, 0, 0, cv::INTER_CUBIC);
  return all;
}

cv::Mat roughness(Random& random, double size, int octaves) {
  cv::Mat sum = bumps(random, size, size);
  double weight = 1;
  for (int i = 1; i < octaves; ++i) {
    size /= 2, weight /= 2;
    sum += bumps(random, size, size) * weight;
  }
  return sum;
}

cv::Vec3f colourOf(double hue, double saturation, double value) {
  const auto part = [&](double n) {  // the piecewise linear form of HSV (Smith 1978)
    const double k = std::fmod(n + hue / 60 + 12, 6);
    return static_cast<float>(value - value * saturation * std::max(0.0, std::min({k, 4 - k, 1.0})));
  };
  return {part(1), part(3), part(5)};
}

vision::Ink inkOf(double hue, double saturation, double value) {
  const cv::Vec3f c = colourOf(hue, saturation, value);
  return {c[2], c[1], c[0]};
}

cv::Mat painted(const std::function<cv::Vec3f(int x, int y)>& at) {
  cv::Mat picture(kCardlessSize, CV_8UC3);
  for (int y = 0; y < picture.rows; ++y)
    for (int x = 0; x < picture.cols; ++x) {
      const cv::Vec3f c = at(x, y) * 255.F;
      picture.at<cv::Vec3b>(y, x) = {cv::saturate_cast<uchar>(c[0]), cv::saturate_cast<uchar>(c[1]),
                                     cv::saturate_cast<uchar>(c[2])};
    }
  return picture;
}

cv::Mat drawn(const vision::Ink& ground, const std::function<void(cairo_t*)>& draw) {
  cv::Mat picture(kCardlessSize, CV_8UC4);
  const std::unique_ptr<cairo_surface_t, vision::CairoDestroy> surface(cairo_image_surface_create_for_data(
      picture.data, CAIRO_FORMAT_RGB24, picture.cols, picture.rows, static_cast<int>(picture.step)));
  const std::unique_ptr<cairo_t, vision::CairoDestroy> context(cairo_create(surface.get()));
  vision::setInk(context.get(), ground);
  cairo_paint(context.get());
  draw(context.get());
  cairo_surface_flush(surface.get());
  cv::Mat bgr;
  cv::cvtColor(picture, bgr, cv::COLOR_BGRA2BGR);
  return bgr;
}

void drawTurned(cairo_t* c, double x, double y, double angle, const std::function<void()>& draw) {
  cairo_save(c);
  cairo_translate(c, x, y);
  cairo_rotate(c, angle);
  draw();
  cairo_restore(c);
}

const char* anyFont(Random& random) {
  return random.pick(std::array<const char*, 10>{
      "DejaVu Sans", "DejaVu Sans Bold", "DejaVu Sans Oblique", "DejaVu Sans Condensed Bold", "DejaVu Serif",
      "DejaVu Serif Bold", "DejaVu Serif Italic", "DejaVu Sans Mono", "Noto Serif CJK JP", "Noto Sans CJK JP Heavy"});
}

}  // namespace octo::datasets
