#include "vision/read/cards/card_reader.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <opencv2/imgproc.hpp>

using namespace octo::vision;

namespace {

int named(const cv::Mat& picture) {
  int count = 0;
  for (const Sighting& sighting : readCards(picture)) count += !sighting.faces.front().face.isUnknown();
  return count;
}

}  // namespace

TEST_CASE("no picture and one-coloured pictures show no cards") {
  CHECK(readCards({}).empty());
  CHECK(readCards(cv::Mat(480, 640, CV_8UC3, cv::Scalar(255, 255, 255))).empty());
  CHECK(readCards(cv::Mat(1, 1, CV_8UC3, cv::Scalar(0, 0, 0))).empty());
}

TEST_CASE("long thin pictures are searched like others") {
  CHECK(named(cv::Mat(4, 6000, CV_8UC3, cv::Scalar(90, 120, 200))) == 0);
  CHECK(named(cv::Mat(6000, 40, CV_8UC3, cv::Scalar(90, 120, 200))) == 0);
}

TEST_CASE("noise holds no card") {
  cv::RNG random(7);
  cv::Mat noise(600, 800, CV_8UC3);
  random.fill(noise, cv::RNG::UNIFORM, 0, 256);
  CHECK(named(noise) == 0);
}

TEST_CASE("a page of text holds no card") {
  cv::Mat page(900, 700, CV_8UC3, cv::Scalar(245, 245, 245));
  for (int line = 0; line < 28; ++line)
    cv::putText(page, "In 1910 A. King sold 10 Q, 7 J and 48 K at 35.60", {20, 40 + 30 * line},
                cv::FONT_HERSHEY_SIMPLEX, 0.8, {20, 20, 20}, 2);
  CHECK(named(page) == 0);
}

namespace {

/// A card of the table, 100 × 140 pixels, read with that confidence from so many indices.
AssembledCard cardAt(double x, std::size_t card, double confidence, std::size_t indices, bool byFace) {
  AssembledCard made{.presence = 1, .corners = {{{x, 50}, {x + 100, 50}, {x + 100, 190}, {x, 190}}}};
  made.chances[card] = confidence;
  made.indices = indices;
  made.at = {x + 12, 66};
  made.byFace = byFace;
  return made;
}

bool namesFirst(const std::vector<AssembledCard>& cards) {
  const auto sightings = cardSightings(cards, {1280, 720});
  return !sightings.empty() && !sightings.front().faces.front().face.isUnknown();
}

}  // namespace

TEST_CASE("a card that only its face names is named beside cards that were read, and alone is none") {
  const AssembledCard byFace = cardAt(100, 3, 0.9, 2, true), byIndices = cardAt(100, 3, 0.9, 2, false),
                      read = cardAt(400, 7, 0.99, 2, false), alike = cardAt(700, 3, 0.9, 2, true);
  CHECK(namesFirst({byIndices}));
  CHECK(namesFirst({byFace, read}));
  CHECK_FALSE(namesFirst({byFace}));
  CHECK_FALSE(namesFirst({byFace, alike}));  // a pattern repeats
}

TEST_CASE("one corner alone names a card where its face agrees, or beside a card that was seen twice") {
  AssembledCard one = cardAt(100, 3, 0.99, 1, false);
  const AssembledCard alike = cardAt(400, 3, 0.99, 1, false), whole = cardAt(700, 7, 0.99, 2, false);
  CHECK_FALSE(namesFirst({one}));
  CHECK_FALSE(namesFirst({one, alike}));
  CHECK(namesFirst({one, whole}));
  one.faceAgrees = true;
  CHECK(namesFirst({one}));
  CHECK(namesFirst({one, alike}));
}

TEST_CASE("two corners that could not be read tell nothing of how large the cards on the table are") {
  const AssembledCard one = cardAt(100, 3, 0.9, 1, false), read = cardAt(400, 7, 0.99, 2, false),
                      unread = cardAt(400, 7, 0.5, 2, false);
  CHECK(namesFirst({one, read}));
  CHECK_FALSE(namesFirst({one, unread}));
}

TEST_CASE("a card of a row that was not read is told as unread, another corner of a card that was read is not") {
  const auto count = [](const std::vector<AssembledCard>& cards) { return cardSightings(cards, {1280, 720}).size(); };
  const AssembledCard under = cardAt(100, 3, 0.5, 1, false), upon = cardAt(125, 7, 0.99, 2, false);
  REQUIRE(overlap(under.corners, upon.corners) > 0.5);
  CHECK(count({under, upon}) == 2);
  AssembledCard otherCorner = cardAt(125, 3, 0.5, 1, false);
  otherCorner.at = {125 + 88, 190 - 16};
  CHECK(count({otherCorner, upon}) == 1);
}

TEST_CASE("what would be a card upon another one, whose index it would hide, is none where that one's indices show") {
  AssembledCard whole = cardAt(100, 7, 0.99, 2, false);
  whole.up = {0, -1};
  whole.other = ImagePoint{188, 174};
  AssembledCard across{.presence = 1, .corners = {{{150, 50}, {150, 150}, {10, 150}, {10, 50}}}};
  across.chances[3] = 0.99;
  across.indices = 1;
  across.at = {134, 62};
  across.up = {1, 0};
  REQUIRE(holds(whole.corners, across.at));
  REQUIRE(holds(across.corners, whole.at));
  const auto count = [](const std::vector<AssembledCard>& cards) { return cardSightings(cards, {1280, 720}).size(); };
  const AssembledCard elsewhere = cardAt(600, 9, 0.99, 2, false);
  CHECK(count({whole, across, elsewhere}) == 2);
  SECTION("it may lie on the other side of its index") {
    across.mirrored = Corners{{{150, 74}, {150, -26}, {10, -26}, {10, 74}}};
    REQUIRE(holds(*across.mirrored, whole.at));
    CHECK(count({whole, across, elsewhere}) == 2);
    across.mirrored = Corners{{{150, 62}, {150, -38}, {10, -38}, {10, 62}}};
    REQUIRE_FALSE(holds(*across.mirrored, whole.at));
    CHECK(count({whole, across, elsewhere}) == 3);
  }
  SECTION("one of its indices is hidden") {
    whole.indices = 1;
    whole.other.reset();
    CHECK(count({whole, across, elsewhere}) == 3);
  }
  SECTION("it hides neither") {
    across.corners = {{{130, 172}, {130, 72}, {270, 72}, {270, 172}}};
    across.at = {146, 160};
    across.up = {-1, 0};
    REQUIRE(holds(whole.corners, across.at));
    CHECK(count({whole, across, elsewhere}) == 3);
  }
  SECTION("cards of a row lie alike") {
    across.corners = {{{10, 50}, {150, 50}, {150, 150}, {10, 150}}};
    across.up = {0, -1};
    CHECK(count({whole, across, elsewhere}) == 3);
  }
}
