#include "vision/read/taught/plane_sight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "vision/teach/look.h"

namespace octo::vision {
namespace {

/// Left out along a card that covers another, mm: there its edge and shadow show.
constexpr double kBesideMm = 1.5;

std::array<cv::Point2d, 4> cornersOf(const PlanePose& pose, const FaceArt& art) {
  const double x = art.widthMm / 2, y = art.heightMm / 2;
  std::array<cv::Point2d, 4> corners{{{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
  for (cv::Point2d& each : corners) each = pose.at + turnedBy(each, pose.angle);
  return corners;
}

}  // namespace

PlaneSight::PlaneSight(const TaughtFaces& faces, const cv::Mat& bgr, const TableView& plane,
                       const SpottedCards* spotted, Outlines& above)
    : faces_(faces), bgr_(bgr), plane_(plane), fromAbove_(bgr_, plane_), spotted_(spotted), above_(above) {}

const References* PlaneSight::referencesAt(const PlanePose& pose) const {
  const double scale = plane_.scaleAt({pose.at.x, -pose.at.y});
  return scale > 0.3 && scale < 100 ? &faces_.seenAt(scale) : nullptr;
}

/// Where the card's corners show; nothing where most of it lies outside the picture.
std::vector<cv::Point2f> PlaneSight::inPicture(const PlanePose& pose) const {
  std::vector<cv::Point2f> there;
  int inside = 0;
  for (const cv::Point2d& corner : cornersOf(pose, card())) {
    const ImagePoint p = imageOf(corner);
    if (!(std::abs(p.x) < 1e5) || !(std::abs(p.y) < 1e5)) return {};
    there.emplace_back(static_cast<float>(p.x - 0.5), static_cast<float>(p.y - 0.5));
    inside += p.x >= 0 && p.y >= 0 && p.x < bgr_.cols && p.y < bgr_.rows ? 1 : 0;
  }
  if (inside < 2 || cv::contourArea(there, true) <= 0) there.clear();
  return there;
}

/// That part, in pixels of `kFineScale`, of the card straightened; nothing where most of the card lies outside the
/// picture.
std::optional<cv::Mat> PlaneSight::straightened(const PlanePose& pose, const cv::Rect& part) const {
  const std::vector<cv::Point2f> there = inPicture(pose);
  if (there.empty()) return std::nullopt;
  const float x0 = -0.5F - static_cast<float>(part.x), y0 = -0.5F - static_cast<float>(part.y);
  const float x1 = x0 + static_cast<float>(card().widthMm * kFineScale);
  const float y1 = y0 + static_cast<float>(card().heightMm * kFineScale);
  const std::vector<cv::Point2f> here{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
  cv::Mat straight;
  cv::warpPerspective(bgr_, straight, cv::getPerspectiveTransform(here, there), part.size(),
                      cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  return straight;
}

Look PlaneSight::roughLook(const PlanePose& pose) const {
  const cv::Size size((faces_.roughMask.cols) / 2, (faces_.roughMask.rows + 1) / 2);
  Look look{cv::Mat(size, CV_32FC3), kRoughScale, {}, cv::Mat(size, CV_32F), faces_.thinMask};
  const cv::Point2d right = turnedBy({1, 0}, pose.angle), down = turnedBy({0, 1}, pose.angle);
  for (int y = 0; y < size.height; ++y) {
    auto* features = look.features.ptr<cv::Vec3f>(y);
    auto* tint = look.tint.ptr<float>(y);
    const cv::Point2d line = pose.at + (2 * y + 0.5 - card().heightMm / 2) * down;
    for (int x = 0; x < size.width; ++x) {
      const cv::Vec4f here = fromAbove_.at(line + (2 * x + y % 2 + 0.5 - card().widthMm / 2) * right);
      features[x] = {here[0], here[1], here[2]};
      tint[x] = here[3];
    }
  }
  return look;
}

/// As `openPlaces`, at another scale, pixels a millimetre, and within another mask.
cv::Mat PlaneSight::openAt(const PlanePose& pose, const cv::Mat& mask, double scale, int owner) const {
  const cv::Point2d corner(card().widthMm / 2, card().heightMm / 2);
  cv::Mat open = mask.clone();
  for (const auto& cover : coversAbout(pose.at, kBesideMm)) {
    std::vector<cv::Point> polygon;
    for (const cv::Point2d at : cover)
      polygon.emplace_back(cv::Point2d((turnedBy(at - pose.at, -pose.angle) + corner) * scale));
    cv::fillConvexPoly(open, polygon, 0);
  }
  if (owner == SpottedCards::kNobody || unread_.empty()) return open;
  for (int y = 0; y < open.rows; ++y)
    for (int x = 0; x < open.cols; ++x) {
      if (!open.at<uchar>(y, x)) continue;
      const cv::Point2d on = cv::Point2d((x + 0.5) / scale, (y + 0.5) / scale) - corner;
      const int shows = ownerAt(pose.at + turnedBy(on, pose.angle));
      if (shows != owner && std::find(unread_.begin(), unread_.end(), shows) != unread_.end()) open.at<uchar>(y, x) = 0;
    }
  return open;
}

cv::Mat PlaneSight::openPlaces(const PlanePose& pose, int owner) const {
  return thinned(openAt(pose, faces_.roughMask, kRoughScale, owner));
}

std::vector<std::vector<cv::Point2f>> PlaneSight::coversAbout(cv::Point2d place, double grown) const {
  std::vector<std::vector<cv::Point2f>> covers;
  for (const std::vector<ImagePoint>& above : above_) {
    std::vector<cv::Point2d> corners;
    cv::Point2d middle(0, 0);
    for (const ImagePoint& corner : above) {
      const TablePoint at = plane_.tableFromImage(corner);
      corners.emplace_back(at.x, -at.y);
      middle += corners.back() / static_cast<double>(above.size());
    }
    if (cv::norm(middle - place) > 2 * kMostReach) continue;
    covers.emplace_back();
    for (const cv::Point2d& corner : corners)
      covers.back().emplace_back(corner + (corner - middle) * (1.4 * grown / std::max(1.0, cv::norm(corner - middle))));
  }
  return covers;
}

std::optional<PlaneSight::OpenPart> PlaneSight::openPart(const PlanePose& pose, int owner) const {
  constexpr int kAround = static_cast<int>(kLooksAlike * kFineScale);
  const cv::Mat open = openAt(pose, faces_.fineMask, kFineScale, owner);
  const cv::Rect where = cv::boundingRect(open);
  if (where.empty()) return std::nullopt;
  const cv::Rect around =
      (where - cv::Point(kAround, kAround) + cv::Size(2 * kAround, 2 * kAround)) & cv::Rect({}, open.size());
  const auto straight = straightened(pose, around);
  if (!straight) return std::nullopt;
  return OpenPart{where, where - around.tl(), *straight, open(where)};
}

std::optional<CardPart> PlaneSight::fineLook(const PlanePose& pose, int owner) const {
  const auto part = openPart(pose, owner);
  if (!part) return std::nullopt;
  const Look look = lookAt(part->straight, kFineScale);
  return CardPart{
      part->where,
      {look.features(part->inside), look.scale, look.level(part->inside), look.tint(part->inside), part->open}};
}

std::optional<StripLook> PlaneSight::stripLook(const PlanePose& pose, int owner) const {
  const auto part = openPart(pose, owner);
  if (!part) return std::nullopt;
  return StripLook{part->where, withoutNoise(detailAt(part->straight, kFineScale)(part->inside)), part->open};
}

}  // namespace octo::vision
