#include "ui/views/picture_part.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace octo::ui {
namespace {

/// Around the table, in shares of its longer side in the picture.
constexpr double kAround = 0.14;
/// An edge may be so much of the part's longer side off before the part is another.
constexpr double kSame = 0.06;

cv::Point2d middleOf(const cv::Rect& rect) { return {rect.x + rect.width / 2.0, rect.y + rect.height / 2.0}; }

/// Moved and cut so that it lies in the picture.
cv::Rect inside(cv::Rect rect, cv::Size picture) {
  rect.width = std::min(rect.width, picture.width);
  rect.height = std::min(rect.height, picture.height);
  rect.x = std::clamp(rect.x, 0, picture.width - rect.width);
  rect.y = std::clamp(rect.y, 0, picture.height - rect.height);
  return rect;
}

bool isNearly(const cv::Rect& a, const cv::Rect& b) {
  const double most = kSame * std::max(a.width, a.height);
  return std::abs(a.x - b.x) <= most && std::abs(a.y - b.y) <= most && std::abs(a.br().x - b.br().x) <= most &&
         std::abs(a.br().y - b.br().y) <= most;
}

/// Around the table in the picture; empty where the camera does not have it all before it.
cv::Rect boxOf(const vision::TableView& view, const TableRect& table, cv::Size picture) {
  std::vector<cv::Point2f> corners;
  for (const TablePoint& corner : vision::cornersOf(table)) {
    const vision::ImagePoint at = view.imageFromTable(corner);
    const double x = at.x / picture.width, y = at.y / picture.height;
    if (!(std::abs(x - 0.5) < 1 && std::abs(y - 0.5) < 1)) return {};
    corners.emplace_back(static_cast<float>(at.x), static_cast<float>(at.y));
  }
  return corners.empty() ? cv::Rect() : cv::boundingRect(corners);
}

}  // namespace

cv::Point2d PicturePart::shown(vision::ImagePoint p) const {
  const cv::Point2d step = turn.turned(cv::Point2d(p.x, p.y) - middleOf(rect));
  return {step.x + size().width / 2.0, step.y + size().height / 2.0};
}

vision::ImagePoint PicturePart::picture(cv::Point2d p) const {
  const cv::Point2d at = turn.back().turned({p.x - size().width / 2.0, p.y - size().height / 2.0}) + middleOf(rect);
  return {at.x, at.y};
}

PicturePart partWithTable(const vision::TableView& view, const TableRect& table, cv::Size picture, QuarterTurn turn,
                          double aspect, const PicturePart& before) {
  const PicturePart whole{{{}, picture}, turn};
  const cv::Rect box = boxOf(view, table, picture);
  if (box.empty() || picture.empty() || !(aspect > 0)) return whole;
  const double around = kAround * std::max(box.width, box.height);
  if (turn.tips()) aspect = 1 / aspect;
  const double width = box.width + 2 * around, height = box.height + 2 * around;
  const cv::Size2d size{std::max(width, height * aspect), std::max(height, width / aspect)};
  const cv::Point2d middle = middleOf(box);
  const cv::Rect wanted{static_cast<int>(std::lround(middle.x - size.width / 2)),
                        static_cast<int>(std::lround(middle.y - size.height / 2)),
                        static_cast<int>(std::lround(size.width)), static_cast<int>(std::lround(size.height))};
  const PicturePart part{inside(wanted, picture), turn};
  const bool fits = (before.rect & whole.rect) == before.rect && before.turn == turn;
  return fits && isNearly(part.rect, before.rect) ? before : part;
}

}  // namespace octo::ui
