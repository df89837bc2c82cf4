#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "tracker/vocabulary/json.h"
#include "tracker/vocabulary/table.h"

namespace octo::datasets {

/// A piece that lies on the table. The same `id` in two lines is the same piece.
struct ScenePiece {
  int id = 0;
  Face face{"?"};
  TablePose pose{};
  /// Higher lies on top; a board or mat is layer 0.
  int layer = 1;
  bool up = true;

  friend bool operator==(const ScenePiece&, const ScenePiece&) = default;
};

/// As recordings write lengths, angles and shares: to the nearest multiple of `step`, and never −0.
double rounded(double value, double step);

/// It lies face down, or its face is a back.
bool showsBack(const ScenePiece& piece);

/// A hand that did something which leaves no trace in what lies there: it took something away from a place that looks
/// the same afterwards (the top card of a face-down deck), or laid something there (a card slipped under a pile), or it
/// ended `over` that place without touching anything. At least one of the three; `over` stands alone.
struct SceneHand {
  int player = 0;
  std::optional<TablePoint> from, to, over{};

  friend bool operator==(const SceneHand&, const SceneHand&) = default;
};

/// A pile that somebody looks through before it lies as the line has it: taken up into the hand, or spread on the
/// table.
struct PileLook {
  /// All its cards.
  std::vector<int> ids;
  /// As they lie meanwhile; none where the hand holds them.
  std::vector<ScenePiece> spread;

  friend bool operator==(const PileLook&, const PileLook&) = default;
};

/// Somebody sets pieces straight that lie already, or lays the turn marker: no part of any event.
struct SceneAside {
  int player = 0;
  /// They are lifted and laid again, not pushed.
  bool lifted = false;

  friend bool operator==(const SceneAside&, const SceneAside&) = default;
};

/// What lies on the table when an event has settled. Event 0 is the table before the game, and a line after the last
/// event is the table as it was left.
struct LayoutLine {
  int event = 0;
  std::vector<ScenePiece> pieces;
  /// In the order in which they reached out; none in most lines, and the field is then left out.
  std::vector<SceneHand> hands{};
  /// Nothing in most lines, and the field is then left out.
  std::optional<PileLook> look{};
  /// Set where this line only follows up the event before it, whose number it repeats; the field is left out in others.
  std::optional<SceneAside> aside{};

  /// Throws Malformed.
  static LayoutLine fromJson(const Json& line);
  Json toJson() const;
  friend bool operator==(const LayoutLine&, const LayoutLine&) = default;
};

/// A whole script, one JSON line each. Throws Malformed, with the line's number.
std::vector<LayoutLine> readLayoutLines(std::istream& in);

}  // namespace octo::datasets
