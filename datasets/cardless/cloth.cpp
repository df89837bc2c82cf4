#include <cairo.h>

#include <array>
#include <cmath>
#include <vector>

#include "datasets/cardless/texture.h"

namespace octo::datasets {
namespace {

/// What repeats in a weave: which warp yarns lie above which weft yarns.
struct Weave {
  int period;
  std::vector<int> above;  // row by row

  static Weave of(Random& random) {
    switch (random.below(4)) {
      case 0:
        return {2, {1, 0, 0, 1}};
      case 1:  // twill
        return {4, {1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 1}};
      case 2:  // basket
        return {4, {1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1}};
      default: {  // a motif, its two halves alike
        constexpr int kPeriod = 24;
        Weave weave{kPeriod, std::vector<int>(kPeriod * kPeriod)};
        const double arms = 2 + random.below(5), depth = random.between(0, 0.6), size = random.between(5, 11);
        for (int y = 0; y < kPeriod; ++y)
          for (int x = 0; x < kPeriod; ++x) {
            const double dx = std::abs(x - 11.5), dy = y - 11.5;
            const double edge = size * (1 + depth * std::cos(arms * std::atan2(dy, dx)));
            const bool within = std::hypot(dx, dy) < edge;
            weave.above[static_cast<std::size_t>(y * kPeriod + x)] = within ? (x + y) % 4 != 0 : (x + y) % 4 == 0;
          }
        return weave;
      }
    }
  }
};

/// Colours of the yarns beside each other, in stripes.
std::vector<cv::Vec3f> yarns(Random& random) {
  const double hue = random.between(0, 360);
  const std::array<cv::Vec3f, 3> few{
      colourOf(hue, random.between(0, 0.9), random.between(0.15, 0.95)),
      colourOf(hue + random.between(20, 200), random.between(0, 0.9), random.between(0.1, 0.95)),
      colourOf(random.between(0, 360), random.between(0, 0.9), random.between(0.1, 0.95))};
  std::vector<cv::Vec3f> all;
  for (int stripe = 1 + random.below(7); stripe > 0; --stripe)
    all.insert(all.end(), static_cast<std::size_t>(1 + random.below(14)), random.pick(few));
  return all;
}

}  // namespace

cv::Mat wovenCloth(Random& random) {
  const double thick = random.between(3, 26), wobble = random.between(0, 0.5) * thick;
  const Weave weave = Weave::of(random);
  const std::vector<cv::Vec3f> warp = yarns(random), weft = random.chance(0.4) ? warp : yarns(random);
  const cv::Mat across = bumps(random, 90, 90) * wobble, along = bumps(random, 90, 90) * wobble,
                fibre = bumps(random, 2, 2) * random.between(0.03, 0.15), folds = roughness(random, 400, 3) * 0.12;
  return painted([&](int x, int y) {
    const double u = (x + double{across.at<float>(y, x)}) / thick + 100,
                 v = (y + double{along.at<float>(y, x)}) / thick + 100;
    const auto i = static_cast<std::size_t>(u), j = static_cast<std::size_t>(v);
    const auto period = static_cast<std::size_t>(weave.period);
    const bool above = weave.above[j % period * period + i % period] != 0;
    const double side = (above ? u - std::floor(u) : v - std::floor(v)) - 0.5,
                 way = (above ? v - std::floor(v) : u - std::floor(u)) - 0.5;
    const double round = 1 - 1.8 * side * side - 0.9 * way * way;
    const cv::Vec3f colour = above ? warp[i % warp.size()] : weft[j % weft.size()];
    return colour * static_cast<float>(round * (1 + fibre.at<float>(y, x) + folds.at<float>(y, x)));
  });
}

cv::Mat printedCloth(Random& random) {
  const double step = random.between(40, 170), hue = random.between(0, 360);
  const vision::Ink ground = inkOf(random.between(0, 360), random.between(0, 0.5), random.between(0.2, 1)),
                    ink = inkOf(hue, random.between(0.2, 1), random.between(0.05, 0.9)),
                    other = inkOf(hue + 120, random.between(0.2, 1), random.between(0.05, 0.9));
  const int petals = 3 + random.below(5);
  const double wide = random.between(0.1, 0.3), angle = random.between(0, 6.28);
  const bool turned = random.chance(0.6);
  const auto flower = [&](cairo_t* c, double size) {
    vision::setInk(c, ink);
    for (int i = 0; i < petals; ++i) {
      cairo_rotate(c, vision::kTurn / petals);
      cairo_move_to(c, 0, 0);
      cairo_curve_to(c, size * wide * 2, size * 0.2, size * wide, size, 0, size);
      cairo_curve_to(c, -size * wide, size, -size * wide * 2, size * 0.2, 0, 0);
      cairo_fill(c);
    }
    vision::setInk(c, other);
    vision::fillCircle(c, 0, 0, size * 0.2);
  };
  return drawn(ground, [&](cairo_t* c) {
    int row = 0;
    for (double y = 0; y < kCardlessSize.height + step; y += step * 0.8, ++row)
      for (double x = row % 2 * step / 2; x < kCardlessSize.width + step; x += step)
        drawTurned(c, x, y, turned ? random.between(0, 6.28) : angle,
                   [&] { flower(c, step * random.between(0.25, 0.45)); });
  });
}

}  // namespace octo::datasets
