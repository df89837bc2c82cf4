#include "vision/locate/table_keeper.h"

#include <algorithm>
#include <cmath>
#include <utility>


namespace octo::vision {
namespace {

/// A view that moves a point of the table by less is the same: half the scatter of the markers' corners is less than a
/// third of a pixel.
constexpr double kSamePx = 0.7;
/// Markers that must stand for a view to be sharpened by them: fewer leave the far side loose.
constexpr std::size_t kEnough = 4;

double farthest(const TableView& a, const TableView& b, const std::vector<PrintedMark>& marks) {
  double most = 0;
  for (const PrintedMark& mark : marks) {
    const ImagePoint p = a.imageFromTable(mark.centre), q = b.imageFromTable(mark.centre);
    most = std::max(most, std::hypot(p.x - q.x, p.y - q.y));
  }
  return most;
}

}  // namespace

TableKeeper::TableKeeper(std::vector<PrintedMark> marks, std::vector<ImagePoint> corners,
                         std::vector<TablePoint> places)
    : marks_(std::move(marks)), given_(viewFromCorners(corners, places)) {
  reset();
}

void TableKeeper::reset() {
  view_ = given_;
  support_ = 0;
  sure_ = given_.has_value();
}

void TableKeeper::search(const cv::Mat& gray) {
  if (const auto fit = fitTable(findMarkers(gray), marks_)) accept(*fit);
}

bool TableKeeper::confirm(const cv::Mat& gray) {
  const auto still = view_ && support_ > 0 ? standing(gray) : std::vector<FoundMarker>{};
  if (still.size() >= std::min(kEnough, support_) && support_ > 0) return sharpen(still);
  const auto fit = fitTable(findMarkers(gray), marks_);
  const bool better = fit && fit->markers.size() > still.size() && fit->markers.size() >= leastToMove();
  if (better) return accept(*fit);
  sure_ = !still.empty() || support_ == 0;
  return false;
}

std::size_t TableKeeper::leastToMove() const { return view_ ? 2 : 1; }

bool TableKeeper::sharpen(const std::vector<FoundMarker>& still) {
  sure_ = true;
  const auto fit = fitTable(still, marks_);
  // Fewer markers than the view rests on only tell that it stands.
  if (!fit || fit->markers.size() < std::max(kEnough, support_ - 1)) return false;
  const std::size_t before = support_;
  const bool moved = accept(*fit);
  support_ = std::max(before, support_);
  return moved;
}

std::vector<FoundMarker> TableKeeper::standing(const cv::Mat& gray) const {
  std::vector<FoundMarker> found;
  for (const PrintedMark& mark : marks_) {
    std::array<ImagePoint, 4> guess{};
    const auto places = cornersOf(mark);
    for (std::size_t i = 0; i < 4; ++i) guess[i] = view_->imageFromTable(places[i]);
    if (auto marker = verifyMarker(gray, mark.id, guess)) found.push_back(*marker);
  }
  return found;
}

bool TableKeeper::accept(const TableFit& fit) {
  const bool moved = !view_ || farthest(fit.view, *view_, marks_) > kSamePx;
  if (moved) view_ = fit.view;
  support_ = fit.markers.size();
  sure_ = true;
  return moved;
}

}  // namespace octo::vision
