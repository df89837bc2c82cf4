#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/edition/paint.h"

namespace octo::vision {

/// The play area and its zones as `seeds/<game>/layout*.toml` says, drawn as a mat: a pale ground with a thin
/// outline and a word for every zone, and the four corner markers with their centres at the play area's
/// corners.
class Mat {
 public:
  /// Colours and margin from the table [mat] of `seeds/<game>/edition.toml`; the layout by its path below
  /// `seeds/`.
  Mat(const Face& face, const std::string& edition, const std::string& layout);

  const FaceArt& art() const { return art_; }
  const std::vector<PrintedMark>& marks() const { return marks_; }
  /// About the mat's centre, which is the play area's.
  void draw(cairo_t* context) const;

 private:
  struct Place {
    TableRect area;
    std::string label;
    /// Degrees clockwise: how the word is turned, to be read by whom the place belongs to.
    double turn;
    /// Where cards of a square stand; none for other places.
    std::optional<Grid> grid;
  };
  void drawGround(cairo_t* context) const;
  void drawPlace(cairo_t* context, const Place& place) const;

  FaceArt art_;
  double margin_;
  Ink ground_, line_, words_;
  std::vector<Place> places_;
  std::vector<PrintedMark> marks_;
};

}  // namespace octo::vision
