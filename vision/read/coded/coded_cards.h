#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/locate/marker_finder.h"
#include "vision/read/coded/dot_row.h"
#include "vision/read/coded/found_row.h"
#include "vision/sighting.h"

namespace octo::vision {

/// Reads the cards of a print edition that spell their faces in rows of dots: whole cards, and covered ones
/// as long as one of their two rows is seen. A card that shows a frame but no row that can be read is `?`. No
/// learning, no thresholds on colours: a grey, faded or warmly lit print reads as well.
class CodedCardReader {
 public:
  /// Throws std::out_of_range for an edition without such cards.
  explicit CodedCardReader(const Edition& edition) : faces_(edition) {}

  /// `gray`: 8-bit. `table`: where it lies, if that is known; the outlines of covered cards and all poses come from it.
  /// Any thread.
  std::vector<Sighting> read(const cv::Mat& gray, const std::optional<TableView>& table) const;
  /// On a table where rows are believed by their dots alone only in that area: the checks of a cloth beside it spell,
  /// too.
  std::vector<Sighting> read(const cv::Mat& gray, const TableView& table, const TableRect& area) const;

  const CodedFaces& faces() const { return faces_; }
  /// The rows that a part of the table shows, found by their dots alone; on the table, mm, y down. `gray`: 8-bit.
  /// `touching`: only rows with a dot in one of these are wanted; none: all.
  std::vector<FoundRow> rowsOnTable(const cv::Mat& gray, const TableView& table, const TableRect& area,
                                    const std::vector<TableRect>& touching = {}) const;
  /// The cards that such rows belong to.
  std::vector<Sighting> cardsOf(const std::vector<FoundRow>& rowsOnTable, const TableView& table) const;

  /// Cards where no table is known, and the plane they lie in, if any is seen whole: as good as a table for reading
  /// the others, but for its place.
  struct Loose {
    std::vector<Sighting> cards;
    std::optional<TableView> plane;
  };
  Loose readLoose(const cv::Mat& gray) const;

  /// A row along the edge of something dark that spells a face where no table is known, and how well its strip goes
  /// with the face's drawing: from some likeness on it is a card's.
  struct LooseRow {
    FoundRow row;
    double likeness;
  };
  std::vector<LooseRow> looseRows(const cv::Mat& gray) const;

 private:
  CodedFaces faces_;
};

/// Everything in a single picture of The OCTAL or Oct8: the mat by its corner markers (or `corners`, of its
/// play area), and the cards. Throws std::out_of_range for a game without such cards.
Recognition recognizeCodedCards(GameId game, const cv::Mat& bgr, const std::vector<ImagePoint>& corners);

/// Where the game's mat lies, by the picture's markers, or by `corners` of the play area of the mat for the fewest; no
/// pieces.
Recognition findMat(GameId game, const std::vector<FoundMarker>& markers, const std::vector<ImagePoint>& corners);

}  // namespace octo::vision
