#include <cairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "datasets/cardless/texture.h"

namespace octo::datasets {
namespace {

/// How much a surface falls to the right and downwards.
struct Slope {
  cv::Mat right, down;
  explicit Slope(const cv::Mat& height) {
    cv::Sobel(height, right, CV_32F, 1, 0, 3, 0.125);
    cv::Sobel(height, down, CV_32F, 0, 1, 3, 0.125);
  }
};

/// Points spread at random, and of each pixel the nearest of them and how much nearer it is than the next.
struct Cells {
  cv::Mat number, edge;

  Cells(Random& random, double size) : number(kCardlessSize, CV_32S), edge(kCardlessSize, CV_32F) {
    const int columns = static_cast<int>(kCardlessSize.width / size) + 4,
              rows = static_cast<int>(kCardlessSize.height / size) + 4;
    std::vector<cv::Point2d> points;
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < columns; ++i)
        points.emplace_back((i - 1.5 + random.between(-0.45, 0.45)) * size,
                            (j - 1.5 + random.between(-0.45, 0.45)) * size);
    for (int y = 0; y < kCardlessSize.height; ++y)
      for (int x = 0; x < kCardlessSize.width; ++x) {
        const int ci = static_cast<int>(x / size + 2), cj = static_cast<int>(y / size + 2);
        double first = 1e12, second = 1e12;
        for (int j = std::max(0, cj - 2); j <= std::min(rows - 1, cj + 1); ++j)
          for (int i = std::max(0, ci - 2); i <= std::min(columns - 1, ci + 1); ++i) {
            const cv::Point2d& p = points[static_cast<std::size_t>(j * columns + i)];
            const double far = std::hypot(p.x - x, p.y - y);
            if (far < first) {
              second = first, first = far;
              number.at<int>(y, x) = j * columns + i;
            } else {
              second = std::min(second, far);
            }
          }
        edge.at<float>(y, x) = static_cast<float>(std::min(1.0, (second - first) / size));
      }
  }
};

}  // namespace

/// Light that the ripples gather on the floor of a pool.
cv::Mat poolWater(Random& random) {
  const double ripple = random.between(25, 140);
  const cv::Mat height = roughness(random, ripple, 2) * ripple;
  const Slope slope(height);
  const float depth = static_cast<float>(random.between(0.15, 0.6) * ripple);
  cv::Mat light = cv::Mat::zeros(kCardlessSize, CV_32F);
  for (int y = 0; y < light.rows; ++y)
    for (int x = 0; x < light.cols; ++x) {
      const int tx = x - static_cast<int>(depth * slope.right.at<float>(y, x)),
                ty = y - static_cast<int>(depth * slope.down.at<float>(y, x));
      if (tx >= 0 && ty >= 0 && tx < light.cols && ty < light.rows) light.at<float>(ty, tx) += 1;
    }
  cv::GaussianBlur(light, light, {}, random.between(0.8, 2.5));
  const double tile = random.between(40, 200);
  const cv::Vec3f water = colourOf(random.between(160, 220), random.between(0.2, 0.8), random.between(0.4, 0.8));
  const bool tiled = random.chance(0.6);
  return painted([&](int x, int y) {
    const double u = x + 0.4 * depth * slope.right.at<float>(y, x), v = y + 0.4 * depth * slope.down.at<float>(y, x);
    const bool joint = tiled && (std::fmod(u + 1e4, tile) < tile * 0.06 || std::fmod(v + 1e4, tile) < tile * 0.06);
    const float lit = std::min(2.2F, 0.45F + 0.5F * light.at<float>(y, x));
    return water * (joint ? lit * 0.65F : lit) + cv::Vec3f::all(std::max(0.F, lit - 1.2F) * 0.5F);
  });
}

/// Each drop shows the sky, upside down, in the colour of what it lies on.
cv::Mat rainOnPaint(Random& random) {
  cv::Mat height = cv::Mat::zeros(kCardlessSize, CV_32F);
  const double least = random.between(3, 9), most = least * random.between(2, 6);
  const int drops = static_cast<int>(random.between(0.1, 0.45) * kCardlessSize.area() / (least * most * 2.2));
  for (int i = 0; i < drops; ++i) {
    const double size = least + (most - least) * std::pow(random.unit(), 3);
    const double cx = random.between(0, kCardlessSize.width), cy = random.between(0, kCardlessSize.height),
                 narrow = random.between(0.7, 1.3);
    const cv::Rect box = cv::Rect(static_cast<int>(cx - 1.5 * size), static_cast<int>(cy - 1.5 * size),
                                  static_cast<int>(3 * size) + 1, static_cast<int>(3 * size) + 1) &
                         cv::Rect({0, 0}, kCardlessSize);
    for (int y = box.y; y < box.br().y; ++y)
      for (int x = box.x; x < box.br().x; ++x) {
        const double far = std::hypot((x - cx) / narrow, (y - cy) * narrow) / size;
        if (far < 1)
          height.at<float>(y, x) +=
              static_cast<float>(size * 0.5 * std::sqrt(1 - far * far));  // near ones run together
      }
  }
  cv::GaussianBlur(height, height, {}, 1.0);
  const Slope slope(height);
  const cv::Vec3f paint = colourOf(random.between(0, 360), random.between(0, 1), random.between(0.05, 0.9)),
                  sky = colourOf(random.between(190, 240), random.between(0, 0.4), random.between(0.6, 1));
  const cv::Mat reflection = bumps(random, 500, 200) * 0.2, flakes = bumps(random, 1.5, 1.5) * 0.05;
  const float lx = static_cast<float>(random.between(-0.7, 0.7)), ly = static_cast<float>(random.between(-0.7, 0));
  return painted([&](int x, int y) {
    const float sx = slope.right.at<float>(y, x), sy = slope.down.at<float>(y, x);
    const bool wet = height.at<float>(y, x) > 0.4F;
    const float tone = reflection.at<float>(y, x) + 0.75F + flakes.at<float>(y, x);
    if (!wet) return paint * tone + sky * 0.08F;
    const float bright = std::clamp(0.75F + 0.9F * sy, 0.2F, 1.7F);  // light from above leaves at the lower side
    const float shine = std::hypot(sx - lx, sy - ly) < 0.16F ? 0.9F : 0.F;
    return paint * (tone * bright) + sky * (0.12F + shine + std::max(0.F, 0.35F * sy));
  });
}

