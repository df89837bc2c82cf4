#include "vision/teach/lone_piece.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

namespace octo::vision {
namespace {

/// The longer side of the picture that is searched, pixels: enough for a piece's edges, and quick.
constexpr double kSearched = 900;
/// Share of the picture that is taken for bare table: a ring along its edge.
constexpr double kRing = 0.07;
/// A piece fills at least and at most so much of the picture.
constexpr double kLeastShare = 0.004, kMostShare = 0.8;
/// How well the shape found must fill the one that is sought.
constexpr double kLeastFit = 0.9;
/// The shape and the outline through its sides have nearly the same area; and opposite sides the same length.
constexpr double kLeastFill = 0.95, kOpposite = 0.78;
/// Beyond and within the shape's outline its edge is looked for, mm: where a shadow was taken for a part of it far
/// within; but there a printed frame may be, so that less is tried, too.
constexpr double kOutwardMm = 1.2, kInwardMm = 2.2, kLittleInwardMm = 1;
/// Of the outlines that a piece may have, those with at least such a share of the best one's fit are told; two are one
/// if their corners lie within that, mm.
constexpr std::size_t kMostOutlines = 5;
constexpr double kNearlyAsGood = 0.9, kSameOutlineMm = 0.5;
/// A step of colour (CIE Lab) is clear if it is so great, as a share of the greatest nearby; that looks so far, pixels,
/// to either side of places so far apart.
constexpr float kClearStep = 0.3F, kStepReach = 1, kStepsApart = 0.5F;
/// An outline is clear where a clear step of so much colour at least is to a pixel, of those so far to either side.
/// Only outlines are told that are nearly as clear as the clearest; and none that is clear along less than that share.
constexpr double kClearWithinMm = 1, kNearlyAsClear = 0.9, kLeastClear = 0.3;
constexpr float kStepOfColour = 3;
/// One outline surrounds another if it is so far outside it everywhere, mm: what is printed along a card's edge is.
constexpr double kSurroundsMm = 0.8;
/// What stands out beside a piece: more clearly than grain and shadow do, farther from it than that share of its size,
/// and at least that share of its area; a finger is that much.
constexpr double kBesideStandsOut = 6.5, kBesideMargin = 0.12, kBesideShare = 0.12;
/// Sides seen at a slant look shorter, down to this share of their proportion.
constexpr double kSlant = 0.62;

using Contour = std::vector<cv::Point2f>;

double shrinkOf(const cv::Mat& bgr) { return std::min(1.0, kSearched / std::max(bgr.cols, bgr.rows)); }

cv::Mat shrunk(const cv::Mat& bgr, double shrink) {
  cv::Mat small;
  cv::resize(bgr, small, {}, shrink, shrink, cv::INTER_AREA);
  return small;
}

cv::Mat labOf(const cv::Mat& bgr) {
  cv::Mat smooth, lab;
  cv::GaussianBlur(bgr, smooth, {}, 1.2);
  smooth.convertTo(smooth, CV_32F, 1 / 255.0);
  cv::cvtColor(smooth, lab, cv::COLOR_BGR2Lab);
  return lab;
}

/// How much each pixel differs from the table, in standard deviations: light and colour of the table are taken for
/// surfaces of the second degree over the picture, fitted to its edge and, where there is no piece, to all of it.
cv::Mat unlikeTable(const cv::Mat& lab) {
  constexpr int kTerms = 6, kStep = 6;
  const double w = lab.cols, h = lab.rows;
  const auto terms = [&](int x, int y) {
    const double u = 2 * x / w - 1, v = 2 * y / h - 1;
    return std::array<double, kTerms>{1, u, v, u * u, u * v, v * v};
  };
  std::vector<cv::Point> samples;
  for (int y = 0; y < lab.rows; y += kStep)
    for (int x = 0; x < lab.cols; x += kStep)
      if (std::min({x / w, y / h, 1 - x / w, 1 - y / h}) < kRing) samples.emplace_back(x, y);
  cv::Mat unlike(lab.size(), CV_32F, cv::Scalar(0));
  cv::Mat table(lab.size(), CV_32FC3);
  for (int round = 0; round < 3; ++round) {
    cv::Mat a(static_cast<int>(samples.size()), kTerms, CV_64F), b(static_cast<int>(samples.size()), 3, CV_64F), x;
    for (int i = 0; i < a.rows; ++i) {
      const auto t = terms(samples[static_cast<std::size_t>(i)].x, samples[static_cast<std::size_t>(i)].y);
      std::copy(t.begin(), t.end(), a.ptr<double>(i));
      const auto& colour = lab.at<cv::Vec3f>(samples[static_cast<std::size_t>(i)]);
      for (int c = 0; c < 3; ++c) b.at<double>(i, c) = colour[c];
    }
    if (a.rows < 3 * kTerms || !cv::solve(a, b, x, cv::DECOMP_SVD)) return unlike;
    for (int y = 0; y < lab.rows; ++y)
      for (int px = 0; px < lab.cols; ++px) {
        const auto t = terms(px, y);
        cv::Vec3f& model = table.at<cv::Vec3f>(y, px);
        for (int c = 0; c < 3; ++c) {
          double sum = 0;
          for (int k = 0; k < kTerms; ++k) sum += t[static_cast<std::size_t>(k)] * x.at<double>(k, c);
          model[c] = static_cast<float>(sum);
        }
      }
    const cv::Mat off = lab - table;
    cv::Vec3d spread(0, 0, 0);
    for (const cv::Point& at : samples)
      for (int c = 0; c < 3; ++c) spread[c] += off.at<cv::Vec3f>(at)[c] * off.at<cv::Vec3f>(at)[c];
    for (int c = 0; c < 3; ++c)
      spread[c] = std::max(c ? 1.2 : 2.0, std::sqrt(spread[c] / static_cast<double>(samples.size())));
    for (int y = 0; y < lab.rows; ++y)
      for (int px = 0; px < lab.cols; ++px) {
        double sum = 0;
        for (int c = 0; c < 3; ++c) sum += std::pow(off.at<cv::Vec3f>(y, px)[c] / spread[c], 2);
        unlike.at<float>(y, px) = static_cast<float>(std::sqrt(sum));
      }
    // The next surface follows all of the table, not only its edge.
    samples.clear();
    for (int y = 0; y < lab.rows; y += kStep)
      for (int px = 0; px < lab.cols; px += kStep)
        if (unlike.at<float>(y, px) < 2.5F) samples.emplace_back(px, y);
  }
  return unlike;
}

/// The closed shapes that stand out from the table more than the threshold, without holes.
std::vector<std::vector<cv::Point>> shapesAbove(const cv::Mat& unlike, double threshold) {
  cv::Mat mask = unlike > threshold;
  cv::morphologyEx(mask, mask, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_ELLIPSE, {7, 7}));
  cv::morphologyEx(mask, mask, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_ELLIPSE, {7, 7}));
  std::vector<std::vector<cv::Point>> shapes;
  cv::findContours(mask, shapes, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  return shapes;
}

/// Shapes that edges enclose: for a piece of the table's own colour.
std::vector<std::vector<cv::Point>> shapesOfEdges(const cv::Mat& lab, double strength) {
  cv::Mat channels[3], edges;
  cv::split(lab, channels);
  for (const cv::Mat& channel : channels) {
    cv::Mat bytes, own;
    channel.convertTo(bytes, CV_8U, 2.0, &channel == channels ? 0 : 128);
    cv::Canny(bytes, own, strength / 2, strength, 3, true);
    edges = edges.empty() ? own : cv::Mat(edges | own);
  }
  cv::dilate(edges, edges, cv::getStructuringElement(cv::MORPH_ELLIPSE, {5, 5}));
  cv::Mat outside = edges.clone(), mask(edges.rows + 2, edges.cols + 2, CV_8U, cv::Scalar(0));
  // What the edge of the picture cannot be reached from lies within a closed line.
  cv::copyMakeBorder(edges, outside, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  cv::Mat grown(outside.rows + 2, outside.cols + 2, CV_8U, cv::Scalar(0));
  cv::floodFill(outside, grown, {0, 0}, cv::Scalar(128));
  cv::Mat inside = outside(cv::Rect(1, 1, edges.cols, edges.rows)) != 128;
  cv::morphologyEx(inside, inside, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_ELLIPSE, {9, 9}));
  cv::erode(inside, inside, cv::getStructuringElement(cv::MORPH_ELLIPSE, {3, 3}));
  std::vector<std::vector<cv::Point>> shapes;
  cv::findContours(inside, shapes, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  return shapes;
}

/// The convex outline with that many corners, each side a line through the contour's points along it.
std::optional<Contour> polygonOf(const std::vector<cv::Point>& shape, int sides) {
  std::vector<cv::Point> hull, corners;
  cv::convexHull(shape, hull);
  const double length = cv::arcLength(hull, true);
  for (double share = 0.01; share < 0.12 && static_cast<int>(corners.size()) != sides; share += 0.004)
    cv::approxPolyDP(hull, corners, share * length, true);
  if (static_cast<int>(corners.size()) != sides) return std::nullopt;
  std::vector<cv::Vec4f> lines;
  for (int i = 0; i < sides; ++i) {
    const cv::Point2f a = corners[static_cast<std::size_t>(i)], b = corners[static_cast<std::size_t>((i + 1) % sides)];
    const cv::Point2f along = (b - a) / std::max(1e-3, cv::norm(b - a));
    Contour near;
    for (const cv::Point& p : shape) {
      const cv::Point2f d = cv::Point2f(p) - a;
      const double t = d.dot(along) / std::max(1e-3, cv::norm(b - a));
      if (t > 0.12 && t < 0.88 && std::abs(d.cross(along)) < 0.02 * length) near.push_back(p);
    }
    if (near.size() < 5) return std::nullopt;
    cv::Vec4f line;
    cv::fitLine(near, line, cv::DIST_HUBER, 0, 0.01, 0.01);
    lines.push_back(line);
  }
  Contour outline;
  for (int i = 0; i < sides; ++i) {
    const cv::Vec4f &l = lines[static_cast<std::size_t>((i + sides - 1) % sides)],
                    &m = lines[static_cast<std::size_t>(i)];
    const cv::Point2f p(l[2], l[3]), d(l[0], l[1]), q(m[2], m[3]), e(m[0], m[1]);
    const auto cross = static_cast<float>(d.cross(e));
    if (std::abs(cross) < 0.05F) return std::nullopt;
    outline.push_back(p + d * ((q - p).cross(e) / cross));
  }
  return outline;
}

/// Clockwise in the image.
void turnClockwise(Contour& outline) {
  double area = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) area += outline[i].cross(outline[(i + 1) % outline.size()]);
  if (area < 0) std::reverse(outline.begin(), outline.end());
}

/// Begins with the corner from which the first side, with those that may be first, points most to the right: the piece
/// then points up. `every`: how many corners a turn takes that leaves the shape as it is.
void beginUpright(Contour& outline, std::size_t every, std::size_t offset) {
  std::size_t best = offset;
  float most = -std::numeric_limits<float>::infinity();
  for (std::size_t i = offset; i < outline.size(); i += every) {
    const cv::Point2f side = outline[(i + 1) % outline.size()] - outline[i];
    const float right = side.x / static_cast<float>(cv::norm(side));
    if (right > most) most = right, best = i;
  }
  std::rotate(outline.begin(), outline.begin() + static_cast<std::ptrdiff_t>(best), outline.end());
}

struct Found {
  Contour outline;
  double score;
};

cv::Vec3f between(const cv::Mat& lab, cv::Point2f at) {
  cv::Mat pixel;
  cv::getRectSubPix(lab, {1, 1}, at, pixel);
  return pixel.at<cv::Vec3f>(0, 0);
}

/// The steps of colour across a line at a place of it, from so far to so far along `in`, pixels, `kStepsApart`.
std::vector<float> stepsAcross(const cv::Mat& lab, cv::Point2f at, cv::Point2f in, float from, float to) {
  std::vector<float> steps;
  for (float t = from; t <= to; t += kStepsApart)
    steps.push_back(static_cast<float>(
        cv::norm(between(lab, at + in * (t + kStepReach)) - between(lab, at + in * (t - kStepReach)))));
  return steps;
}

/// The numbers of those that are greater than beside them, and clear.
std::vector<std::size_t> clearOf(const std::vector<float>& steps, float least) {
  least = std::max(least, kClearStep * *std::max_element(steps.begin(), steps.end()));
  std::vector<std::size_t> clear;
  for (std::size_t n = 1; n + 1 < steps.size(); ++n)
    if (steps[n] >= least && steps[n] >= steps[n - 1] && steps[n] >= steps[n + 1]) clear.push_back(n);
  return clear;
}

/// Shapes that stand out reach into the piece's shadow. Its edge is the outermost clear step along each side, within
/// `outward` and `inward` pixels of it.
Contour atTheEdge(const cv::Mat& lab, const Contour& outline, float outward, float inward) {
  constexpr int kSamples = 40;
  const std::size_t sides = outline.size();
  std::vector<cv::Vec4f> lines;
  for (std::size_t i = 0; i < sides; ++i) {
    const cv::Point2f a = outline[i], b = outline[(i + 1) % sides], along = (b - a) / std::max(1e-3, cv::norm(b - a));
    const cv::Point2f in(-along.y, along.x);  // clockwise in the image
    Contour edge;
    for (int k = 0; k < kSamples; ++k) {
      const cv::Point2f at = a + (b - a) * (0.08F + 0.84F * static_cast<float>(k) / (kSamples - 1));
      const auto clear = clearOf(stepsAcross(lab, at, in, -outward, inward), 0);
      if (!clear.empty()) edge.push_back(at + in * (static_cast<float>(clear.front()) * kStepsApart - outward));
    }
    if (edge.size() < kSamples / 3) return outline;
    cv::Vec4f line;
    cv::fitLine(edge, line, cv::DIST_WELSCH, 0, 0.01, 0.01);
    lines.push_back(line);
  }
  Contour better;
  for (std::size_t i = 0; i < sides; ++i) {
    const cv::Vec4f &l = lines[(i + sides - 1) % sides], &m = lines[i];
    const cv::Point2f p(l[2], l[3]), d(l[0], l[1]), q(m[2], m[3]), e(m[0], m[1]);
    const auto cross = static_cast<float>(d.cross(e));
    if (std::abs(cross) < 0.05F) return outline;
    better.push_back(p + d * static_cast<float>((q - p).cross(e) / cross));
    if (cv::norm(better.back() - outline[i]) > 2.5F * (outward + inward)) return outline;
  }
  return better;
}

double lengthOf(const Contour& outline, std::size_t side) {
  return cv::norm(outline[side] - outline[(side + 1) % outline.size()]);
}

/// A card, a board: opposite sides together, the shorter over the longer, beside what it should be.
std::optional<double> proportionFit(const Contour& outline, const FaceArt& art) {
  const double one = lengthOf(outline, 0) + lengthOf(outline, 2), other = lengthOf(outline, 1) + lengthOf(outline, 3);
  const double wanted = art.widthMm / art.heightMm, seen = one / other;
  const double fit = std::min(wanted, seen) / std::max(wanted, seen);
  return fit > kSlant ? std::optional(fit) : std::nullopt;
}

/// Opposite sides are nearly as long as each other: nobody holds the camera that close and slanted.
bool isSeenFlat(const Contour& outline) {
  const auto alike = [&](std::size_t a, std::size_t b) {
    const double one = lengthOf(outline, a), other = lengthOf(outline, b);
    return std::min(one, other) > kOpposite * std::max(one, other);
  };
  return alike(0, 2) && alike(1, 3);
}

std::optional<Found> asQuad(const std::vector<cv::Point>& shape, double area, const FaceArt& art) {
  auto outline = polygonOf(shape, 4);
  if (!outline || !cv::isContourConvex(*outline)) return std::nullopt;
  turnClockwise(*outline);
  const double fill = area / cv::contourArea(*outline);
  if (std::min(fill, 1 / fill) < kLeastFill || !isSeenFlat(*outline)) return std::nullopt;
  Contour turned = *outline;
  std::rotate(turned.begin(), turned.begin() + 1, turned.end());
  const auto fit = proportionFit(*outline, art), turnedFit = proportionFit(turned, art);
  if (!fit && !turnedFit) return std::nullopt;
  const bool square = std::abs(art.widthMm - art.heightMm) < 1;
  const bool asIs = fit.value_or(0) >= turnedFit.value_or(0);
  if (!asIs) *outline = turned;
  beginUpright(*outline, square ? 1 : 2, 0);
  return Found{*outline, std::min(fill, 1 / fill) * std::max(fit.value_or(0), turnedFit.value_or(0))};
}

/// A disc that is printed on a piece is nearly an octagon, too: an ellipse goes through its edge better.
bool isRound(const std::vector<cv::Point>& shape, const Contour& outline) {
  if (shape.size() < 20) return false;
  const cv::RotatedRect ellipse = cv::fitEllipse(shape);
  const double angle = ellipse.angle * CV_PI / 180, c = std::cos(angle), s = std::sin(angle);
  const double a = ellipse.size.width / 2, b = ellipse.size.height / 2;
  double offEllipse = 0, offOutline = 0;
  for (const cv::Point2f p : shape) {
    const double x = p.x - ellipse.center.x, y = p.y - ellipse.center.y;
    offEllipse += std::abs(std::hypot((x * c + y * s) / a, (y * c - x * s) / b) - 1) * (a + b) / 2;
    offOutline += std::abs(cv::pointPolygonTest(outline, p, true));
  }
  return offEllipse < offOutline;
}

std::optional<Found> asOctagon(const std::vector<cv::Point>& shape, double area) {
  auto outline = polygonOf(shape, 8);
  if (!outline || !cv::isContourConvex(*outline)) return std::nullopt;
  turnClockwise(*outline);
  const double fill = area / cv::contourArea(*outline);
  beginUpright(*outline, 1, 0);
  double shortest = 1e9, longest = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    shortest = std::min(shortest, lengthOf(*outline, i));
    longest = std::max(longest, lengthOf(*outline, i));
  }
  if (shortest < 0.4 * longest || isRound(shape, *outline)) return std::nullopt;
  return Found{*outline, std::min(fill, 1 / fill)};
}

