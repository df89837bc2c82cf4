#include "datasets/cardless/cardless.h"

#include <catch2/catch.hpp>
#include <opencv2/core.hpp>

#include "vision/pipeline.h"

using namespace octo;

TEST_CASE("what is no card gives no face: one picture of each kind, drawn the same each time") {
  for (const datasets::CardlessKind& kind : datasets::cardlessKinds()) {
    CAPTURE(kind.name);
    const cv::Mat picture = datasets::cardlessPicture(kind, datasets::Random(900));
    REQUIRE(picture.type() == CV_8UC3);
    cv::Scalar mean, spread;
    cv::meanStdDev(picture, mean, spread);
    CHECK(spread[0] + spread[1] + spread[2] > 20);
    CHECK(cv::norm(picture, datasets::cardlessPicture(kind, datasets::Random(900)), cv::NORM_INF) == 0);
    for (const vision::Sighting& piece : vision::recognize(GameId::Octa, picture).pieces)
      CHECK(piece.faces.front().face.isUnknown());
  }
}
