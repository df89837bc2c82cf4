#pragma once

#include <optional>
#include <vector>

#include "tracker/follow/pinned_faces.h"
#include "tracker/follow/position.h"

namespace octo::tracker {

/// What the latest look at the table shows and the game does not explain: a table of another game, or places that have
/// gone unexplained for several rests, which people are asked about then. And how a game can go on from that table.
class Mismatch {
 public:
  /// A new look is taken. For how long the table has been puzzling is kept.
  void clear();
  /// The look shows another table than the game's, or one of a game that nobody saw begin.
  void showOther(const Observation& look, std::optional<TakenTable> goesOn, std::vector<Doubt> doubts = {});
  /// The game explains the look but for so many places: whether some have been left for so many rests in a row that
  /// people should be asked. `again`: it is another look at the same rest. `first`: it is the first of a game that was
  /// cut off, and what does not fit there is asked at once.
  bool hasLasted(std::size_t unexplained, bool again, bool first = false);
  void ask(std::vector<Doubt> doubts, std::optional<TakenTable> goesOn);
  /// People said what lies there.
  void settle();
  /// The game goes on from what lies there. There must be such a game.
  TakenTable take();

  /// The look that shows another table; null where none does.
  const Observation* otherTable() const { return other_ ? &*other_ : nullptr; }
  const std::optional<TakenTable>& goesOn() const { return goesOn_; }
  /// What to ask about the game's table: nothing while another lies there.
  std::vector<Doubt> questions() const { return other_ ? std::vector<Doubt>() : doubts_; }
  /// Where the table shows something else than the game; without a game, all that could be read of it.
  std::vector<Difference> differences(const Position* game, const PinnedFaces& pins) const;

 private:
  std::optional<Observation> other_;
  std::optional<TakenTable> goesOn_;
  std::vector<Doubt> doubts_;
  /// For how many rests in a row something has been left unexplained.
  int puzzled_ = 0;
};

}  // namespace octo::tracker
