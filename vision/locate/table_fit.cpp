#include "vision/locate/table_fit.h"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

namespace octo::vision {
namespace {

/// A corner this far from where the others put it, in shares of its marker's side, contradicts them: above what lens
/// distortion, a warped print and the sharpening leave.
constexpr double kAgreeShare = 0.2;

struct Pair {
  const FoundMarker* seen;
  const PrintedMark* mark;
};

std::vector<Pair> known(const std::vector<FoundMarker>& found, const std::vector<PrintedMark>& marks) {
  std::vector<Pair> pairs;
  for (const FoundMarker& seen : found)
    for (const PrintedMark& mark : marks)
      if (mark.id == seen.id) pairs.push_back({&seen, &mark});
  return pairs;
}

std::optional<TableView> fitPairs(const std::vector<Pair>& pairs) {
  std::vector<cv::Point2d> table, image;
  for (const Pair& pair : pairs) {
    const auto places = cornersOf(*pair.mark);
    for (std::size_t i = 0; i < 4; ++i) {
      table.emplace_back(places[i].x, places[i].y);
      image.emplace_back(pair.seen->corners[i].x, pair.seen->corners[i].y);
    }
  }
  const cv::Mat imageFromTable = cv::findHomography(table, image);  // least squares, refined
  if (imageFromTable.empty()) return std::nullopt;
  return TableView::fromHomography(cv::Matx33d(imageFromTable).inv());
}

double distance(ImagePoint a, ImagePoint b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// The farthest of a marker's corners from where the view puts it, pixels.
double worst(const TableView& view, const Pair& pair) {
  const auto places = cornersOf(*pair.mark);
  double most = 0;
  for (std::size_t i = 0; i < 4; ++i)
    most = std::max(most, distance(view.imageFromTable(places[i]), pair.seen->corners[i]));
  return most;
}

double sideOf(const FoundMarker& marker) {
  return (distance(marker.corners[0], marker.corners[1]) + distance(marker.corners[1], marker.corners[2])) / 2;
}

std::vector<Pair> agreeing(const TableView& view, const std::vector<Pair>& pairs, double share) {
  std::vector<Pair> result;
  for (const Pair& pair : pairs)
    if (worst(view, pair) < share * sideOf(*pair.seen)) result.push_back(pair);
  return result;
}

/// The largest set of markers that one view explains, started from each pair of them (there are a dozen).
std::vector<Pair> largestAgreement(const std::vector<Pair>& pairs) {
  // As a rule all agree, and then one fit is enough.
  if (const auto view = pairs.empty() ? std::nullopt : fitPairs(pairs);
      view && agreeing(*view, pairs, kAgreeShare).size() == pairs.size())
    return pairs;
  std::vector<Pair> best;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (std::size_t j = i + 1; j < pairs.size(); ++j) {
      const auto view = fitPairs({pairs[i], pairs[j]});
      if (!view) continue;
      // Two neighbours tell little about the far end: rough there, exact in the fit to all.
      auto group = agreeing(*view, pairs, 3 * kAgreeShare);
      if (const auto better = group.size() >= 3 ? fitPairs(group) : view) group = agreeing(*better, pairs, kAgreeShare);
      if (group.size() > best.size()) best = std::move(group);
    }
  if (best.empty() && !pairs.empty()) best.push_back(pairs.front());
  return best;
}

double rmsError(const TableView& view, const std::vector<Pair>& pairs) {
  double sum = 0;
  for (const Pair& pair : pairs) {
    const auto places = cornersOf(*pair.mark);
    for (std::size_t i = 0; i < 4; ++i) {
      const double d = distance(view.imageFromTable(places[i]), pair.seen->corners[i]);
      sum += d * d;
    }
  }
  return std::sqrt(sum / (4.0 * static_cast<double>(pairs.size())));
}

}  // namespace

std::array<TablePoint, 4> cornersOf(const PrintedMark& mark) {
  const double half = mark.sizeMm / 2, x = mark.centre.x, y = mark.centre.y;
  return {{{x - half, y + half}, {x + half, y + half}, {x + half, y - half}, {x - half, y - half}}};
}

std::optional<TableFit> fitTable(const std::vector<FoundMarker>& found, const std::vector<PrintedMark>& marks) {
  const auto group = largestAgreement(known(found, marks));
  if (group.empty()) return std::nullopt;
  const auto view = fitPairs(group);
  if (!view) return std::nullopt;
  TableFit fit{*view, {}, rmsError(*view, group)};
  for (const Pair& pair : group) fit.markers.push_back(pair.mark->id);
  return fit;
}

std::optional<TableView> viewFromCorners(const std::vector<ImagePoint>& corners,
                                         const std::vector<TablePoint>& places) {
  if (corners.size() != 4 || places.size() != 4) return std::nullopt;
  std::array<cv::Point2f, 4> image, table;
  for (std::size_t i = 0; i < 4; ++i) {
    image[i] = {static_cast<float>(corners[i].x), static_cast<float>(corners[i].y)};
    table[i] = {static_cast<float>(places[i].x), static_cast<float>(places[i].y)};
  }
  return TableView::fromHomography(cv::getPerspectiveTransform(image.data(), table.data()));
}

TableRect areaBetween(const std::vector<PrintedMark>& marks) {
  TableRect area{0, 0, 0, 0};
  for (const PrintedMark& mark : marks)
    area = {std::min(area.x0, mark.centre.x), std::min(area.y0, mark.centre.y), std::max(area.x1, mark.centre.x),
            std::max(area.y1, mark.centre.y)};
  return area;
}

}  // namespace octo::vision
