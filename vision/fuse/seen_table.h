#pragma once

#include <cstdint>
#include <functional>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/geometry/from_above.h"
#include "vision/geometry/geometry.h"
#include "vision/settle/change_map.h"

namespace octo::vision {

/// How the play area looked when it was last understood, in blocks of 8 mm seen from above: what has changed since then
/// has to be read, and what then neither a piece nor the bare table explains is hidden. One thread uses it.
class SeenTable {
 public:
  /// `area`: in table mm; somewhat more around it is watched.
  explicit SeenTable(const TableRect& area);

  /// A picture of the table at rest (8-bit BGR), but where something moves: what that hides is hidden.
  void look(const cv::Mat& bgr, const TableView& view, const std::function<bool(TablePoint)>& moves = nullptr);
  /// Everything is new, as with another camera.
  void forget();

  /// Whether the block around that point looks otherwise than when it was understood.
  bool changed(TablePoint point) const { return is(point, changed_); }
  /// Whether something moved there as it was looked at.
  bool moves(TablePoint point) const { return is(point, moves_); }
  /// Rectangles around all changed blocks, `reach` mm wider on each side, and `more` of them; such as overlap are one.
  std::vector<TableRect> changedAreas(double reach, const std::vector<TableRect>& more = {}) const;
  /// A block as the latest picture shows it.
  struct Block {
    TablePoint middle;
    cv::Mat grey;      // 8-bit, a pixel a mm, not to be kept
    cv::Vec3f colour;  // mean, BGR
    bool changed;
  };
  Block block(int number) const;
  int blocks() const { return columns_ * rows_; }
  /// Whether a piece that was seen explains a block. Blocks that nothing explains are hidden; the bare table explains
  /// itself.
  void understand(const std::function<bool(const Block&)>& isPiece);
  /// Whether the block there shows something that nothing explains.
  bool isHidden(TablePoint point) const { return is(point, hidden_); }
  /// Whether the block there shows anything else than bare table does.
  bool standsOut(TablePoint point) const;
  /// All blocks that nothing explains, in rectangles.
  std::vector<TableRect> hidden() const;
  /// Whether some block was hidden at an earlier rest already: an arm stays there, or a piece that was not read.
  bool isHiddenSinceEarlier() const;

 private:
  int blockAt(TablePoint point) const;
  TableRect rectOf(int column, int row) const;
  /// Where the block lies in `now_` and `understood_`.
  cv::Rect pixelsOf(int block) const;
  TablePoint middleOf(int block) const;
  bool is(TablePoint point, const std::vector<std::uint8_t>& blocks) const;
  bool otherColour(int block) const;
  bool looksBare(int block) const;
  cv::Vec3f lightSinceThen() const;
  void learnBare();

  TableRect area_;
  int columns_, rows_;
  FromAbove fromAbove_;
  ChangeMap changes_;
  cv::Mat above_;                  // BGR, a pixel a mm
  cv::Mat now_, understood_;       // the same, grey
  cv::Mat colours_;                // a pixel a block, CV_32FC3
  cv::Mat logs_, understoodLogs_;  // their natural logarithms
  cv::Vec3f light_;                // how much larger those have become since then, all over the table
  std::vector<cv::Vec3f> bare_;    // such logarithms of the table's own colour, where it was seen; else negative
  std::vector<float> contrast_;    // standard deviation of the grey levels within each block
  float bareContrast_ = 0;
  std::vector<std::uint8_t> changed_, hidden_, covered_, moves_;
  bool inPart_ = false;      // something moved
  std::vector<int> waited_;  // rests since which a block has been hidden
};

}  // namespace octo::vision
