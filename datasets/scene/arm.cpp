#include "datasets/scene/arm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace octo::datasets {
namespace {

// An arm is a body of tapered capsules that melt into each other, looked at along parallel rays. Millimetres; in the
// arm's own frame x is to the right of the pointing fingers, y where they point, z up.

using Vec = cv::Vec3f;

enum class Stuff { Skin, Sleeve, Band };

/// What melts together: a finger with its own joints, and with the palm, but not with the next finger.
constexpr int kPalm = 0, kFingers = 5, kSleeveGroup = 6, kBandGroup = 7, kGroups = 8;

struct Capsule {
  Vec a, b;
  float ra, rb;
  int group;
};

struct Mark {
  Vec at;
  float radius;
};

struct Nail {
  Vec centre, along, out;
  float length, width;
};

struct Body {
  std::vector<Capsule> capsules;
  std::vector<Mark> ruddy;  // knuckles and fingertips have more colour
  std::vector<Nail> nails;
  Vec wrist, elbow;
};

struct Finger {
  std::array<Vec, 4> joints;  // knuckle, two joints, tip
  std::array<float, 4> radii;
};

struct Hand {
  Vec wrist, elbow, shoulder;
  std::array<Finger, 5> fingers;  // thumb first
};

constexpr std::array<float, 4> kThumbRadii{13.5F, 11.F, 10.F, 8.F};
constexpr std::array<float, 4> kFingerRadii{10.2F, 8.8F, 7.9F, 6.6F};
constexpr std::array<float, 4> kLittleRadii{9.F, 7.6F, 6.9F, 5.7F};

/// Shield between the thumb and the first two fingers, the others curled beside it.
Hand carryingHand() {
  return {{40, -112, 42},
          {66, -365, 62},
          {10, -1500, 260},
          {{{{Vec{14, -86, 34}, {-16, -54, 30}, {-25, -29, 19}, {-22, -8, 6}}, kThumbRadii},
            {{Vec{12, -34, 44}, {9, 6, 43}, {7, 24, 25}, {5, 30, 6}}, kFingerRadii},
            {{Vec{30, -32, 47}, {30, 8, 44}, {27, 26, 25}, {22, 29, 7}}, kFingerRadii},
            {{Vec{47, -38, 44}, {51, -3, 38}, {47, 12, 22}, {40, 13, 8}}, kFingerRadii},
            {{Vec{61, -49, 38}, {67, -22, 29}, {64, -9, 17}, {58, -6, 8}}, kLittleRadii}}}};
}

/// Let go: the fingers half stretched, a little apart.
Hand openHand() {
  return {{38, -118, 48},
          {66, -370, 66},
          {10, -1500, 260},
          {{{{Vec{12, -90, 42}, {-22, -62, 36}, {-38, -38, 27}, {-42, -16, 18}}, kThumbRadii},
            {{Vec{12, -38, 50}, {4, 5, 46}, {0, 27, 33}, {-3, 40, 18}}, kFingerRadii},
            {{Vec{30, -36, 52}, {29, 12, 48}, {27, 36, 34}, {25, 48, 18}}, kFingerRadii},
            {{Vec{47, -41, 49}, {51, 2, 44}, {51, 25, 31}, {49, 37, 17}}, kFingerRadii},
            {{Vec{61, -52, 42}, {70, -20, 36}, {73, -3, 26}, {72, 9, 15}}, kLittleRadii}}}};
}

/// The first finger stretched, the others curled into the palm.
Hand pointingHand() {
  return {{34, -128, 40},
          {62, -380, 62},
          {10, -1500, 260},
          {{{{Vec{8, -98, 34}, {-14, -70, 26}, {0, -52, 18}, {16, -44, 14}}, kThumbRadii},
            {{Vec{8, -50, 44}, {3, -12, 36}, {1, 8, 22}, {0, 22, 8}}, kFingerRadii},
            {{Vec{27, -48, 44}, {30, -12, 32}, {27, -22, 14}, {22, -40, 12}}, kFingerRadii},
            {{Vec{44, -52, 41}, {48, -20, 29}, {45, -30, 12}, {40, -46, 11}}, kFingerRadii},
            {{Vec{58, -62, 36}, {63, -36, 25}, {60, -42, 11}, {55, -56, 10}}, kLittleRadii}}}};
}

Hand handOf(Grip grip) {
  switch (grip) {
    case Grip::Carry:
      return carryingHand();
    case Grip::Open:
      return openHand();
    case Grip::Point:
      return pointingHand();
  }
  return openHand();
}

Vec unit(const Vec& v) { return v * static_cast<float>(1 / std::max(1e-9, cv::norm(v))); }

void addFinger(Body& body, const Finger& finger, int group) {
  for (std::size_t i = 0; i + 1 < finger.joints.size(); ++i)
    body.capsules.push_back({finger.joints[i], finger.joints[i + 1], finger.radii[i], finger.radii[i + 1], group});
  body.ruddy.push_back({finger.joints[3], 13});
  body.ruddy.push_back({finger.joints[1], 12});
  const Vec along = unit(finger.joints[3] - finger.joints[2]);
  const Vec bend = unit(finger.joints[2] - finger.joints[1]);
  // The nail lies on the outer side of the bend.
  const Vec side = unit(bend.cross(along) + Vec(1e-3F, 0, 0));
  const Vec out = unit(along.cross(side)) * (bend.dot(unit(along.cross(side))) > 0 ? 1.F : -1.F);
  body.nails.push_back({finger.joints[3] + along * 1.0F, along, out, 7.5F, 5.2F});
}

void addPalm(Body& body, const Hand& hand) {
  for (std::size_t i = 1; i < hand.fingers.size(); ++i) {
    const Vec& knuckle = hand.fingers[i].joints[0];
    const float side = static_cast<float>(i) - 2.5F;
    const Vec root = hand.wrist + Vec(side * 7, 4, 0);
    body.capsules.push_back({root, knuckle, 15, 11.5F, kPalm});
    body.ruddy.push_back({knuckle + Vec(0, 0, 8), 13});
    if (i > 1)
      body.capsules.push_back(
          {hand.fingers[i - 1].joints[0] + Vec(0, -10, -3), knuckle + Vec(0, -10, -3), 10.5F, 10.5F, kPalm});
  }
  body.capsules.push_back({hand.wrist + Vec(-8, 0, -4), hand.fingers[0].joints[0], 16, 15, kPalm});
  body.capsules.push_back({hand.fingers[0].joints[0], hand.fingers[1].joints[0] + Vec(0, -6, -8), 13, 10, kPalm});
}

void addForearm(Body& body, const Hand& hand, const ArmLook& look) {
  const Vec side(9, 0, 0);  // a forearm is wider than high
  body.capsules.push_back({hand.wrist - side, hand.elbow - side, 20.5F, 33, kPalm});
  body.capsules.push_back({hand.wrist + side, hand.elbow + side, 20.5F, 33, kPalm});
  body.capsules.push_back({hand.elbow, hand.shoulder, 42, 52, kPalm});
  const double length = cv::norm(hand.elbow - hand.wrist);
  const float share = static_cast<float>(std::min(look.bare, length) / length);
  const Vec cuff = hand.wrist + (hand.elbow - hand.wrist) * share;
  const float atCuff = 31.F + 12.F * share;
  body.capsules.push_back({cuff - side * 0.9F, hand.elbow, atCuff, 46, kSleeveGroup});
  body.capsules.push_back({cuff + side * 0.9F, hand.elbow, atCuff, 46, kSleeveGroup});
  body.capsules.push_back({hand.elbow, hand.shoulder, 46, 62, kSleeveGroup});
  if (!look.watch) return;
  const Vec at = hand.wrist + (hand.elbow - hand.wrist) * 0.05F;
  body.capsules.push_back({at - side, at + side, 23.5F, 23.5F, kBandGroup});
}

/// The body in the sprite's frame: x along the strip, y across it, z away from the eye.
Body makeBody(const ArmLook& look, Grip grip, const cv::Matx33f& spriteFromArm) {
  const Hand hand = handOf(grip);
  Body body;
  addPalm(body, hand);
  for (std::size_t i = 0; i < hand.fingers.size(); ++i) addFinger(body, hand.fingers[i], static_cast<int>(i) + 1);
  addForearm(body, hand, look);
  body.wrist = hand.wrist, body.elbow = hand.elbow;
  const float size = static_cast<float>(look.size);
  const auto move = [&](Vec& v) { v = spriteFromArm * (v * size); };
  const auto turn = [&](Vec& v) { v = spriteFromArm * v; };
  for (Capsule& c : body.capsules) move(c.a), move(c.b), c.ra *= size, c.rb *= size;
  for (Mark& m : body.ruddy) move(m.at), m.radius *= size;
  for (Nail& n : body.nails) move(n.centre), turn(n.along), turn(n.out), n.length *= size, n.width *= size;
  move(body.wrist), move(body.elbow);
  return body;
}

float melt(float a, float b, float k) {
  const float h = std::max(k - std::abs(a - b), 0.F) / k;
  return std::min(a, b) - h * h * k * 0.25F;
}

float distanceTo(const Capsule& c, const Vec& p) {
  const Vec ab = c.b - c.a, ap = p - c.a;
  const float h = std::clamp(ap.dot(ab) / std::max(ab.dot(ab), 1e-6F), 0.F, 1.F);
  const Vec off = ap - ab * h;
  return std::sqrt(off.dot(off)) - (c.ra + (c.rb - c.ra) * h);
}

/// Folds of cloth: gentle waves around and along the arm.
float foldsAt(const Vec& p) {
  return 1.6F * std::sin(p[0] * 0.055F + 1.3F * std::sin(p[1] * 0.06F)) * std::sin(p[0] * 0.021F + p[1] * 0.03F) +
         0.7F * std::sin(p[0] * 0.13F + p[1] * 0.11F + p[2] * 0.07F);
}

struct Hit {
  float distance;
  Stuff stuff;
};

/// The capsules that a ray may meet, and the distance to what they make together.
class Scene {
 public:
  explicit Scene(const Body& body) : body_(body) {}

