#include "vision/read/shields/board_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "vision/geometry/patch.h"

namespace octo::vision {
namespace {

/// Shields lie up to 10 mm off; a box is 55 mm from the next, so that 12 mm is never the neighbour's.
constexpr double kSlackMm = 12.0;
/// The view of a box may be off by this much (lens, warped print, bump).
constexpr int kShiftMm = 2;
/// Misfits, in printed levels. An empty box fits its drawing to 3 to 20 in fair light and to 40 in half shade and
/// coarse JPEG; with a shield on it, it is off by 60 at the least. A shield fits its drawing to 5 to 25, and to 40 in
/// half shade.
constexpr double kSurelyEmpty = 22, kStillEmpty = 35, kNotEmpty = 55;
constexpr double kFairFit = 45, kNoFit = 75;
/// Shares of the structure that stay unexplained: of empty boxes in heavy noise a half, of plain surfaces nearly all.
constexpr double kExplained = 0.55, kPlain = 0.8;
/// Likeness to an arrow: empty boxes reach 0.55, shields 0.85 and more; half a shield lies between.
constexpr double kNoArrow = 0.6, kSureArrow = 0.8;
/// Below this neither empty box nor shield explains what is seen.
constexpr double kLeastEvidence = 0.15;
/// How much of what neither explains speaks for something that covers the box and is no shield.
constexpr double kCovered = 0.1;
/// Blur of the empty drawing, mm.
constexpr std::array kEmptyBlursMm{0.5, 1.5};

cv::Mat octagonMask(int side, double across) {
  cv::Mat mask(side, side, CV_8UC1, cv::Scalar(0));
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const double u = std::abs(x + 0.5 - side / 2.0), v = std::abs(y + 0.5 - side / 2.0);
      if (std::max({u, v, (u + v) * std::sqrt(0.5)}) < across / 2) mask.at<uchar>(y, x) = 255;
    }
  return mask;
}

bool isSurelyEmpty(double misfit, double unexplained) { return misfit < kSurelyEmpty && unexplained < kExplained; }

int boxSide(double across) { return 2 * static_cast<int>(std::ceil(across / 2)); }

/// 0 below `low`, 1 above `high`, straight between.
double ramp(double value, double low, double high) { return std::clamp((value - low) / (high - low), 0.0, 1.0); }

/// Chances of the faces from how badly each fits. Thousands of pixels err together (print, blur, light), so that they
/// count as a dozen; and below a few levels of misfit all are equal.
std::vector<double> chances(const std::vector<double>& residuals) {
  constexpr double kFloor = 5.0, kIndependent = 12.0;
  const double least = std::hypot(*std::min_element(residuals.begin(), residuals.end()), kFloor);
  std::vector<double> result;
  for (const double residual : residuals)
    result.push_back(std::pow(least / std::hypot(residual, kFloor), kIndependent));
  const double sum = std::accumulate(result.begin(), result.end(), 0.0);
  for (double& chance : result) chance /= sum;
  return result;
}

/// Best first; `doubt` is the share of `?`.
std::vector<Candidate> candidates(const ShieldArt& art, const std::vector<double>& residuals, double doubt) {
  constexpr double kLeastWorthTelling = 0.005;
  std::vector<Candidate> faces;
  const std::vector<double> chance = chances(residuals);
  for (std::size_t i = 0; i < chance.size(); ++i) faces.push_back({art.shields()[i].face, chance[i] * (1 - doubt)});
  faces.push_back({Face::unknown(), doubt});
  std::stable_sort(faces.begin(), faces.end(),
                   [](const auto& a, const auto& b) { return a.confidence > b.confidence; });
  std::erase_if(faces, [&](const Candidate& c) { return c.confidence < kLeastWorthTelling; });
  return faces;
}

}  // namespace

BoardReader::BoardReader(const Edition& edition)
    : board_(edition),
      shieldArt_(edition),
      shields_(shieldArt_),
      empties_(octagonMask(boxSide(board_.boxAcrossMm()), board_.boxAcrossMm())) {
  const Grid& grid = board_.grid();
  for (int row = 0; row < grid.rows; ++row) {
    cv::Mat small, drawing;
    cv::resize(board_.drawing(grid.centre(Cell::at(0, row)), empties_.mask().cols), small, empties_.mask().size(), 0, 0,
               cv::INTER_AREA);
    small.convertTo(drawing, CV_32FC3);
    for (const double blur : kEmptyBlursMm) {
      cv::Mat soft;
      cv::GaussianBlur(drawing, soft, {}, blur);
      empties_.add(soft);
    }
  }
  empties_.relight(emptyLight_);
}

