#include "vision/read/shields/box_memory.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/geometry/patch.h"

namespace octo::vision {
namespace {

/// Beyond this many looks a doubtful box does not get clearer.
constexpr std::size_t kMostLooks = 4;
/// A box is what it was when its patch differs by less, in printed levels: mean over the box, and of its worst part.
/// Two shields of like colour at one place and turn differ by 15 and more in the mean.
constexpr double kSameMean = 5.0, kSamePart = 14.0;
/// A reading this sure is not looked at again.
constexpr double kSure = 0.98;

bool inDoubt(const BoxReading& reading) {
  if (reading.hidden) return true;
  if (reading.faces.empty()) return false;
  return reading.presence * reading.faces.front().confidence < kSure;
}

bool sameReading(const BoxReading& a, const BoxReading& b) {
  if (a.hidden != b.hidden || a.faces.empty() != b.faces.empty()) return false;
  if (a.faces.empty()) return true;
  const double before = a.presence * a.faces.front().confidence, now = b.presence * b.faces.front().confidence;
  return a.faces.front().face == b.faces.front().face &&
         Facing::nearest(a.pose.angle) == Facing::nearest(b.pose.angle) && std::abs(before - now) < 0.1;
}

}  // namespace

BoxLook fused(const std::vector<BoxLook>& looks) {
  const auto clearest = std::max_element(looks.begin(), looks.end(),
                                         [](const auto& a, const auto& b) { return a.shield.arrow < b.shield.arrow; });
  BoxLook result = *clearest;
  const auto count = static_cast<double>(looks.size());
  result.empty = result.unexplained = result.shield.arrow = 0;
  std::fill(result.shield.residuals.begin(), result.shield.residuals.end(), 0.0);
  double compared = 0;
  for (const BoxLook& look : looks) {
    result.empty += look.empty / count;
    result.unexplained += look.unexplained / count;
    result.shield.arrow += look.shield.arrow / count;
    if (look.shield.residuals.empty()) continue;
    ++compared;
    for (std::size_t i = 0; i < look.shield.residuals.size(); ++i)
      result.shield.residuals[i] += look.shield.residuals[i];
  }
  for (double& residual : result.shield.residuals) residual /= compared;
  const auto best = std::min_element(result.shield.residuals.begin(), result.shield.residuals.end());
  result.shield.best = static_cast<std::size_t>(best - result.shield.residuals.begin());
  return result;
}

BoxMemory::BoxMemory(BoardReader& reader) : reader_(reader) {
  const Grid& grid = reader.board().grid();
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) boxes_.push_back({Cell::at(column, row), {}, {}});
  readings_.resize(boxes_.size());
}

void BoxMemory::forget() {
  for (Box& box : boxes_) box.seen.release();
}

void BoxMemory::readChanged(const cv::Mat& bgr, const TableView& view) {
  lastRead_ = 0;
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    Box& box = boxes_[i];
    coarsePatch(bgr, view, box.cell);
    if (looksAsBefore(box) && !inDoubt(readings_[i])) continue;
    patch_.copyTo(box.seen);
    box.looks.clear();
    look(box, readings_[i], bgr, view);
  }
}

bool BoxMemory::lookAgain(const cv::Mat& bgr, const TableView& view) {
  lastRead_ = 0;
  bool changed = false;
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    if (boxes_[i].seen.empty() || boxes_[i].looks.size() >= kMostLooks || !inDoubt(readings_[i])) continue;
    const BoxReading before = readings_[i];
    look(boxes_[i], readings_[i], bgr, view);
    changed |= !sameReading(before, readings_[i]);
  }
  return changed;
}

void BoxMemory::coarsePatch(const cv::Mat& bgr, const TableView& view, Cell cell) {
  const TablePoint centre = reader_.board().grid().centre(cell);
  rectify(bgr, view, {{centre, 0}, reader_.board().boxAcrossMm(), 1.0}, fine_);
  cv::resize(fine_, coarse_, {}, 0.5, 0.5, cv::INTER_AREA);
  coarse_.convertTo(patch_, CV_32FC3);
  const cv::Vec3f gain = reader_.shields().light().gainAt(centre);
  cv::multiply(patch_, cv::Scalar(1 / gain[0], 1 / gain[1], 1 / gain[2]), patch_);
}

bool BoxMemory::looksAsBefore(const Box& box) const {
  if (box.seen.empty()) return false;
  cv::Mat difference, parts;
  cv::absdiff(box.seen, patch_, difference);
  constexpr int kParts = 5;
  cv::resize(difference, parts, {kParts, kParts}, 0, 0, cv::INTER_AREA);
  const cv::Scalar mean = cv::mean(parts);
  double worst = 0;
  cv::minMaxLoc(parts.reshape(1), nullptr, &worst);
  return (mean[0] + mean[1] + mean[2]) / 3 < kSameMean && worst < kSamePart;
}

void BoxMemory::look(Box& box, BoxReading& reading, const cv::Mat& bgr, const TableView& view) {
  ++lastRead_;
  box.looks.push_back(reader_.look(bgr, view, box.cell));
  reading = reader_.judge(fused(box.looks));
}

}  // namespace octo::vision
