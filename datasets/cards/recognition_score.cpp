#include "datasets/cards/recognition_score.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <tuple>

namespace octo::datasets {
namespace {

using Polygon = std::vector<cv::Point2f>;

Polygon polygon(const LabelledPiece& piece) {
  Polygon points;
  for (const vision::ImagePoint& p : piece.outline)
    points.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
  return points;
}

Polygon bounds(const Polygon& points) {
  float x0 = points[0].x, y0 = points[0].y, x1 = x0, y1 = y0;
  for (const cv::Point2f& p : points) {
    x0 = std::min(x0, p.x), x1 = std::max(x1, p.x);
    y0 = std::min(y0, p.y), y1 = std::max(y1, p.y);
  }
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

double overlap(const LabelledPiece& truth, const LabelledPiece& found) {
  if (truth.outline.size() < 3 || found.outline.size() < 3) return 0;
  const Polygon a = polygon(truth), b = truth.box ? bounds(polygon(found)) : polygon(found);
  Polygon shared;
  const double common = cv::intersectConvexConvex(a, b, shared, true);
  const double joint = cv::contourArea(a) + cv::contourArea(b) - common;
  return joint > 0 ? common / joint : 0;
}

bool sameFace(const std::string& truth, const std::string& found) {
  if (truth == "*") return found != "back";
  if (!truth.ends_with('*')) return truth == found;
  return !found.empty() && found.substr(0, found.size() - 1) == truth.substr(0, truth.size() - 1);
}

struct Match {
  double overlap;
  bool same;
  std::size_t truth, found;
};

/// Best overlap first, in steps of a tenth; within a step right faces go first.
std::vector<Match> matches(const std::vector<LabelledPiece>& truth, const std::vector<LabelledPiece>& found,
                           double least) {
  std::vector<Match> list;
  for (std::size_t t = 0; t < truth.size(); ++t)
    for (std::size_t f = 0; f < found.size(); ++f)
      if (const double value = overlap(truth[t], found[f]); value >= least)
        list.push_back({value, sameFace(truth[t].face, found[f].face), t, f});
  std::sort(list.begin(), list.end(), [](const Match& a, const Match& b) {
    return std::tuple(-std::round(a.overlap * 10), !a.same, -a.overlap) <
           std::tuple(-std::round(b.overlap * 10), !b.same, -b.overlap);
  });
  return list;
}

}  // namespace

void RecognitionScore::add(const std::vector<LabelledPiece>& truth, const std::vector<LabelledPiece>& found,
                           double leastOverlap) {
  std::vector<const LabelledPiece*> reading(truth.size(), nullptr);
  std::vector<bool> used(found.size());
  for (const Match& match : matches(truth, found, leastOverlap)) {
    if (reading[match.truth] || used[match.found]) continue;
    reading[match.truth] = &found[match.found];
    used[match.found] = true;
  }
  const int before = right + extra - pieces;
  for (std::size_t t = 0; t < truth.size(); ++t) {
    if (truth[t].ignored) continue;
    ++pieces;
    if (!reading[t])
      ++missed;
    else if (sameFace(truth[t].face, reading[t]->face))
      ++right;
    else if (reading[t]->face == "?")
      ++unsure;
    else
      ++misread;
  }
  int surplus = 0;
  for (std::size_t f = 0; f < found.size(); ++f) surplus += !used[f] && found[f].face != "?" && found[f].face != "back";
  perfectPictures += surplus == 0 && right + extra - pieces == before;
  extra += surplus;
  ++pictures;
}

double RecognitionScore::precision() const {
  const int claimed = right + misread + extra;
  return claimed ? static_cast<double>(right) / claimed : 0;
}

double RecognitionScore::recall() const { return pieces ? static_cast<double>(right) / pieces : 0; }

double RecognitionScore::f1() const {
  const double sum = precision() + recall();
  return sum > 0 ? 2 * precision() * recall() / sum : 0;
}

double RecognitionScore::misreadRate() const { return pieces ? static_cast<double>(misread) / pieces : 0; }

}  // namespace octo::datasets
