#include "vision/read/cards/card_strips.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "vision/fuse/median.h"
#include "vision/read/cards/card_geometry.h"

namespace octo::vision {
namespace {

/// What shows of a card under others: where it may lie, on either side of its seen corners.
struct Strip {
  AssembledCard one, other;
  /// How many of its corners were told to be the first's rather than the other's.
  int votes = 0;

  /// Between the two places.
  ImagePoint middle() const { return halfway(vision::middle(one.corners), vision::middle(other.corners)); }
};

/// Two corners of one side: they read alike and stand upside down to each other, each where the other's card may have
/// another index, as far as one small index tells how its card is turned.
bool areOfOneStrip(const AssembledCard& a, const AssembledCard& b) {
  constexpr double kTurned = -0.8;  // cosine
  constexpr double kAbout = 0.15;   // diagonals
  return a.indices == 1 && b.indices == 1 && likeliest(a) == likeliest(b) && dot(a.up, b.up) < kTurned &&
         (offOtherCorners(a, b.at) + offOtherCorners(b, a.at)) / 2 < kAbout;
}

/// One card of the two that are told of a strip: that of the first, with what both say.
AssembledCard together(AssembledCard card, const AssembledCard& other) {
  card.chances = joined({&card.chances, &other.chances});
  card.presence = 1 - (1 - card.presence) * (1 - other.presence);
  return card;
}

AssembledCard mirrored(AssembledCard card) {
  std::swap(card.corners, *card.mirrored);
  return card;
}

/// A card's width as a way in the picture: to the right, or down where it lies across.
ImagePoint widthOf(const AssembledCard& card) {
  const ImagePoint way{card.corners[1].x - card.corners[0].x, card.corners[1].y - card.corners[0].y};
  const bool isBack = std::abs(way.x) > std::abs(way.y) ? way.x < 0 : way.y < 0;
  return isBack ? ImagePoint{-way.x, -way.y} : way;
}

/// How far the point lies along the way and beside it, in lengths of the way.
ImagePoint along(ImagePoint way, ImagePoint from, ImagePoint to) {
  const ImagePoint off{to.x - from.x, to.y - from.y};
  const double length2 = std::max(dot(way, way), 1e-6);
  return {dot(off, way) / length2, (off.y * way.x - off.x * way.y) / length2};
}

bool areParallel(ImagePoint a, ImagePoint b) {
  constexpr double kParallel = 0.9;  // cosine
  return std::abs(dot(a, b)) > kParallel * std::hypot(a.x, a.y) * std::hypot(b.x, b.y);
}

/// Strips side by side, of cards of which each lies upon the next. All lie under whatever lies at one end of the row.
class StripRow {
 public:
  explicit StripRow(Strip first) { strips_.push_back(std::move(first)); }

  bool adjoins(const Strip& strip) const {
    return std::any_of(strips_.begin(), strips_.end(), [&](const Strip& each) {
      const ImagePoint way = widthOf(each.one), off = along(way, each.middle(), strip.middle());
      return areParallel(way, widthOf(strip.one)) && std::abs(off.x) < kApart && std::abs(off.y) < kInRow;
    });
  }

  void add(StripRow other) {
    strips_.insert(strips_.end(), std::make_move_iterator(other.strips_.begin()),
                   std::make_move_iterator(other.strips_.end()));
  }

  /// The cards where they lie, given others that nothing covers: on the side for which how their corners were told, and
  /// how far beyond the row the nearest of the others begins, speak together.
  std::vector<AssembledCard> cards(std::span<const AssembledCard> whole) const {
    // By itself, and told alike by both its corners, it may well be whole.
    if (strips_.size() == 1 && strips_.front().votes > 1) return {strips_.front().one};
    const ImagePoint way = widthOf(strips_.front().one);
    const auto lies = [&](const AssembledCard& card, ImagePoint from) {
      return along(way, from, middle(card.corners)).x;
    };
    double before = kApart, after = kApart, score = 0;
    for (const Strip& strip : strips_) {
      score += (lies(strip.one, strip.middle()) > 0 ? 1 : -1) * strip.votes;
      for (const AssembledCard& card : whole) {
        const ImagePoint off = along(way, strip.middle(), middle(card.corners));
        const double gap = std::abs(off.x) - 0.5;
        if (!areParallel(way, widthOf(card)) || std::abs(off.y) > kInRow || gap < 0) continue;
        double& least = off.x < 0 ? before : after;
        least = std::min(least, gap);
      }
    }
    const double expected = step() - (0.5 - std::abs(lies(strips_.front().one, strips_.front().middle())));
    score += misfit(before - expected) - misfit(after - expected);
    std::vector<AssembledCard> cards;
    for (const Strip& strip : strips_)
      cards.push_back((lies(strip.one, strip.middle()) > 0) == (score > 0) ? strip.one : strip.other);
    return cards;
  }

