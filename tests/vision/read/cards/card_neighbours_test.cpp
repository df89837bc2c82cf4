#include "vision/read/cards/card_neighbours.h"

#include <catch2/catch.hpp>
#include <opencv2/core.hpp>

#include "vision/read/cards/card_geometry.h"

using namespace octo::vision;

namespace {

/// A slanted view from far: millimetres on the table to pixels.
ImagePoint seen(double x, double y) { return {300 + 1.1 * x + 0.2 * y, 200 - 0.1 * x + 0.7 * y}; }

/// A card as the table shows it, its top left corner there and turned so far clockwise, so much of its height.
Corners cardAt(double x, double y, double degrees, double height = 90, double width = 62.5) {
  const double c = std::cos(degrees * CV_PI / 180), s = std::sin(degrees * CV_PI / 180);
  const auto corner = [&](double right, double down) {
    return seen(x + right * c - down * s, y + right * s + down * c);
  };
  return {corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)};
}

AssembledCard card(const Corners& corners, std::size_t indices) {
  AssembledCard made;
  made.corners = corners;
  made.indices = indices;
  made.at = {corners[0].x * 0.8 + corners[2].x * 0.2, corners[0].y * 0.8 + corners[2].y * 0.2};
  return made;
}

double worst(const Corners& a, const Corners& b) {
  double far = 0;
  for (std::size_t i = 0; i < 4; ++i) far = std::max(far, distance(a[i], b[i]));
  return far;
}

}  // namespace

TEST_CASE("a covered card goes on as far as its whole neighbours do, however it lies") {
  const double degrees = GENERATE(0.0, 25.0, 80.0, -130.0);
  const Corners full = cardAt(90, 20, degrees), told = cardAt(90, 20, degrees, 63, 54);
  std::vector<AssembledCard> cards{card(cardAt(0, 0, 10), 2), card(told, 1)};
  REQUIRE(overlap(told, full) < 0.65);
  layLikeNeighbours(cards);
  CHECK(worst(cards[0].corners, cardAt(0, 0, 10)) == 0);
  CHECK(overlap(cards[1].corners, full) > 0.85);
  CHECK(distance(cards[1].corners[0], full[0]) < 0.01);
}

TEST_CASE("an index at a card's right edge holds that edge") {
  const Corners full = cardAt(90, 20, 0), told{cardAt(120, 20, 0, 90, 32.5)};
  AssembledCard covered = card(told, 1);
  covered.at = {told[1].x * 0.8 + told[3].x * 0.2, told[1].y * 0.8 + told[3].y * 0.2};
  std::vector<AssembledCard> cards{card(cardAt(0, 0, 10), 2), covered};
  layLikeNeighbours(cards);
  CHECK(distance(cards[1].corners[1], full[1]) < 0.01);
  CHECK(overlap(cards[1].corners, full) > 0.85);
}

TEST_CASE("cards without a whole neighbour, far from it or of another size are left alone") {
  const Corners told = cardAt(90, 20, 0, 63);
  std::vector<AssembledCard> alone{card(told, 1), card(cardAt(200, 0, 0), 1)};
  layLikeNeighbours(alone);
  CHECK(worst(alone[0].corners, told) == 0);
  std::vector<AssembledCard> far{card(told, 1), card(cardAt(1200, 0, 0), 2)};
  layLikeNeighbours(far);
  CHECK(worst(far[0].corners, told) == 0);
  const Corners small = cardAt(90, 20, 0, 45, 31);
  std::vector<AssembledCard> other{card(small, 1), card(cardAt(0, 0, 0), 2)};
  layLikeNeighbours(other);
  CHECK(worst(other[0].corners, small) == 0);
}

TEST_CASE("a whole card that is no card's shape tells its neighbours nothing") {
  const Corners told = cardAt(90, 20, 0, 63);
  const Corners flat{{{300, 200}, {362, 200}, {362, 204}, {300, 204}}},
      turnedOver{{{62, 0}, {0, 0}, {0, 90}, {62, 90}}};
  const Corners nothing{};
  std::vector<AssembledCard> cards{card(told, 1), card(GENERATE_COPY(flat, turnedOver, nothing), 2)};
  layLikeNeighbours(cards);
  CHECK(worst(cards[0].corners, told) == 0);
}
