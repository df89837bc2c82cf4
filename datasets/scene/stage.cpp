#include "datasets/scene/stage.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "datasets/scene/blend.h"
#include "datasets/scene/clutter.h"
#include "datasets/scene/surface.h"
#include "tracker/vocabulary/layout.h"

namespace octo::datasets {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
/// Of the shutter's share of a frame's time.
constexpr double kShutter = 0.55;
/// One drawing of an arm serves the directions around it; the next is so many degrees on.
constexpr int kSpriteStep = 24;
/// An arm's shadow is soft: one cell of its mask for so many pixels.
constexpr int kShadowShrink = 8;
/// The shadow of somebody who stands in the light, from its middle, mm.
constexpr double kShadeAcross = 170, kShadeAlong = 330;

double thicknessOf(vision::Shape shape) {
  switch (shape) {
    case vision::Shape::Octagon:
    case vision::Shape::Round:
      return 2.0;
    case vision::Shape::Card:
      return 0.4;
    case vision::Shape::Board:
    case vision::Shape::Mat:
    case vision::Shape::Marker:
      return 0.2;
  }
  return 0.4;
}

bool isGround(vision::Shape shape) { return shape == vision::Shape::Board || shape == vision::Shape::Mat; }

/// The largest thing that lies under the others, or a table without one.
cv::Size2d sizeOf(const vision::Edition& edition, int players) {
  try {
    const vision::FaceArt& art = edition.art(edition.ground(players));
    return {art.widthMm, art.heightMm};
  } catch (const std::out_of_range&) {
    return {700, 500};
  }
}

/// A mat larger than this fills the picture as well as it can, mm.
constexpr double kLarge = 600;

CameraPlace placeCamera(Random random, Difficulty difficulty, double distortion, cv::Size2d game) {
  CameraPlace place;
  place.tilt = random.between(byDifficulty(difficulty, 0.0, 4.0, 18.0), byDifficulty(difficulty, 12.0, 38.0, 45.0));
  place.side = random.below(4) * 90 + random.normal(byDifficulty(difficulty, 2.0, 10.0, 25.0), 45);
  place.roll = random.normal(byDifficulty(difficulty, 0.5, 2.0, 4.0), 10);
  place.fieldOfView = random.between(48, 75);
  place.margin = random.between(byDifficulty(difficulty, 0.08, 0.06, 0.04), byDifficulty(difficulty, 0.14, 0.24, 0.34));
  place.shift = {random.normal(byDifficulty(difficulty, 0.005, 0.015, 0.03), 0.06), random.normal(0.01, 0.03)};
  place.distortion = distortion;
  if (std::max(game.width, game.height) < kLarge) return place;
  // Nobody gives away half the picture, nor sets the camera up at the wrong side of the table.
  place.margin *= byDifficulty(difficulty, 0.35, 0.35, 0.5);
  const bool across = std::lround(place.side / 90) % 2 != 0;
  if (across != (game.height > game.width)) place.side += 90;
  return place;
}

cv::Rect bounds(const std::vector<cv::Point2d>& points, int pad, cv::Size within) {
  double x0 = 1e9, y0 = 1e9, x1 = -1e9, y1 = -1e9;
  for (const cv::Point2d& p : points)
    x0 = std::min(x0, p.x), y0 = std::min(y0, p.y), x1 = std::max(x1, p.x), y1 = std::max(y1, p.y);
  const cv::Rect box(static_cast<int>(std::floor(x0)) - pad, static_cast<int>(std::floor(y0)) - pad,
                     static_cast<int>(std::ceil(x1 - x0)) + 2 * pad + 1,
                     static_cast<int>(std::ceil(y1 - y0)) + 2 * pad + 1);
  return box & cv::Rect({0, 0}, within);
}

std::vector<cv::Point> fixedPoints(const std::vector<cv::Point2d>& points, cv::Point origin, int shift) {
  std::vector<cv::Point> result;
  for (const cv::Point2d& p : points)
    result.emplace_back(static_cast<int>(std::lround((p.x - origin.x) * (1 << shift))),
                        static_cast<int>(std::lround((p.y - origin.y) * (1 << shift))));
  return result;
}

/// A convex shape as a soft mask over `box`. The softer, the coarser it is drawn: a wide blur costs the most of it.
cv::Mat softMask(const std::vector<cv::Point2d>& shape, cv::Rect box, double blur) {
  const int shrink = blur > 12 ? 8 : blur > 6 ? 4 : blur > 3 ? 2 : 1;
  const double share = 1.0 / shrink, middle = 0.5 - 0.5 * share;  // of a coarse pixel, from that of its first fine one
  std::vector<cv::Point2d> coarse;
  for (const cv::Point2d& p : shape)
    coarse.emplace_back((p.x - box.x) * share - middle, (p.y - box.y) * share - middle);
  cv::Mat mask = cv::Mat::zeros((box.height + shrink - 1) / shrink, (box.width + shrink - 1) / shrink, CV_8U), fine;
  std::vector<cv::Point> hull;
  cv::convexHull(fixedPoints(coarse, {0, 0}, 4), hull);
  cv::fillConvexPoly(mask, hull, cv::Scalar(255), cv::LINE_AA, 4);
  cv::GaussianBlur(mask, mask, {}, std::max(0.4, blur * share));
  if (shrink == 1) return mask;
  cv::resize(mask, fine, {}, shrink, shrink, cv::INTER_LINEAR);
  return fine(cv::Rect({0, 0}, box.size()));
}

cv::Mat premultiplied(cv::Mat bgra) {
  bgra.forEach<cv::Vec4b>([](cv::Vec4b& p, const int*) {
    for (int i = 0; i < 3; ++i) p[i] = static_cast<uchar>(p[i] * p[3] / 255);
  });
  return bgra;
}

/// Rounded like a playing card's.
constexpr double kCornerRadius = 3.2;

/// The piece's corners about its middle, mm, y up: clockwise from the one that is top left when upright.
std::vector<cv::Point2d> cornersOf(vision::Shape shape, double width, double height) {
  const double w = width / 2, h = height / 2;
  if (shape != vision::Shape::Octagon) return {{-w, h}, {w, h}, {w, -h}, {-w, -h}};
  const double s = w * std::tan(22.5 * kDegree);
  return {{-s, h}, {s, h}, {w, s}, {w, -s}, {s, -h}, {-s, -h}, {-w, -s}, {-w, s}};
}

/// The piece's edge, as closely as it is drawn; otherwise as `cornersOf`.
std::vector<cv::Point2d> rimOf(vision::Shape shape, double width, double height) {
  std::vector<cv::Point2d> rim;
  if (shape == vision::Shape::Round) {
    for (int i = 0; i < 32; ++i)
      rim.emplace_back(width / 2 * std::sin(i * 11.25 * kDegree), height / 2 * std::cos(i * 11.25 * kDegree));
    return rim;
  }
  if (shape != vision::Shape::Card) return cornersOf(shape, width, height);
  for (int corner = 0; corner < 4; ++corner) {  // clockwise from the top left one
    const double x = (width / 2 - kCornerRadius) * (corner == 1 || corner == 2 ? 1 : -1);
    const double y = (height / 2 - kCornerRadius) * (corner < 2 ? 1 : -1);
    for (int i = 0; i <= 4; ++i) {
      const double way = (corner * 90 - 90 + i * 22.5) * kDegree;
      rim.emplace_back(x + kCornerRadius * std::sin(way), y + kCornerRadius * std::cos(way));
    }
  }
  return rim;
}

ArmState between(const ArmState& a, const ArmState& b, double t) {
  ArmState arm = b;
  arm.at = a.at + (b.at - a.at) * t;
  arm.direction = a.direction + (b.direction - a.direction) * t;
  return arm;
}

/// The moment a share `t` of the way from the one before.
Moment between(const Moment& before, const Moment& now, double t) {
  Moment moment = now;
  for (ArmState& arm : moment.arms)
    for (const ArmState& old : before.arms)
      if (old.player == arm.player) {
        arm = between(old, arm, t);
        break;
      }
  const auto mix = [t](double a, double b) { return a + (b - a) * t; };
  for (CarriedPiece& carried : moment.carried)
    for (const CarriedPiece& old : before.carried) {
      if (old.piece.id != carried.piece.id) continue;
      TablePose& pose = carried.piece.pose;
      const TablePose& from = old.piece.pose;
      pose = {{mix(from.at.x, pose.at.x), mix(from.at.y, pose.at.y)}, mix(from.angle, pose.angle)};
      carried.height = mix(old.height, carried.height);
    }
  return moment;
}

}  // namespace

