#pragma once

#include <span>
#include <vector>

#include "vision/read/cards/card_assembly.h"

namespace octo::vision {

/// Readings of a resting table over several frames as one, so that a glare, a blur or a key frame in one of them does
/// not decide. Cards are told apart by where they lie in the picture. One thread uses it.
class CardMemory {
 public:
  /// The table has come to rest: what lies where it lay and reads as it did keeps what is known of it, the rest is new.
  void rest(std::span<const AssembledCard> seen);
  /// Another look at the same table.
  void look(std::span<const AssembledCard> seen);
  void forget();

  /// What is known now: chances of all looks together; presence falls with each look that did not find the card.
  std::vector<AssembledCard> cards() const;
  /// Looks at the table since it came to rest.
  int looks() const { return looks_; }

 private:
  struct Known {
    AssembledCard latest;
    /// Sums over the looks.
    CardChances logs{};
    double presence = 0;
    int seen = 0, looks = 0;
  };
  static void add(Known& known, const AssembledCard& card);
  static Known learnt(const AssembledCard& card);

  std::vector<Known> known_;
  int looks_ = 0;
};

}  // namespace octo::vision