  /// Keeps those that a ray along z through (x, y) may come near; false if there are none.
  bool aim(float x, float y) {
    near_.clear();
    for (const Capsule& c : body_.capsules) {
      const float dx = c.b[0] - c.a[0], dy = c.b[1] - c.a[1], px = x - c.a[0], py = y - c.a[1];
      const float h = std::clamp((px * dx + py * dy) / std::max(dx * dx + dy * dy, 1e-6F), 0.F, 1.F);
      const float ox = px - dx * h, oy = py - dy * h;
      const float reach = std::max(c.ra, c.rb) + 6.F;
      if (ox * ox + oy * oy < reach * reach) near_.push_back(&c);
    }
    return !near_.empty();
  }

  float nearest() const {
    float z = std::numeric_limits<float>::max();
    for (const Capsule* c : near_) z = std::min({z, c->a[2] - c->ra - 8, c->b[2] - c->rb - 8});
    return z;
  }
  float farthest() const {
    float z = std::numeric_limits<float>::lowest();
    for (const Capsule* c : near_) z = std::max({z, c->a[2] + c->ra, c->b[2] + c->rb});
    return z;
  }

  Hit at(const Vec& p) const {
    std::array<float, kGroups> group;
    group.fill(1e3F);
    for (const Capsule* c : near_) {
      float& d = group[static_cast<std::size_t>(c->group)];
      d = melt(d, distanceTo(*c, p), c->group == kPalm ? 9.F : 3.F);
    }
    float skin = group[kPalm];
    for (std::size_t finger = 1; finger <= kFingers; ++finger)
      skin = std::min(skin, melt(group[kPalm], group[finger], 6.F));
    const float sleeve = group[kSleeveGroup] + foldsAt(p);
    const float band = group[kBandGroup];
    if (sleeve < skin && sleeve < band) return {sleeve, Stuff::Sleeve};
    if (band < skin) return {band, Stuff::Band};
    return {skin, Stuff::Skin};
  }

