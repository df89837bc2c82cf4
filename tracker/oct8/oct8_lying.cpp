#include "tracker/oct8/oct8_lying.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tracker/vocabulary/zone_place.h"

namespace octo::tracker::oct8 {
namespace {

constexpr double kChipAcross = 33;
/// A column this near to a place takes it, mm.
constexpr double kTaken = 40;

ZonePlace placeOf(const TableRect& area, Side side) { return octo::placeOf(area, angleFor(side)); }

Face headOf(Colour colour) { return Face("head:" + std::string(name(colour))); }

class Drawing {
 public:
  Drawing(const ExpectedLayout& known, const Oct8Places& places) : expected_(known), places_(places) {}

  std::vector<LyingPiece> pieces() {
    const State& state = expected_.state;
    if (state.headDeck > 0) add(Face("head:back"), placeOf(places_.heads, Side::Near).pose(0, 0));
    if (state.armDeck > 0) add(Face::back(), placeOf(places_.arms, Side::Near).pose(0, 0));
    if (!state.discard.empty()) {
      const auto top = expected_.discardTop();
      add(top ? Face(top->name()) : Face::unknown(), placeOf(places_.discard, Side::Near).pose(0, 0));
    }
    for (std::size_t slot = 0; slot < kSlots; ++slot)
      if (const auto& octopus = state.shared[slot]) column(*octopus, placeOf(places_.slots[slot], Side::Near), 0);
    for (std::size_t player = 0; player < state.seats.size(); ++player) {
      field(player);
      shipped(player);
      chips(player);
      const Oct8Places::Seat& seat = places_.seats[player];
      if (const auto colour = state.seats[player].colour)
        add(headOf(*colour), placeOf(seat.turn, seat.side).pose(0, 0));
    }
    return std::move(pieces_);
  }

 private:
  void add(Face face, const TablePose& pose) { pieces_.push_back({std::move(face), pose}); }

  void column(const Octopus& octopus, const ZonePlace& area, double right) {
    const double top = headInColumn(area.height);
    add(headOf(octopus.head), area.pose(right, top));
    double below = 0;
    for (const Arm arm : octopus.arms.list()) add(Face(arm.name()), area.pose(right, top - (below += kArmStep)));
  }

  /// Those that were seen lie there, the others in the places that are left.
  void field(std::size_t player) {
    const ZonePlace area = placeOf(places_.seats[player].field, places_.seats[player].side);
    const auto& taken = expected_.seat(player).taken;
    std::vector<double> used;
    for (std::size_t k = 0; k < taken.size(); ++k)
      if (const auto at = expected_.placeOf(player, static_cast<int>(k)); at && !taken[k].shipped)
        used.push_back(area.rightOf(*at));
    for (std::size_t k = 0; k < taken.size(); ++k) {
      if (taken[k].shipped) continue;
      const auto at = expected_.placeOf(player, static_cast<int>(k));
      if (!at) used.push_back(freePlace(area, used));
      column(taken[k].octopus, area, at ? area.rightOf(*at) : used.back());
    }
  }

  static double freePlace(const ZonePlace& area, const std::vector<double>& used) {
    const double step = area.width / kColumns;
    double place = step / 2 - area.width / 2;
    const auto taken = [&](double right) { return std::abs(right - place) < kTaken; };
    for (int column = 1; column < kColumns && std::any_of(used.begin(), used.end(), taken); ++column) place += step;
    return place;
  }

  void shipped(std::size_t player) {
    const ZonePlace area = placeOf(places_.seats[player].shipped, places_.seats[player].side);
    const int columns = std::max(1, static_cast<int>(area.width / kCardWide));
    const int rows = std::max(1, static_cast<int>(area.height / kCardDeep));
    int place = 0;
    for (const TakenOctopus& each : expected_.seat(player).taken) {
      if (!each.shipped) continue;
      add(headOf(each.octopus.head), area.pose(area.width * ((place % columns + 0.5) / columns - 0.5),
                                               area.height * (0.5 - (place / columns % rows + 0.5) / rows)));
      ++place;
    }
  }

  /// Two actions a chip, and the last one its other side.
  void chips(std::size_t player) {
    const ZonePlace area = placeOf(places_.seats[player].chips, places_.seats[player].side);
    double up = area.height / 2 - kChipAcross / 2;
    for (int left = expected_.seat(player).chips; left > 0; left -= 2, up -= kChipAcross)
      add(Face(left > 1 ? "chip:2" : "chip:1"), area.pose(0, up));
  }

  const ExpectedLayout& expected_;
  const Oct8Places& places_;
  std::vector<LyingPiece> pieces_;
};

}  // namespace

std::vector<LyingPiece> lyingPieces(const ExpectedLayout& known, const Oct8Places& places) {
  return Drawing(known, places).pieces();
}

}  // namespace octo::tracker::oct8
