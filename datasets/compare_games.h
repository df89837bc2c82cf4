#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tracker/record/record_io.h"
#include "tracker/vocabulary/tracked_event.h"

namespace octo::datasets {

/// An event of the record, and how it could be known.
struct Understood {
  TrackedEvent event;
  /// The frame at which it was told in this form.
  std::int64_t told = 0;
  /// How sure it was then, 0 to 1.
  double sure = 1;
};

/// How far a tracked game is the true one. Events are matched in order, as many as possible.
struct GameComparison {
  static constexpr std::array kSureness{0.0, 0.5, 0.9, 0.99};

  struct Count {
    int truly = 0, right = 0;
  };
  bool exact = false;
  /// All events that leave a trace on the table are right and in order, and no other was made up.
  bool visibleExact = false;
  bool resultRight = false;
  /// By `do`: what changes the table, and what is concluded (a skip, a pass, a card drawn to the hand).
  std::map<std::string, Count> visible, inferred;
  int tracked = 0;
  /// What was told, and what of it is right, by how sure it was then: from each of `kSureness` to the next.
  std::array<Count, 4> bySureness{};
  /// Breaches of the true game, those named as what they were, and events called a breach that are none.
  int breaches = 0, found = 0, falselyClaimed = 0;
  /// Seconds from the frame at which a true event settles to the one at which it was told, of the right ones.
  std::vector<double> delays;
  /// The first true event that was not understood, as a line of the record; empty if there is none.
  std::string firstMissed;
};

/// The record as somebody who sees the table only can know it: a shield that is taken up and laid on the same box again
/// has been turned, unless the turn mends a breach of `octagone.facing`.
tracker::Record asSeen(const tracker::Record& record);

/// Octagone's events must be the same word for word, with no other accusation than the true ones, and a pair's scores
/// are compared by their sum (nobody sees who was dealt an extra joker); of a card game as far as they can be known
/// (`known_event.h`). `truth` has the field "frame" in its events where delays are wanted. `first`: who was taken to
/// begin, and `setup`: what was read of it, where that had to be found out; the tracked events are judged by them, as
/// they were told.
GameComparison compareGames(const tracker::Record& truth, const std::vector<Understood>& tracked, const Result& result,
                            double framesPerSecond, std::optional<int> first = {}, const Json& setup = Json::object());

}  // namespace octo::datasets
