#pragma once

#include <map>
#include <optional>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/random.h"
#include "tracker/record/record_io.h"
#include "tracker/vocabulary/observation.h"
#include "vision/edition/edition.h"

namespace octo::datasets {

/// How well the made-up eyes see. Everything else is geometry: a piece under others shows what they leave of it.
struct Eyesight {
  /// Shares of the pieces read as `?`, taken for another face, and not seen at all.
  double unread = 0, misread = 0, missed = 0;
  /// How often a piece that shows just what it showed at the look before is seen as it was then, or missed again: what
  /// keeps readers from it mostly lasts.
  double lasts = 0;
  /// Standard deviations of a piece's place and turn; up to twice that where much of it is covered.
  double offMm = 0, offDegrees = 0;
  /// Share of the arms that nobody saw.
  double handMissed = 0;
  /// Share of the events of several steps that are also seen at rest half-way, and of the moves taken back that are
  /// seen undone before the next is made.
  double between = 0;
  /// Share of the steps after which the table is also seen at rest with the arm still over it: what lies below is
  /// hidden.
  double armStays = 0;
};

/// About how the readers of our own cards see a rendered table of default difficulty at 1920 × 1080. They misread
/// nothing and left nothing unread in the game this was measured on; both are set a little above that. How much lasts
/// is what the engine's parameters were fitted to (`stillMissed`, `sameReading`).
inline constexpr Eyesight kAsReadersSee{.unread = 0.001,
                                        .misread = 0.0005,
                                        .missed = 0.004,
                                        .lasts = 0.97,
                                        .offMm = 0.8,
                                        .offDegrees = 0.6,
                                        .handMissed = 0.02,
                                        .between = 0.7,
                                        .armStays = 0.35};

/// How much of each piece on the table (by its id) can be seen, 0 to 1.
std::map<int, double> visibleShares(const std::vector<ScenePiece>& pieces, const vision::Edition& edition);

/// How the pieces (by their ids) were seen at the look before.
struct SeenBefore {
  struct Piece {
    Face face;
    TablePose pose;
    double visible = 0;
    /// None of one that was missed.
    std::vector<Candidate> reading;
  };
  std::map<int, Piece> pieces;
};

/// A layout as vision would hand it over, without forearms and without pictures: the pieces of which something can be
/// seen, the mat or board not among them, and nothing below what is `hidden`. Whatever shows its back is `back`. A
/// misread face has the true one as its runner-up. What was seen `before` lasts as `Eyesight::lasts` says, and is told
/// for the next look.
Observation seenTable(const LayoutLine& line, const vision::Edition& edition, const Eyesight& eyes, Random& random,
                      const std::vector<TableRect>& hidden, SeenBefore& before);

/// The same without a look before.
Observation seenTable(const LayoutLine& line, const vision::Edition& edition, const Eyesight& eyes, Random& random,
                      const std::vector<TableRect>& hidden = {});

/// The forearms over the table between two looks, in order, one for each time that somebody reached elsewhere, with its
/// farthest point: of whoever did what changed between the lines, and those of the later one.
std::vector<ForearmTrack> forearmTracks(const LayoutLine& before, const LayoutLine& after, std::optional<int> actor,
                                        int players);

/// A look at a script, and which of its events have happened by then.
struct ScriptLook {
  Observation observation;
  /// The number of the last event that has settled; the next one is under way where the table is seen half-way.
  int event = 0;
};

/// The whole script as the tracker may meet it, 30 frames a second, without pictures: thousands of events a second.
/// `people` do it in their own order and time, rest instead of `Eyesight::between` where they rest, and their forearms
/// end and stay where theirs do; without them a hand ends exactly at what it touches.
std::vector<ScriptLook> seenScript(const tracker::Record& record, const std::vector<LayoutLine>& script,
                                   const Eyesight& eyes, Random random,
                                   const std::optional<Habits>& people = std::nullopt);

}  // namespace octo::datasets