/// A circle seen at a slant is an ellipse; which way the piece is turned cannot be told, so it is taken for upright.
std::optional<Found> asRound(const std::vector<cv::Point>& shape, double area) {
  if (shape.size() < 20) return std::nullopt;
  const cv::RotatedRect ellipse = cv::fitEllipse(shape);
  const double fill = area / (CV_PI / 4 * ellipse.size.area());
  const double slant =
      std::min(ellipse.size.width, ellipse.size.height) / std::max(ellipse.size.width, ellipse.size.height);
  if (slant < kSlant) return std::nullopt;
  // The affine map from the unit circle that turns nothing: a symmetric square root.
  const double angle = ellipse.angle * CV_PI / 180, a = ellipse.size.width / 2, b = ellipse.size.height / 2;
  const double c = std::cos(angle), s = std::sin(angle);
  const cv::Matx22d map(a * c * c + b * s * s, (a - b) * c * s, (a - b) * c * s, a * s * s + b * c * c);
  Contour outline;
  for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
    const cv::Vec2d at = map * cv::Vec2d(x, y);
    outline.emplace_back(ellipse.center.x + static_cast<float>(at[0]), ellipse.center.y + static_cast<float>(at[1]));
  }
  return Found{outline, std::min(fill, 1 / fill) * slant};
}