void BoardReader::setLight(const cv::Mat& bgr, const TableView& view) {
  const LightMap light = LightMap::measure(bgr, view, board_);
  shields_.setLight(light);
  if (light.mixesLike(emptyLight_)) return;
  emptyLight_ = light;
  empties_.relight(light);
}

Misfit BoardReader::emptyMisfit(const cv::Mat& bgr, const TableView& view, Cell cell) {
  const double side = empties_.mask().cols + 2.0 * kShiftMm;
  levelledPatch(bgr, view, shields_.light(), {board_.grid().centre(cell), 0}, side, patch_);
  Misfit least;
  const auto lookAt = [&](int x, int y) {
    empties_.gather(patch_, x, y, seen_);
    for (std::size_t blur = 0; blur < kEmptyBlursMm.size(); ++blur) {
      const std::size_t drawing = static_cast<std::size_t>(cell.row()) * kEmptyBlursMm.size() + blur;
      if (const Misfit other = empties_.compare(drawing, seen_); other.residual < least.residual) least = other;
    }
  };
  lookAt(kShiftMm, kShiftMm);
  if (isSurelyEmpty(least.residual, least.unexplained)) return least;
  for (int y = 0; y <= 2 * kShiftMm; ++y)
    for (int x = 0; x <= 2 * kShiftMm; ++x) lookAt(x, y);
  return least;
}

BoxLook BoardReader::look(const cv::Mat& bgr, const TableView& view, Cell cell) {
  const Misfit empty = emptyMisfit(bgr, view, cell);
  BoxLook look{cell, empty.residual, empty.unexplained, {}};
  if (!isSurelyEmpty(look.empty, look.unexplained))
    look.shield = shields_.look(bgr, view, board_.grid().centre(cell), kSlackMm);
  return look;
}

BoxReading BoardReader::judge(const BoxLook& look) const {
  BoxReading reading;
  reading.cell = look.cell;
  if (isSurelyEmpty(look.empty, look.unexplained)) return reading;
  if (look.shield.residuals.empty()) return reading;
  const double misfit = look.shield.residuals[look.shield.best];
  const double emptiness =
      (1 - ramp(look.empty, kStillEmpty, kNotEmpty)) * (1 - ramp(look.unexplained, kExplained, kPlain));
  const double likeness = ramp(look.shield.arrow, kNoArrow, kSureArrow) * (1 - ramp(misfit, kFairFit, kNoFit));
  if (emptiness + likeness < kLeastEvidence) {
    reading.hidden = true;
    return reading;
  }
  if (likeness < kLeastEvidence && emptiness > likeness) return reading;
  const double covered = kCovered * std::max(0.0, 1 - likeness - emptiness);
  reading.presence = likeness / (likeness + emptiness + covered);
  reading.pose = look.shield.pose;
  const double otherTurn = ramp(look.shield.otherArrow / look.shield.arrow, 0.85, 1.0);
  const double doubt = 1 - (1 - otherTurn) * std::min(1.0, 0.5 + 0.5 * likeness);
  reading.faces = candidates(shieldArt_, look.shield.residuals, doubt);
  return reading;
}

Sighting sightingOf(const BoxReading& reading, const TableView& view, double acrossMm) {
  Sighting sighting;
  sighting.faces = reading.faces;
  sighting.kind = "shield";
  sighting.presence = reading.presence;
  sighting.pose = reading.pose;
  const PatchFrame frame{reading.pose, acrossMm, 1.0};
  const double half = acrossMm / 2, corner = half * std::tan(std::numbers::pi / 8);
  for (const auto& [x, y] : {std::pair{-corner, half},
                             {corner, half},
                             {half, corner},
                             {half, -corner},
                             {corner, -half},
                             {-corner, -half},
                             {-half, -corner},
                             {-half, corner}})
    sighting.outline.push_back(view.imageFromTable(frame.tableAt(x, y)));
  const ImagePoint from = view.imageFromTable(frame.tableAt(0, -half)),
                   to = view.imageFromTable(frame.tableAt(0, half));
  sighting.imageAngle = std::atan2(to.x - from.x, from.y - to.y) * 180 / std::numbers::pi;
  return sighting;
}

}  // namespace octo::vision
