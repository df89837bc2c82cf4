#include "datasets/play/game_dealers.h"
#include "tracker/vocabulary/cell.h"

namespace octo::datasets {
namespace {

using tracker::Match;
using tracker::MoveShape;

GameHeader randomHeader(Chance& random) {
  GameHeader header{.game = GameId::Octagone, .players = {"Ann", "Ben"}};
  if (upTo(1, random)) {
    header.players = {"Ann", "Ben", "Cas", "Dia"};
    if (upTo(1, random)) header.setup["extra_joker"] = {2 * upTo(1, random), 1 + 2 * upTo(1, random)};
  }
  header.first = upTo(static_cast<int>(header.players.size()) - 1, random);
  header.options["part"] = 1 + upTo(1, random);
  header.options["lady"] = upTo(1, random) ? "arrow" : "marks";
  header.options["corner"] = upTo(1, random) ? "four" : "five";
  return header;
}

Event anyEvent(const Match& match, Chance& random) {
  static const std::vector<std::string> kFacings{"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
  static const std::vector<std::string> kPieces{"red", "orange", "yellow", "green", "blue", "purple", "joker"};
  Event event{.player = match.toMove().value_or(0),
              .action = oneOf<std::string>({"place", "place", "skip", "lady"}, random)};
  if (upTo(9, random) == 0) event.player = upTo(1, random);
  if (event.action == "place") event.fields["piece"] = oneOf(kPieces, random);
  if (event.action != "skip") {
    event.fields["at"] = Cell::at(upTo(6, random), upTo(5, random)).name();
    event.fields["facing"] = oneOf(kFacings, random);
  }
  event.stands = upTo(2, random) == 0;
  event.takenBack = upTo(9, random) == 0;
  return event;
}

/// The options hide nothing.
std::optional<Event> legalEvent(const Match& match, Chance& random) {
  const std::vector<MoveShape> options = match.options();
  if (options.empty()) return std::nullopt;
  const MoveShape& chosen = oneOf(options, random);
  return Event{.player = chosen.player, .action = chosen.action, .fields = chosen.fields};
}

}  // namespace

// At most 42 shields fit on the board, and between two of them at most players - 1 skips go by.
Dealer octagoneDealer() { return {.header = randomHeader, .legal = legalEvent, .any = anyEvent, .longest = 200}; }

}  // namespace octo::datasets
