// What all editions of cards promise a reader.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/edition/face_code.h"

using namespace octo;
using namespace octo::vision;

namespace {

constexpr std::array kCardGames{GameId::Octal, GameId::Oct8, GameId::Octa};

std::vector<Face> cards(const Edition& edition) {
  std::vector<Face> faces;
  for (const FaceArt& art : edition.faces())
    if (art.shape == Shape::Card) faces.push_back(art.face);
  return faces;
}

cv::Mat grey(const Edition& edition, const Face& face, double pixelsPerMm) {
  cv::Mat result;
  cv::cvtColor(drawFace(edition, face, pixelsPerMm), result, cv::COLOR_BGRA2GRAY);
  return result;
}

/// A faded print in a poor picture: contrast 60 %, out of focus, 1.5 pixels a mm.
cv::Mat poor(const Edition& edition, const Face& face) {
  cv::Mat sharp = grey(edition, face, 6.0), small;
  cv::resize(sharp, small, {}, 0.25, 0.25, cv::INTER_AREA);
  cv::GaussianBlur(small, small, {}, 0.9);
  small.convertTo(small, CV_8U, 0.6, 60);
  return small;
}

double brightness(const cv::Mat& picture, double x, double y, double pixelsPerMm) {
  cv::Mat pixel;
  const cv::Point2f at(static_cast<float>(x * pixelsPerMm - 0.5), static_cast<float>(y * pixelsPerMm - 0.5));
  cv::getRectSubPix(picture, {1, 1}, at, pixel);
  return pixel.at<uchar>(0, 0);
}

/// The word of the row of dots, told by the middle between the brightest and the darkest of them.
unsigned readWord(const cv::Mat& picture, const CodeRow& row, double pixelsPerMm) {
  std::vector<double> dots;
  for (int dot = 0; dot < kCodeDots; ++dot)
    dots.push_back(brightness(picture, row.firstX + dot * row.stepX, row.firstY + dot * row.stepY, pixelsPerMm));
  const auto [low, high] = std::minmax_element(dots.begin(), dots.end());
  unsigned word = 0;
  for (const double dot : dots) word = word << 1 | ((dot > (*low + *high) / 2) == row.light ? 1U : 0U);
  return word;
}

cv::Mat halfTurned(const cv::Mat& picture) {
  cv::Mat turned;
  cv::rotate(picture, turned, cv::ROTATE_180);
  return turned;
}

cv::Mat part(const cv::Mat& picture, const CardWindow& window, double pixelsPerMm) {
  const auto pixel = [&](double mm) { return static_cast<int>(std::lround(mm * pixelsPerMm)); };
  return picture(cv::Rect({pixel(window.x0), pixel(window.y0)}, cv::Point(pixel(window.x1), pixel(window.y1))));
}

double difference(const cv::Mat& a, const cv::Mat& b) {
  return cv::norm(a, b, cv::NORM_L2) / std::sqrt(static_cast<double>(a.total()));
}

}  // namespace

TEST_CASE("every card's dots spell its own word, at both ends, also faded and out of focus") {
  const Edition& edition = printEdition(GENERATE(from_range(kCardGames)));
  std::vector<unsigned> seen;
  for (const Face& face : cards(edition)) {
    INFO(face);
    const auto word = edition.code(face);
    REQUIRE(word);
    CHECK(std::count(seen.begin(), seen.end(), *word) == 0);
    seen.push_back(*word);
    const cv::Mat sharp = grey(edition, face, 6.0), blurred = poor(edition, face);
    CHECK(readWord(sharp, *edition.codeRow(), 6.0) == *word);
    CHECK(readWord(halfTurned(sharp), *edition.codeRow(), 6.0) == *word);
    CHECK(readWord(blurred, *edition.codeRow(), 1.5) == *word);
    CHECK(readWord(halfTurned(blurred), *edition.codeRow(), 1.5) == *word);
  }
}

namespace {

/// The card as the far side of a table shows it under 45 degrees: 1 pixel a mm across, 0.7 deep, turned by
/// `degrees`, faded to 60 %, out of focus by 0.8 pixels, with noise of 4 levels. `toPicture`: from the card's
/// mm to pixels.
cv::Mat fromAfar(const Edition& edition, const Face& face, double degrees, cv::RNG& noise, cv::Matx33d& toPicture) {
  constexpr double kSharp = 8.0, kAcross = 1.0, kDeep = 0.7;
  const double c = std::cos(degrees * CV_PI / 180), s = std::sin(degrees * CV_PI / 180);
  toPicture = cv::Matx33d(kAcross, 0, 14, 0, kDeep, 14, 0, 0, 1) * cv::Matx33d(c, -s, 0, s, c, 0, 0, 0, 1);
  cv::Mat sharp = grey(edition, face, kSharp), picture;
  cv::GaussianBlur(sharp, sharp, {}, 0.45 * kSharp / kAcross, 0.45 * kSharp / kDeep);
  const cv::Matx33d fromSharp = toPicture * cv::Matx33d(1 / kSharp, 0, 0, 0, 1 / kSharp, 0, 0, 0, 1);
  cv::warpAffine(sharp, picture, cv::Mat(fromSharp)(cv::Rect(0, 0, 3, 2)), {100, 100}, cv::INTER_LINEAR,
                 cv::BORDER_CONSTANT, 90);
  cv::GaussianBlur(picture, picture, {}, 0.8);
  picture.convertTo(picture, CV_32F, 0.6, 60);
  cv::Mat grain(picture.size(), CV_32F);
  noise.fill(grain, cv::RNG::NORMAL, 0, 4);
  picture += grain;
  picture.convertTo(picture, CV_8U);
  return picture;
}

/// How well brightnesses go with a word's dots: their correlation.
double agreement(const std::vector<double>& dots, unsigned word) {
  double bright = 0, count = 0, both = 0, wordSquare = 0, dotSquare = 0;
  for (int dot = 0; dot < kCodeDots; ++dot) {
    bright += dots[static_cast<std::size_t>(dot)] / kCodeDots;
    count += codeDot(static_cast<std::uint16_t>(word), dot) ? 1.0 / kCodeDots : 0.0;
  }
  for (int dot = 0; dot < kCodeDots; ++dot) {
    const double b = (codeDot(static_cast<std::uint16_t>(word), dot) ? 1.0 : 0.0) - count;
    const double d = dots[static_cast<std::size_t>(dot)] - bright;
    both += b * d, wordSquare += b * b, dotSquare += d * d;
  }
  return both / std::sqrt(wordSquare * dotSquare);
}

}  // namespace