std::optional<Found> asPiece(const std::vector<cv::Point>& shape, cv::Size picture, const FaceArt& art) {
  const double area = cv::contourArea(shape), share = area / picture.area();
  if (share < kLeastShare || share > kMostShare) return std::nullopt;
  const cv::Rect box = cv::boundingRect(shape);
  if (box.x <= 1 || box.y <= 1 || box.br().x >= picture.width - 1 || box.br().y >= picture.height - 1)
    return std::nullopt;
  auto found = art.shape == Shape::Octagon ? asOctagon(shape, area)
               : art.shape == Shape::Round ? asRound(shape, area)
                                           : asQuad(shape, area, art);
  if (!found || found->score < kLeastFit * kSlant) return std::nullopt;
  // Of shapes that fit alike the larger: a frame printed on the card is no card.
  found->score *= 1 + 0.5 * std::sqrt(share);
  return found;
}

/// How clearly a piece's edge is seen along an outline's least clear side: the share of its places where it is, and the
/// step of colour across it, CIE Lab.
struct Clarity {
  double share = 1, step = std::numeric_limits<double>::infinity();
};

/// `within`: how far to either side of the outline steps are looked for, pixels.
Clarity clarityOf(const cv::Mat& lab, const Contour& outline, float within) {
  constexpr int kSamples = 40;
  constexpr float kHere = 1, kAcross = 1.5F;  // pixels
  Clarity clarity;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const cv::Point2f a = outline[i], b = outline[(i + 1) % outline.size()];
    const cv::Point2f along = (b - a) / std::max(1e-3, cv::norm(b - a)), in(-along.y, along.x);  // clockwise
    cv::Vec3f across(0, 0, 0);
    int clear = 0;
    for (int k = 0; k < kSamples; ++k) {
      const cv::Point2f at = a + (b - a) * (0.06F + 0.88F * static_cast<float>(k) / (kSamples - 1));
      across += between(lab, at + in * kAcross) - between(lab, at - in * kAcross);
      const auto steps = clearOf(stepsAcross(lab, at, in, -within, within), kStepOfColour);
      clear += std::any_of(steps.begin(), steps.end(), [&](std::size_t n) {
        return std::abs(static_cast<float>(n) * kStepsApart - within) <= kHere;
      });
    }
    clarity.share = std::min(clarity.share, static_cast<double>(clear) / kSamples);
    clarity.step = std::min(clarity.step, cv::norm(across) / kSamples);
  }
  return clarity;
}

