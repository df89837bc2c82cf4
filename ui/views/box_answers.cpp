#include "ui/views/box_answers.h"

#include <algorithm>

namespace octo::ui {
namespace {

const vision::Sighting* sightingIn(Cell cell, const GameSnapshot& game, const vision::View* seen) {
  const Zone* board = game.layout.zone("board");
  if (!seen || !seen->sightings || !board || !board->grid) return nullptr;
  for (const vision::Sighting& sighting : *seen->sightings)
    if (sighting.pose && board->grid->cellAt(sighting.pose->at) == cell) return &sighting;
  return nullptr;
}

void addLikely(BoxAnswers& answers, const vision::Sighting& sighting) {
  for (const Candidate& candidate : sighting.faces)
    if (!candidate.face.isUnknown() && candidate.face != answers.believed) answers.likely.push_back(candidate.face);
}

}  // namespace

std::optional<Cell> boxOf(const Event& event) {
  const auto at = event.fields.find("at");
  if (at == event.fields.end() || !at->is_string()) return std::nullopt;
  return Cell::parse(at->get_ref<const std::string&>());
}

std::optional<int> lastEventAt(Cell cell, const GameSnapshot& game) {
  const auto found = std::find_if(game.events.rbegin(), game.events.rend(),
                                  [&](const TrackedEvent& event) { return boxOf(event.event) == cell; });
  return found == game.events.rend() ? std::nullopt : std::optional(found->n);
}

BoxAnswers answersFor(Cell cell, const GameSnapshot& game, const vision::View* seen) {
  BoxAnswers answers;
  const vision::Sighting* sighting = sightingIn(cell, game, seen);
  if (sighting && sighting->pose) answers.facing = Facing::nearest(sighting->pose->angle);
  for (const tracker::AgreedPiece& piece : game.agreed)
    if (piece.cell == cell) {
      answers.believed = piece.face;
      answers.facing = piece.facing;
      answers.n = lastEventAt(cell, game);
    }
  if (sighting) addLikely(answers, *sighting);
  return answers;
}

}  // namespace octo::ui