TEST_CASE(
    "from the far side of a table, with its place known to 0.6 mm, a row of dots still agrees best with its "
    "own word") {
  const Edition& edition = printEdition(GENERATE(from_range(kCardGames)));
  const CodeRow row = *edition.codeRow();
  cv::RNG random(8);
  for (const Face& face : cards(edition))
    for (int time = 0; time < 4; ++time) {
      INFO(face);
      cv::Matx33d toPicture;
      const double aside = random.uniform(-0.6, 0.6), along = random.uniform(-0.6, 0.6);
      const cv::Mat picture = fromAfar(edition, face, random.uniform(-8.0, 8.0), random, toPicture);
      std::vector<double> dots;
      for (int dot = 0; dot < kCodeDots; ++dot) {
        const cv::Vec3d at =
            toPicture * cv::Vec3d(row.firstX + dot * row.stepX + aside, row.firstY + dot * row.stepY + along, 1);
        dots.push_back(brightness(picture, at[0], at[1], 1.0) * (row.light ? 1 : -1));
      }
      const double own = agreement(dots, *edition.code(face));
      for (const Face& other : cards(edition))
        if (other != face) CHECK(own > agreement(dots, *edition.code(other)) + 0.15);
    }
}

TEST_CASE("dots are large enough for a camera: 2.5 mm and more, and 3.5 mm from one to the next") {
  const CodeRow row = *printEdition(GENERATE(from_range(kCardGames))).codeRow();
  CHECK(std::min(row.dotWidth, row.dotHeight) >= 2.5);
  CHECK(std::hypot(row.stepX, row.stepY) >= 3.5);
}

TEST_CASE("the index is there again after half a turn, and tells every two cards apart in a grey print") {
  const Edition& edition = printEdition(GENERATE(from_range(kCardGames)));
  constexpr double kScale = 3.0;
  const CardWindow window = *edition.indexWindow();
  std::vector<std::pair<Face, cv::Mat>> indices;
  for (const Face& face : cards(edition)) {
    if (face.isBack() || face.detail() == "back") continue;
    INFO(face);
    const cv::Mat picture = grey(edition, face, kScale);
    const cv::Mat index = part(picture, window, kScale).clone();
    CHECK(difference(index, part(halfTurned(picture), window, kScale)) < 3.0);
    for (const auto& [other, otherIndex] : indices) {
      INFO(other);
      CHECK(difference(index, otherIndex) > 12.0);
    }
    indices.emplace_back(face, index);
  }
}

TEST_CASE("cards have a light margin and a dark line within it, whatever is on them") {
  const Edition& edition = printEdition(GENERATE(from_range(kCardGames)));
  const auto frame = edition.frame();
  if (!frame) return;
  for (const Face& face : cards(edition)) {
    INFO(face);
    const FaceArt& art = edition.art(face);
    const cv::Mat picture = grey(edition, face, 6.0);
    for (double y = 12; y < art.heightMm - 12; y += 4)
      for (const double x : {0.0, art.widthMm}) {
        const double inwards = x == 0 ? 1 : -1;
        const double margin = brightness(picture, x + inwards * frame->marginMm / 2, y, 6.0);
        const double line = brightness(picture, x + inwards * (frame->marginMm + frame->lineMm / 2), y, 6.0);
        CHECK(margin > 200);
        CHECK(line < 90);
      }
  }
}

TEST_CASE("a back looks like no face of the game, and like no other back of it") {
  const Edition& edition = printEdition(GENERATE(from_range(kCardGames)));
  const auto small = [&](const Face& face) {
    cv::Mat result;
    cv::resize(grey(edition, face, 3.0), result, {42, 58}, 0, 0, cv::INTER_AREA);
    return result;
  };
  for (const Face& back : cards(edition)) {
    if (!back.isBack() && back.detail() != "back") continue;
    for (const Face& face : cards(edition))
      if (face != back) CHECK(difference(small(back), small(face)) > 40);
  }
}

TEST_CASE("what lies on top when a card is turned over is a face of the edition, of the same cut") {
  const Edition& edition = printEdition(GENERATE(from_range(kCardGames)));
  for (const FaceArt& art : edition.faces()) {
    if (art.shape != Shape::Card && art.shape != Shape::Round) continue;
    for (int copy = 0; copy < art.copies; ++copy) {
      const FaceArt& back = edition.art(edition.backOf(art.face, copy));
      CHECK(back.shape == art.shape);
      CHECK(back.widthMm == art.widthMm);
      CHECK(back.heightMm == art.heightMm);
    }
  }
}
