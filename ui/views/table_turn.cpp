#include "ui/views/table_turn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace octo::ui {
namespace {

/// Degrees off the nearest quarter, of 45, from which on the table lies otherwise than before.
constexpr double kClearly = 55;

}  // namespace

cv::Point2d QuarterTurn::turned(cv::Point2d step) const {
  for (int i = 0; i < quarters_; ++i) step = {-step.y, step.x};
  return step;
}

QuarterTurn seenTurn(const vision::TableView& view, const TableRect& table, QuarterTurn before) {
  constexpr double kStepMm = 50;
  const TablePoint middle{(table.x0 + table.x1) / 2, (table.y0 + table.y1) / 2};
  const vision::ImagePoint from = view.imageFromTable({middle.x - kStepMm, middle.y}),
                           to = view.imageFromTable({middle.x + kStepMm, middle.y});
  const double degrees = std::atan2(to.y - from.y, to.x - from.x) * 180 / std::numbers::pi;
  if (!std::isfinite(degrees)) return before;
  const double off = std::remainder(degrees - before.degrees(), 360);
  return std::abs(off) < kClearly ? before : QuarterTurn(static_cast<int>(std::lround(degrees / 90)));
}

std::string withArrowsTurned(const std::string& sentence, QuarterTurn turn) {
  static constexpr std::array<std::string_view, 8> kArrows{"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"};
  constexpr std::size_t kBytes = 3;
  if (turn.quarters() == 0) return sentence;
  std::string turned;
  for (std::size_t at = 0; at < sentence.size();) {
    const std::string_view here = std::string_view(sentence).substr(at, kBytes);
    const auto arrow = std::find(kArrows.begin(), kArrows.end(), here);
    if (arrow == kArrows.end()) {
      turned += sentence[at++];
      continue;
    }
    const auto eighth = static_cast<std::size_t>(arrow - kArrows.begin() + 2 * turn.quarters());
    turned += kArrows[eighth % kArrows.size()];
    at += kBytes;
  }
  return turned;
}

TableRect extentOf(const Layout& layout) {
  if (layout.zones.empty()) return {0, 0, 0, 0};
  TableRect all = layout.zones.front().area;
  for (const Zone& zone : layout.zones)
    all = {std::min(all.x0, zone.area.x0), std::min(all.y0, zone.area.y0), std::max(all.x1, zone.area.x1),
           std::max(all.y1, zone.area.y1)};
  return all;
}

}  // namespace octo::ui
