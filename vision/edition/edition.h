#pragma once

#include <cstdint>
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

/// A part of a card, mm from the upright card's top left corner, y down. On our cards it is there a second time, after
/// half a turn of the card.
struct CardWindow {
  double x0, y0, x1, y1;
};

/// The row of dots that spells a card's face (`face_code.h`), in the same terms as a CardWindow. A dot that is not
/// there is a speck of the dots' colour, too small to count.
struct CodeRow {
  /// Centre of the first dot, and the step to the next.
  double firstX, firstY, stepX, stepY;
  double dotWidth, dotHeight;
  /// Light dots on a dark band; otherwise dark dots on paper.
  bool light;
};

/// The frame of our cards: a light margin all around, and within it a dark line, wider at the two short edges. 0 where
/// there is no such thing.
struct CardFrame {
  double marginMm;
  double lineMm;
  /// How wide the line is at the short edges.
  double bandMm;
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
  /// Those of that board or mat. A mat's four corner markers lie where the loose ones are laid on a bare table.
  virtual std::vector<PrintedMark> marksOf(const Face& ground) const { return (void)ground, marks(); }
  /// The board or mat that so many players play on. Throws std::out_of_range where the game has none for them.
  virtual Face ground(int players) const { return (void)players, Face("board"); }
  /// What lies on top when the piece is turned over; copies are counted from 0 (a game may have two decks).
  virtual Face backOf(const Face& face, int copy) const { return (void)face, (void)copy, Face::back(); }
  /// What our own cards have for a reader: nothing where the game has no such cards.
  virtual std::optional<CardFrame> frame() const { return std::nullopt; }
  virtual std::optional<CodeRow> codeRow() const { return std::nullopt; }
  virtual std::optional<CardWindow> indexWindow() const { return std::nullopt; }
  /// The word that this face's row of dots spells; nothing for a piece without one.
  virtual std::optional<std::uint16_t> code(const Face& face) const { return (void)face, std::nullopt; }
  /// The boxes of a board, and how wide one is across its flats, mm; nothing for a game without.
  virtual std::optional<Grid> boxes() const { return std::nullopt; }
  virtual double boxAcrossMm() const { return 0; }
};

/// The print edition of a game, as `seeds/<game>/edition.toml` says. Lives as long as the program. Throws
/// std::out_of_range for a game without one.
const Edition& printEdition(GameId game);

/// For how many players the edition has a board or mat, fewest first.
std::vector<int> playersWithGround(const Edition& edition);
/// The board or mat for so many; for 0, where that is not known, the one for the fewest.
Face groundFor(const Edition& edition, int players);

/// The face as a picture, 8-bit BGRA with straight alpha, `pixelsPerMm` times its size, rounded up.
cv::Mat drawFace(const Edition& edition, const Face& face, double pixelsPerMm);

}  // namespace octo::vision
