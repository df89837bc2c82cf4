#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "tracker/vocabulary/game_id.h"
#include "vision/edition/edition.h"

namespace octo::datasets {

/// An edition's folder as scenes draw it: `edition.toml` and a picture of each face. What the folder lacks, mats and
/// markers above all, is the print edition's. Immutable; any thread may use it.
class FolderEdition final : public vision::Edition {
 public:
  /// Throws Malformed, with the file and what was expected, where the folder does not hold an edition.
  explicit FolderEdition(const std::filesystem::path& folder);

  GameId game() const { return game_; }
  /// The folder's own name, for the names of other files.
  const std::string& name() const { return name_; }
  /// The faces that the folder has, in its order.
  const std::vector<vision::FaceArt>& own() const { return own_; }

  const std::vector<vision::FaceArt>& faces() const override { return faces_; }
  const vision::FaceArt& art(const Face& face) const override;
  void draw(cairo_t* context, const Face& face) const override;
  std::vector<vision::PrintedMark> marks() const override { return print_->marks(); }
  std::vector<vision::PrintedMark> marksOf(const Face& ground) const override { return print_->marksOf(ground); }
  Face ground(int players) const override { return print_->ground(players); }
  /// The folder's `back` where it has no other one for that piece.
  Face backOf(const Face& face, int copy) const override;
  std::optional<Grid> boxes() const override { return print_->boxes(); }
  double boxAcrossMm() const override { return print_->boxAcrossMm(); }

 private:
  GameId game_;
  std::string name_;
  const vision::Edition* print_;
  std::vector<vision::FaceArt> own_, faces_;
  /// 8-bit BGRA.
  std::map<Face, cv::Mat> pictures_;
};

using Editions = std::vector<std::shared_ptr<const FolderEdition>>;

}  // namespace octo::datasets
