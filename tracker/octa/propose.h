#pragma once

#include <array>
#include <memory>

#include "tracker/octa/octa_reading.h"
#include "tracker/octa/state.h"
#include "tracker/octa/unseen_king.h"

namespace octo::tracker::octa {

/// What is known beside the state.
/// The last event, if it laid cards in a run.
struct LastLaid {
  Event event;
  Move move;
  int run;
  bool breach;

  bool withToken() const {
    const auto* meld = std::get_if<Meld>(&move);
    return meld && meld->token;
  }
};

struct Around {
  const OctaPlaces& places;
  const OctaMemory& memory;
  /// By owner.
  const std::array<std::shared_ptr<const LaidRuns>, kPlayers>& runs;
  /// Null where the last event laid no run.
  const std::shared_ptr<const LastLaid>& laid;
  /// Of which not all cards were seen.
  const std::vector<UnseenKing>& kings;
};

/// What may have happened from that state on, as far as the table looks otherwise now. Each proposal is one event that
/// can be seen, after those that leave no trace and must have come before it: a card drawn, the end of the turn before;
/// or one of those alone where a forearm speaks for it.
std::vector<Proposal> proposeEvents(const State& state, const Around& around, const Evidence& evidence);

}  // namespace octo::tracker::octa
