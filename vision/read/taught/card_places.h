#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "vision/sighting.h"

namespace octo::vision {

/// The cards on a resting table, fused over several looks and rests by where they lie: what did not change since a card
/// was read needs no reading, what covers it for a while does not make it gone, and what is left of it when another
/// card covers most of it need not tell its face a second time. What is read where a hand hides the table is doubted
/// until it is read without it. One thread uses it.
class CardPlaces {
 public:
  /// Of the edition's cards, mm; or of its shields, which lie `inBoxes` of a board: there one hides another wholly, and
  /// is turned only by being taken up.
  CardPlaces(double widthMm, double heightMm, bool inBoxes = false)
      : width_(widthMm), height_(heightMm), inBoxes_(inBoxes) {}

  using IsSo = std::function<bool(TablePoint)>;
  /// What the table shows at a place: something that is no piece, such as a hand; anything else than when it is bare.
  struct Shown {
    IsSo isHidden, standsOut;
  };

  /// The table has come to rest: which cards may look otherwise than before, as far as they showed. They have to be
  /// found again.
  void rest(const IsSo& hasChanged);
  /// What was read then, all with poses, those on top first.
  void found(const std::vector<Sighting>& cards);
  /// Once it is known what is hidden: what was not found again lies under it, or is gone.
  void settle(const Shown& shown);
  /// Another look at the same table. `wasLookedAt`: cards in such places would have been found again. True when that
  /// changed what a card shows.
  bool look(const std::vector<Sighting>& cards, const IsSo& wasLookedAt, const Shown& shown);
  void forget() { known_.clear(); }

  /// Those that have to be found again, or may be found at another look: where they lay.
  std::vector<TablePose> doubtful() const;
  /// And the rectangles around them.
  std::vector<TableRect> doubtfulAreas() const;
  bool inDoubt() const { return !doubtful().empty(); }

  /// The cards that can be seen now, those on top first, with the latest reading's outline.
  std::vector<Sighting> cards() const;

 private:
  /// A card, and how much of it showed when it was read as what it is taken for.
  struct Reading {
    Sighting card;
    double readFrom = 1;
  };
  struct Known : Reading {
    int looks = 1, seen = 1;
    bool lost = false;
    /// It was first read at this rest.
    bool isNew = true;
    /// It was read at this look; and what was known of it before, where that was replaced.
    bool isFresh = true;
    std::optional<Reading> before = {};
    /// Where it was read something hides the table: it may have been that, a sleeve or a shadow.
    bool isDoubted = false;
    /// Places of it that no other card covered, and those of them that look otherwise since.
    std::vector<TablePoint> open = {}, changed = {};
    /// Those in which it stood out from the table when it was read: its print, and all of it on a table of another
    /// colour.
    std::vector<TablePoint> print = {};
  };
  /// True when that changed a face or a place.
  bool take(const std::vector<Sighting>& cards);
  /// Whether what still shows of a card that was not found again looks mostly as it did.
  bool looksTheSame(const Known& card) const;
  void tellOpen();
  /// Of the cards just read: which of them may be what hides the table, and the print of the others.
  void judgeFresh(const Shown& shown);
  /// The share of its open places that is hidden; all where it has none.
  static double hiddenShare(const Known& card, const Shown& shown);
  std::vector<TablePoint> placesOf(const TablePose& pose) const;
  bool isOn(const TablePose& pose, TablePoint at) const;

  bool isSamePlace(const TablePose& one, const TablePose& other) const;
  bool update(Known& known, const Sighting& now) const;

  double width_, height_;
  bool inBoxes_;
  std::vector<Known> known_;  // those on top first
};

}  // namespace octo::vision
