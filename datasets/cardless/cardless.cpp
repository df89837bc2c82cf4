#include "datasets/cardless/cardless.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "datasets/cardless/texture.h"

namespace octo::datasets {
namespace {

constexpr std::array kKinds{CardlessKind{"woven cloth", wovenCloth},
                            CardlessKind{"printed cloth", printedCloth},
                            CardlessKind{"pool water", poolWater},
                            CardlessKind{"rain on paint", rainOnPaint},
                            CardlessKind{"gravel", gravel},
                            CardlessKind{"foliage", foliage},
                            CardlessKind{"broken glass", brokenGlass},
                            CardlessKind{"lights at night", lightsAtNight},
                            CardlessKind{"scribble", scribble},
                            CardlessKind{"street map", streetMap},
                            CardlessKind{"printed page", printedPage},
                            CardlessKind{"box art", boxArt},
                            CardlessKind{"painted tiles", paintedTiles},
                            CardlessKind{"keyboard", keyboard},
                            CardlessKind{"music sheet", musicSheet},
                            CardlessKind{"book spines", bookSpines}};

/// What the camera sees of it: a part, from some side.
cv::Mat seenFrom(const cv::Mat& flat, Random& random) {
  const cv::Size size = random.pick(std::array<cv::Size, 4>{{{640, 480}, {960, 720}, {1280, 960}, {1600, 1200}}});
  const double share = random.between(0.5, 1),
               turn = random.chance(0.6) ? random.normal(0.15, 0.5) : random.between(0, 6.28);
  const double tall = share * flat.rows / 2 / (1 + 0.33 * std::abs(std::sin(2 * turn))),
               wide = tall * size.width / size.height;
  const cv::Point2d middle(flat.cols / 2.0 + random.between(-1, 1) * (1 - share) * flat.cols / 2,
                           flat.rows / 2.0 + random.between(-1, 1) * (1 - share) * flat.rows / 2);
  std::vector<cv::Point2f> part, whole;
  for (const cv::Point2d corner : {cv::Point2d(-1, -1), cv::Point2d(1, -1), cv::Point2d(1, 1), cv::Point2d(-1, 1)}) {
    const double x = corner.x * wide * random.between(0.75, 1), y = corner.y * tall * random.between(0.75, 1);
    part.emplace_back(static_cast<float>(middle.x + x * std::cos(turn) - y * std::sin(turn)),
                      static_cast<float>(middle.y + x * std::sin(turn) + y * std::cos(turn)));
    whole.emplace_back(static_cast<float>((corner.x + 1) / 2 * size.width),
                       static_cast<float>((corner.y + 1) / 2 * size.height));
  }
  cv::Mat seen;
  cv::warpPerspective(flat, seen, cv::getPerspectiveTransform(part, whole), size, cv::INTER_LINEAR,
                      cv::BORDER_REFLECT_101);
  return seen;
}

/// Light that falls unevenly, a lens, noise, JPEG.
cv::Mat taken(const cv::Mat& seen, Random& random) {
  cv::Mat light(2, 2, CV_32FC3), picture;
  for (int i = 0; i < 4; ++i) {
    const double tone = random.between(0.5, 1.25);
    light.at<cv::Vec3f>(i / 2, i % 2) =
        cv::Vec3f(static_cast<float>(tone * random.between(0.85, 1.1)), static_cast<float>(tone),
                  static_cast<float>(tone * random.between(0.9, 1.15)));
  }
  cv::resize(light, light, seen.size(), 0, 0, cv::INTER_LINEAR);
  seen.convertTo(picture, CV_32FC3);
  cv::multiply(picture, light, picture);
  const double blur = random.chance(0.3) ? random.between(1, 3.5) : random.between(0.3, 1);
  cv::GaussianBlur(picture, picture, {}, blur);
  cv::RNG rng(random.bits());
  cv::Mat noise(picture.size(), CV_32FC3);
  rng.fill(noise, cv::RNG::NORMAL, 0, random.between(0.5, 9));
  picture += noise;
  picture.convertTo(picture, CV_8UC3);
  std::vector<uchar> file;
  cv::imencode(".jpg", picture, file, {cv::IMWRITE_JPEG_QUALITY, 55 + random.below(41)});
  return cv::imdecode(file, cv::IMREAD_COLOR);
}

}  // namespace

std::span<const CardlessKind> cardlessKinds() { return kKinds; }

cv::Mat cardlessPicture(const CardlessKind& kind, Random random) {
  return taken(seenFrom(kind.draw(random), random), random);
}

}  // namespace octo::datasets
