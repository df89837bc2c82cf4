#include "vision/read/recognize.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::vision;

namespace {

/// A square piece around a point of the picture.
Sighting piece(const char* face, const char* kind, ImagePoint at, double reach) {
  Sighting made;
  made.faces = {{Face(face), 0.99}};
  made.kind = kind;
  made.outline = {{at.x - reach, at.y - reach},
                  {at.x + reach, at.y - reach},
                  {at.x + reach, at.y + reach},
                  {at.x - reach, at.y + reach}};
  return made;
}

}  // namespace

TEST_CASE("a card of another deck is told beside the token that lies on it, one of our own is told once") {
  Recognition ours;
  ours.pieces = {piece("token:1", "token", {100, 102}, 12), piece("9S", "card", {300, 100}, 40)};
  const Recognition all =
      withOtherDecks(ours, {piece("3H", "card", {100, 100}, 40), piece("9S", "card", {301, 100}, 40)});
  REQUIRE(all.pieces.size() == 3);
  CHECK(all.pieces.back().faces.front().face == Face("3H"));
}
