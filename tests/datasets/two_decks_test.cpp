#include <catch2/catch.hpp>
#include <memory>
#include <stdexcept>
#include <vector>

#include "datasets/scene/stage.h"

using namespace octo;
using namespace octo::datasets;

namespace {

/// One card that looks like another of our own.
class OneCard final : public vision::Edition {
 public:
  explicit OneCard(const char* drawnAs) : drawnAs_(drawnAs) {}
  const std::vector<vision::FaceArt>& faces() const override { return faces_; }
  const vision::FaceArt& art(const Face&) const override { return faces_.front(); }
  void draw(cairo_t* context, const Face&) const override {
    vision::printEdition(GameId::Octa).draw(context, drawnAs_);
  }
  Face ground(int) const override { throw std::out_of_range("no mat"); }

 private:
  Face drawnAs_;
  std::vector<vision::FaceArt> faces_{{Face("5H"), vision::Shape::Card, 63, 88}};
};

}  // namespace

TEST_CASE("of two decks on a table every other piece is of the second", "[two_decks]") {
  const OneCard blue("back");
  StageOptions options;
  options.difficulty = Difficulty::Easy;
  options.secondDeck = std::make_shared<OneCard>("deck2:back");
  Stage stage(blue, options, 1);
  const ScenePiece even{2, Face("5H"), {{-60, 0}, 0}, 1, true}, odd{3, Face("5H"), {{60, 0}, 0}, 1, true};
  Moment moment;
  moment.lying = {even, odd};
  stage.rest(*moment.lying);
  cv::Mat picture;
  stage.draw(moment, moment, 0, picture);
  const auto reddish = [&](const ScenePiece& piece) {
    const cv::Point2d at = stage.camera().pixelFromSpace({piece.pose.at.x, piece.pose.at.y, 0});
    const cv::Scalar mean =
        cv::mean(picture(cv::Rect(static_cast<int>(at.x) - 20, static_cast<int>(at.y) - 20, 40, 40)));
    return mean[2] > mean[0];
  };
  CHECK_FALSE(reddish(even));
  CHECK(reddish(odd));
}