  Vec normalAt(const Vec& p) const {
    constexpr float e = 0.7F;  // four corners of a cube are enough
    const Vec a(1, -1, -1), b(-1, -1, 1), c(-1, 1, -1), d(1, 1, 1);
    return unit(a * at(p + a * e).distance + b * at(p + b * e).distance + c * at(p + c * e).distance +
                d * at(p + d * e).distance);
  }

  /// 1 in the open, less in a crease.
  float openness(const Vec& p, const Vec& normal) const {
    const float near = std::clamp(at(p + normal * 5.F).distance / 5.F, 0.F, 1.F);
    const float far = std::clamp(at(p + normal * 14.F).distance / 14.F, 0.F, 1.F);
    return 0.25F + 0.4F * near + 0.35F * far;
  }

 private:
  const Body& body_;
  std::vector<const Capsule*> near_;
};

// --- surface colours ---

float grainAt(const Vec& p) {
  return std::sin(p[0] * 0.9F + 2.F * std::sin(p[1] * 0.7F)) * std::sin(p[1] * 1.1F + p[2] * 0.8F);
}

Vec skinColour(const Body& body, const ArmLook& look, const Vec& p, const Vec& normal) {
  Vec colour = look.skin;
  float red = 0;
  for (const Mark& mark : body.ruddy) {
    const float d = static_cast<float>(cv::norm(p - mark.at));
    red = std::max(red, std::clamp(1.4F - d / mark.radius, 0.F, 1.F));
  }
  const Vec ruddy(colour[0] * 0.80F, colour[1] * 0.82F, colour[2] * 0.99F);
  colour = colour + (ruddy - colour) * (0.8F * red);
  colour *= 1.F + 0.035F * grainAt(p * 0.35F) + 0.02F * grainAt(p);
  for (const Nail& nail : body.nails) {
    const Vec off = p - nail.centre;
    const float along = off.dot(nail.along) / nail.length;
    const Vec side = nail.along.cross(nail.out);
    const float across = off.dot(side) / nail.width;
    if (normal.dot(nail.out) < 0.25F || along * along + across * across * across * across > 0.9F) continue;
    const Vec pink(colour[0] * 1.04F + 0.05F, colour[1] * 1.02F + 0.04F, colour[2] * 1.04F + 0.05F);
    return along > 0.72F ? pink * 1.08F : pink;  // the free edge is paler
  }
  return colour;
}

Vec sleeveColour(const Body& body, const ArmLook& look, const Vec& p) {
  const Vec axis = unit(body.elbow - body.wrist);
  const float along = (p - body.wrist).dot(axis);
  const Vec off = p - body.wrist - axis * along;
  const float around = std::atan2(off[1], off[2]) * 40.F;
  const auto band = [](float at, float period) { return std::fmod(std::abs(at) + 1000 * period, period) < period / 2; };
  switch (look.pattern) {
    case ClothPattern::Plain:
      return look.sleeve * (1.F + 0.04F * grainAt(p * 1.3F));
    case ClothPattern::Stripes:
      return band(along, 22) ? look.sleeve : look.sleeveSecond;
    case ClothPattern::Checks: {
      const int both = (band(along, 18) ? 1 : 0) + (band(around, 18) ? 1 : 0);
      return look.sleeve + (look.sleeveSecond - look.sleeve) * (0.5F * static_cast<float>(both));
    }
    case ClothPattern::Knit:
      return look.sleeve *
             (0.9F + 0.16F * std::sin(around * 0.9F) * (0.6F + 0.4F * std::sin(along * 0.9F + around * 0.4F)));
  }
  return look.sleeve;
}

Vec shade(const Scene& scene, const Body& body, const ArmLook& look, const Vec& p, Stuff stuff, const Vec& light,
          const Vec& up) {
  const Vec normal = scene.normalAt(p);
  const float open = scene.openness(p, normal);
  const float facing = normal.dot(light);
  const float lit = std::max(0.F, 0.85F * facing + 0.15F) * (0.45F + 0.55F * open);
  const float sky = (0.55F + 0.45F * normal.dot(up)) * open;
  if (stuff == Stuff::Band) {
    const Vec towards = unit(light + Vec(0, 0, -1));
    return Vec(0.1F, 0.1F, 0.11F) * (0.5F + lit) +
           Vec(1, 1, 1) * (0.5F * std::pow(std::max(0.F, normal.dot(towards)), 40.F));
  }
  const bool skin = stuff == Stuff::Skin;
  const Vec albedo = skin ? skinColour(body, look, p, normal) : sleeveColour(body, look, p);
  Vec colour = albedo * (0.36F * sky + 0.72F * lit);
  if (!skin) return colour;
  // Light that has been under the skin comes out red where shadow begins.
  const float edge = std::exp(-facing * facing * 10.F) * open;
  colour += Vec(0.00F, 0.012F, 0.05F) * (edge * (look.skin[2]));
  const Vec towards = unit(light + Vec(0, 0, -1));
  return colour + Vec(1, 1, 1) * (0.09F * std::pow(std::max(0.F, normal.dot(towards)), 18.F) * open);
}

// --- the strip ---

cv::Matx33f rows(const Vec& x, const Vec& y, const Vec& z) {
  return {x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]};
}

