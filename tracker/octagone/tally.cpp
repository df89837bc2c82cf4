#include "tracker/octagone/tally.h"

#include <algorithm>

#include "tracker/octagone/state.h"
#include "tracker/tally/counting.h"

namespace octo::tracker::octagone {

Tally tally(const GameHeader& header, const Layout&, const std::vector<SeenPiece>& pieces) {
  const State start = startState(header);
  Tally tally;
  int laid = 0;
  Json shields = Json::object();
  for (const SeenPiece& piece : pieces)
    if (piece.face().family() == "shield" && piece.face().detail() != "lady") {
      ++laid;
      const std::string kind(piece.face().detail());
      shields[kind] = shields.value(kind, 0) + 1;
    }
  for (std::size_t player = 0; player < start.hands.size(); ++player) {
    const int players = start.players, turn = (static_cast<int>(player) - start.first + players) % players;
    const int own = laid / players + (turn < laid % players ? 1 : 0);
    tally.result.hands.push_back(std::max(0, start.hands[player].shields() - own));
    tally.counted.push_back({{"laid", own}, {"left", tally.result.hands.back()}});
  }
  tally.result.scores = tally.result.hands;
  std::vector<int> sides = tally.result.scores;
  if (sides.size() == 4) sides = {sides[0] + sides[2], sides[1] + sides[3], sides[0] + sides[2], sides[1] + sides[3]};
  tally.result.winners = best(sides, false);
  tally.table = {{"shields", shields}, {"if", "nobody skipped"}};
  return tally;
}

}  // namespace octo::tracker::octagone
