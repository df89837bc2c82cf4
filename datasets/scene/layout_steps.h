#pragma once

#include <optional>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/random.h"
#include "tracker/vocabulary/event.h"
#include "tracker/vocabulary/game_id.h"

namespace octo::datasets {

/// What becomes of one piece: it comes (no `was`), goes (no `is`), or lies otherwise than before.
struct PieceChange {
  std::optional<ScenePiece> was, is;
};

/// What hands do in one go: one piece, or several that go or move together, the lowest first.
using LayoutStep = std::vector<PieceChange>;

/// How one layout is made out of the other: first goes what is no longer there, what overlaps as one bundle; then comes
/// or moves the rest in the order of the new line, neighbours that move alike together; what comes onto pieces that are
/// carried elsewhere comes first, and goes with them.
std::vector<LayoutStep> stepsBetween(const std::vector<ScenePiece>& before, const std::vector<ScenePiece>& after);

/// The same with the pile that is looked through on the way, if there is one: it is taken up or spread as a whole, then
/// cards of it are taken, and the rest is laid back as a whole.
std::vector<LayoutStep> stepsTo(const LayoutLine& after, const std::vector<ScenePiece>& before);

/// The same steps in the order in which somebody does them. What goes still goes first, the turn marker comes last, and
/// a step that needs another one done before it (a place freed, a card to lie on) waits for it.
std::vector<LayoutStep> inOrder(std::vector<LayoutStep> steps, LayingOrder order, Random& random);

/// The table as it lies once what the last event did is undone as far as the next line has it undone: `earlier` is the
/// line before that event, `now` the one after it, `next` the one to come.
std::vector<ScenePiece> undone(const std::vector<ScenePiece>& earlier, const std::vector<ScenePiece>& now,
                               const std::vector<ScenePiece>& next);

/// Whether the players of that game always let everybody see a card before they cover it whole: an override of The
/// OCTAL is nothing else than its cards.
bool showsWhatIsCovered(GameId game);

/// Who lays something on the table after the last event, which `last` did: in Octagone a winner lays the Lady back.
int lastActor(const GameHeader& header, const Result& result, int last);

/// Whether what comes with the first step is covered whole by what comes with the next: it can be seen in between only.
bool covers(const LayoutStep& next, const LayoutStep& first);

void apply(std::vector<ScenePiece>& pieces, const LayoutStep& step);

}  // namespace octo::datasets