struct Frame {
  cv::Matx33f spaceFromArm, spriteFromSpace;
  cv::Point2d along;
};

Frame frameOf(const ArmLook& look, double direction, const ArmView& view) {
  const double angle = direction * std::numbers::pi / 180;
  const Vec forward(static_cast<float>(std::sin(angle)), static_cast<float>(std::cos(angle)), 0);
  const float mirror = look.leftHanded ? -1.F : 1.F;
  const Vec aside = Vec(forward[1], -forward[0], 0) * mirror;
  const Vec up(0, 0, 1);
  Frame frame;
  frame.spaceFromArm = rows(aside, forward, up).t();
  // The strip runs from the fingers to the elbow.
  const cv::Vec3d back(-forward[0], -forward[1], 0.06);
  cv::Point2d along(back.dot(view.right), back.dot(view.down));
  along *= 1 / std::max(1e-6, std::hypot(along.x, along.y));
  frame.along = along;
  const cv::Vec3d x = view.right * along.x + view.down * along.y, y = view.down * along.x - view.right * along.y;
  frame.spriteFromSpace = rows(Vec(x), Vec(y), Vec(view.forward));
  return frame;
}

cv::Rect2f extentOf(const Body& body) {
  float x0 = 1e6F, y0 = 1e6F, x1 = -1e6F, y1 = -1e6F;
  for (const Capsule& c : body.capsules)
    for (const auto& [p, r] : {std::pair{c.a, c.ra}, std::pair{c.b, c.rb}}) {
      x0 = std::min(x0, p[0] - r - 3), x1 = std::max(x1, p[0] + r + 3);
      y0 = std::min(y0, p[1] - r - 3), y1 = std::max(y1, p[1] + r + 3);
    }
  return {x0, y0, x1 - x0, y1 - y0};
}

