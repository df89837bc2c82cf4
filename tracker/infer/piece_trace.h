#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tracker/infer/parameters.h"
#include "tracker/infer/situation.h"

namespace octo::tracker::infer {

/// How a piece's face is read, look after look. A reader that took a card for another will do so again, as light and
/// wear are the same: most looks read what the look before read, right or wrong, and are no new witness. One that reads
/// the same more surely saw more of it: it counts in place of those before. So it is with one that cannot tell which of
/// some faces it is.
class StickyReading {
 public:
  /// Of a piece that shows one of those faces, or any; `faces` is how many there are.
  StickyReading(std::span<const Face> own, int faces, const Parameters& parameters);

  /// How many times likelier such a reading is of this piece than of any face whatever.
  double ratio(std::span<const Candidate> reading) const;
  /// The same if no look had read it before.
  double fresh(std::span<const Candidate> reading) const;
  /// Whether it reads as the look before.
  bool isAgain(std::span<const Candidate> reading) const;
  /// Whether the latest look clearly read another face than it may show.
  bool isMisread() const;
  /// The look was this piece's.
  void look(std::span<const Candidate> reading);
  friend bool operator==(const StickyReading&, const StickyReading&) = default;

 private:
  bool isSurer(std::span<const Candidate> reading) const;

  std::vector<Face> own_;
  int faces_;
  double misread_, same_;
  /// What the latest look read, if anything; and whether it could tell.
  std::optional<Face> read_;
  bool clear_ = false;
  /// How sure the surest of those was that read the same, and how likely it is of this piece (`fresh`).
  double sure_ = 0, surest_ = 1;
};

/// What the looks have shown of one piece.
struct PieceTrace {
  PieceId id;
  StickyReading reading;
  /// Where it was seen last, how much of it, and how much of it should have shown.
  std::optional<TablePose> at = std::nullopt;
  double visible = 1, meant = 1;
  /// While it was not seen, what lies on it or beside it was moved so far, mm: it went along, or not.
  TablePoint along{0, 0};
  /// How many gaps there had been in its row before it (`ExpectedPiece::gaps`) when it was seen last.
  int gaps = 0;
  /// Pieces should have covered it when it was seen last, and did not.
  bool bare = false;
  /// It was not seen at the latest look at which nothing hid it; and something hides it now.
  bool missed = false, hidden = false;
  /// And hardly could be, as others lay over it.
  bool covered = false;
  /// Of a sighting of no piece: how likely it was at the look that made it least likely.
  double stray = 1;
  /// And people said that nothing happened there.
  bool denied = false;
};

/// Of all pieces of one game, by number.
using PieceTraces = std::vector<PieceTrace>;
const PieceTrace* traceOf(const PieceTraces& traces, PieceId id);

}  // namespace octo::tracker::infer