Stage::Stage(const vision::Edition& edition, const StageOptions& options, std::uint64_t seed)
    : edition_(edition),
      options_(options),
      gameSize_(sizeOf(edition, options.players)),
      light_([&] {
        Random random = Random(seed).fork("light");
        return Light(random, options.difficulty);
      }()),
      sensor_(Random(seed).fork("sensor"), options.difficulty, options.picture),
      cameraPlace_(placeCamera(Random(seed).fork("camera"), options.difficulty, sensor_.distortion(), gameSize_)),
      camera_(options.picture, cameraPlace_, gameSize_),
      clutter_(0),
      mishaps_(Random(seed).fork("mishaps")) {
  if (options.tilt) {
    cameraPlace_.tilt = *options.tilt;
    camera_ = Camera(options.picture, cameraPlace_, gameSize_);
  }
  Random random = Random(seed).fork("stage");
  edgeColour_ = random.chance(0.5) ? cv::Vec3f(150, 172, 186) : cv::Vec3f(52, 50, 50);  // card, or painted dark
  Random people = Random(seed).fork("people");
  for (int i = 0; i < options.players; ++i) people_.push_back(randomArmLook(people));
  surface_ = makeSurface(random, options_.difficulty);
  clutter_ = random;
  drawTable();
  layOutSpare(Random(seed).fork("spare"));
}

