#include "tracker/octagone/holding.h"

#include <catch2/catch.hpp>

#include "tests/tracker/octagone/games.h"
#include "tracker/octagone/apply.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octagone;

/// The second player skips where blue is wanted, and is then asked for blue again.
State afterASkip() {
  State state = startState(header());
  int n = 0;
  for (const Event& event : {lady(0, "d3", "E"), place(1, "joker", "e3", "E"), place(0, "yellow", "g3", "S"),
                             place(1, "joker", "g4", "S"), place(0, "joker", "g5", "W"), place(1, "joker", "a5", "E"),
                             place(0, "blue", "f5", "W"), skip(1), place(0, "blue", "e5", "W")})
    applyMove(state, *event.player, parseMove(event, header()), ++n);
  return state;
}

}  // namespace

TEST_CASE("who skipped hardly has the colour that was wanted, until that colour is laid") {
  State state = afterASkip();
  CHECK(state.skips.size() == 1);
  CHECK(lacksColour(state, 1, Shield::Blue) > 0.9);
  applyMove(state, 1, parseMove(place(1, "blue", "d5", "W"), header()), 10);
  CHECK(state.skips.empty());
  CHECK(lacksColour(state, 1, Shield::Blue) < 0.5);
}
