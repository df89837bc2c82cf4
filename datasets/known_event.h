#pragma once

#include <string>
#include <vector>

#include "tracker/record/record_io.h"

namespace octo::datasets {

/// An event of a card game as far as somebody can know it who sees the table only.
struct KnownEvent {
  /// Without what cannot be seen: whether "Octo" was called, which card of the deck went to a hand, in which order
  /// cards were listed whose order has no meaning.
  Event event;
  /// The referee's: a breach's rule, and whether the table looks otherwise for the event.
  std::string rule;
  bool applied = true;
  /// It changes what lies on the table; otherwise it shows in hands at most, and is concluded.
  bool leavesTrace = true;
};

/// The events of a record, judged one after another.
std::vector<KnownEvent> knownEvents(const tracker::Record& record);

/// The same thing was done, by the same player, and stayed or was undone alike. A `?` among discards may be any card.
bool sameEvent(const KnownEvent& a, const KnownEvent& b);
/// Likewise of events that nobody has judged.
bool sameUnjudged(const Event& a, const Event& b, GameId game);

}  // namespace octo::datasets
