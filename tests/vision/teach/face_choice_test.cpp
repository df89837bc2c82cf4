#include "vision/read/taught/face_choice.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace octo;
using namespace octo::vision;

namespace {

constexpr std::size_t kFaces = 27;

std::vector<FaceArt> edition() {
  std::vector<FaceArt> arts;
  for (std::size_t i = 1; i <= kFaces; ++i) arts.push_back({Face("green:" + std::to_string(i)), Shape::Card, 63, 88});
  return arts;
}

/// A card compared with some of the faces, and what speaks against each.
ReadCard comparedWith(const std::vector<double>& against) {
  ReadCard card{};
  for (std::size_t i = 0; i < against.size(); ++i) card.likely.push_back({i, against[i], {0, 0, 1}});
  card.others = kFaces - against.size();
  return card;
}

/// What the candidates leave to faces that they do not name.
double leftBy(const std::vector<Candidate>& faces) {
  double left = 1;
  for (const Candidate& each : faces)
    if (!each.face.isUnknown()) left -= each.confidence;
  return left;
}

}  // namespace

TEST_CASE("a card with little print may as well show a face that it was not compared with") {
  const auto faces = facesOf(comparedWith(std::vector<double>(16, 0)), {}, edition());
  REQUIRE(faces.size() == 17);
  CHECK(faces.front().face.isUnknown());
  CHECK(faces[1].confidence == Approx(1.0 / kFaces));
  CHECK(leftBy(faces) == Approx(11.0 / kFaces));
}

TEST_CASE("a card that is told by its print leaves nothing to faces that it was not compared with") {
  std::vector<double> against(16, 30);
  against[4] = 0;
  const auto faces = facesOf(comparedWith(against), {}, edition());
  CHECK(faces.front().face == Face("green:5"));
  CHECK(faces.front().confidence > 0.999);
  CHECK(leftBy(faces) < 1e-6);
}

TEST_CASE("where a card was compared with all faces, one of them it is") {
  std::vector<double> against(kFaces, 2);
  against[0] = against[1] = 0;
  const auto faces = facesOf(comparedWith(against), {}, edition());
  CHECK(faces.front().face.isUnknown());
  CHECK(leftBy(faces) == Approx(0).margin(1e-9));
}
