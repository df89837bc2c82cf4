#include "tracker/octal/module.h"

#include "tracker/messages/name_parts.h"
#include "tracker/octal/octal_table.h"
#include "tracker/octal/rules.h"
#include "tracker/octal/tally.h"

namespace octo::tracker::octal {
namespace {

/// "5 smaller ⇧" of "5:less:up".
std::string pieceName(const PieceWords& words, std::string_view name) {
  if (name == "all") return words.say("name.card.all");
  const std::vector<std::string_view> parts = partsOf(name);
  if (parts.size() != 3) return {};
  return words.say("name.card", {{"value", std::string(parts[0])},
                                 {"condition", words.word(parts[1])},
                                 {"arrow", parts[2] == "both" ? "⇔" : "⇧"}});
}

std::unique_ptr<Match::Game> start(const GameHeader& header) { return std::make_unique<GameOf<Rules>>(header); }

}  // namespace

GameModule module() {
  return {.id = GameId::Octal,
          .choices = {{3, 4, 5, 6},
                      {{"mode", {{"twin", {3, 5}, {3, 5}}, {"single"}}, true}, {"podium", {{1}, {3, {5, 6}, {5, 6}}}}}},
          .start = start,
          .pieceName = pieceName,
          .table = makeTable,
          .tally = tally};
}

}  // namespace octo::tracker::octal
