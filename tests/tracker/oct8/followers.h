#pragma once

#include "tracker/follow/follower.h"
#include "tracker/follow/table_follower.h"
#include "tracker/follow/undo_history.h"
#include "tracker/oct8/oct8_table.h"

namespace octo::tracker::oct8 {

/// With the engine of `tracker/infer/` where `OCTO_INFERRED` is defined: it keeps what any follower of the game must.
inline std::unique_ptr<Follower> followed(const GameHeader& header, const Layout& layout,
                                          const std::vector<TrackedEvent>& earlier = {}, bool firstTold = true) {
#ifdef OCTO_INFERRED
  const auto makeTable = [layout](const GameHeader& of) { return makeInferredTable(of, layout); };
  return std::make_unique<UndoHistory>(std::make_unique<TableFollower>(header, layout, makeTable, earlier, firstTold));
#else
  return follow(header, layout, earlier, firstTold);
#endif
}

}  // namespace octo::tracker::oct8
