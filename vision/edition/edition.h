#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "tracker/vocabulary/game_id.h"
#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/table.h"

typedef struct _cairo cairo_t;

namespace octo::vision {

enum class Shape { Card, Octagon, Round, Board, Mat, Marker };

/// One face of an edition and its true size.
struct FaceArt {
  Face face;
  Shape shape;
  double widthMm;
  double heightMm;
  /// How many a set holds.
  int copies = 1;
};

/// A registration mark printed on a board or mat (`vision/locate/marker_dictionary.h`), upright when the board is.
struct PrintedMark {
  int id;
  /// From the board's centre, x to the right, y up, mm.
  TablePoint centre;
  /// The side of its black square.
  double sizeMm;
};

/// How the pieces of one game look: names, sizes and the drawing of each face. Our print edition is drawn with Cairo,
/// the same code for PDF, textures, and the reader's own idea of a face. Immutable; any thread may use it.
class Edition {
 public:
  virtual ~Edition() = default;
  virtual const std::vector<FaceArt>& faces() const = 0;
  /// The face by name. Throws std::out_of_range.
  virtual const FaceArt& art(const Face& face) const = 0;
  /// Draws the face upright in millimetres: (0, 0) its top left corner, y down. Outside its shape nothing is drawn.
  virtual void draw(cairo_t* context, const Face& face) const = 0;
  /// Fills what lies beyond the edge of a piece on a printed sheet, so that a cut beside the line shows no white. The
  /// path to fill is the context's current one.
  virtual void fillBleed(cairo_t* context, const Face& face) const { (void)context, (void)face; }
  /// What the page of instructions says, a paragraph each.
  virtual std::vector<std::string> instructions() const { return {}; }
  /// The registration marks of the board or mat; none where there is no such thing.
  virtual std::vector<PrintedMark> marks() const { return {}; }
  /// The boxes of a board, and how wide one is across its flats, mm; nothing for a game without.
  virtual std::optional<Grid> boxes() const { return std::nullopt; }
  virtual double boxAcrossMm() const { return 0; }
};

/// The print edition of a game, as `seeds/<game>/edition.toml` says. Lives as long as the program. Throws
/// std::out_of_range for a game without one.
const Edition& printEdition(GameId game);

/// The face as a picture, 8-bit BGRA with straight alpha, `pixelsPerMm` times its size, rounded up.
cv::Mat drawFace(const Edition& edition, const Face& face, double pixelsPerMm);

}  // namespace octo::vision
