#pragma once

#include "ui/views/table_turn.h"

namespace octo::ui {

/// A part of the camera's picture, turned: what of it is shown, and where its pixels are then.
struct PicturePart {
  cv::Rect rect;
  QuarterTurn turn;

  /// Of the part as it is shown, px.
  cv::Size size() const { return turn.tips() ? cv::Size(rect.height, rect.width) : rect.size(); }
  /// From the upper left corner of the part as it is shown, px.
  cv::Point2d shown(vision::ImagePoint picture) const;
  vision::ImagePoint picture(cv::Point2d shown) const;
  bool operator==(const PicturePart&) const = default;
};

/// The part with the table and something around it, for the hands, in a room so wide for its height (after turning);
/// all of the picture where the table is not whole in sight of the camera. The part from before stays while the table
/// lies well in it.
PicturePart partWithTable(const vision::TableView& view, const TableRect& table, cv::Size picture, QuarterTurn turn,
                          double aspect, const PicturePart& before);

}  // namespace octo::ui
