#pragma once

#include <map>
#include <string>
#include <utility>

#include "tracker/follow/follower.h"

namespace octo::test {

/// The table of a game of Octagone after each of its events, as a camera tells it. Of a skip it tells
/// nothing.
class ScriptedTable {
 public:
  explicit ScriptedTable(const GameHeader& header)
      : grid_(*tracker::seededLayout(header.game, static_cast<int>(header.players.size())).zone("board")->grid) {}

  Observation after(const Event& event) {
    Observation seen;
    seen.time = ++time_;
    if (event.action != "skip") seen.forearms = {lay(event)};
    for (const auto& [at, piece] : pieces_) seen.pieces.push_back(piece);
    return seen;
  }

 private:
  /// The hand that did it.
  ForearmTrack lay(const Event& event) {
    const std::string at = event.fields.at("at");
    const bool lady = event.action == "lady";
    if (lady)
      ladyAt_ = at;
    else
      pieces_.erase(std::exchange(ladyAt_, ""));
    const Face face(lady ? "shield:lady" : "shield:" + event.fields.at("piece").get<std::string>());
    const Facing facing = *Facing::parse(event.fields.at("facing").get<std::string>());
    const TablePoint place = grid_.centre(*Cell::parse(at));
    pieces_[at] = {{{face, 0.98}}, 1.0, {place, static_cast<double>(facing.degrees())}, 1.0};
    return {event.player.value_or(0) == 0 ? Side::Near : Side::Far, 0.999, place};
  }

  Grid grid_;
  std::map<std::string, SeenPiece> pieces_;
  std::string ladyAt_;
  double time_ = 0;
};

}  // namespace octo::test
