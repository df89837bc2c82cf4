#include "tracker/octagone/module.h"

#include <array>

#include "tracker/octagone/octagone_table.h"
#include "tracker/octagone/rules.h"
#include "tracker/octagone/tally.h"

namespace octo::tracker::octagone {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kFacings{
    {{"N", "↑"}, {"NE", "↗"}, {"E", "→"}, {"SE", "↘"}, {"S", "↓"}, {"SW", "↙"}, {"W", "←"}, {"NW", "↖"}}};

/// A facing as an arrow.
std::string pieceName(const PieceWords&, std::string_view name) {
  for (const auto& [facing, arrow] : kFacings)
    if (name == facing) return std::string(arrow);
  return {};
}

std::unique_ptr<Match::Game> start(const GameHeader& header) { return std::make_unique<GameOf<Rules>>(header); }

}  // namespace

GameModule module() {
  return {.id = GameId::Octagone,
          .choices = {{2, 4},
                      {{"part", {{2}, {1, {}, {2, 2}}}, true},
                       {"lady", {{"arrow"}, {"marks"}}, true},
                       {"corner", {{"four"}, {"five"}}, true},
                       // Only what may be asked depends on it; no rule does.
                       {"hands", {{"hidden"}, {"open", {}, {4, 4}}}}}},
          .start = start,
          .pieceName = pieceName,
          .table = makeTable,
          .tally = tally};
}

}  // namespace octo::tracker::octagone