/// A ray this near has met the surface, mm.
constexpr float kTouching = 0.12F;

/// What a ray along z meets: colour times coverage, and coverage.
cv::Vec4b look(Scene& scene, const Body& body, const ArmLook& arm, float x, float y, float pixel, const Vec& light,
               const Vec& up) {
  if (!scene.aim(x, y)) return {};
  float z = scene.nearest(), closest = 1e3F;
  Vec closestAt;
  const float end = scene.farthest();
  for (int step = 0; step < 48 && z < end; ++step) {
    const Vec p(x, y, z);
    const float d = scene.at(p).distance;
    if (d < closest) closest = d, closestAt = p;
    if (d < kTouching) break;
    z += std::max(0.1F, d * 0.9F);
  }
  // A ray that passes by within a pixel is at the rim.
  const float cover = closest < kTouching ? 1.F : std::clamp(1.F - closest / pixel, 0.F, 1.F);
  if (cover <= 0) return {};
  const Vec colour = shade(scene, body, arm, closestAt, scene.at(closestAt).stuff, light, up) * cover;
  return {cv::saturate_cast<uchar>(colour[0] * 255), cv::saturate_cast<uchar>(colour[1] * 255),
          cv::saturate_cast<uchar>(colour[2] * 255), cv::saturate_cast<uchar>(cover * 255)};
}

