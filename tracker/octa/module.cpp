#include "tracker/octa/module.h"

#include "tracker/messages/name_parts.h"
#include "tracker/octa/octa_table.h"
#include "tracker/octa/rules.h"
#include "tracker/octa/tally.h"

namespace octo::tracker::octa {
namespace {

/// "7♣" of "7C", "4♥–8♥" of a run's name where its cards are known.
std::string pieceName(const PieceWords& words, std::string_view name) {
  if (auto card = suitedCard(name)) return *card;
  return words.run(name);
}

std::unique_ptr<Match::Game> start(const GameHeader& header) { return std::make_unique<GameOf<Rules>>(header); }

}  // namespace

GameModule module() {
  return {.id = GameId::Octa,
          .choices = {{2}, {{"jack_card", {{"hand"}, {"discard"}}}, {"extend", {{"any"}, {"own"}}}}},
          .start = start,
          .pieceName = pieceName,
          .table = makeTable,
          .tally = tally};
}

}  // namespace octo::tracker::octa
