#include "vision/read/shields/arrow_finder.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

namespace octo::vision {
namespace {

/// A circle inside the octagon looks the same at every turn.
constexpr double kRadiusMm = 22.0;
constexpr double kCoarseMm = 2.0;  // a pixel of the coarse search
constexpr int kWindowPx = static_cast<int>(2 * kRadiusMm / kCoarseMm);
/// The arrow's edges, 17 mm from the centre, move 2.7 mm from one turn to the next.
constexpr int kTurns = 40;
/// Places whose turn differs by less are one: half the step from one facing to the next.
constexpr double kOtherTurn = 22.5;
constexpr std::size_t kPlaces = 3;
/// A rough place less like an arrow than this share of the best does not overtake it.
constexpr double kCloseBy = 0.8;

constexpr double kRadians = std::numbers::pi / 180;

float bilinear(const cv::Mat& grey, float x, float y) {
  const float u = std::clamp(x, 0.0F, static_cast<float>(grey.cols) - 1.01F);
  const float v = std::clamp(y, 0.0F, static_cast<float>(grey.rows) - 1.01F);
  const int left = static_cast<int>(u), top = static_cast<int>(v);
  const float a = u - static_cast<float>(left), b = v - static_cast<float>(top);
  const float* upper = grey.ptr<float>(top) + left;
  const float* lower = grey.ptr<float>(top + 1) + left;
  return (1 - b) * ((1 - a) * upper[0] + a * upper[1]) + b * ((1 - a) * lower[0] + a * lower[1]);
}

double turnBetween(double a, double b) { return std::abs(std::remainder(a - b, 360.0)); }

/// One column of the bank: the arrow turned, in the coarse window, zero mean and unit length.
void fillColumn(const cv::Mat& arrow, double angle, const std::vector<cv::Point>& window, cv::Mat column) {
  const double c = std::cos(angle * kRadians), s = std::sin(angle * kRadians);
  const double middle = (kWindowPx - 1) / 2.0;
  for (std::size_t i = 0; i < window.size(); ++i) {
    const double x = (window[i].x - middle) * kCoarseMm, y = (middle - window[i].y) * kCoarseMm;
    const double ux = c * x - s * y, uy = s * x + c * y;  // turned back to upright
    column.at<float>(static_cast<int>(i)) = bilinear(arrow, static_cast<float>(arrow.cols / 2.0 - 0.5 + ux),
                                                     static_cast<float>(arrow.rows / 2.0 - 0.5 - uy));
  }
  column -= cv::mean(column)[0];
  column /= cv::norm(column);
}

/// Windows of the coarse patch as rows, zero mean and unit length.
cv::Mat windowsOf(const cv::Mat& coarse, const std::vector<cv::Point>& window, const std::vector<cv::Point>& corners) {
  cv::Mat rows(static_cast<int>(corners.size()), static_cast<int>(window.size()), CV_32F);
  for (std::size_t k = 0; k < corners.size(); ++k) {
    float* row = rows.ptr<float>(static_cast<int>(k));
    float sum = 0, squares = 0;
    for (std::size_t i = 0; i < window.size(); ++i) {
      row[i] = coarse.at<float>(corners[k] + window[i]);
      sum += row[i];
      squares += row[i] * row[i];
    }
    const float count = static_cast<float>(window.size()), mean = sum / count;
    const float length = std::sqrt(std::max(squares - sum * mean, 1.0F));
    for (std::size_t i = 0; i < window.size(); ++i) row[i] = (row[i] - mean) / length;
  }
  return rows;
}

}  // namespace

ArrowFinder::ArrowFinder(const ShieldArt& art) {
  const cv::Mat& arrow = art.arrow();
  for (int y = 0; y < arrow.rows; ++y)
    for (int x = 0; x < arrow.cols; ++x) {
      const double mmX = (x + 0.5) - arrow.cols / 2.0, mmY = arrow.rows / 2.0 - (y + 0.5);
      // Every other millimetre, like a chessboard, is enough for the fine search.
      if ((x + y) % 2 == 0 && std::hypot(mmX, mmY) < kRadiusMm)
        points_.push_back({static_cast<float>(mmX), static_cast<float>(mmY), arrow.at<float>(y, x)});
    }
  for (int y = 0; y < kWindowPx; ++y)
    for (int x = 0; x < kWindowPx; ++x)
      if (std::hypot(x - (kWindowPx - 1) / 2.0, y - (kWindowPx - 1) / 2.0) * kCoarseMm < kRadiusMm)
        window_.emplace_back(x, y);
  bank_.create(static_cast<int>(window_.size()), kTurns, CV_32F);
  for (int turn = 0; turn < kTurns; ++turn) {
    cv::Mat column(static_cast<int>(window_.size()), 1, CV_32F);
    fillColumn(arrow, 360.0 * turn / kTurns, window_, column);
    column.copyTo(bank_.col(turn));
  }
}

std::vector<ArrowPlace> ArrowFinder::find(const cv::Mat& grey, double slackMm) const {
  std::vector<ArrowPlace> places = coarse(grey, slackMm);
  const double best = places.front().likeness;
  for (ArrowPlace& place : places)
    if (place.likeness >= kCloseBy * best) place = refined(grey, place);
  std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.likeness > b.likeness; });
  // Two that began apart may have met.
  for (std::size_t i = 1; i < places.size();)
    if (turnBetween(places[i].angle, places[0].angle) < kOtherTurn)
      places.erase(places.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  return places;
}