/// Looks at the columns from `first` on, every `step` pixels both ways.
cv::Mat lookAtColumns(const Body& body, const ArmLook& arm, const cv::Rect2f& extent, cv::Size size, int first,
                      int step, float pixel, const Vec& light, const Vec& up) {
  cv::Mat seen((size.height + step - 1) / step, (size.width - first + step - 1) / step, CV_8UC4);
  Scene scene(body);
  const float offset = static_cast<float>(step) / 2;
  for (int row = 0; row < seen.rows; ++row)
    for (int column = 0; column < seen.cols; ++column)
      seen.at<cv::Vec4b>(row, column) = look(
          scene, body, arm, extent.x + (static_cast<float>(first + column * step) + offset) * pixel,
          extent.y + (static_cast<float>(row * step) + offset) * pixel, pixel * static_cast<float>(step), light, up);
  return seen;
}

void drawStrip(ArmSprite& sprite, const Body& body, const ArmLook& arm, const Frame& frame, const ArmView& view) {
  const cv::Rect2f extent = extentOf(body);
  const float scale = static_cast<float>(view.pixelsPerMm), pixel = 1 / scale;
  const cv::Size size(static_cast<int>(std::ceil(extent.width * scale)),
                      static_cast<int>(std::ceil(extent.height * scale)));
  sprite.picture = cv::Mat(size, CV_8UC4, cv::Scalar::all(0));
  sprite.origin = {-extent.x * scale - 0.5, -extent.y * scale - 0.5};
  const Vec light = unit(frame.spriteFromSpace * Vec(view.toLight));
  const Vec up = frame.spriteFromSpace * Vec(0, 0, 1);
  // The forearm is smooth: a third of the resolution will do from a hand's breadth behind the wrist.
  constexpr int kCoarse = 3;
  const int coarseFrom = std::min(size.width, static_cast<int>((body.wrist[0] + 75 - extent.x) * scale));
  const cv::Size fine(coarseFrom, size.height);
  lookAtColumns(body, arm, extent, fine, 0, 1, pixel, light, up).copyTo(sprite.picture.colRange(0, coarseFrom));
  if (coarseFrom + kCoarse > size.width) return;
  const cv::Mat coarse = lookAtColumns(body, arm, extent, size, coarseFrom, kCoarse, pixel, light, up);
  cv::Mat large;
  cv::resize(coarse, large, {}, kCoarse, kCoarse, cv::INTER_LINEAR);
  large(cv::Rect(0, 0, size.width - coarseFrom, size.height)).copyTo(sprite.picture.colRange(coarseFrom, size.width));
}

