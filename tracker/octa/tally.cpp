#include "tracker/octa/tally.h"

#include <string>

#include "tracker/octa/card.h"
#include "tracker/octa/state.h"
#include "tracker/tally/counting.h"

namespace octo::tracker::octa {
namespace {

/// Only to hear of options that do not fit.
void checkOcta(GameHeader header) {
  if (header.setup.empty())
    header.setup = {{"pot", {"AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S"}}, {"actions", {"JS", "QS"}}};
  (void)startState(header);
}

}  // namespace

Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces) {
  checkOcta(header);
  Tally tally;
  for (std::size_t player = 0; player < header.players.size(); ++player) {
    const Zone* zone = layout.zone(zoneOf(static_cast<int>(player), "runs"));
    std::vector<Face> open;
    int closed = 0;
    for (const SeenPiece& piece : pieces) {
      if (zone == nullptr || !zone->area.contains(piece.pose.at)) continue;
      const auto card = Card::parse(piece.face().text());
      if (card && !card->isAction()) open.push_back(piece.face());
      closed += isBack(piece.face()) ? 1 : 0;
    }
    tally.result.scores.push_back(static_cast<int>(open.size()));
    tally.counted.push_back({{"open", open.size()}, {"closed", closed}, {"cards", textsOf(open)}});
  }
  tally.result.winners = best(tally.result.scores, true);
  return tally;
}

}  // namespace octo::tracker::octa
