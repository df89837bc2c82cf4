#include "vision/read/taught/taught_cards.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/read/taught/card_features.h"
#include "vision/read/taught/card_planes.h"
#include "vision/read/taught/plane_reader.h"
#include "vision/read/taught/taught_faces.h"

namespace octo::vision {
namespace {

/// How far from a card the plane that it tells holds, mm.
constexpr double kPlaneReach = 110;

std::vector<cv::Point2d> boxesOf(const TaughtFaces& faces) {
  std::vector<cv::Point2d> boxes;
  for (const TablePoint& box : faces.boxes) boxes.emplace_back(box.x, -box.y);
  return boxes;
}

}  // namespace

TaughtCards::TaughtCards(const TaughtEdition& edition) : faces_(std::make_unique<const TaughtFaces>(edition)) {}
TaughtCards::~TaughtCards() = default;

std::vector<Sighting> TaughtCards::read(const cv::Mat& bgr, const std::optional<TableView>& table) const {
  const SeenFeatures seen =
      table && faces_->area ? featuresIn(bgr, *table, {*faces_->area}, *faces_) : featuresOf(bgr, *faces_);
  if (seen.points.empty()) return {};
  Outlines above;
  if (table) return readPlane(*faces_, bgr, *table, seen, {.boxes = boxesOf(*faces_)}, above);
  std::vector<Sighting> sightings;
  for (const CardPlane& each : planesOfCards(*faces_, seen)) {
    const ImagePoint middle = each.view.imageFromTable({0, 0});
    const bool known = std::any_of(above.begin(), above.end(), [&](const std::vector<ImagePoint>& outline) {
      std::vector<cv::Point2f> polygon;
      for (const ImagePoint& p : outline) polygon.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
      return cv::pointPolygonTest(polygon, {static_cast<float>(middle.x), static_cast<float>(middle.y)}, true) > -20;
    });
    if (known) continue;
    for (Sighting& one : readPlane(*faces_, bgr, each.view, seen, {.reach = kPlaneReach}, above)) {
      one.pose.reset();
      sightings.push_back(std::move(one));
    }
  }
  return sightings;
}

std::vector<Sighting> TaughtCards::read(const cv::Mat& bgr, const TableView& table, const std::vector<TableRect>& areas,
                                        const std::vector<TablePose>& mayLie) const {
  Outlines above;
  PlaneSearch search{.boxes = boxesOf(*faces_)};
  for (const TablePose& each : mayLie) search.mayLie.push_back({{each.at.x, -each.at.y}, each.angle});
  search.isWanted = [&](const PlanePose& pose) {
    return std::any_of(areas.begin(), areas.end(), [&](const TableRect& area) {
      return area.contains({pose.at.x, -pose.at.y});
    });
  };
  return readPlane(*faces_, bgr, table, featuresIn(bgr, table, areas, *faces_), search, above);
}

}  // namespace octo::vision
