#pragma once

#include <functional>
#include <span>
#include <vector>

#include "vision/read/cards/card_assembly.h"

namespace octo::vision {

/// Readings of a resting table over several frames as one, so that a glare, a blur or a key frame in one of them does
/// not decide. Cards are told apart by where they lie in the picture. One thread uses it.
class CardMemory {
 public:
  /// What shows of a card, its index above all.
  using IsSo = std::function<bool(const AssembledCard&)>;

  /// The table has come to rest: what lies where it lay and reads as it did keeps what is known of it, the rest is new.
  /// A card that `looksAsItDid` stays as it was known, whatever this look makes of it. Of the others, those that were
  /// not found again are lost until `settle` is told.
  void rest(
      std::span<const AssembledCard> seen, const IsSo& looksAsItDid = [](const AssembledCard&) { return false; });
  /// A lost card lies under what `isCovered`, and shows again when that is gone; or it is gone itself.
  void settle(const IsSo& isCovered);
  /// Another look at the same table, at the cards that it `wasLookedAt`.
  void look(
      std::span<const AssembledCard> seen, const IsSo& wasLookedAt = [](const AssembledCard&) { return true; });
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
    bool lost = false;
    /// Both its ends were seen at an earlier look.
    bool wasWhole = false;
  };
  static void add(Known& known, const AssembledCard& card);
  static Known learnt(const AssembledCard& card);

  std::vector<Known> known_;
  int looks_ = 0;
};

}  // namespace octo::vision
