#pragma once

#include <vector>

#include "vision/edition/taught_edition.h"

namespace octo::datasets {

/// An edition with our own pieces for what its folder lacks: an ordinary deck has no tokens, and a game can be shown
/// with it all the same. `taught` must outlive it.
class WholeEdition final : public vision::Edition {
 public:
  explicit WholeEdition(const vision::TaughtEdition& taught);

  const std::vector<vision::FaceArt>& faces() const override { return faces_; }
  const vision::FaceArt& art(const Face& face) const override;
  void draw(cairo_t* context, const Face& face) const override;
  std::vector<vision::PrintedMark> marks() const override { return taught_.marks(); }
  std::vector<vision::PrintedMark> marksOf(const Face& ground) const override { return taught_.marksOf(ground); }
  Face ground(int players) const override { return taught_.ground(players); }
  /// One that the folder lacks is the folder's `back`, where there is such.
  Face backOf(const Face& face, int copy) const override;
  std::optional<Grid> boxes() const override { return taught_.boxes(); }
  double boxAcrossMm() const override { return taught_.boxAcrossMm(); }

 private:
  const vision::TaughtEdition& taught_;
  const vision::Edition& print_;
  std::vector<vision::FaceArt> faces_;
};

}  // namespace octo::datasets
