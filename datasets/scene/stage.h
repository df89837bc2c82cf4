#pragma once

#include <array>
#include <map>
#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "datasets/scene/arm.h"
#include "datasets/scene/camera.h"
#include "datasets/scene/difficulty.h"
#include "datasets/scene/light.h"
#include "datasets/scene/moment.h"
#include "datasets/scene/random.h"
#include "vision/edition/edition.h"

namespace octo::datasets {

struct StageOptions {
  cv::Size picture{1920, 1080};
  Difficulty difficulty = Difficulty::Default;
  int players = 2;
  double framesPerSecond = 30;
  /// Of the camera from the vertical, degrees; otherwise from the seed.
  std::optional<double> tilt;
  /// Of a game played with two decks: the one that every other piece is of, by its number. It has the same faces.
  std::shared_ptr<const vision::Edition> secondDeck{};
};

/// Pictures of a table: room, light, camera and people follow from the seed. What rests is drawn once and kept; a frame
/// draws hands, what they hold and their shadows over it.
class Stage {
 public:
  Stage(const vision::Edition& edition, const StageOptions& options, std::uint64_t seed);

  const Camera& camera() const { return camera_; }
  int jpegQuality() const { return sensor_.jpegQuality(); }
  /// The players' own shields beside the board, face up or down: on the table, and no part of the game yet.
  const std::vector<ScenePiece>& spare() const { return spare_; }
  /// How thick a piece of that face is, mm.
  double thickness(const Face& face) const;
  /// The mat or board, mm.
  cv::Size2d gameSize() const { return gameSize_; }
  /// What lies on the table from now on.
  void rest(const std::vector<ScenePiece>& pieces);
  /// The next frame, 8-bit BGR, after its mishaps (`camera` and `outline` are others after a bump). `before` is the
  /// moment of the frame before, for the blur of motion.
  void draw(const Moment& moment, const Moment& before, double second, cv::Mat& frame);
  /// The piece's corners in the picture, clockwise from the one that is top left when it is upright; pixels from the
  /// outer corner of the top left one.
  std::vector<cv::Point2d> outline(const ScenePiece& piece) const;
  /// How much of each lying piece (by its id) can be seen, 0 to 1: in the picture, and neither under an arm nor under
  /// another piece.
  std::map<int, double> visible(const Moment& moment);

 private:
  struct Texture {
    cv::Mat picture;  // BGRA, colours multiplied by alpha
    double pixelsPerMm;
    double widthMm, heightMm;
    vision::Shape shape;
  };
  /// Whose arm, whether the left one, what it does, and its direction.
  using SpriteKey = std::tuple<int, bool, Grip, int>;

  void drawTable();
  void suffer(const Moment& moment);
  void bump();
  void layOutSpare(Random random);
  void drawBoardOn(cv::Mat& straight, const ScenePiece& board);
  const vision::Edition& editionOf(const ScenePiece& piece) const;
  const Texture& texture(const ScenePiece& piece);
  std::vector<cv::Point2d> corners(const ScenePiece& piece, double height) const;
  std::vector<cv::Point2d> rim(const ScenePiece& piece, double height) const;
  std::vector<cv::Point2d> projected(const std::vector<cv::Point2d>& points, const ScenePiece& piece,
                                     double height) const;
  /// A shadow's outline and softness (standard deviation) in pixels, and what part of the picture it is in.
  struct Shade {
    std::vector<cv::Point2d> shape;
    double blur = 0;
    cv::Rect box;
  };
  Shade shadowOf(const ScenePiece& piece, double height) const;
  cv::Rect boxOf(const ScenePiece& piece, double height) const;
  void drawPiece(cv::Mat& picture, const ScenePiece& piece, double height);
  void drawShadowOf(cv::Mat& picture, const ScenePiece& piece, double height);
  const ArmSprite& sprite(const ArmState& arm);
  void compose(cv::Mat& picture, const Moment& moment);
  /// These two draw, and tell where.
  cv::Rect drawShade(cv::Mat& picture, const Moment& moment);
  cv::Rect drawMoving(cv::Mat& picture, const Moment& moment, const Moment& before);
  cv::Rect reachOf(const Moment& moment);
  std::vector<cv::Point2d> samplesOf(const std::vector<cv::Point2d>& outline) const;
  cv::Rect drawShadows(const Moment& moment);
  void drawArm(cv::Mat& picture, const ArmState& arm);
  cv::Matx23d pictureFromSprite(const ArmState& arm, const ArmSprite& sprite) const;

  const vision::Edition& edition_;
  StageOptions options_;
  cv::Size2d gameSize_;
  Light light_;
  Sensor sensor_;
  CameraPlace cameraPlace_;
  Camera camera_;
  cv::Mat surface_;
  Random clutter_, mishaps_;
  std::optional<TablePoint> telephone_;
  cv::Mat lightMap_;  // 32-bit, for the final picture
  cv::Mat straight_;  // the table without the board, before light and lens
  cv::Mat base_;      // table and board, after them
  std::optional<ScenePiece> board_;
  cv::Mat resting_;                // base and what lies on it
  std::vector<ScenePiece> given_;  // to `rest`
  std::vector<ScenePiece> lying_;
  std::vector<ScenePiece> spare_;
  /// Of the lying pieces: points all over them that are in the picture and under no other piece, and how many there
  /// are.
  struct Samples {
    int id;
    std::vector<cv::Point2d> open;
    std::size_t all;
  };
  std::vector<Samples> samples_;
  cv::Vec3f edgeColour_;
  /// By the edition, the face, and whether that is up.
  std::map<std::tuple<const vision::Edition*, Face, bool>, Texture> textures_;
  std::vector<ArmLook> people_;
  std::map<SpriteKey, ArmSprite> sprites_;
  cv::Mat canvas_;     // resting, and what moves over it in the latest frame, before the sensor
  cv::Rect touched_;   // where the two differ
  cv::Mat shadowMap_;  // coarse
  cv::Mat scratch_, sum_;
};

}  // namespace octo::datasets
