#include "vision/locate/table_keeper.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vision/locate/marker_dictionary.h"

namespace octo::vision {
namespace {

/// A view that moves a point of the table by less is the same: half the scatter of the markers' corners is
/// less than a third of a pixel.
constexpr double kSamePx = 0.7;
/// Markers that must stand for a view to be sharpened by them: fewer leave the far side loose.
constexpr std::size_t kEnough = 4;

double apart(const TableView& a, const TableView& b, TablePoint place) {
  const ImagePoint p = a.imageFromTable(place), q = b.imageFromTable(place);
  return std::hypot(p.x - q.x, p.y - q.y);
}

/// The middle of a square seen in perspective: where its diagonals cross.
ImagePoint middleOf(const FoundMarker& marker) {
  const auto& c = marker.corners;
  const double ax = c[2].x - c[0].x, ay = c[2].y - c[0].y, bx = c[3].x - c[1].x, by = c[3].y - c[1].y;
  const double t = ((c[1].x - c[0].x) * by - (c[1].y - c[0].y) * bx) / (ax * by - ay * bx);
  return {c[0].x + t * ax, c[0].y + t * ay};
}

/// The four single markers in the order of the play area's corners; nothing where one is missing or lies
/// there twice.
std::vector<FoundMarker> cornerMarkersAmong(const std::vector<FoundMarker>& found) {
  std::vector<FoundMarker> four;
  for (int corner = 0; corner < 4; ++corner) {
    const auto isIt = [&](const FoundMarker& marker) { return marker.id == kFirstCornerMarker + corner; };
    if (std::count_if(found.begin(), found.end(), isIt) != 1) return {};
    four.push_back(*std::find_if(found.begin(), found.end(), isIt));
  }
  return four;
}

std::vector<ImagePoint> middlesOf(const std::vector<FoundMarker>& markers) {
  std::vector<ImagePoint> middles;
  for (const FoundMarker& marker : markers) middles.push_back(middleOf(marker));
  return middles;
}

}  // namespace

TableKeeper::TableKeeper(std::vector<PrintedMark> marks, std::vector<ImagePoint> corners,
                         std::vector<TablePoint> places)
    : marks_(std::move(marks)), places_(std::move(places)), given_(viewFromCorners(corners, places_)) {
  reset();
}

void TableKeeper::reset() {
  view_ = given_;
  foundBy_ = given_ ? FoundBy::GivenCorners : FoundBy::Nothing;
  cornerMarkers_.clear();
  support_ = 0;
  sure_ = given_.has_value();
}

std::vector<FoundMarker> TableKeeper::search(const cv::Mat& gray) {
  auto found = findMarkers(gray);
  if (const auto fit = fitTable(found, marks_))
    accept(*fit);
  else
    takeCornerMarkers(found);
  return found;
}

MarkSearch TableKeeper::searchIn(const std::vector<FoundMarker>& found) const {
  const auto isSeen = [&](int id) {
    return std::any_of(found.begin(), found.end(), [id](const FoundMarker& marker) { return marker.id == id; });
  };
  const auto isPrinted = [&](int id) {
    return std::any_of(marks_.begin(), marks_.end(), [id](const PrintedMark& mark) { return mark.id == id; });
  };
  const auto isLoose = [](int id) { return id >= kFirstCornerMarker && id < kFirstCornerMarker + 4; };
  MarkSearch search;
  bool printed = false, loose = false;
  for (const FoundMarker& marker : found) {
    printed = printed || isPrinted(marker.id);
    loose = loose || isLoose(marker.id);
    search.seen.push_back({marker.id, marker.corners, isPrinted(marker.id) || isLoose(marker.id)});
  }
  if (loose && !printed) {
    for (std::size_t corner = 0; corner < places_.size(); ++corner)
      if (!isSeen(kFirstCornerMarker + static_cast<int>(corner))) search.missing.push_back(places_[corner]);
  } else {
    for (const PrintedMark& mark : marks_)
      if (!isSeen(mark.id)) search.missing.push_back(mark.centre);
  }
  return search;
}

bool TableKeeper::confirm(const cv::Mat& gray) {
  if (foundBy_ == FoundBy::CornerMarkers) return confirmCornerMarkers(gray);
  const auto still = view_ && support_ > 0 ? standing(gray) : std::vector<FoundMarker>{};
  if (still.size() >= std::min(kEnough, support_) && support_ > 0) return sharpen(still);
  const auto found = findMarkers(gray);
  const auto fit = fitTable(found, marks_);
  const bool better = fit && fit->markers.size() > still.size() && fit->markers.size() >= leastToMove();
  if (better) return accept(*fit);
  if (support_ == 0 && !cornerMarkersAmong(found).empty()) return takeCornerMarkers(found);
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
  support_ = fit.markers.size();
  foundBy_ = FoundBy::Marks;
  return changeTo(fit.view);
}

/// Only their middles count: by hand nobody lays them straight.
bool TableKeeper::takeCornerMarkers(const std::vector<FoundMarker>& found) {
  auto four = cornerMarkersAmong(found);
  const auto view = four.empty() ? std::nullopt : viewFromCorners(middlesOf(four), places_);
  if (!view) return false;
  cornerMarkers_ = std::move(four);
  foundBy_ = FoundBy::CornerMarkers;
  support_ = 0;
  return changeTo(*view);
}

/// Any two of the four that stand say that nothing was bumped; a printed mark that comes to sight is better
/// than all.
bool TableKeeper::confirmCornerMarkers(const cv::Mat& gray) {
  const auto found = findMarkers(gray);
  if (const auto fit = fitTable(found, marks_)) return accept(*fit);
  if (takeCornerMarkers(found)) return true;
  std::size_t standing = 0;
  for (const FoundMarker& marker : cornerMarkers_)
    standing += verifyMarker(gray, marker.id, marker.corners).has_value();
  sure_ = standing >= 2;
  return false;
}

/// True where the table lies elsewhere than before by more than noise.
bool TableKeeper::changeTo(const TableView& view) {
  const auto differs = [&](TablePoint place) { return apart(view, *view_, place) > kSamePx; };
  const auto isElsewhere = [&](const PrintedMark& mark) { return differs(mark.centre); };
  const bool moved = !view_ || std::any_of(marks_.begin(), marks_.end(), isElsewhere) ||
                     std::any_of(places_.begin(), places_.end(), differs);
  if (moved) view_ = view;
  sure_ = true;
  return moved;
}

}  // namespace octo::vision
