#include "datasets/scene/octa_script.h"

#include <algorithm>

#include "datasets/scene/octa_table.h"
#include "tracker/octa/apply.h"
#include "tracker/octa/judge.h"

namespace octo::datasets {

using namespace tracker::octa;

std::vector<LayoutLine> layOutOcta(const tracker::Record& record, std::uint64_t seed, const Habits* people) {
  if (record.header.game != GameId::Octa) throw Malformed("expected a record of octa");
  State state = startState(record.header);
  OctaTable table(state, Random(seed).fork("octa layout"), people);
  std::vector<LayoutLine> lines{table.line(0)};
  for (const Event& event : record.events) {
    const Move move = parseMove(event, record.header);
    const int player = event.player.value_or(state.turn.player);
    table.putBack();
    if (event.takenBack) {
      State tried = state;
      applyMove(tried, player, move);
      table.tryOut(tried, player, move);
    } else if (event.stands || !judgeMove(state, event.player, move).breach) {
      applyMove(state, player, move);
      table.show(state, player, move);
    }
    lines.push_back(table.line(static_cast<int>(lines.size())));
  }
  return lines;
}

}  // namespace octo::datasets
