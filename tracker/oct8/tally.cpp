#include "tracker/oct8/tally.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "tracker/oct8/score.h"
#include "tracker/tally/counting.h"

namespace octo::tracker::oct8 {
namespace {

/// Half a card's width and somewhat more: cards of one column lie no farther from its head, mm.
constexpr double kSameColumn = 36;

/// Heads and the arms of their columns in one place of a player.
class Columns {
 public:
  Columns(const Layout& layout, int player, Side side, bool shipped) : shipped_(shipped), side_(side) {
    if (const Zone* zone = layout.zone(zoneOf(player, shipped ? "shipped" : "field"))) area_ = zone->area;
  }

  std::vector<TakenOctopus> read(const std::vector<SeenPiece>& pieces, Tally& tally) const {
    struct Column {
      TablePoint head;
      TakenOctopus taken;
    };
    std::vector<Column> columns;
    for (const SeenPiece& piece : pieces)
      if (area_ && area_->contains(piece.pose.at) && piece.face().family() == "head")
        if (const auto colour = parseColour(piece.face().detail()))
          columns.push_back({seenFrom(side_, piece.pose.at), {{*colour, {}}, shipped_}});
    std::sort(columns.begin(), columns.end(), [](const Column& a, const Column& b) { return a.head.x < b.head.x; });
    for (const SeenPiece& piece : pieces) {
      const auto arm = Arm::parse(piece.face().text());
      if (!area_ || !area_->contains(piece.pose.at) || !arm) continue;
      const TablePoint at = seenFrom(side_, piece.pose.at);
      Column* own = nullptr;
      for (Column& column : columns) {
        const bool below = std::abs(at.x - column.head.x) < kSameColumn && at.y < column.head.y + kSameColumn;
        if (below && (own == nullptr || column.head.y < own->head.y)) own = &column;
      }
      if (own != nullptr)
        own->taken.octopus.arms.add(*arm);
      else
        tally.table["without_head"].push_back(piece.face().text());
    }
    std::vector<TakenOctopus> all;
    for (const Column& column : columns) all.push_back(column.taken);
    return all;
  }

 private:
  bool shipped_;
  Side side_;
  std::optional<TableRect> area_;
};

/// The options and the octopus colours are the header's; the rest of the setup does not matter once a game is over.
State oct8State(GameHeader header) {
  if (!header.setup.contains("heads")) header.setup["heads"] = {"red", "green", "blue"};
  if (!header.setup.contains("discard")) header.setup["discard"] = "red:1";
  return startState(header);
}

/// On the place, or a little beside it and in no other zone.
bool liesOn(const Zone& place, const Layout& layout, TablePoint at) {
  constexpr double kBeside = 12;  // mm
  if (const Zone* zone = zoneAt(layout, at)) return zone == &place;
  const TableRect& area = place.area;
  return TableRect{area.x0 - kBeside, area.y0 - kBeside, area.x1 + kBeside, area.y1 + kBeside}.contains(at);
}

/// The head that lies on a player's turn place; of several the one on top.
std::optional<Colour> colourToldBy(const std::vector<SeenPiece>& pieces, const Layout& layout, int player) {
  const Zone* place = layout.zone(zoneOf(player, "turn"));
  const SeenPiece* top = nullptr;
  for (const SeenPiece& piece : pieces) {
    if (place == nullptr || piece.face().family() != "head" || !liesOn(*place, layout, piece.pose.at)) continue;
    if (top == nullptr || piece.visible > top->visible) top = &piece;
  }
  return top == nullptr ? std::nullopt : parseColour(top->face().detail());
}

Json oct8Octopus(const TakenOctopus& taken, const OctopusScore& score) {
  Json arms = Json::array();
  for (const Arm arm : taken.octopus.arms.list()) arms.push_back(arm.name());
  return {{"head", name(taken.octopus.head)}, {"arms", arms},         {"shipped", taken.shipped},
          {"scoring", score.scoring},         {"bonus", score.bonus}, {"points", score.points()}};
}

}  // namespace

Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces) {
  State state = oct8State(header);
  const int players = state.players();
  Tally tally;
  for (int player = 0; player < players; ++player) {
    Seat& seat = state.seat(player);
    if (!seat.colour) seat.colour = colourToldBy(pieces, layout, player);
    Json octopuses = Json::array();
    for (const bool shipped : {false, true})
      for (const auto& taken : Columns(layout, player, octo::seat(player, players), shipped).read(pieces, tally)) {
        seat.taken.push_back(taken);
        octopuses.push_back(oct8Octopus(taken, scoreOf(taken, seat.colour, state.options.bonus)));
      }
    int chips = 0;
    if (const Zone* zone = layout.zone(zoneOf(player, "chips")))
      for (const SeenPiece& piece : pieces)
        if (piece.face().family() == "chip" && zone->area.contains(piece.pose.at))
          chips += piece.face().detail() == "2" ? 2 : 1;
    tally.counted.push_back(
        {{"octopuses", octopuses}, {"chips", chips}, {"colour", seat.colour ? Json(name(*seat.colour)) : Json()}});
  }
  state.turnsLeft = 0;
  tally.result = resultOf(state);
  tally.result.hands.clear();
  if (!tally.result.unrevealed.empty()) {
    const Prospects prospects = prospectsOf(state);
    tally.table["settled"] = prospects.settled;
    tally.table["may_win"] = prospects.mayWin;
  }
  return tally;
}

}  // namespace octo::tracker::oct8
