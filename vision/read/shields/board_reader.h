#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "tracker/vocabulary/cell.h"
#include "vision/sighting.h"
#include "vision/read/shields/board_art.h"
#include "vision/read/shields/shield_reader.h"

namespace octo::vision {

/// What is seen of a box, before it is judged.
struct BoxLook {
  Cell cell;
  /// How badly the empty box explains it, in printed levels.
  double empty;
  /// The share of the box's structure that its drawing does not explain (Misfit::unexplained).
  double unexplained;
  ShieldLook shield;
};

/// How a box is read.
struct BoxReading {
  Cell cell = Cell::at(0, 0);
  /// The chance that a shield lies there; 0 where the box is surely empty.
  double presence = 0;
  /// Best first, of which one may be `?`; empty where the box is empty or hidden.
  std::vector<Candidate> faces;
  TablePose pose{};
  /// Something is there that is neither the empty box nor a shield: a hand, a sleeve, a cup.
  bool hidden = false;
};

/// Reads the boxes of a board whose view is known. One thread uses it.
class BoardReader {
 public:
  explicit BoardReader(const Edition& edition);

  const BoardArt& board() const { return board_; }
  /// Measures the light of the picture that is read from now on.
  void setLight(const cv::Mat& bgr, const TableView& view);
  BoxLook look(const cv::Mat& bgr, const TableView& view, Cell cell);
  BoxReading read(const cv::Mat& bgr, const TableView& view, Cell cell) { return judge(look(bgr, view, cell)); }
  BoxReading judge(const BoxLook& look) const;

  ShieldReader& shields() { return shields_; }
  const ShieldArt& shieldArt() const { return shieldArt_; }

 private:
  Misfit emptyMisfit(const cv::Mat& bgr, const TableView& view, Cell cell);

  BoardArt board_;
  ShieldArt shieldArt_;
  ShieldReader shields_;
  /// The empty boxes, of each row (boxes of a row are alike) of each blur.
  DrawingSet empties_;
  LightMap emptyLight_ = LightMap::neutral();
  DrawingSet::Seen seen_;
  cv::Mat patch_;
};

/// A reading as a sighting, with its outline in the picture.
Sighting sightingOf(const BoxReading& reading, const TableView& view, double acrossMm);

}  // namespace octo::vision