double Stage::thickness(const Face& face) const { return thicknessOf(edition_.art(face).shape); }

void Stage::drawTable() {
  const double scale = surface_.cols / kSurfaceMm;
  const cv::Matx33d surfaceFromTable(scale, 0, surface_.cols / 2.0, 0, -scale, surface_.rows / 2.0, 0, 0, 1);
  const cv::Matx33d tableFromStraight = camera_.straightFromPlane(0).inv();
  cv::warpPerspective(surface_, straight_, surfaceFromTable * tableFromStraight, camera_.straightPicture(),
                      cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REFLECT);
  Random random = clutter_;  // the same things every time
  drawClutter(straight_, camera_, light_, random, options_.difficulty, gameSize_);
  if (telephone_) drawTelephone(straight_, camera_, light_, {telephone_->x, telephone_->y}, clutter_.fork("telephone"));
  lightMap_ = light_.map(camera_);
  base_.release();
}

/// A knock moves the view by some millimetres and a degree or so.
void Stage::bump() {
  const auto some = [&](double deviation) {  // not next to nothing
    const double size = deviation * (0.5 + std::abs(mishaps_.normal(1, 1.5)));
    return mishaps_.chance(0.5) ? size : -size;
  };
  cameraPlace_.tilt = std::max(0.0, cameraPlace_.tilt + some(0.3));
  cameraPlace_.side += some(0.8);
  cameraPlace_.roll += some(0.6);
  cameraPlace_.shift += cv::Point2d(some(0.006), some(0.006));
  camera_ = Camera(options_.picture, cameraPlace_, gameSize_);
  sprites_.clear();
}

void Stage::suffer(const Moment& moment) {
  for (const Mishap mishap : moment.mishaps) switch (mishap) {
      case Mishap::Bump:
        bump();
        break;
      case Mishap::Lamp:
        light_.switchLamp();
        break;
      case Mishap::Telephone:
        telephone_ = telephone_ ? std::nullopt : std::optional(moment.beside);
        break;
    }
  drawTable();
}

/// Some people lay their shields before them in a row, one over the other's edge.
void Stage::layOutSpare(Random random) {
  std::vector<Face> shields;
  for (const vision::FaceArt& art : edition_.faces())
    if (art.shape == vision::Shape::Octagon && art.copies > 1) shields.push_back(art.face);
  if (shields.empty()) return;
  const double often = byDifficulty(options_.difficulty, 0.0, 0.4, 0.75);
  for (int player = 0; player < options_.players; ++player) {
    if (!random.chance(often)) continue;
    const Side side = seat(player, options_.players);
    const bool ends = side == Side::Near || side == Side::Far;
    const double sign = side == Side::Far || side == Side::Right ? 1 : -1;
    const double away = (ends ? gameSize_.height : gameSize_.width) / 2 + random.between(34, 70),
                 step = random.between(22, 54);
    const int count = 3 + random.below(6);
    const bool up = random.chance(0.5);
    double along = random.between(-120, 40);
    for (int i = 0; i < count; ++i, along += step) {
      const double off = sign * (away + random.normal(3, 8));
      const TablePoint at = ends ? TablePoint{along, off} : TablePoint{off, along};
      spare_.push_back(
          {-1 - static_cast<int>(spare_.size()), random.pick(shields), {at, random.between(-180, 180)}, 1 + i, up});
    }
  }
}

