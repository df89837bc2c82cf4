#pragma once

#include <opencv2/core.hpp>

#include "ui/snapshot.h"

namespace octo::ui {

/// A copy of a picture with what was read drawn over it: the outline and name of every piece, the required
/// box, and on its lower edge how the game stands. For where there is no window.
cv::Mat annotated(const cv::Mat& bgr, const vision::View& view, const GameSnapshot& game);

/// The corners of a part of the table in the picture, from its top left clockwise.
std::vector<vision::ImagePoint> outlineOf(const TableRect& area, const vision::TableView& table);

/// A copy of a picture with the layout's zones drawn over it where the table is known, and a line of text.
cv::Mat withZones(const cv::Mat& bgr, const std::optional<vision::TableView>& table, const Layout& layout,
                  const std::string& text);

}  // namespace octo::ui
