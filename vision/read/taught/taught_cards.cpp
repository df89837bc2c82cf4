#include "vision/read/taught/taught_cards.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/geometry/from_above.h"
#include "vision/read/taught/card_features.h"
#include "vision/read/taught/card_planes.h"
#include "vision/read/taught/card_spotter.h"
#include "vision/read/taught/plane_reader.h"
#include "vision/read/taught/taught_faces.h"

namespace octo::vision {
namespace {

/// How far from a card the plane that it tells holds, mm.
constexpr double kPlaneReach = 110;
/// Around an area in which cards' middles lie, mm: the spotter sees all of most of them.
constexpr double kSeenAround = 50;

std::vector<cv::Point2d> boxesOf(const TaughtFaces& faces) {
  std::vector<cv::Point2d> boxes;
  for (const TablePoint& box : faces.boxes) boxes.emplace_back(box.x, -box.y);
  return boxes;
}

}  // namespace

TaughtCards::TaughtCards(const TaughtEdition& edition)
    : faces_(std::make_unique<const TaughtFaces>(edition)), spotter_(std::make_unique<CardSpotter>()) {}
TaughtCards::~TaughtCards() = default;

std::unique_ptr<SpottedCards> TaughtCards::spottedIn(const cv::Mat& bgr, const TableView& plane,
                                                     const std::vector<TableRect>& areas) const {
  if (faces_->arts.empty() || faces_->arts.front().shape != Shape::Card) return nullptr;
  auto spotted = std::make_unique<SpottedCards>();
  for (const TableRect& area : areas) spotter_->spot(bgr, plane, area, faces_->arts.front(), *spotted);
  return spotted;
}

std::vector<Sighting> TaughtCards::read(const cv::Mat& bgr, const std::optional<TableView>& table) const {
  Outlines above;
  if (table) {
    const TableRect area = faces_->area.value_or(shownBy(bgr.size(), *table));
    const auto spotted = spottedIn(bgr, *table, {area});
    const SeenFeatures seen = spotted ? SeenFeatures{} : featuresIn(bgr, *table, {area}, *faces_);
    return readPlane(*faces_, bgr, *table, seen, {.spotted = spotted.get(), .boxes = boxesOf(*faces_)}, above);
  }
  const SeenFeatures seen = featuresOf(bgr, *faces_);
  std::vector<Sighting> sightings;
  for (const CardPlane& each : planesOfCards(*faces_, seen)) {
    const ImagePoint middle = each.view.imageFromTable({0, 0});
    const bool known = std::any_of(above.begin(), above.end(), [&](const std::vector<ImagePoint>& outline) {
      std::vector<cv::Point2f> polygon;
      for (const ImagePoint& p : outline) polygon.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
      return cv::pointPolygonTest(polygon, {static_cast<float>(middle.x), static_cast<float>(middle.y)}, true) > -20;
    });
    if (known) continue;
    const auto spotted = spottedIn(bgr, each.view, {{-kPlaneReach, -kPlaneReach, kPlaneReach, kPlaneReach}});
    for (Sighting& one :
         readPlane(*faces_, bgr, each.view, seen, {.reach = kPlaneReach, .spotted = spotted.get()}, above)) {
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
  std::vector<TableRect> wider = areas;
  for (TableRect& area : wider)
    area = {area.x0 - kSeenAround, area.y0 - kSeenAround, area.x1 + kSeenAround, area.y1 + kSeenAround};
  const auto spotted = spottedIn(bgr, table, wider);
  search.spotted = spotted.get();
  const SeenFeatures seen = spotted ? SeenFeatures{} : featuresIn(bgr, table, areas, *faces_);
  return readPlane(*faces_, bgr, table, seen, search, above);
}

}  // namespace octo::vision
