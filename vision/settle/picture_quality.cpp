#include "vision/settle/picture_quality.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "vision/settle/small_gray.h"

namespace octo::vision {
namespace {

/// Rows of a picture 1080 high that edges are looked for in.
constexpr int kRows = 48;
/// An edge is a step of so many grey levels; less may be noise.
constexpr int kStep = 48;
/// A pixel so bright shows nothing of what is printed there.
constexpr int kBurnt = 252;
constexpr double kReferenceWidth = 1920;
/// Points along each side of the play area.
constexpr int kAlongSide = 40;

/// Of the thinned-out picture every so many pixels are enough.
constexpr int kEvery = 3;

/// Enters trouble below (or above) the first limit, leaves it beyond the second.
struct Limit {
  double enter;
  double leave;
};
constexpr Limit kDark{70, 85};
constexpr Limit kGlare{0.12, 0.07};
constexpr Limit kBlurred{4.5, 3.8};
constexpr Limit kFar{0.40, 0.46};
constexpr Limit kCutOff{0.03, 0.01};

struct Tones {
  double light = 0;
  double glare = 0;
};

/// Of the thinned-out picture, where it shows the table.
Tones tonesOf(const cv::Mat& bgr, const std::optional<TableView>& view, const TableRect& area) {
  cv::Mat small;
  const int stride = thinOut(bgr, small);
  std::array<long, 256> levels{};
  long count = 0;
  for (int y = 0; y < small.rows; y += kEvery)
    for (int x = 0; x < small.cols; x += kEvery) {
      if (view && !area.contains(view->tableFromImage({(x + 0.5) * stride, (y + 0.5) * stride}))) continue;
      ++levels[small.at<uchar>(y, x)];
      ++count;
    }
  Tones tones;
  if (count == 0) return tones;
  long brighter = 0;
  int level = 255;
  for (; level > 0; --level)
    if ((brighter += levels[static_cast<std::size_t>(level)]) * 10 >= count) break;
  tones.light = level;
  long burnt = 0;
  for (std::size_t each = kBurnt; each < levels.size(); ++each) burnt += levels[each];
  tones.glare = static_cast<double>(burnt) / static_cast<double>(count);
  return tones;
}

/// One row of the picture as grey, the mean of it and the next: half the noise.
void greyRow(const cv::Mat& bgr, int y, std::vector<int>& row) {
  row.resize(static_cast<std::size_t>(bgr.cols));
  const uchar* first = bgr.ptr(y);
  const uchar* second = bgr.ptr(std::min(y + 1, bgr.rows - 1));
  for (std::size_t x = 0; x < row.size(); ++x, first += 3, second += 3)
    row[x] = (first[0] + second[0] + 2 * (first[1] + second[1]) + first[2] + second[2]) / 8;
}

/// Adds the widths of the row's edges in pixels: the height of each step by its steepest part.
void addEdges(const std::vector<int>& row, std::size_t reach, std::vector<double>& widths) {
  for (std::size_t x = reach; x + reach < row.size();) {
    const int step = std::abs(row[x + reach] - row[x - reach]);
    if (step < kStep) {
      ++x;
      continue;
    }
    int steepest = 0;
    for (std::size_t i = x - reach; i < x + reach; ++i) steepest = std::max(steepest, std::abs(row[i + 1] - row[i]));
    widths.push_back(static_cast<double>(step) / steepest);
    x += 2 * reach;
  }
}

std::optional<double> edgeOf(const cv::Mat& bgr) {
  constexpr std::size_t kEnough = 30;
  const double scale = bgr.cols / kReferenceWidth;
  const auto reach = static_cast<std::size_t>(std::max(4.0, std::round(12 * scale)));
  std::vector<int> row;
  std::vector<double> widths;
  const int every = std::max(1, bgr.rows / kRows);
  for (int y = every / 2; y < bgr.rows; y += every) {
    greyRow(bgr, y, row);
    addEdges(row, reach, widths);
  }
  if (widths.size() < kEnough) return std::nullopt;
  const auto tenth = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 10);
  std::nth_element(widths.begin(), tenth, widths.end());
  return *tenth / scale;
}

double outsideOf(const TableView& view, const TableRect& area, cv::Size picture) {
  const std::vector<TablePoint> corners = cornersOf(area);
  int outside = 0;
  for (std::size_t side = 0; side < corners.size(); ++side) {
    const TablePoint a = corners[side], b = corners[(side + 1) % corners.size()];
    for (int i = 0; i < kAlongSide; ++i) {
      const double t = static_cast<double>(i) / kAlongSide;
      const ImagePoint p = view.imageFromTable({a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t});
      outside += !(p.x >= 0 && p.y >= 0 && p.x <= picture.width && p.y <= picture.height);
    }
  }
  return static_cast<double>(outside) / static_cast<double>(kAlongSide * corners.size());
}

double scaleOf(const TableView& view, const TableRect& area) {
  double least = view.scaleAt(area.middle());
  for (const TablePoint& corner : cornersOf(area)) least = std::min(least, view.scaleAt(corner));
  return least;
}

}  // namespace

PictureQuality qualityOf(const cv::Mat& bgr, const std::optional<TableView>& view, const TableRect& area) {
  PictureQuality quality;
  const Tones tones = tonesOf(bgr, view, area);
  quality.light = tones.light;
  quality.glare = tones.glare;
  quality.edge = edgeOf(bgr);
  if (view) {
    quality.scale = scaleOf(*view, area);
    quality.outside = outsideOf(*view, area, bgr.size());
  }
  return quality;
}

std::optional<PictureTrouble> troubleOf(const PictureQuality& quality, std::optional<PictureTrouble> before) {
  const auto over = [&](std::optional<double> value, const Limit& limit, PictureTrouble trouble) {
    return value && *value > (before == trouble ? limit.leave : limit.enter);
  };
  const auto under = [&](std::optional<double> value, const Limit& limit, PictureTrouble trouble) {
    return value && *value < (before == trouble ? limit.leave : limit.enter);
  };
  if (over(quality.outside, kCutOff, PictureTrouble::CutOff)) return PictureTrouble::CutOff;
  if (under(quality.light, kDark, PictureTrouble::Dark)) return PictureTrouble::Dark;
  if (over(quality.glare, kGlare, PictureTrouble::Glare)) return PictureTrouble::Glare;
  if (over(quality.edge, kBlurred, PictureTrouble::Blurred)) return PictureTrouble::Blurred;
  if (under(quality.scale, kFar, PictureTrouble::Far)) return PictureTrouble::Far;
  return std::nullopt;
}

}  // namespace octo::vision
