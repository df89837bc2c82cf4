#include "datasets/shots.h"

#include <cmath>
#include <numbers>

#include "datasets/board_pictures.h"
#include "datasets/scene/random.h"

namespace octo::datasets {
namespace {

/// What somebody who teaches an edition has before the camera: a part of a bare table, and nothing beside the piece.
class BareTable final : public vision::Edition {
 public:
  explicit BareTable(const vision::Edition& edition)
      : edition_(edition), faces_{{Face("table"), vision::Shape::Mat, kWidthMm, kHeightMm}} {}

  const std::vector<vision::FaceArt>& faces() const override { return faces_; }
  const vision::FaceArt& art(const Face& face) const override {
    return face == faces_.front().face ? faces_.front() : edition_.art(face);
  }
  void draw(cairo_t* context, const Face& face) const override { edition_.draw(context, face); }
  Face ground(int) const override { return faces_.front().face; }

 private:
  static constexpr double kWidthMm = 280, kHeightMm = 200;
  const vision::Edition& edition_;
  std::vector<vision::FaceArt> faces_;
};

/// Nobody lays a piece exactly; its picture is upright within some 20 degrees.
ScenePiece laid(const Face& face, Random& random) {
  return {1, face, {{random.normal(15, 30), random.normal(10, 20)}, random.normal(7, 20)}, 1, true};
}

}  // namespace

void takeShots(const vision::TaughtEdition& edition, int views, std::uint64_t seed,
               const std::function<void(const Shot&)>& each) {
  const BareTable table(edition);
  for (const vision::TaughtFace& taught : edition.list().faces)
    for (int view = 0; view < views; ++view, ++seed) {
      Random random = Random(seed).fork("shot");
      StageOptions options;
      options.difficulty = Difficulty::Easy;
      options.tilt = random.between(0, 25);
      Stage stage(table, options, seed);
      ScenePiece piece = laid(taught.art.face, random);
      // Pieces are laid so that they point up for the camera, wherever it stands.
      const cv::Vec3d right = stage.camera().right();
      piece.pose.angle -= std::atan2(right[1], right[0]) * 180 / std::numbers::pi;
      stage.rest({piece});
      Moment moment;
      moment.lying = {piece};
      Shot shot{taught.art.face, {}, stage.outline(piece)};
      stage.draw(moment, moment, 0.0, shot.bgr);
      each(shot);
    }
}

}  // namespace octo::datasets
