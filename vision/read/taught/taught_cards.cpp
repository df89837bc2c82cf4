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

TaughtCards::TaughtCards(const TaughtEdition& edition) : faces_(std::make_unique<const TaughtFaces>(edition)) {
  if (!faces_->arts.empty() && faces_->arts.front().shape == Shape::Card) spotter_ = std::make_unique<CardSpotter>();
}
TaughtCards::~TaughtCards() = default;

std::unique_ptr<SpottedCards> TaughtCards::spottedIn(const cv::Mat& bgr, const TableView& plane,
                                                     const std::vector<TableRect>& areas) const {
  if (!spotter_) return nullptr;
  auto spotted = std::make_unique<SpottedCards>();
  for (const TableRect& area : areas) spotter_->spot(bgr, plane, area, faces_->arts.front(), *spotted);
  return spotted;
}

std::vector<Sighting> TaughtCards::readOn(const cv::Mat& bgr, const TableView& table,
                                          const std::vector<TableRect>& areas, const std::vector<TableRect>& around,
                                          PlaneSearch search) const {
  const auto spotted = spottedIn(bgr, table, around);
  const SeenFeatures seen = spotted ? SeenFeatures{} : featuresIn(bgr, table, areas, *faces_);
  search.spotted = spotted.get();
  search.boxes = boxesOf(*faces_);
  Outlines above;
  return readPlane(*faces_, bgr, table, seen, search, above);
}

std::vector<Sighting> TaughtCards::read(const cv::Mat& bgr, const std::optional<TableView>& table) const {
  if (table) {
    const TableRect area = faces_->area.value_or(shownBy(bgr.size(), *table));
    return readOn(bgr, *table, {area}, {area}, {});
  }
  Outlines above;
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
  PlaneSearch search;
  for (const TablePose& each : mayLie) search.mayLie.push_back({{each.at.x, -each.at.y}, each.angle});
  search.isWanted = [&](const PlanePose& pose) {
    return std::any_of(areas.begin(), areas.end(), [&](const TableRect& area) {
      return area.contains({pose.at.x, -pose.at.y});
    });
  };
  std::vector<TableRect> around;
  for (const TableRect& area : areas) addJoined(around, area.grown(kSeenAround));
  return readOn(bgr, table, areas, around, search);
}

}  // namespace octo::vision