double perimeterOf(const FaceArt& art) {
  return art.shape == Shape::Octagon ? 8 * art.widthMm / (1 + std::sqrt(2.0)) : 2 * (art.widthMm + art.heightMm);
}

double mostApart(const Contour& one, const Contour& other) {
  double most = 0;
  for (std::size_t i = 0; i < one.size(); ++i) most = std::max(most, cv::norm(one[i] - other[i]));
  return most;
}

/// Whether every corner of the other lies so far inside it.
bool surrounds(const Contour& outline, const Contour& other, double by) {
  return std::all_of(other.begin(), other.end(),
                     [&](const cv::Point2f& corner) { return cv::pointPolygonTest(outline, corner, true) >= by; });
}

/// Only the clear ones; first the one that is the piece's edge, as far as that can be told: none of the others
/// surrounds it, and of several such it is the clearest.
void keepClear(std::vector<Contour>& outlines, const cv::Mat& lab, double pixelsPerMm) {
  std::vector<std::pair<Clarity, Contour>> clear;
  double most = 0;
  for (Contour& each : outlines) {
    const Clarity clarity = clarityOf(lab, each, static_cast<float>(std::max(1.5, kClearWithinMm * pixelsPerMm)));
    most = std::max(most, clarity.share);
    clear.emplace_back(clarity, std::move(each));
  }
  std::erase_if(clear,
                [&](const auto& each) { return each.first.share < std::max(kLeastClear, kNearlyAsClear * most); });
  const auto isOutermost = [&](const Contour& outline) {
    return std::none_of(clear.begin(), clear.end(), [&](const auto& other) {
      return surrounds(other.second, outline, kSurroundsMm * pixelsPerMm);
    });
  };
  auto first = clear.end();
  for (auto each = clear.begin(); each != clear.end(); ++each)
    if (isOutermost(each->second) && (first == clear.end() || each->first.step > first->first.step)) first = each;
  if (first != clear.end()) std::rotate(clear.begin(), first, first + 1);
  outlines.clear();
  for (auto& [clarity, outline] : clear) outlines.push_back(std::move(outline));
}

}  // namespace