 private:
  /// From one strip to the next, or to the edge of what lies upon the last; and how far out of line; in cards' widths.
  static constexpr double kApart = 0.45, kInRow = 0.4;
  /// How far from where it belongs what lies upon the last card begins, a standard deviation; and what speaks at most
  /// against it, in votes.
  static constexpr double kUneven = 0.12, kMost = 6;

  static double misfit(double off) { return std::min(kMost, off * off / (2 * kUneven * kUneven)); }

  /// From one card to the next: as it is in the row, or as most people lay them.
  double step() const {
    constexpr double kUsual = 0.28;
    std::vector<double> places, steps;
    for (const Strip& strip : strips_)
      places.push_back(along(widthOf(strips_.front().one), strips_.front().middle(), strip.middle()).x);
    std::sort(places.begin(), places.end());
    for (std::size_t k = 1; k < places.size(); ++k) steps.push_back(places[k] - places[k - 1]);
    return steps.empty() ? kUsual : median(steps);
  }

  std::vector<Strip> strips_;
};

}  // namespace

void joinStrips(std::vector<AssembledCard>& cards) {
  constexpr double kSamePlace = 0.6;
  std::vector<AssembledCard> known;
  std::vector<StripRow> rows;
  const auto addStrip = [&](Strip strip) {
    StripRow row(strip);
    for (auto each = rows.begin(); each != rows.end();)
      if (each->adjoins(strip))
        row.add(std::move(*each)), each = rows.erase(each);
      else
        ++each;
    rows.push_back(std::move(row));
  };
  std::vector<bool> isTaken(cards.size(), false);
  for (std::size_t a = 0; a < cards.size(); ++a) {
    if (isTaken[a]) continue;
    for (std::size_t b = a + 1; b < cards.size() && !isTaken[a]; ++b) {
      if (isTaken[b] || !areOfOneStrip(cards[a], cards[b])) continue;
      isTaken[a] = isTaken[b] = true;
      const AssembledCard one = together(cards[a], cards[b]);
      if (overlap(cards[a].corners, cards[b].corners) < kSamePlace)
        addStrip({one, together(cards[b], cards[a])});
      else if (one.mirrored)
        addStrip({one, mirrored(one), 2});
      else
        known.push_back(one);
    }
    if (isTaken[a]) continue;
    if (cards[a].mirrored)
      addStrip({cards[a], mirrored(cards[a]), 1});
    else
      known.push_back(cards[a]);
  }
  std::vector<AssembledCard> whole;
  std::copy_if(known.begin(), known.end(), std::back_inserter(whole),
               [](const AssembledCard& card) { return card.indices > 1; });
  for (const StripRow& row : rows)
    for (AssembledCard& card : row.cards(whole)) {
      card.mirrored.reset();
      known.push_back(std::move(card));
    }
  cards = std::move(known);
}

double coveredShare(const AssembledCard& card, std::span<const AssembledCard> cards) {
  if (card.indices > 1) return 0;
  const auto isUpon = [&](ImagePoint at) { return holds(card.corners, at) && !isInAnyCornerOf(card, at); };
  double most = 0;
  for (const AssembledCard& other : cards)
    if (isUpon(other.at) || (other.other && isUpon(*other.other)))
      most = std::max(most, shareWithin(card.corners, other.corners));
  return most;
}

}  // namespace octo::vision
