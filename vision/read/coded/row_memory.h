#pragma once

#include <functional>
#include <vector>

#include "vision/read/coded/found_row.h"

namespace octo::vision {

/// The rows of dots on a resting table, found over several looks and rests, on the table in mm, y down. What did not
/// change since a row was found needs no reading; what covers it for a while does not make it gone. One thread uses it.
class RowMemory {
 public:
  /// The parts of a row that tell whether it could be seen.
  using IsSo = std::function<bool(const FoundRow&)>;

  /// The table has come to rest and these rows were found where it had changed. Rows that may have changed and were not
  /// found again are in doubt until `settle` is told.
  void rest(const std::vector<FoundRow>& found, const IsSo& mayHaveChanged);
  /// What is in doubt lies under something, or is gone. A row that was found where something covers the table, its own
  /// card not explaining the picture, must be found again at the next rest: a sleeve may look like dots. So must one of
  /// which a part is covered and another part was seen otherwise: the same may lie there still when nothing covers it.
  void settle(const IsSo& isCovered, const IsSo& isSeenOtherwise);
  /// The rows of which that was last said.
  std::vector<FoundRow> toBeFoundAgain() const;
  /// Another look at the same table; `wasLookedAt`: rows that would have been found again.
  void look(const std::vector<FoundRow>& found, const IsSo& wasLookedAt);
  void forget() { known_.clear(); }

  /// A row, and how likely it is there at all.
  struct Kept {
    FoundRow row;
    double presence;
  };
  /// The rows that can be seen now.
  std::vector<Kept> rows() const;
  /// The rows that are there as far as is known, covered ones too.
  std::vector<FoundRow> there() const;
  /// Whether a further look may change something.
  bool inDoubt() const;

 private:
  struct Known {
    FoundRow row;
    double doubt = 1;  // what is left of it after all looks
    int seen = 0, looks = 0;
    bool lost = false, covered = false, unexplained = false, seenOtherwise = false;
  };
  Known* same(const FoundRow& row);
  void add(Known& known, const FoundRow& row);

  std::vector<Known> known_;
};

}  // namespace octo::vision
