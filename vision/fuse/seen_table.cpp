#include "vision/fuse/seen_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <opencv2/imgproc.hpp>

#include "vision/fuse/median.h"

namespace octo::vision {
namespace {

/// Millimetres around the play area that are watched as well: cards hang over its edge.
constexpr double kAround = 24;
/// Natural logarithms of colour ratios. A block whose hue differs by more, or that is darker or lighter than by a
/// shadow or a reflection, shows something else.
constexpr float kOtherHue = 0.13F, kDarkest = -0.75F, kLightest = 0.35F;
/// Bare table varies within a block by so many times what it usually does, and by these grey levels: lines and words.
constexpr float kBareTimes = 2.0F, kBareMore = 9.0F;
/// How far around a block bare table tells its colour there, in blocks.
constexpr int kNear = 9;
/// Whatever lies there unexplained for so many rests is taken as it is.
constexpr int kPatience = 6;
/// Blocks that what hides something is wide, at least.
constexpr int kNarrowest = 3;

/// Natural logarithms of colours, a pixel a block.
void logsOf(const cv::Mat& colours, cv::Mat& logs) {
  constexpr double kDark = 2;
  cv::max(colours, cv::Scalar::all(kDark), logs);
  cv::log(logs, logs);
}

/// Whether `now` may be `then` in another strength of light; all three are logarithms.
bool sameColour(const cv::Vec3f& then, const cv::Vec3f& now, const cv::Vec3f& light) {
  cv::Vec3f ratio;
  for (int i = 0; i < 3; ++i) ratio[i] = now[i] - then[i] - light[i];
  const float strength = (ratio[0] + ratio[1] + ratio[2]) / 3;
  for (int i = 0; i < 3; ++i)
    if (std::abs(ratio[i] - strength) > kOtherHue) return false;
  return strength > kDarkest && strength < kLightest;
}

/// Standard deviation of a block's grey levels: OpenCV's own function takes longer to be called than to reckon.
float deviationOf(const cv::Mat& grey, cv::Point corner) {
  const BlockSums sums = sumsOf(grey, grey, corner.x, corner.y);
  constexpr double kPixels = kChangeBlock * kChangeBlock;
  const double mean = sums.a / kPixels;
  return static_cast<float>(std::sqrt(std::max(0.0, sums.aa / kPixels - mean * mean)));
}

}  // namespace

SeenTable::SeenTable(const TableRect& area)
    : area_(area.grown(kAround)),
      columns_(static_cast<int>((area_.x1 - area_.x0) / kChangeBlock)),
      rows_(static_cast<int>((area_.y1 - area_.y0) / kChangeBlock)),
      fromAbove_(area_, 1, {columns_ * kChangeBlock, rows_ * kChangeBlock}) {
  forget();
}

void SeenTable::forget() {
  const auto blocks = static_cast<std::size_t>(columns_ * rows_);
  understood_.release();
  changed_.assign(blocks, 1);
  hidden_.assign(blocks, 0);
  covered_.assign(blocks, 0);
  moves_.assign(blocks, 0);
  waited_.assign(blocks, 0);
  bare_.assign(blocks, {-1, -1, -1});
}

void SeenTable::look(const cv::Mat& bgr, const TableView& view, const std::function<bool(TablePoint)>& moves) {
  inPart_ = moves != nullptr;
  for (int block = 0; block < columns_ * rows_; ++block)
    moves_[static_cast<std::size_t>(block)] = inPart_ && moves(middleOf(block)) ? 1 : 0;
  fromAbove_.see(bgr, view, above_);
  cv::cvtColor(above_, now_, cv::COLOR_BGR2GRAY);
  cv::Mat means;
  cv::resize(above_, means, {columns_, rows_}, 0, 0, cv::INTER_AREA);
  means.convertTo(colours_, CV_32FC3);
  logsOf(colours_, logs_);
  contrast_.resize(changed_.size());
  for (int block = 0; block < columns_ * rows_; ++block)
    contrast_[static_cast<std::size_t>(block)] = deviationOf(now_, pixelsOf(block).tl());
  if (understood_.empty()) {
    std::fill(changed_.begin(), changed_.end(), 1);
    return;
  }
  changes_.compare(understood_, now_);
  light_ = lightSinceThen();
  for (int block = 0; block < columns_ * rows_; ++block)
    changed_[static_cast<std::size_t>(block)] =
        moves_[static_cast<std::size_t>(block)] == 0 &&
                (changes_.changed(block % columns_, block / columns_) || otherColour(block))
            ? 1
            : 0;
}

/// How much lighter each colour has become, all over the table: medians of logarithms.
cv::Vec3f SeenTable::lightSinceThen() const {
  cv::Vec3f light;
  std::vector<float> ratios(changed_.size());
  for (int i = 0; i < 3; ++i) {
    for (std::size_t block = 0; block < ratios.size(); ++block)
      ratios[block] = logs_.ptr<cv::Vec3f>()[block][i] - understoodLogs_.ptr<cv::Vec3f>()[block][i];
    light[i] = median(ratios);
  }
  return light;
}

bool SeenTable::otherColour(int block) const {
  return !sameColour(understoodLogs_.ptr<cv::Vec3f>()[block], logs_.ptr<cv::Vec3f>()[block], light_);
}

/// A block may have been taken for bare with something on it: the table around it says, too, what is bare.
bool SeenTable::looksBare(int block) const {
  if (contrast_[static_cast<std::size_t>(block)] > kBareTimes * bareContrast_ + kBareMore) return false;
  const cv::Vec3f now = logs_.ptr<cv::Vec3f>()[block];
  if (const cv::Vec3f own = bare_[static_cast<std::size_t>(block)]; own[0] >= 0 && sameColour(own, now, light_))
    return true;
  const int column = block % columns_, row = block / columns_;
  for (const int reach : {kNear, std::max(columns_, rows_)}) {
    std::array<std::vector<float>, 3> near;
    for (int y = std::max(0, row - reach); y <= std::min(rows_ - 1, row + reach); ++y)
      for (int x = std::max(0, column - reach); x <= std::min(columns_ - 1, column + reach); ++x)
        if (const cv::Vec3f& colour = bare_[static_cast<std::size_t>(y * columns_ + x)]; colour[0] >= 0)
          for (int i = 0; i < 3; ++i) near[static_cast<std::size_t>(i)].push_back(colour[i]);
    if (!near[0].empty()) return sameColour({median(near[0]), median(near[1]), median(near[2])}, now, light_);
  }
  return false;
}

bool SeenTable::standsOut(TablePoint point) const {
  const int block = blockAt(point);
  return block >= 0 && !looksBare(block);
}

SeenTable::Block SeenTable::block(int number) const {
  return {middleOf(number), now_(pixelsOf(number)), colours_.ptr<cv::Vec3f>()[number],
          changed_[static_cast<std::size_t>(number)] != 0};
}

void SeenTable::understand(const std::function<bool(const Block&)>& isPiece) {
  const bool first = understood_.empty();
  if (first) {
    light_ = {0, 0, 0};
    now_.copyTo(understood_);
    logs_.copyTo(understoodLogs_);
  }
  for (int block = 0; block < columns_ * rows_; ++block) {
    const auto at = static_cast<std::size_t>(block);
    hidden_[at] = 0;
    if (changed_[at] == 0) continue;
    covered_[at] = isPiece(this->block(block)) ? 1 : 0;
    hidden_[at] = first || covered_[at] != 0 || looksBare(block) || waited_[at] >= kPatience ? 0 : 1;
  }
  // What is narrower than an arm is the edge of something: a shadow, a card's border.
  cv::Mat hidden(rows_, columns_, CV_8U, hidden_.data());
  cv::morphologyEx(hidden, hidden, cv::MORPH_OPEN, cv::Mat::ones(kNarrowest, kNarrowest, CV_8U));
  for (int block = 0; block < columns_ * rows_; ++block) {
    const auto at = static_cast<std::size_t>(block);
    if (!inPart_) waited_[at] = hidden_[at] != 0 ? waited_[at] + 1 : 0;
    if (moves_[at] != 0) hidden_[at] = 1;
    if (changed_[at] == 0 || hidden_[at] != 0) continue;
    now_(pixelsOf(block)).copyTo(understood_(pixelsOf(block)));
    understoodLogs_.ptr<cv::Vec3f>()[block] = logs_.ptr<cv::Vec3f>()[block];
  }
  learnBare();
}

/// Where no piece lies and nothing hides it, the table shows itself.
void SeenTable::learnBare() {
  std::vector<float> contrasts;
  for (std::size_t block = 0; block < covered_.size(); ++block) {
    if (covered_[block] != 0 || hidden_[block] != 0) continue;
    bare_[block] = understoodLogs_.ptr<cv::Vec3f>()[block];
    contrasts.push_back(contrast_[block]);
  }
  if (!contrasts.empty()) bareContrast_ = median(contrasts);
}

std::vector<TableRect> SeenTable::changedAreas(double reach, const std::vector<TableRect>& more) const {
  std::vector<TableRect> areas;
  for (int block = 0; block < columns_ * rows_; ++block)
    if (changed_[static_cast<std::size_t>(block)] != 0)
      addJoined(areas, rectOf(block % columns_, block / columns_).grown(reach));
  for (const TableRect& area : more) addJoined(areas, area);
  for (TableRect& area : areas)
    area = {std::max(area.x0, area_.x0), std::max(area.y0, area_.y0), std::min(area.x1, area_.x1),
            std::min(area.y1, area_.y1)};
  return areas;
}

std::vector<TableRect> SeenTable::hidden() const {
  std::vector<TableRect> rects;
  const auto isSet = [&](int column, int row) {
    return column >= 0 && row >= 0 && column < columns_ && row < rows_ &&
           hidden_[static_cast<std::size_t>(row * columns_ + column)] != 0;
  };
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column) {
      if (!isSet(column, row)) continue;
      int end = column;
      while (isSet(end + 1, row)) ++end;
      const TableRect run = joined(rectOf(column, row), rectOf(end, row));
      column = end;
      const auto above = std::find_if(rects.begin(), rects.end(), [&](const TableRect& r) {
        return r.x0 == run.x0 && r.x1 == run.x1 && r.y0 == run.y1;
      });
      if (above != rects.end())
        above->y0 = run.y0;
      else
        rects.push_back(run);
    }
  return rects;
}

