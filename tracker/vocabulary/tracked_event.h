#pragma once

#include <cstdint>
#include <vector>

#include "tracker/vocabulary/event.h"

namespace octo {

/// An event as it was understood from the table.
struct TrackedEvent {
  /// Its number in the record, from 1.
  int n = 0;
  Event event;
  Verdict verdict;
  /// When it settled: seconds and frame of the source.
  double time = 0;
  std::int64_t frame = 0;
  /// How sure the reading is, 0 to 1; 1 where a person said so.
  double confidence = 1.0;
  /// Left no trace of its own; concluded from what followed (a skip).
  bool inferred = false;
  /// Earlier forms of the event, oldest first.
  std::vector<Event> was;
};

}  // namespace octo