cv::Mat gravel(Random& random) {
  const double size = random.between(14, 90);
  const Cells cells(random, size);
  const cv::Mat grain = roughness(random, 12, 3) * random.between(0.05, 0.2);
  const double hue = random.between(10, 50), spread = random.between(0.05, 0.5), joint = random.between(0.04, 0.25);
  const std::uint64_t seed = random.bits();
  return painted([&](int x, int y) {
    Random stone(seed + static_cast<std::uint64_t>(cells.number.at<int>(y, x)));
    const cv::Vec3f colour =
        colourOf(hue + stone.between(-20, 20), stone.between(0, 0.35), stone.between(0.6 - spread, 0.6 + spread));
    const double inside = cells.edge.at<float>(y, x);
    const double round = inside < joint ? 0.25 : std::min(1.0, 0.55 + inside);
    return colour * static_cast<float>(round * (1 + grain.at<float>(y, x)));
  });
}

cv::Mat foliage(Random& random) {
  const double size = random.between(25, 130),
               hue = random.chance(0.7) ? random.between(70, 140) : random.between(0, 50);
  const double notch = random.between(-0.25, 0.35), belly = random.between(0.3, 0.75);
  return drawn(inkOf(hue, 0.6, 0.12), [&](cairo_t* c) {
    const int leaves = static_cast<int>(3.5 * kCardlessSize.area() / (size * size));
    for (int i = 0; i < leaves; ++i) {
      const double s = size * random.between(0.5, 1.1), lit = 0.2 + 0.6 * i / leaves;
      const double x = random.between(0, kCardlessSize.width), y = random.between(0, kCardlessSize.height);
      const vision::Ink green =
          inkOf(hue + random.between(-25, 25), random.between(0.3, 0.9), lit * random.between(0.7, 1.2));
      drawTurned(c, x, y, random.between(0, 6.28), [&] {
        vision::setInk(c, green);
        cairo_move_to(c, 0, -s * notch);  // where the stalk comes in, as in a heart where it is notched
        cairo_curve_to(c, s * belly * 0.6, s * 0.35, s * belly, -s * 0.2, 0, -s);
        cairo_curve_to(c, -s * belly, -s * 0.2, -s * belly * 0.6, s * 0.35, 0, -s * notch);
        cairo_fill(c);
        vision::setInk(c, green.mixedWith({1, 1, 0.8}, 0.3));
        cairo_set_line_width(c, s * 0.03);
        cairo_move_to(c, 0, s * 0.15);
        cairo_line_to(c, 0, -s * 0.85);
        cairo_stroke(c);
      });
    }
  });
}

cv::Mat brokenGlass(Random& random) {
  const Cells cells(random, random.between(30, 200));
  const cv::Mat behind = roughness(random, random.between(80, 400), 4);
  const double hue = random.between(0, 360), wide = random.between(0.01, 0.06);
  const std::uint64_t seed = random.bits();
  return painted([&](int x, int y) {
    Random shard(seed + static_cast<std::uint64_t>(cells.number.at<int>(y, x)));
    const double dx = shard.between(-60, 60), dy = shard.between(-60, 60), tone = shard.between(0.6, 1.1);
    const float seen = behind.at<float>(std::clamp(static_cast<int>(y + dy), 0, behind.rows - 1),
                                        std::clamp(static_cast<int>(x + dx), 0, behind.cols - 1));
    const cv::Vec3f colour = colourOf(hue + 60 * seen, 0.4, std::clamp(0.5 + 0.5 * seen, 0.05, 1.0) * tone);
    return cells.edge.at<float>(y, x) < wide ? cv::Vec3f(0.95F, 0.95F, 0.9F) : colour;
  });
}

/// Lamps far behind what is in focus: discs with a rim.
cv::Mat lightsAtNight(Random& random) {
  const double size = random.between(8, 60);
  return drawn(inkOf(random.between(200, 280), 0.5, random.between(0.02, 0.25)), [&](cairo_t* c) {
    cairo_set_operator(c, CAIRO_OPERATOR_SCREEN);
    for (int i = static_cast<int>(random.between(60, 600)); i > 0; --i) {
      const vision::Ink ink = inkOf(random.chance(0.6) ? random.between(0, 60) : random.between(0, 360),
                                    random.between(0, 1), random.between(0.2, 0.8));
      const double x = random.between(0, kCardlessSize.width), y = random.between(0, kCardlessSize.height),
                   r = size * random.between(0.5, 1.2);
      vision::setInk(c, ink);
      vision::fillCircle(c, x, y, r);
      vision::setInk(c, ink.mixedWith({1, 1, 1}, 0.5));
      cairo_set_line_width(c, r * 0.1);
      cairo_arc(c, x, y, r, 0, vision::kTurn);
      cairo_stroke(c);
    }
  });
}

}  // namespace octo::datasets
