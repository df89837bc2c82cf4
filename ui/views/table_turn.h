#pragma once

#include <opencv2/core.hpp>
#include <string>

#include "tracker/vocabulary/layout.h"
#include "vision/geometry/geometry.h"

namespace octo::ui {

/// Turns by quarters of a circle, clockwise as seen from above: 0 to 3.
class QuarterTurn {
 public:
  QuarterTurn() = default;
  explicit QuarterTurn(int quarters) : quarters_(((quarters % 4) + 4) % 4) {}

  int quarters() const { return quarters_; }
  double degrees() const { return 90.0 * quarters_; }
  /// What was wide is high.
  bool tips() const { return quarters_ % 2 == 1; }
  QuarterTurn operator+(QuarterTurn other) const { return QuarterTurn(quarters_ + other.quarters_); }
  QuarterTurn back() const { return QuarterTurn(-quarters_); }
  bool operator==(const QuarterTurn&) const = default;

  /// A step from the middle of what is turned: x right, y down.
  cv::Point2d turned(cv::Point2d step) const;

 private:
  int quarters_ = 0;
};

/// How a drawing of the table, straight from above with the far side at the top, is to be turned to lie as the camera
/// sees the table. The one from before stays until the table lies clearly otherwise.
QuarterTurn seenTurn(const vision::TableView& view, const TableRect& table, QuarterTurn before);

/// The same sentence for a board that is turned so: its arrows (↑, ↗ …) turn with it.
std::string withArrowsTurned(const std::string& sentence, QuarterTurn turn);

/// Around all zones.
TableRect extentOf(const Layout& layout);

}  // namespace octo::ui
