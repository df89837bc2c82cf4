#include "tracker/follow/follower.h"
#include "tracker/follow/position.h"
#include "tracker/follow/table_follower.h"
#include "tracker/follow/undo_history.h"
#include "tracker/registry/game_module.h"

namespace octo::tracker {
namespace {

std::unique_ptr<GameTable> tableOf(const GameHeader& header, const Layout& layout) {
  const auto make = gameModule(header.game).table;
  if (!make) throw Malformed("a game of " + std::string(title(header.game)) + " cannot be followed yet");
  return make(header, layout);
}

}  // namespace

GameHeader changed(GameHeader header, const HeaderChange& change) {
  const std::size_t players = header.players.size();
  if (change.players) {
    if (change.players->size() != players)
      throw Malformed("there are " + std::to_string(players) + " players in this game; a new game has another number");
    header.players = *change.players;
  }
  if (change.first) {
    if (*change.first < 0 || *change.first >= static_cast<int>(players))
      throw Malformed("\"first\" must be one of 0 to " + std::to_string(players - 1));
    header.first = *change.first;
  }
  if (!change.options.is_object() || !change.setup.is_object())
    throw Malformed("what changes of options and setup must be objects");
  header.options.merge_patch(change.options);
  header.setup.merge_patch(change.setup);
  return header;
}

std::unique_ptr<Follower> follow(const GameHeader& header, const Layout& layout,
                                 const std::vector<TrackedEvent>& earlier, bool firstTold) {
  const auto makeTable = [layout](const GameHeader& of) -> std::unique_ptr<const GameTable> {
    return tableOf(of, layout);
  };
  return std::make_unique<UndoHistory>(std::make_unique<TableFollower>(header, layout, makeTable, earlier, firstTold));
}

std::vector<LyingPiece> lyingAfter(const GameHeader& header, const Layout& layout, const std::vector<Event>& events) {
  if (!gameModule(header.game).table) return {};
  const auto table = tableOf(header, layout);
  const auto position = table->start(header);
  for (const Event& event : events) playIn(*position, event);
  return position->lying();
}

}  // namespace octo::tracker
