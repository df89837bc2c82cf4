#include "vision/settle/still_parts.h"

#include <algorithm>

namespace octo::vision {
namespace {

/// A shield seen from afar covers four blocks, of a card's strip two are seen; one alone is a speck.
constexpr std::size_t kLeastNews = 2;

cv::Rect pixelsOfBlock(int column, int row) {
  return {column * kChangeBlock, row * kChangeBlock, kChangeBlock, kChangeBlock};
}

}  // namespace

void StillParts::read(const cv::Mat& small, double time) {
  small.copyTo(read_);
  small.copyTo(anchor_);
  since_.assign(static_cast<std::size_t>((small.cols / kChangeBlock) * (small.rows / kChangeBlock)), time);
  moves_.assign(since_.size(), 0);
}

void StillParts::step(const cv::Mat& small, double time, double stillFor) {
  if (read_.size() != small.size()) return;
  changes_.compare(anchor_, small);
  const int columns = changes_.columns(), rows = changes_.rows();
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const auto block = static_cast<std::size_t>(row * columns + column);
      if (changes_.changed(column, row)) {
        const cv::Rect pixels = pixelsOfBlock(column, row);
        small(pixels).copyTo(anchor_(pixels));
        since_[block] = time;
      }
      moves_[block] = time - since_[block] < stillFor - 1e-6 ? 1 : 0;
    }
}

bool StillParts::takeNews(const cv::Mat& small, const std::vector<std::uint8_t>& mask) {
  if (read_.size() != small.size()) return false;
  changes_.compare(read_, small, mask);
  const int columns = changes_.columns(), rows = changes_.rows();
  news_.clear();
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      if (changes_.changed(column, row) && moves_[static_cast<std::size_t>(row * columns + column)] == 0)
        news_.push_back(pixelsOfBlock(column, row));
  if (news_.size() < kLeastNews) return false;
  for (const cv::Rect& pixels : news_) small(pixels).copyTo(read_(pixels));
  return true;
}

bool StillParts::moves(double x, double y) const {
  const int columns = changes_.columns(), rows = changes_.rows();
  const auto isNear = [](double at, int blocks) { return at > -2 * kChangeBlock && at < (blocks + 1) * kChangeBlock; };
  if (!isNear(x, columns) || !isNear(y, rows)) return false;
  const int column = static_cast<int>(x / kChangeBlock), row = static_cast<int>(y / kChangeBlock);
  for (int r = std::max(0, row - 1); r <= std::min(rows - 1, row + 1); ++r)
    for (int c = std::max(0, column - 1); c <= std::min(columns - 1, column + 1); ++c)
      if (moves_[static_cast<std::size_t>(r * columns + c)] != 0) return true;
  return false;
}

}  // namespace octo::vision