void Stage::drawBoardOn(cv::Mat& straight, const ScenePiece& board) {
  const vision::FaceArt& art = edition_.art(board.face);
  const double scale = camera_.scaleAt({0, 0, 0}) * 1.05;
  const cv::Mat face = vision::drawFace(edition_, board.face, scale);
  const double turn = board.pose.angle * kDegree, c = std::cos(turn), s = std::sin(turn);
  const cv::Matx33d tableFromFace =
      cv::Matx33d(c, s, board.pose.at.x, -s, c, board.pose.at.y, 0, 0, 1) *
      cv::Matx33d(1 / scale, 0, -art.widthMm / 2 + 0.5 / scale, 0, -1 / scale, art.heightMm / 2 - 0.5 / scale, 0, 0, 1);
  const cv::Matx33d straightFromFace = camera_.straightFromPlane(0) * tableFromFace;
  std::vector<cv::Point2d> edge, shade;
  for (const cv::Point2d& corner : cornersOf(art.shape, art.widthMm, art.heightMm)) {
    const cv::Point2d at(board.pose.at.x + c * corner.x + s * corner.y, board.pose.at.y - s * corner.x + c * corner.y);
    edge.push_back(camera_.straightFromSpace({at.x, at.y, 0}));
    const cv::Vec3d to = light_.direction();
    shade.push_back(camera_.straightFromSpace({at.x - 3 * to[0] / to[2], at.y - 3 * to[1] / to[2], 0}));
  }
  shade.insert(shade.end(), edge.begin(), edge.end());
  const cv::Rect box = bounds(shade, 12, straight.size());
  darken(straight(box), softMask(shade, box, 2.5), light_.shadow() + 0.15);
  cv::Mat warped, whole;
  cv::cvtColor(face, whole, cv::COLOR_BGRA2BGR);
  cv::warpPerspective(whole, warped, straightFromFace, straight.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  cv::Mat mask = cv::Mat::zeros(straight.size(), CV_8U);
  cv::fillConvexPoly(mask, fixedPoints(edge, {0, 0}, 4), cv::Scalar(255), cv::LINE_8, 4);
  warped.copyTo(straight, mask);
}

void Stage::rest(const std::vector<ScenePiece>& all) {
  const std::vector<ScenePiece> pieces = all;
  given_ = pieces;
  const auto ground = std::find_if(pieces.begin(), pieces.end(),
                                   [&](const ScenePiece& p) { return isGround(edition_.art(p.face).shape); });
  const std::optional<ScenePiece> board = ground == pieces.end() ? std::nullopt : std::optional(*ground);
  if (base_.empty() || board != board_) {
    board_ = board;
    cv::Mat straight = straight_.clone(), lit, mapX, mapY;
    if (board) drawBoardOn(straight, *board);
    camera_.straightMap(mapX, mapY);
    cv::remap(straight, base_, mapX, mapY, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    base_.convertTo(lit, CV_32F);
    cv::multiply(lit, lightMap_, lit);
    lit.convertTo(base_, CV_8U);
    cv::GaussianBlur(base_, base_, {}, sensor_.blur());
    for (const ScenePiece& piece : spare_) {
      // They lean on each other: none lies much higher than the next.
      drawShadowOf(base_, piece, piece.layer > 1 ? 1.0 : 0.0);
      drawPiece(base_, piece, piece.layer > 1 ? 1.0 : 0.0);
    }
  }
  lying_.clear();
  for (const ScenePiece& piece : pieces)
    if (!isGround(edition_.art(piece.face).shape)) lying_.push_back(piece);
  std::stable_sort(lying_.begin(), lying_.end(), [](const auto& a, const auto& b) { return a.layer < b.layer; });
  base_.copyTo(resting_);
  for (const ScenePiece& piece : lying_) {
    const double height = (std::max(1, piece.layer) - 1) * thicknessOf(edition_.art(piece.face).shape);
    drawShadowOf(resting_, piece, height);
    drawPiece(resting_, piece, height);
  }
  samples_.clear();
  for (const ScenePiece& piece : lying_) {
    std::vector<std::vector<cv::Point2f>> above;
    for (const ScenePiece& other : lying_) {
      if (other.layer <= piece.layer) continue;
      const auto shape = outline(other);
      above.emplace_back(shape.begin(), shape.end());
    }
    Samples samples{piece.id, {}, 0};
    for (const cv::Point2d& at : samplesOf(outline(piece))) {
      ++samples.all;
      const bool outside = at.x < 0 || at.y < 0 || at.x > options_.picture.width || at.y > options_.picture.height;
      const bool covered = std::any_of(above.begin(), above.end(),
                                       [&](const auto& shape) { return cv::pointPolygonTest(shape, at, false) > 0; });
      if (!outside && !covered) samples.open.push_back(at - cv::Point2d(0.5, 0.5));
    }
    samples_.push_back(samples);
  }
}

const vision::Edition& Stage::editionOf(const ScenePiece& piece) const {
  return options_.secondDeck && piece.id % 2 != 0 ? *options_.secondDeck : edition_;
}

const Stage::Texture& Stage::texture(const ScenePiece& piece) {
  const vision::Edition& edition = editionOf(piece);
  const auto key = std::tuple(&edition, piece.face, piece.up);
  const auto found = textures_.find(key);
  if (found != textures_.end()) return found->second;
  const vision::FaceArt& art = edition.art(piece.up ? piece.face : edition.backOf(piece.face, 0));
  const double scale = camera_.scaleAt({0, 0, 0}) * 1.1;
  Texture texture{premultiplied(vision::drawFace(edition, art.face, scale)), scale, art.widthMm, art.heightMm,
                  art.shape};
  return textures_.emplace(key, std::move(texture)).first->second;
}

std::vector<cv::Point2d> Stage::projected(const std::vector<cv::Point2d>& points, const ScenePiece& piece,
                                          double height) const {
  const double turn = piece.pose.angle * kDegree, c = std::cos(turn), s = std::sin(turn);
  std::vector<cv::Point2d> result;
  for (const cv::Point2d& p : points)
    result.push_back(
        camera_.pixelFromSpace({piece.pose.at.x + c * p.x + s * p.y, piece.pose.at.y - s * p.x + c * p.y, height}));
  return result;
}

std::vector<cv::Point2d> Stage::corners(const ScenePiece& piece, double height) const {
  const vision::FaceArt& art = editionOf(piece).art(piece.face);
  return projected(cornersOf(art.shape, art.widthMm, art.heightMm), piece, height);
}

std::vector<cv::Point2d> Stage::rim(const ScenePiece& piece, double height) const {
  const vision::FaceArt& art = editionOf(piece).art(piece.face);
  return projected(rimOf(art.shape, art.widthMm, art.heightMm), piece, height);
}

std::vector<cv::Point2d> Stage::outline(const ScenePiece& piece) const {
  const double thickness = thicknessOf(edition_.art(piece.face).shape);
  auto points = corners(piece, std::max(1, piece.layer) * thickness);
  for (cv::Point2d& p : points) p += cv::Point2d(0.5, 0.5);
  return points;
}

Stage::Shade Stage::shadowOf(const ScenePiece& piece, double height) const {
  const vision::FaceArt& art = edition_.art(piece.face);
  const cv::Vec3d to = light_.direction();
  const double lift = height + thicknessOf(art.shape);
  ScenePiece cast = piece;
  cast.pose.at.x -= to[0] / to[2] * lift;
  cast.pose.at.y -= to[1] / to[2] * lift;
  // What it falls on: the table, or what the piece itself lies on.
  const double ground = std::min(height, (std::max(1, piece.layer) - 1) * thicknessOf(art.shape));
  Shade shade;
  shade.shape = rim(cast, ground);
  if (height <= ground)
    for (const cv::Point2d& p : rim(piece, ground)) shade.shape.push_back(p);
  shade.blur = (0.6 + 0.09 * (height - ground)) * camera_.scaleAt({piece.pose.at.x, piece.pose.at.y, 0});
  shade.box = bounds(shade.shape, static_cast<int>(3 * shade.blur) + 3, options_.picture);
  return shade;
}

void Stage::drawShadowOf(cv::Mat& picture, const ScenePiece& piece, double height) {
  const Shade shade = shadowOf(piece, height);
  if (!shade.box.empty()) darken(picture(shade.box), softMask(shade.shape, shade.box, shade.blur), light_.shadow());
}

cv::Rect Stage::boxOf(const ScenePiece& piece, double height) const {
  auto hull = rim(piece, height);
  const auto upper = rim(piece, height + thicknessOf(edition_.art(piece.face).shape));
  hull.insert(hull.end(), upper.begin(), upper.end());
  return bounds(hull, static_cast<int>(3 * sensor_.blur()) + 3, options_.picture);
}

void Stage::drawPiece(cv::Mat& picture, const ScenePiece& piece, double height) {
  const Texture& face = texture(piece);
  const double top = height + thicknessOf(face.shape);
  const auto upper = rim(piece, top);
  auto hull = rim(piece, height);
  hull.insert(hull.end(), upper.begin(), upper.end());
  const cv::Rect box = boxOf(piece, height);
  if (box.empty()) return;
  // The texture's own rectangle, by three of its corners and the fourth.
  ScenePiece whole = piece;
  const double w = face.widthMm / 2, h = face.heightMm / 2;
  const double turn = whole.pose.angle * kDegree, c = std::cos(turn), s = std::sin(turn);
  std::array<cv::Point2f, 4> from, to;
  const std::array<cv::Point2d, 4> rectangle{{{-w, h}, {w, h}, {w, -h}, {-w, -h}}};
  for (std::size_t i = 0; i < 4; ++i) {
    const cv::Point2d& p = rectangle[i];
    const cv::Point2d at =
        camera_.pixelFromSpace({piece.pose.at.x + c * p.x + s * p.y, piece.pose.at.y - s * p.x + c * p.y, top});
    to[i] = cv::Point2f(static_cast<float>(at.x - box.x), static_cast<float>(at.y - box.y));
    from[i] = cv::Point2f(static_cast<float>((p.x + w) * face.pixelsPerMm - 0.5),
                          static_cast<float>((h - p.y) * face.pixelsPerMm - 0.5));
  }
  cv::Mat patch(box.size(), CV_8UC4, cv::Scalar::all(0)), side = cv::Mat::zeros(box.size(), CV_8U), warped;
  std::vector<cv::Point> outer;
  cv::convexHull(fixedPoints(hull, box.tl(), 4), outer);
  cv::fillConvexPoly(side, outer, cv::Scalar(255), cv::LINE_AA, 4);
  const cv::Vec3f edge = edgeColour_ * 0.75F;
  for (int y = 0; y < patch.rows; ++y)
    for (int x = 0; x < patch.cols; ++x) {
      const float cover = side.at<uchar>(y, x) / 255.F;
      patch.at<cv::Vec4b>(y, x) = {static_cast<uchar>(edge[0] * cover), static_cast<uchar>(edge[1] * cover),
                                   static_cast<uchar>(edge[2] * cover), side.at<uchar>(y, x)};
    }
  cv::warpPerspective(face.picture, warped, cv::getPerspectiveTransform(from.data(), to.data()), box.size(),
                      cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  for (int y = 0; y < patch.rows; ++y)
    for (int x = 0; x < patch.cols; ++x) {
      const cv::Vec4b above = warped.at<cv::Vec4b>(y, x);
      cv::Vec4b& below = patch.at<cv::Vec4b>(y, x);
      const int keep = 255 - above[3];
      for (int i = 0; i < 4; ++i) below[i] = static_cast<uchar>(above[i] + below[i] * keep / 255);
    }
  cv::GaussianBlur(patch, patch, {}, sensor_.blur());
  const cv::Point middle(std::clamp(box.x + box.width / 2, 0, picture.cols - 1),
                         std::clamp(box.y + box.height / 2, 0, picture.rows - 1));
  blendPatch(picture(box), patch, lightMap_.at<cv::Vec3f>(middle));
}

const ArmSprite& Stage::sprite(const ArmState& arm) {
  const int step = static_cast<int>(std::lround(arm.direction / kSpriteStep));
  ArmLook look = people_[static_cast<std::size_t>(arm.player)];
  look.leftHanded = arm.left.value_or(look.leftHanded);
  const SpriteKey key{arm.player, look.leftHanded, arm.grip, step};
  const auto found = sprites_.find(key);
  if (found != sprites_.end()) return found->second;
  const ArmView view{camera_.right(), camera_.down(), camera_.forward(), light_.direction(),
                     camera_.scaleAt({0, 0, 50})};
  ArmSprite made = datasets::drawArm(look, arm.grip, step * kSpriteStep, view);
  cv::GaussianBlur(made.picture, made.picture, {}, sensor_.blur());
  return sprites_.emplace(key, std::move(made)).first->second;
}

cv::Matx23d Stage::pictureFromSprite(const ArmState& arm, const ArmSprite& drawn) const {
  // What the table's turn looks like in the picture, for the little that the direction differs.
  const double way = arm.direction * kDegree;
  const cv::Vec3d back(-std::sin(way), -std::cos(way), 0.06);
  cv::Point2d along(back.dot(camera_.right()), back.dot(camera_.down()));
  along *= 1 / std::max(1e-6, std::hypot(along.x, along.y));
  const double scale = camera_.scaleAt(arm.at) / drawn.pixelsPerMm;
  const cv::Point2d at = camera_.pixelFromSpace(arm.at);
  const double c = along.x * scale, s = along.y * scale;
  return {c, -s, at.x - c * drawn.origin.x + s * drawn.origin.y,  //
          s, c,  at.y - s * drawn.origin.x - c * drawn.origin.y};
}

void Stage::drawArm(cv::Mat& picture, const ArmState& arm) {
  const ArmSprite& drawn = sprite(arm);
  const cv::Point2d at = camera_.pixelFromSpace(arm.at);
  const cv::Point near(std::clamp(static_cast<int>(at.x), 0, picture.cols - 1),
                       std::clamp(static_cast<int>(at.y), 0, picture.rows - 1));
  blendSprite(picture, drawn.picture, pictureFromSprite(arm, drawn), lightMap_.at<cv::Vec3f>(near));
}

cv::Rect Stage::drawShadows(const Moment& moment) {
  const cv::Size small((options_.picture.width + kShadowShrink - 1) / kShadowShrink,
                       (options_.picture.height + kShadowShrink - 1) / kShadowShrink);
  shadowMap_ = cv::Mat::zeros(small, CV_8U);
  const cv::Vec3d to = light_.direction();
  for (const ArmState& arm : moment.arms) {
    const ArmSprite& drawn = sprite(arm);
    const cv::Point2d ground(arm.at.x - to[0] / to[2] * arm.at.z, arm.at.y - to[1] / to[2] * arm.at.z);
    std::array<cv::Point2f, 4> from, onto;
    const std::array<cv::Point2d, 4> around{{{-200, 200}, {200, 200}, {200, -200}, {-200, -200}}};
    for (std::size_t i = 0; i < 4; ++i) {
      const cv::Point2d& p = around[i];
      from[i] = cv::Point2f(static_cast<float>(drawn.shadowOrigin.x + p.x / kShadowMm),
                            static_cast<float>(drawn.shadowOrigin.y - p.y / kShadowMm));
      const cv::Point2d at = camera_.pixelFromSpace({ground.x + p.x, ground.y + p.y, 0}) * (1.0 / kShadowShrink);
      onto[i] = cv::Point2f(static_cast<float>(at.x), static_cast<float>(at.y));
    }
    cv::Mat cast;
    cv::warpPerspective(drawn.shadow, cast, cv::getPerspectiveTransform(from.data(), onto.data()), small);
    cv::max(shadowMap_, cast, shadowMap_);
  }
  if (moment.shade) {
    cv::Mat soft = cv::Mat::zeros(small, CV_8U);
    std::vector<cv::Point2d> around;
    for (int i = 0; i < 24; ++i)
      around.push_back(camera_.pixelFromSpace({moment.shade->x + kShadeAcross * std::sin(i * 15 * kDegree),
                                               moment.shade->y + kShadeAlong * std::cos(i * 15 * kDegree), 0}) *
                       (1.0 / kShadowShrink));
    std::vector<cv::Point> shape = fixedPoints(around, {0, 0}, 0);
    cv::fillConvexPoly(soft, shape, cv::Scalar(150));
    cv::GaussianBlur(soft, soft, {}, 60 * camera_.scaleAt({0, 0, 0}) / kShadowShrink);
    cv::max(shadowMap_, soft, shadowMap_);
  }
  return moment.arms.empty() && !moment.shade ? cv::Rect() : cv::boundingRect(shadowMap_ > 2);
}

void Stage::compose(cv::Mat& picture, const Moment& moment) {
  for (const auto& [piece, height] : moment.carried) {
    drawShadowOf(picture, piece, height);
    drawPiece(picture, piece, height);
  }
  for (const ArmState& arm : moment.arms) drawArm(picture, arm);
}

/// What `compose` draws on: arms, what they hold, and its shadow.
cv::Rect Stage::reachOf(const Moment& moment) {
  cv::Rect box;
  for (const ArmState& arm : moment.arms) {
    const ArmSprite& drawn = sprite(arm);
    const cv::Matx23d to = pictureFromSprite(arm, drawn);
    std::vector<cv::Point2d> points;
    for (const double x : {0.0, drawn.picture.cols * 1.0})
      for (const double y : {0.0, drawn.picture.rows * 1.0})
        points.emplace_back(to(0, 0) * x + to(0, 1) * y + to(0, 2), to(1, 0) * x + to(1, 1) * y + to(1, 2));
    box |= bounds(points, 4, options_.picture);
  }
  for (const auto& [piece, height] : moment.carried) box |= boxOf(piece, height) | shadowOf(piece, height).box;
  return box;
}

cv::Rect Stage::drawMoving(cv::Mat& picture, const Moment& moment, const Moment& before) {
  double fastest = 0;
  for (const ArmState& arm : moment.arms)
    for (const ArmState& old : before.arms)
      if (old.player == arm.player)
        fastest = std::max(fastest, cv::norm(camera_.pixelFromSpace(arm.at) - camera_.pixelFromSpace(old.at)));
  // One more exposure for every 7 pixels of blur: fewer would show as steps.
  const int exposures = std::clamp(1 + static_cast<int>(fastest * kShutter / 7), 1, 6);
  std::vector<Moment> moments{moment};
  for (int i = 1; i < exposures; ++i) moments.push_back(between(before, moment, 1 - kShutter * i / (exposures - 1)));
  cv::Rect box;
  for (const Moment& each : moments) box |= reachOf(each);
  if (box.empty()) return box;
  if (exposures == 1) {
    compose(picture, moment);
    return box;
  }
  scratch_.create(picture.size(), picture.type());
  sum_.create(picture.size(), CV_16UC3);
  cv::Mat part = picture(box), one = scratch_(box), sum = sum_(box);
  sum.setTo(0);
  for (const Moment& each : moments) {
    part.copyTo(one);
    compose(scratch_, each);
    cv::add(sum, one, sum, cv::noArray(), CV_16U);
  }
  sum.convertTo(part, CV_8U, 1.0 / exposures);
  return box;
}

cv::Rect Stage::drawShade(cv::Mat& picture, const Moment& moment) {
  const cv::Rect shaded = drawShadows(moment);
  if (shaded.empty()) return {};
  cv::Mat mask;
  const cv::Rect large =
      cv::Rect(shaded.tl() * kShadowShrink, shaded.size() * kShadowShrink) & cv::Rect({0, 0}, picture.size());
  cv::resize(shadowMap_(shaded), mask, {}, kShadowShrink, kShadowShrink, cv::INTER_LINEAR);
  darken(picture(large), mask(cv::Rect({0, 0}, large.size())), light_.shadow());
  return large;
}

void Stage::draw(const Moment& moment, const Moment& before, double second, cv::Mat& frame) {
  const bool anew = moment.lying || !moment.mishaps.empty();
  if (!moment.mishaps.empty()) suffer(moment);
  if (anew) rest(moment.lying ? *moment.lying : given_);
  // Only where the frame before had hands or shadows is there anything to make good.
  if (canvas_.empty() || anew)
    resting_.copyTo(canvas_);
  else if (!touched_.empty())
    resting_(touched_).copyTo(canvas_(touched_));
  touched_ = {};
  if (!moment.arms.empty() || moment.shade) {
    touched_ = drawShade(canvas_, moment);
    touched_ |= drawMoving(canvas_, moment, before);
  }
  sensor_.expose(canvas_, second, frame);
}

std::vector<cv::Point2d> Stage::samplesOf(const std::vector<cv::Point2d>& outline) const {
  cv::Point2d middle(0, 0);
  for (const cv::Point2d& p : outline) middle += p * (1.0 / static_cast<double>(outline.size()));
  std::vector<cv::Point2d> points;
  // From the middle to each corner and to the middle of each side.
  for (std::size_t i = 0; i < 2 * outline.size(); ++i) {
    const cv::Point2d& corner = outline[i / 2];
    const cv::Point2d rim = i % 2 == 0 ? corner : (corner + outline[(i / 2 + 1) % outline.size()]) * 0.5;
    for (const double out : {0.3, 0.65, 0.9}) points.push_back(middle + (rim - middle) * out);
  }
  return points;
}

std::map<int, double> Stage::visible(const Moment& moment) {
  std::vector<std::pair<cv::Matx23d, const cv::Mat*>> arms;
  for (const ArmState& arm : moment.arms) {
    const ArmSprite& drawn = sprite(arm);
    cv::Matx23d back;
    cv::invertAffineTransform(pictureFromSprite(arm, drawn), back);
    arms.emplace_back(back, &drawn.picture);
  }
  const auto underArm = [&](const cv::Point2d& at) {
    return std::any_of(arms.begin(), arms.end(), [&](const auto& arm) {
      const auto& [back, picture] = arm;
      const int x = static_cast<int>(back(0, 0) * at.x + back(0, 1) * at.y + back(0, 2));
      const int y = static_cast<int>(back(1, 0) * at.x + back(1, 1) * at.y + back(1, 2));
      return x >= 0 && y >= 0 && x < picture->cols && y < picture->rows &&
             picture->template at<cv::Vec4b>(y, x)[3] > 127;
    });
  };
  std::map<int, double> shares;
  for (const Samples& samples : samples_) {
    const auto hidden = arms.empty() ? 0 : std::count_if(samples.open.begin(), samples.open.end(), underArm);
    shares[samples.id] =
        static_cast<double>(samples.open.size() - static_cast<std::size_t>(hidden)) / static_cast<double>(samples.all);
  }
  return shares;
}

}  // namespace octo::datasets