std::vector<cv::Point2f> uprightCorners(const FaceArt& art, double scale) {
  const auto w = static_cast<float>(art.widthMm * scale), h = static_cast<float>(art.heightMm * scale);
  if (art.shape != Shape::Octagon) return {{0, 0}, {w, 0}, {w, h}, {0, h}};
  const auto cut = static_cast<float>(1 / (2 + std::sqrt(2.0)));
  const float x = w * cut, y = h * cut;
  return {{x, 0}, {w - x, 0}, {w, y}, {w, h - y}, {w - x, h}, {x, h}, {0, h - y}, {0, y}};
}

cv::Mat besideLonePiece(const cv::Mat& bgr, const std::vector<ImagePoint>& outline) {
  const double shrink = shrinkOf(bgr);
  const cv::Mat small = shrunk(bgr, shrink);
  std::vector<cv::Point> corners;
  for (const ImagePoint& p : outline)
    corners.emplace_back(static_cast<int>(std::lround(p.x * shrink)), static_cast<int>(std::lround(p.y * shrink)));
  const double area = cv::contourArea(corners);
  const int margin = static_cast<int>(std::ceil(kBesideMargin * std::sqrt(area)));
  cv::Mat piece(small.size(), CV_8U, cv::Scalar(0));
  cv::fillConvexPoly(piece, corners, 255);
  cv::dilate(piece, piece, cv::getStructuringElement(cv::MORPH_RECT, {2 * margin + 1, 2 * margin + 1}));
  cv::Mat unlike = unlikeTable(labOf(small)), beside(small.size(), CV_8U, cv::Scalar(0));
  unlike.setTo(0, piece);
  const auto shapes = shapesAbove(unlike, kBesideStandsOut);
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (cv::contourArea(shapes[i]) >= kBesideShare * area)
      cv::drawContours(beside, shapes, static_cast<int>(i), 255, cv::FILLED);
  return beside;
}