std::vector<ArrowPlace> ArrowFinder::coarse(const cv::Mat& grey, double slackMm) const {
  cv::Mat small;
  cv::resize(grey, small, {}, 1 / kCoarseMm, 1 / kCoarseMm, cv::INTER_AREA);
  const int middle = (small.cols - kWindowPx) / 2,
            slack = std::min(middle, static_cast<int>(slackMm / kCoarseMm + 0.5));
  std::vector<cv::Point> corners;
  for (int y = middle - slack; y <= middle + slack; ++y)
    for (int x = middle - slack; x <= middle + slack; ++x) corners.emplace_back(x, y);
  cv::Mat scores;
  cv::gemm(windowsOf(small, window_, corners), bank_, 1, cv::noArray(), 0, scores);
  scores = cv::abs(scores);
  std::vector<ArrowPlace> best;
  while (best.size() < kPlaces) {
    double score = 0;
    cv::Point at;
    cv::minMaxLoc(scores, nullptr, &score, nullptr, &at);
    const cv::Point corner = corners[static_cast<std::size_t>(at.y)];
    const double angle = 360.0 * at.x / kTurns;
    best.push_back({(corner.x - middle) * kCoarseMm, (middle - corner.y) * kCoarseMm, angle, score});
    for (int turn = 0; turn < kTurns; ++turn)
      if (turnBetween(360.0 * turn / kTurns, angle) < kOtherTurn) scores.col(turn) = 0;
  }
  return best;
}

double ArrowFinder::likeness(const cv::Mat& grey, const ArrowPlace& place) const {
  const auto c = static_cast<float>(std::cos(place.angle * kRadians));
  const auto s = static_cast<float>(std::sin(place.angle * kRadians));
  const auto centreX = static_cast<float>(grey.cols / 2.0 - 0.5 + place.x);
  const auto centreY = static_cast<float>(grey.rows / 2.0 - 0.5 - place.y);
  float sum = 0, squares = 0, product = 0, weight = 0, weightSquares = 0;
  for (const Point& point : points_) {
    const float value = bilinear(grey, centreX + c * point.x + s * point.y, centreY + s * point.x - c * point.y);
    sum += value;
    squares += value * value;
    product += value * point.value;
    weight += point.value;
    weightSquares += point.value * point.value;
  }
  const auto count = static_cast<float>(points_.size());
  const float spread = squares - sum * sum / count, own = weightSquares - weight * weight / count;
  return std::abs(product - sum * weight / count) / std::sqrt(std::max(spread, 1.0F) * own);
}

ArrowPlace ArrowFinder::refined(const cv::Mat& grey, ArrowPlace place) const {
  place.likeness = likeness(grey, place);
  double mm = 1.0, degrees = 4.0;
  for (int round = 0; round < 4; ++round, mm /= 2, degrees /= 2)
    for (bool better = true; better;) {
      better = false;
      for (const auto& [dx, dy, turn] :
           {std::array{mm, 0.0, 0.0}, std::array{-mm, 0.0, 0.0}, std::array{0.0, mm, 0.0}, std::array{0.0, -mm, 0.0},
            std::array{0.0, 0.0, degrees}, std::array{0.0, 0.0, -degrees}}) {
        ArrowPlace other{place.x + dx, place.y + dy, place.angle + turn, 0};
        other.likeness = likeness(grey, other);
        if (other.likeness <= place.likeness) continue;
        place = other;
        better = true;
      }
    }
  place.angle = std::remainder(place.angle, 360.0);
  return place;
}

}  // namespace octo::vision