bool SeenTable::isHiddenSinceEarlier() const {
  return std::any_of(waited_.begin(), waited_.end(), [](int rests) { return rests > 1; });
}

cv::Rect SeenTable::pixelsOf(int block) const {
  return {block % columns_ * kChangeBlock, block / columns_ * kChangeBlock, kChangeBlock, kChangeBlock};
}

TableRect SeenTable::rectOf(int column, int row) const {
  const double x = area_.x0 + column * kChangeBlock, y = area_.y1 - row * kChangeBlock;
  return {x, y - kChangeBlock, x + kChangeBlock, y};
}

TablePoint SeenTable::middleOf(int block) const { return rectOf(block % columns_, block / columns_).middle(); }

int SeenTable::blockAt(TablePoint point) const {
  const int column = static_cast<int>(std::floor((point.x - area_.x0) / kChangeBlock)),
            row = static_cast<int>(std::floor((area_.y1 - point.y) / kChangeBlock));
  return column < 0 || row < 0 || column >= columns_ || row >= rows_ ? -1 : row * columns_ + column;
}

bool SeenTable::is(TablePoint point, const std::vector<std::uint8_t>& blocks) const {
  const int block = blockAt(point);
  return block >= 0 && blocks[static_cast<std::size_t>(block)] != 0;
}

}  // namespace octo::vision