void drawShadow(ArmSprite& sprite, const Body& body, const Frame& frame, const ArmView& view) {
  const cv::Matx33f spaceFromSprite = frame.spriteFromSpace.t();
  const Vec slope(static_cast<float>(view.toLight[0] / view.toLight[2]),
                  static_cast<float>(view.toLight[1] / view.toLight[2]), 0);
  const auto cast = [&](const Vec& p) {
    const Vec q = spaceFromSprite * p;
    return cv::Point2f(q[0] - slope[0] * q[2], -(q[1] - slope[1] * q[2]));
  };
  cv::Rect2f box(0, 0, 1, 1);
  for (const Capsule& c : body.capsules)
    for (const auto& [p, r] : {std::pair{c.a, c.ra}, std::pair{c.b, c.rb}}) {
      const cv::Point2f at = cast(p);
      box |= cv::Rect2f(at.x - r - 40, at.y - r - 40, 2 * r + 80, 2 * r + 80);
    }
  const float scale = static_cast<float>(1 / kShadowMm);
  sprite.shadow =
      cv::Mat::zeros(static_cast<int>(box.height * scale) + 1, static_cast<int>(box.width * scale) + 1, CV_8U);
  sprite.shadowOrigin = {-box.x * scale, -box.y * scale};
  const auto pixel = [&](cv::Point2f at) { return cv::Point2f((at.x - box.x) * scale, (at.y - box.y) * scale); };
  for (const Capsule& c : body.capsules) {
    const cv::Point2f a = pixel(cast(c.a)), b = pixel(cast(c.b)), d = b - a;
    const int steps = std::max(2, static_cast<int>(std::hypot(d.x, d.y)));
    for (int i = 0; i <= steps; ++i) {
      const float t = static_cast<float>(i) / static_cast<float>(steps);
      const cv::Point2f at = a + d * t;
      const float radius = (c.ra + (c.rb - c.ra) * t) * scale;
      cv::circle(sprite.shadow, cv::Point(static_cast<int>(at.x * 16), static_cast<int>(at.y * 16)),
                 static_cast<int>(radius * 16), 255, cv::FILLED, cv::LINE_8, 4);
    }
  }
  cv::GaussianBlur(sprite.shadow, sprite.shadow, {}, 9.0 / kShadowMm);
}

}  // namespace

ArmLook randomArmLook(Random& random) {
  // From measured skin tones, light to dark; BGR.
  static const std::vector<cv::Vec3f> skins{{0.72F, 0.81F, 0.95F}, {0.64F, 0.75F, 0.92F}, {0.55F, 0.68F, 0.87F},
                                            {0.45F, 0.58F, 0.78F}, {0.34F, 0.47F, 0.66F}, {0.25F, 0.36F, 0.53F},
                                            {0.19F, 0.27F, 0.40F}, {0.14F, 0.19F, 0.29F}};
  const auto cloth = [&random] {
    const cv::Mat hsv(1, 1, CV_8UC3, cv::Scalar(random.below(180), random.below(190), 40 + random.below(200)));
    cv::Mat bgr;
    cv::cvtColor(hsv, bgr, cv::COLOR_HSV2BGR);
    return cv::Vec3f(bgr.at<cv::Vec3b>(0, 0)) * (1 / 255.F);
  };
  ArmLook look{};
  look.skin = random.pick(skins);
  look.sleeve = cloth();
  look.sleeveSecond = random.chance(0.5) ? cv::Vec3f(0.9F, 0.92F, 0.93F) : cloth();
  look.pattern = random.pick(std::array{ClothPattern::Plain, ClothPattern::Plain, ClothPattern::Stripes,
                                        ClothPattern::Checks, ClothPattern::Knit});
  look.bare = random.chance(0.3) ? 240.0 : random.between(12, 70);
  look.size = random.between(0.86, 1.08);
  look.leftHanded = random.chance(0.12);
  look.watch = look.bare > 50 && random.chance(0.4);
  return look;
}

ArmSprite drawArm(const ArmLook& arm, Grip grip, double direction, const ArmView& view) {
  const Frame frame = frameOf(arm, direction, view);
  const Body body = makeBody(arm, grip, frame.spriteFromSpace * frame.spaceFromArm);
  ArmSprite sprite;
  sprite.along = frame.along;
  sprite.pixelsPerMm = view.pixelsPerMm;
  drawStrip(sprite, body, arm, frame, view);
  drawShadow(sprite, body, frame, view);
  return sprite;
}

}  // namespace octo::datasets
