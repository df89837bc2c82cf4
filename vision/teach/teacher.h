#pragma once

#include <filesystem>
#include <map>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vision/edition/taught_edition.h"
#include "vision/geometry/geometry.h"
#include "vision/teach/look.h"

namespace octo::vision {

/// What is known of a face once all were shown.
struct TaughtReport {
  Face face;
  /// How often it was shown; 0 for a face that is missing.
  int views = 0;
  /// The face that looks most like it, and how much of the two differs clearly, mm².
  std::optional<Face> nearest = std::nullopt;
  double distanceMm2 = 0;
  /// It was shown, and can be told from every other.
  bool ok = false;
};

/// What a picture shows if it shows a piece of a certain face.
struct ShownPiece {
  /// Where it may lie, as in `Sighting`, the likeliest first; empty where nothing like it stands out.
  std::vector<std::vector<ImagePoint>> outlines;
  /// The piece by each of them, upright and from straight above, 8-bit BGR.
  std::vector<cv::Mat> uprights;
};

/// A piece as it was taught, beside one that is shown.
struct Likeness {
  /// How much of the two differs clearly, mm², at the least.
  double offMm2 = 0;
  /// The outline of it for which that is so, and by how many steps the piece has turned (`turned`).
  std::size_t outline = 0;
  int turn = 0;
  /// The colour of the light that the one is seen in beside the other, or what else would make their colours alike: how
  /// far it moves a and b of CIE Lab.
  double cast = 0;
};

/// What somebody who teaches an edition of that game is asked for, in this order: the board, the faces, the backs.
std::vector<Face> facesToTeach(GameId game);
/// Without it an edition lacks something. Boards and backs may be those of the print edition.
bool mustBeTaught(GameId game, const Face& face);
/// Whether the two are one in all but their arrow: editions of The OCTAL differ in which numbers have which.
bool differInArrowAtMost(GameId game, const Face& one, const Face& other);

/// Learns an edition from pictures of single pieces and writes its folder. One thread uses it.
class Teacher {
 public:
  Teacher(GameId game, std::string name);
  /// Goes on with what was taught before.
  explicit Teacher(const TaughtEdition& edition);

  /// A picture (8-bit BGR) of that piece alone on a bare table. `outline`: its corners as in `Sighting`, where somebody
  /// told; otherwise the piece is looked for, and lies upright if it points up in its first picture. Throws
  /// EditionError where the game has no such face, the outline has another number of corners, or no piece stands out.
  void show(const Face& face, const cv::Mat& bgr, const std::optional<std::vector<ImagePoint>>& outline = std::nullopt);
  /// The same in two steps: what the picture shows, and that this is the face.
  ShownPiece look(const Face& face, const cv::Mat& bgr,
                  const std::optional<std::vector<ImagePoint>>& outline = std::nullopt) const;
  void show(const Face& face, const ShownPiece& shown);
  /// As if it had not been shown.
  void forget(const Face& face);
  /// What was shown as the one face is the other.
  void rename(const Face& from, const Face& to);
  /// How many of it a set has, 0 to 200. Does nothing for a face that was not shown.
  void setCopies(const Face& face, int copies);

  /// The upright pictures of a face, 8-bit BGR; empty where it was not shown.
  const std::vector<cv::Mat>& views(const Face& face) const;
  /// Size and number of a face, as it was taught or else as the print edition has it. Throws EditionError where the
  /// game has no such face.
  FaceArt art(const Face& face) const;
  /// What is shown beside the face as it was shown last, in any turn; nothing where that was not shown, is of another
  /// size, or is a board.
  std::optional<Likeness> likeness(const Face& face, const ShownPiece& shown) const;

  /// Of each face of the game and each that was shown, in the game's order. Backs, boards, tokens and chips need not be
  /// shown. What has not changed between two calls is not compared anew.
  std::vector<TaughtReport> report() const;

  /// What `edition.toml` says of all that was shown, with the names of the pictures in the order of `views`.
  EditionList list() const;
  /// Writes the edition, in place of one of that name only if `folder` holds nothing else. Throws EditionError.
  void write(const std::filesystem::path& folder) const;

 private:
  struct Learnt {
    FaceArt art;
    std::vector<cv::Mat> views;
    /// What the first may be, until a second tells which of its outlines is the piece's.
    std::vector<cv::Mat> possibleFirst;
  };
  void hasChanged(const Face& face);

  GameId game_;
  std::string name_, author_, licence_;
  std::map<Face, Learnt> learnt_;
  /// Of those that have not changed since they were compared.
  mutable std::map<Face, Look> looks_;
  mutable std::map<std::pair<Face, Face>, double> apart_;
};

}  // namespace octo::vision
