#include "datasets/scene/clutter.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace octo::datasets {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr int kShift = 4;

/// Draws flat shapes at heights above the table.
class Brush {
 public:
  Brush(cv::Mat& straight, const Camera& camera, const Light& light)
      : straight_(straight), camera_(camera), light_(light) {}

  void fill(const std::vector<SpacePoint>& shape, const cv::Scalar& colour) {
    const auto points = project(shape);
    cv::fillPoly(straight_, std::vector<std::vector<cv::Point>>{points}, colour, cv::LINE_AA, kShift);
  }

  /// The hull of both: the side of something that stands on the table.
  void fillHull(std::vector<SpacePoint> shape, const std::vector<SpacePoint>& other, const cv::Scalar& colour) {
    shape.insert(shape.end(), other.begin(), other.end());
    std::vector<cv::Point> hull;
    cv::convexHull(project(shape), hull);
    cv::fillConvexPoly(straight_, hull, colour, cv::LINE_AA, kShift);
  }

  /// The shadow of a shape of that height, on the table.
  void shade(const std::vector<SpacePoint>& foot, double height) {
    std::vector<SpacePoint> cast = foot;
    const cv::Vec3d to = light_.direction();
    for (const SpacePoint& p : foot) cast.push_back({p.x - to[0] / to[2] * height, p.y - to[1] / to[2] * height, 0});
    std::vector<cv::Point> hull;
    cv::convexHull(project(cast), hull);
    cv::Mat mask = cv::Mat::zeros(straight_.size(), CV_8U);
    cv::fillConvexPoly(mask, hull, cv::Scalar(255), cv::LINE_AA, kShift);
    std::vector<cv::Point> whole;
    for (const cv::Point& p : hull) whole.emplace_back(p.x >> kShift, p.y >> kShift);
    const int soft = std::max(3, static_cast<int>(height * 0.25)) | 1;
    cv::Rect box = cv::boundingRect(whole);
    box = cv::Rect(box.x - 2 * soft, box.y - 2 * soft, box.width + 4 * soft, box.height + 4 * soft) &
          cv::Rect({0, 0}, straight_.size());
    if (box.empty()) return;
    cv::Mat part = mask(box), target = straight_(box);
    cv::GaussianBlur(part, part, {2 * soft + 1, 2 * soft + 1}, 0);
    const int dark = static_cast<int>(256 * light_.shadow());
    for (int y = 0; y < part.rows; ++y)
      for (int x = 0; x < part.cols; ++x) {
        const int keep = 256 - part.at<uchar>(y, x) * dark / 255;
        for (int c = 0; c < 3; ++c) {
          uchar& value = target.at<cv::Vec3b>(y, x)[c];
          value = static_cast<uchar>(value * keep >> 8);
        }
      }
  }

 private:
  std::vector<cv::Point> project(const std::vector<SpacePoint>& shape) const {
    std::vector<cv::Point> points;
    for (const SpacePoint& p : shape) {
      const cv::Point2d at = camera_.straightFromSpace(p) * (1 << kShift);
      points.emplace_back(static_cast<int>(std::clamp(at.x, -1e6, 1e6)), static_cast<int>(std::clamp(at.y, -1e6, 1e6)));
    }
    return points;
  }

  cv::Mat& straight_;
  const Camera& camera_;
  const Light& light_;
};

std::vector<SpacePoint> ring(cv::Point2d centre, double radius, double z) {
  std::vector<SpacePoint> points;
  for (int i = 0; i < 48; ++i)
    points.emplace_back(centre.x + radius * std::cos(i * kTurn / 48), centre.y + radius * std::sin(i * kTurn / 48), z);
  return points;
}

std::vector<SpacePoint> slab(cv::Point2d centre, cv::Size2d size, double angle, double z) {
  std::vector<SpacePoint> points;
  const double c = std::cos(angle), s = std::sin(angle), round = std::min(size.width, size.height) * 0.1;
  const auto corner = [&](double x, double y) {
    points.emplace_back(centre.x + c * x - s * y, centre.y + s * x + c * y, z);
  };
  const double w = size.width / 2, h = size.height / 2;
  corner(-w + round, -h), corner(w - round, -h), corner(w, -h + round), corner(w, h - round);
  corner(w - round, h), corner(-w + round, h), corner(-w, h - round), corner(-w, -h + round);
  return points;
}

cv::Scalar anyColour(Random& random, double least = 20, double most = 235) {
  const double base = random.between(least, most), spread = random.between(0, 90);
  const auto part = [&] { return std::clamp(base + random.between(-spread, spread), 5.0, 250.0); };
  const double b = part(), g = part(), r = part();
  return {b, g, r};
}

