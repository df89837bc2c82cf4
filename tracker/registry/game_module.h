#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/follow/position.h"
#include "tracker/messages/piece_words.h"
#include "tracker/referee/game.h"
#include "tracker/referee/game_options.h"
#include "tracker/tally/tally.h"

namespace octo::tracker {

/// All that the tracker knows of one game. Each game's folder has one, `registry.cpp` lists them; no other code asks
/// which game it is. What a game cannot do yet is nullptr.
struct GameModule {
  GameId id;
  GameChoices choices;

  /// Its rules, at the state after setup. Throws Malformed where the header does not fit.
  std::unique_ptr<Match::Game> (*start)(const GameHeader& header);

  /// What a record's name for a piece or a place is called by players; empty for what is no name of this game's own.
  std::string (*pieceName)(const PieceWords& words, std::string_view name) = nullptr;

  /// How the game lies on a table: what it is followed by. A game without one cannot be followed yet.
  std::unique_ptr<GameTable> (*table)(const GameHeader& header, const Layout& layout) = nullptr;

  /// The end of a game as one picture tells it; `over` and the doubtful pieces are added to it.
  Tally (*tally)(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces) = nullptr;
};

/// Throws Malformed where the game's rules are not in this program.
const GameModule& gameModule(GameId game);

}  // namespace octo::tracker
