#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/geometry/geometry.h"
#include "vision/locate/found_by.h"
#include "vision/locate/mark_search.h"
#include "vision/locate/marker_finder.h"
#include "vision/locate/table_fit.h"

namespace octo::vision {

/// Keeps the view of the table from frame to frame: finds it by its markers, sees that it was bumped, finds
/// it again. Printed marks count more than markers laid by hand, these more than given corners. One thread
/// uses it.
class TableKeeper {
 public:
  /// `marks`: printed on the board or mat. `places`: the play area's corners on the table, from its top left
  /// clockwise; the single markers lie there. `corners`: these four in the picture, empty where nobody gave
  /// them.
  TableKeeper(std::vector<PrintedMark> marks, std::vector<ImagePoint> corners, std::vector<TablePoint> places);

  /// The view now; nothing while the table is not found.
  const std::optional<TableView>& view() const { return view_; }
  /// Looks for the table in the whole picture (8-bit grey); tells all markers in it.
  std::vector<FoundMarker> search(const cv::Mat& gray);
  /// What these markers, found in the whole picture, tell of the table: those of a board or mat that are missing, or of
  /// the loose ones where one of them is seen.
  MarkSearch searchIn(const std::vector<FoundMarker>& found) const;
  /// At rest: do the markers still stand where they did? Sharpens the view, searches after a bump. True when
  /// the view is another than before by more than noise, so that everything has to be read anew.
  bool confirm(const cv::Mat& gray);
  /// The view was confirmed by markers the last time it was looked for, or was given by hand and nothing
  /// speaks against it. Where it is not, the table may have moved under whatever hides its markers.
  bool sure() const { return view_ && sure_; }
  FoundBy foundBy() const { return view_ ? foundBy_ : FoundBy::Nothing; }
  /// Another camera or size of picture.
  void reset();

 private:
  std::vector<FoundMarker> standing(const cv::Mat& gray) const;
  bool sharpen(const std::vector<FoundMarker>& still);
  bool accept(const TableFit& fit);
  std::size_t leastToMove() const;
  bool takeCornerMarkers(const std::vector<FoundMarker>& found);
  bool confirmCornerMarkers(const cv::Mat& gray);
  bool changeTo(const TableView& view);

  std::vector<PrintedMark> marks_;
  std::vector<TablePoint> places_;
  std::optional<TableView> given_;
  std::optional<TableView> view_;
  /// The view rests on markers and how many; a given one rests on none.
  std::size_t support_ = 0;
  FoundBy foundBy_ = FoundBy::Nothing;
  /// The single markers as the view has them.
  std::vector<FoundMarker> cornerMarkers_;
  bool sure_ = false;
};

}  // namespace octo::vision