void drawCup(Brush& brush, cv::Point2d at, Random& random) {
  const double radius = random.between(28, 44), height = random.between(40, 105),
               foot = radius * random.between(0.7, 1.0);
  const cv::Scalar colour = anyColour(random, 60);
  const cv::Scalar drink =
      random.pick(std::vector<cv::Scalar>{{20, 35, 60}, {15, 20, 30}, {60, 150, 210}, {170, 190, 200}});
  brush.shade(ring(at, foot, 0), height);
  brush.fillHull(ring(at, foot, 0), ring(at, radius, height), colour * 0.62);
  const double lit = radius * 0.35;  // the side that the light falls on
  brush.fillHull(ring({at.x - lit, at.y + lit}, foot * 0.5, 3),
                 ring({at.x - lit, at.y + lit}, radius * 0.5, height - 2), colour * 0.78);
  brush.fill(ring(at, radius, height), colour);
  brush.fill(ring(at, radius * 0.9, height), colour * 0.45);
  brush.fill(ring(at, radius * 0.86, height - 14), drink);
}

void drawPhone(Brush& brush, cv::Point2d at, Random& random) {
  const double angle = random.between(0, kTurn);
  const cv::Size2d size(random.between(68, 78), random.between(138, 162));
  brush.shade(slab(at, size, angle, 0), 8);
  brush.fillHull(slab(at, size, angle, 0), slab(at, size, angle, 8), {70, 70, 72});
  brush.fill(slab(at, size, angle, 8), {24, 22, 22});
  const cv::Size2d glass(size.width - 8, size.height - 12);
  brush.fill(slab(at, glass, angle, 8), random.chance(0.3) ? anyColour(random, 60, 220) : cv::Scalar(48, 42, 38));
}

void drawCoaster(Brush& brush, cv::Point2d at, Random& random) {
  const double radius = random.between(45, 55);
  const cv::Scalar colour = anyColour(random);
  brush.shade(ring(at, radius, 0), 3);
  brush.fill(ring(at, radius, 3), colour);
  brush.fill(ring(at, radius * 0.8, 3), colour * 0.85);
  if (random.chance(0.5)) drawCup(brush, at, random);
}

void drawPaper(Brush& brush, cv::Point2d at, Random& random) {
  const double angle = random.between(0, kTurn);
  const cv::Size2d size = random.chance(0.5) ? cv::Size2d(148, 210) : cv::Size2d(74, 105);
  const double thick = random.chance(0.3) ? 14 : 1;
  brush.shade(slab(at, size, angle, 0), thick + 2);
  brush.fillHull(slab(at, size, angle, 0), slab(at, size, angle, thick), {190, 195, 200});
  brush.fill(slab(at, size, angle, thick), thick > 1 ? anyColour(random) : cv::Scalar(228, 234, 236));
  for (int line = 0; line < 9; ++line) {
    const double y = size.height * (0.38 - 0.085 * line), length = size.width * random.between(0.4, 0.8);
    const cv::Point2d middle(at.x - std::sin(angle) * y, at.y + std::cos(angle) * y);
    brush.fill(slab(middle, {length, 2.2}, angle, thick), {120, 115, 112});
  }
}

void drawPen(Brush& brush, cv::Point2d at, Random& random) {
  const double angle = random.between(0, kTurn);
  const cv::Scalar colour = anyColour(random);
  const cv::Size2d size(9, 140);
  brush.shade(slab(at, size, angle, 0), 8);
  brush.fillHull(slab(at, size, angle, 0), slab(at, {5, 138}, angle, 9), colour * 0.6);
  brush.fill(slab(at, {3.5, 132}, angle, 9), colour);
}

/// A place outside the game, at most a hand's breadth away from it.
cv::Point2d placeBeside(Random& random, cv::Size2d game, double room) {
  const double along = random.between(-1, 1), away = room + random.between(0, 110);
  if (random.chance(0.6)) return {(random.chance(0.5) ? 1 : -1) * (game.width / 2 + away), along * game.height / 2};
  return {along * game.width / 2, (random.chance(0.5) ? 1 : -1) * (game.height / 2 + away)};
}

}  // namespace

void drawClutter(cv::Mat& straight, const Camera& camera, const Light& light, Random& random, Difficulty difficulty,
                 cv::Size2d game) {
  using Draw = void (*)(Brush&, cv::Point2d, Random&);
  struct Thing {
    Draw draw;
    double room;  // from its middle to its farthest corner, mm
  };
  constexpr std::array<Thing, 5> kThings{
      {{drawCup, 55}, {drawPhone, 95}, {drawCoaster, 60}, {drawPaper, 135}, {drawPen, 75}}};
  Brush brush(straight, camera, light);
  const int count = byDifficulty(difficulty, 0, 2 + random.below(4), 5 + random.below(5));
  std::vector<std::pair<cv::Point2d, const Thing*>> things;
  for (int i = 0; i < count; ++i) {
    const Thing& thing = random.pick(kThings);
    things.emplace_back(placeBeside(random, game, thing.room), &thing);
  }
  // What stands farther from the eye is drawn first.
  std::stable_sort(things.begin(), things.end(), [&](const auto& a, const auto& b) {
    return camera.scaleAt({a.first.x, a.first.y, 0}) < camera.scaleAt({b.first.x, b.first.y, 0});
  });
  for (const auto& [at, thing] : things) thing->draw(brush, at, random);
}

void drawTelephone(cv::Mat& straight, const Camera& camera, const Light& light, cv::Point2d at, Random random) {
  Brush brush(straight, camera, light);
  drawPhone(brush, at, random);
}

}  // namespace octo::datasets
