#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "vision/edition/edition.h"

namespace octo::vision {

/// A taught edition that cannot be read or written. The message names file and line, and what was expected.
class EditionError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Of one face in a set.
inline constexpr int kMostCopies = 200;

/// A face as somebody showed it to the camera.
struct TaughtFace {
  FaceArt art;
  /// File names below the edition's folder, at least one: the upright piece, cropped to its outline's bounding box.
  std::vector<std::string> pictures;
};

/// What `edition.toml` says, without the pictures.
struct EditionList {
  std::string name;
  GameId game = GameId::Octa;
  std::string author, licence;
  std::vector<TaughtFace> faces;
};

/// Whether pieces of that game can show this: its faces and backs, and its board.
bool isFaceOf(GameId game, const Face& face);

/// Parses `edition.toml`; `name` is its file's name, for errors. Throws EditionError.
EditionList parseEditionList(std::string_view toml, const std::string& name);

/// What the folder's `edition.toml` says. Throws EditionError, also where there is none.
EditionList readEditionList(const std::filesystem::path& folder);

/// The text of `edition.toml` that says this.
std::string editionToml(const EditionList& list);

/// A bought edition that was taught: a folder of plain files, `edition.toml` and the pictures that it names. Sizes are
/// those of the bounding box, mm. What the folder lacks and no piece is (mats, corner markers, the turn marker; the
/// board, too, if it was not taught) is the print edition's.
class TaughtEdition final : public Edition {
 public:
  /// Throws EditionError: no such folder, a broken list, a picture that is missing, too large, or outside the folder.
  explicit TaughtEdition(const std::filesystem::path& folder);

  const EditionList& list() const { return list_; }
  GameId game() const { return list_.game; }
  /// The pictures of a taught face, 8-bit BGR. Throws std::out_of_range for a face that was not taught.
  const std::vector<cv::Mat>& pictures(const Face& face) const { return pictures_.at(face); }
  bool isTaught(const Face& face) const { return pictures_.contains(face); }

  const std::vector<FaceArt>& faces() const override { return faces_; }
  const FaceArt& art(const Face& face) const override;
  void draw(cairo_t* context, const Face& face) const override;
  std::vector<PrintedMark> marks() const override;
  std::vector<PrintedMark> marksOf(const Face& ground) const override;
  Face ground(int players) const override;
  Face backOf(const Face& face, int copy) const override;
  std::optional<Grid> boxes() const override;
  double boxAcrossMm() const override;

 private:
  EditionList list_;
  const Edition& print_;
  std::vector<FaceArt> faces_;
  std::map<Face, std::vector<cv::Mat>> pictures_;
};

}  // namespace octo::vision