std::vector<std::vector<ImagePoint>> outlinesOfLonePiece(const cv::Mat& bgr, const FaceArt& art) {
  const double shrink = shrinkOf(bgr);
  const cv::Mat small = shrunk(bgr, shrink);
  const cv::Mat lab = labOf(small), unlike = unlikeTable(lab);
  std::vector<Found> all;
  const auto consider = [&](const std::vector<std::vector<cv::Point>>& shapes) {
    for (const auto& shape : shapes)
      if (const auto found = asPiece(shape, small.size(), art)) all.push_back(*found);
  };
  for (const double threshold : {3.0, 4.5, 6.5, 9.0, 13.0}) consider(shapesAbove(unlike, threshold));
  for (const double strength : {24.0, 48.0, 96.0}) consider(shapesOfEdges(lab, strength));
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) { return a.score > b.score; });
  std::vector<Contour> different;
  for (const Found& found : all) {
    if (different.size() >= kMostOutlines || found.score < kNearlyAsGood * all.front().score) break;
    const double pixelsPerMm = cv::arcLength(found.outline, true) / perimeterOf(art);
    const auto isKnown = [&](const Contour& outline) {
      return std::any_of(different.begin(), different.end(), [&](const Contour& other) {
        return mostApart(outline, other) < kSameOutlineMm * pixelsPerMm;
      });
    };
    for (const double inward : art.shape == Shape::Round ? std::vector{0.0} : std::vector{kInwardMm, kLittleInwardMm}) {
      Contour outline = found.outline;
      for (int round = 0; round < 2 && inward > 0; ++round)
        outline = atTheEdge(lab, outline, static_cast<float>(kOutwardMm * pixelsPerMm),
                            static_cast<float>(inward * pixelsPerMm));
      if (!isKnown(outline)) different.push_back(std::move(outline));
    }
  }
  if (art.shape != Shape::Round && !different.empty())
    keepClear(different, lab, cv::arcLength(different.front(), true) / perimeterOf(art));
  std::vector<std::vector<ImagePoint>> outlines;
  for (const Contour& each : different) {
    outlines.emplace_back();
    for (const cv::Point2f& p : each) outlines.back().push_back({(p.x + 0.5) / shrink, (p.y + 0.5) / shrink});
  }
  return outlines;
}

std::optional<std::vector<ImagePoint>> findLonePiece(const cv::Mat& bgr, const FaceArt& art) {
  const auto outlines = outlinesOfLonePiece(bgr, art);
  return outlines.empty() ? std::nullopt : std::optional(outlines.front());
}

cv::Mat uprightPiece(const cv::Mat& bgr, const std::vector<ImagePoint>& outline, const FaceArt& art, double scale) {
  std::vector<cv::Point2f> there, here = uprightCorners(art, scale);
  for (const ImagePoint& p : outline) there.emplace_back(static_cast<float>(p.x - 0.5), static_cast<float>(p.y - 0.5));
  for (cv::Point2f& p : here) p -= cv::Point2f(0.5F, 0.5F);
  const cv::Mat homography = cv::findHomography(here, there);
  if (homography.empty()) return {};
  const cv::Size size(static_cast<int>(std::lround(art.widthMm * scale)),
                      static_cast<int>(std::lround(art.heightMm * scale)));
  cv::Mat piece;
  cv::warpPerspective(bgr, piece, homography, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  return piece;
}

}  // namespace octo::vision
