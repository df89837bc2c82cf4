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
  /// Asked of places in the picture: where an index stands.
  using IsPlace = std::function<bool(ImagePoint)>;
  using IsCard = std::function<bool(const AssembledCard&)>;

  /// The table has come to rest: what lies where it lay and reads as it did keeps what is known of it, the rest is new.
  /// A card of which an index `looksAsItDid` stays as it was known, whatever this look makes of it: where that is its
  /// other one alone, something lies upon the first. Of the others, those that were not found again are lost until
  /// `settle` is told.
  void rest(
      std::span<const AssembledCard> seen, const IsPlace& looksAsItDid = [](ImagePoint) { return false; });
  /// What lies where `isCovered` hides cards for a while: a lost card shows again when it is gone. Elsewhere a lost
  /// card is gone itself, and an index that no longer shows has a card upon it.
  void settle(const IsPlace& isCovered);
  /// Another look at the same table, at the cards that it `wasLookedAt`. One that it does not find may be none, unless
  /// it was known before the table came to rest and looked as it did.
  void look(
      std::span<const AssembledCard> seen, const IsCard& wasLookedAt = [](const AssembledCard&) { return true; });
  void forget();

  /// Where indices of the known cards stand that `changed` since: worth asking about, whatever else is found.
  std::vector<CardIndex> indicesWhere(const IsPlace& changed) const;

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
    /// How many more looks told it to lie on the side where it is known to than on the other.
    int votes = 0;
    bool lost = false;
    /// At the latest rest one of its indices looked as it did: a look that does not find it errs.
    bool isAsItWas = false;
    /// Both its ends were seen at an earlier look.
    bool wasWhole = false;
    /// Something hides `latest.other`.
    bool isHalfHidden = false;
  };
  static void add(Known& known, const AssembledCard& card);
  static Known learnt(const AssembledCard& card);
  static bool staysAsKnown(Known& known, const IsPlace& looksAsItDid);

  std::vector<Known> known_;
  int looks_ = 0;
};

}  // namespace octo::vision
