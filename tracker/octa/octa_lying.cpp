#include "tracker/octa/octa_lying.h"

#include <algorithm>
#include <string>

namespace octo::tracker::octa {
namespace {

/// As `table.md` has it: a card's width, between two runs, and from the middle of the pot to a token there, mm.
constexpr double kCard = 63, kGap = 9, kTokenAside = 18;

double angleOf(int player) { return player == 0 ? 0 : 180; }

double widthOf(const Run& run) { return kCard + kStep * static_cast<double>(run.places.size() - 1); }

std::vector<const Run*> runsOf(const State& state, int player) {
  std::vector<const Run*> runs;
  for (const Run& run : state.runs)
    if (run.owner == player) runs.push_back(&run);
  return runs;
}

/// Where the first cards of a player's runs lie, if they are laid in two rows one after the other.
std::map<int, TablePoint> inRows(const std::vector<const Run*>& runs, const TableRect& area, int player) {
  const double across = area.x1 - area.x0, up = (area.y1 - area.y0) / 4;
  std::array<double, 2> ends{0, 0};
  std::map<int, TablePoint> starts;
  for (const Run* run : runs) {
    const double width = widthOf(*run);
    const std::size_t row = ends[0] + width <= across || ends[0] <= ends[1] ? 0 : 1;
    const double right = std::min(ends[row], std::max(0.0, across - width)) + kCard / 2 - across / 2;
    ends[row] += width + kGap;
    starts[run->number] = {area.middle().x + wayOf(player) * right,
                           area.middle().y + wayOf(player) * (row == 0 ? up : -up)};
  }
  return starts;
}

class Laying {
 public:
  Laying(const State& state, const OctaPlaces& places, const OctaMemory& memory)
      : state_(state), places_(places), memory_(memory) {}

  std::vector<LyingPiece> all() {
    for (int place = 1; place <= kPotPlaces; ++place)
      if (const auto& card = state_.pot.at(place))
        lay(Face(card->name()), places_.pot[static_cast<std::size_t>(place - 1)]);
    piles();
    for (int player = 0; player < static_cast<int>(kPlayers); ++player) runs(player);
    for (int player = 0; player < static_cast<int>(kPlayers); ++player)
      lay(tokenFace(player), tokenPlace(player), angleOf(player));
    return std::move(pieces_);
  }

 private:
  void lay(Face face, TablePoint at, double angle = 0) { pieces_.push_back({std::move(face), {at, angle}}); }

  void piles() {
    if (state_.stock > 0) lay(Face::back(), places_.stock.middle());
    if (state_.actionStack > 0) lay(Face::back(), places_.actionStack.middle());
    if (state_.aside > 0) lay(Face::back(), places_.aside.middle());
    for (std::size_t pile = 0; pile < places_.actions.size(); ++pile)
      lay(Face(openAction(state_, pile).name()), places_.actions[pile].middle());
    if (!state_.discard.empty()) {
      const Discarded& top = state_.discard.back();
      lay(top ? Face(top->name()) : Face::unknown(), places_.discard.middle());
    }
  }

  void runs(int player) {
    const std::vector<const Run*> runs = runsOf(state_, player);
    const bool seen =
        std::all_of(runs.begin(), runs.end(), [&](const Run* run) { return memory_.runs.count(run->number) > 0; });
    const auto starts = seen ? memory_.runs : inRows(runs, places_.runs[static_cast<std::size_t>(player)], player);
    for (const Run* run : runs) {
      TablePoint at = starts.at(run->number);
      for (const Place& place : run->places) {
        lay(place.open ? Face(place.card.name()) : Face::back(), at, angleOf(player));
        ends_[run->number] = at;
        at.x += wayOf(player) * kStep;
      }
    }
  }

  TablePoint tokenPlace(int player) const {
    const Token& token = state_.token(player);
    if (const auto* run = std::get_if<OnRun>(&token))
      if (const auto end = ends_.find(run->run); end != ends_.end()) return end->second;
    if (const auto* claim = std::get_if<OnPot>(&token); claim && claim->places.any())
      return places_.pot[static_cast<std::size_t>(listOf(claim->places).front() - 1)];
    return {places_.middle.x, places_.middle.y - wayOf(player) * kTokenAside};
  }

  const State& state_;
  const OctaPlaces& places_;
  const OctaMemory& memory_;
  /// Where the last card of a run lies, by its number.
  std::map<int, TablePoint> ends_;
  std::vector<LyingPiece> pieces_;
};

}  // namespace

std::vector<LyingPiece> lyingPieces(const State& state, const OctaPlaces& places, const OctaMemory& memory) {
  return Laying(state, places, memory).all();
}

}  // namespace octo::tracker::octa
