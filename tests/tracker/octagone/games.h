#pragma once

#include <string>
#include <vector>

#include "tests/tracker/matches.h"
#include "tracker/referee/match.h"
#include "tracker/vocabulary/table.h"

/// Short games for tests, written as records are.
namespace octo::tracker::octagone {

inline GameHeader header(int players = 2, Json options = Json::object(), int first = 0) {
  static const std::vector<std::string> kNames{"Ann", "Ben", "Cas", "Dia"};
  return {.game = GameId::Octagone,
          .players = {kNames.begin(), kNames.begin() + players},
          .first = first,
          .options = std::move(options)};
}

inline Event lady(int player, std::string at, std::string facing) {
  return {.player = player, .action = "lady", .fields = {{"at", at}, {"facing", facing}}};
}

inline Event place(int player, std::string piece, std::string at, std::string facing) {
  return {.player = player, .action = "place", .fields = {{"piece", piece}, {"at", at}, {"facing", facing}}};
}

inline Event skip(int player) { return {.player = player, .action = "skip"}; }

/// Where an arm from that side ends that touches something there: a hand's length beyond.
inline TablePoint beyond(Side side, TablePoint at) {
  constexpr double kHand = 45;  // mm
  switch (side) {
    case Side::Near:
      return {at.x, at.y + kHand};
    case Side::Left:
      return {at.x + kHand, at.y};
    case Side::Far:
      return {at.x, at.y - kHand};
    case Side::Right:
      return {at.x - kHand, at.y};
  }
  return at;
}

inline std::string required(const Match& match) { return match.describe().value("required", "none"); }

}  // namespace octo::tracker::octagone
