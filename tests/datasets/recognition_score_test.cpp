#include "datasets/cards/recognition_score.h"

#include <catch2/catch.hpp>

using octo::datasets::LabelledPiece;
using octo::datasets::RecognitionScore;

namespace {

LabelledPiece card(const char* face, double x, bool ignored = false) {
  return {face, {{x, 0}, {x + 60, 0}, {x + 60, 90}, {x, 90}}, false, ignored};
}

}  // namespace

TEST_CASE("what is found, misread, unsure, missed and extra is counted apart") {
  RecognitionScore score;
  score.add({card("7C", 0), card("KH", 100), card("2S", 200), card("3D", 300)},
            {card("7C", 2), card("QH", 100), card("?", 200), card("9D", 500), card("?", 600)}, 0.5);
  CHECK(score.right == 1);
  CHECK(score.misread == 1);
  CHECK(score.unsure == 1);
  CHECK(score.missed == 1);
  CHECK(score.extra == 1);
  CHECK(score.perfectPictures == 0);
  CHECK(score.precision() == Approx(1.0 / 3));
  CHECK(score.recall() == Approx(0.25));
}

TEST_CASE("a king of unknown suit is any king") {
  RecognitionScore score;
  score.add({card("K*", 0), card("10*", 100)}, {card("KS", 0), card("10H", 100)}, 0.5);
  CHECK(score.right == 2);
  CHECK(score.perfectPictures == 1);
}

TEST_CASE("pieces that may be found or not count neither way") {
  RecognitionScore score;
  score.add({card("7C", 0, true), card("8C", 100, true)}, {card("7C", 0)}, 0.5);
  CHECK(score.pieces == 0);
  CHECK(score.extra == 0);
  CHECK(score.perfectPictures == 1);
}

TEST_CASE("one finding serves one truth") {
  RecognitionScore score;
  score.add({card("7C", 0), card("7C", 10)}, {card("7C", 0)}, 0.5);
  CHECK(score.right == 1);
  CHECK(score.missed == 1);
}
