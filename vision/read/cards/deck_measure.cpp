#include "vision/read/cards/deck_measure.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "vision/fuse/median.h"
#include "vision/read/cards/card_geometry.h"

namespace octo::vision {
namespace {

/// The latest that are kept.
constexpr std::size_t kKept = 120;
/// Of those, the ones whose indices are most alike in size tell what this card measures.
constexpr std::size_t kNearest = 9;
/// So many tell on which side of their index cards lie.
constexpr std::ptrdiff_t kTellSide = 6;
/// Sizes of indices that differ more are not of one deck, natural logarithm: a court's letter is wider than a number,
/// and a detector is off by a tenth.
constexpr double kSizesApart = 0.8;
/// A card that is read so surely is measured.
constexpr double kSurelyRead = 0.9;
/// Cards for grown people and for patience are between these, mm.
constexpr double kLeastWidth = 35, kMostWidth = 100, kLeastHeight = 50, kMostHeight = 150;

/// An index where it lies on the table: mm, and the unit vector the way the rank's top points.
struct LyingIndex {
  TablePoint at, up;
  double size;
};

LyingIndex lying(ImagePoint at, ImagePoint up, double pixels, const TableView& view) {
  const ImagePoint top{at.x + pixels / 2 * up.x, at.y + pixels / 2 * up.y},
      bottom{at.x - pixels / 2 * up.x, at.y - pixels / 2 * up.y};
  const TablePoint from = view.tableFromImage(bottom), to = view.tableFromImage(top);
  const double size = distance(from, to);
  return {view.tableFromImage(at), {(to.x - from.x) / size, (to.y - from.y) / size}, size};
}

double lengthOf(const Corners& corners, std::size_t from, std::size_t to, const TableView& view) {
  return distance(view.tableFromImage(corners[from]), view.tableFromImage(corners[to]));
}

bool isSurelyRead(const AssembledCard& card) {
  return card.indices > 1 && card.other &&
         *std::max_element(card.chances.begin(), card.chances.end()) * card.presence > kSurelyRead;
}

bool isCardSized(double width, double height) {
  return width > kLeastWidth && width < kMostWidth && height > kLeastHeight && height < kMostHeight && height > width;
}

}  // namespace

void DeckMeasure::learn(std::span<const AssembledCard> cards, const TableView& view) {
  for (const AssembledCard& card : cards) {
    if (!isSurelyRead(card)) continue;
    const LyingIndex index = lying(card.at, card.up, card.size, view);
    const TablePoint other = view.tableFromImage(*card.other), off{other.x - index.at.x, other.y - index.at.y};
    const double width = (lengthOf(card.corners, 0, 1, view) + lengthOf(card.corners, 3, 2, view)) / 2,
                 height = (lengthOf(card.corners, 0, 3, view) + lengthOf(card.corners, 1, 2, view)) / 2;
    const double toRight = (off.x * index.up.y - off.y * index.up.x) / 2, across = std::abs(toRight),
                 down = -(off.x * index.up.x + off.y * index.up.y) / 2;
    using Side = CardsAround::Side;
    const Side side = card.indices > 2 ? Side::Either : toRight > 0 ? Side::Right : Side::Left;
    if (isCardSized(width, height) && across < width / 2 && down > 0 && down < height / 2)
      measured_.push_back({index.size, across, down, width, height, side});
  }
  if (measured_.size() > kKept)
    measured_.erase(measured_.begin(), measured_.end() - static_cast<std::ptrdiff_t>(kKept));
}

std::optional<CardsAround> DeckMeasure::sidesOf(const CardIndex& index, const TableView& view) const {
  const LyingIndex here = lying(index.at, index.up, index.size, view);
  if (!std::isfinite(here.size) || !(here.size > 0)) return std::nullopt;
  const auto unlike = [&](const Measured& card) { return std::abs(std::log(card.size / here.size)); };
  std::vector<Measured> alike;
  for (const Measured& card : measured_)
    if (unlike(card) < kSizesApart) alike.push_back(card);
  if (alike.size() < kEnough) return std::nullopt;
  const auto nearest = alike.begin() + static_cast<std::ptrdiff_t>(std::min(kNearest, alike.size()));
  std::partial_sort(alike.begin(), nearest, alike.end(),
                    [&](const Measured& a, const Measured& b) { return unlike(a) < unlike(b); });
  const auto usual = [&](double Measured::*what) {
    std::vector<double> values;
    std::transform(alike.begin(), nearest, std::back_inserter(values),
                   [&](const Measured& card) { return card.*what; });
    return median(values);
  };
  const TablePoint up = here.up, right{up.y, -up.x};
  const double across = usual(&Measured::across), down = usual(&Measured::down);
  const double x = usual(&Measured::width) / 2, y = usual(&Measured::height) / 2;
  const auto cardTo = [&](double side) {
    const TablePoint centre{here.at.x + side * across * right.x - down * up.x,
                            here.at.y + side * across * right.y - down * up.y};
    const auto corner = [&](double toRight, double toTop) {
      return view.imageFromTable(
          {centre.x + toRight * right.x + toTop * up.x, centre.y + toRight * right.y + toTop * up.y});
    };
    return Corners{corner(-x, y), corner(x, y), corner(x, -y), corner(-x, -y)};
  };
  const bool isOneSide =
      nearest - alike.begin() >= kTellSide &&
      std::all_of(alike.begin(), nearest, [&](const Measured& card) { return card.side == alike.front().side; });
  return CardsAround{cardTo(1), cardTo(-1), isOneSide ? alike.front().side : CardsAround::Side::Either};
}

}  // namespace octo::vision
