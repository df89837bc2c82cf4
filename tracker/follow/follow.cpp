#include "tracker/follow/follower.h"
#include "tracker/follow/table_follower.h"
#include "tracker/oct8/oct8_table.h"
#include "tracker/octa/octa_position.h"
#include "tracker/octagone/follower.h"
#include "tracker/octal/octal_table.h"

namespace octo::tracker {
namespace {

/// Nothing for Octagone, which is followed in its own way: shields are laid one by one on a board.
std::unique_ptr<GameTable> tableOf(const GameHeader& header, const Layout& layout) {
  switch (header.game) {
    case GameId::Octagone:
      return nullptr;
    case GameId::Octal:
      return octal::makeTable(header, layout);
    case GameId::Oct8:
      return oct8::makeTable(header, layout);
    case GameId::Octa:
      return octa::makeTable(layout);
  }
  throw Malformed("a game of " + std::string(title(header.game)) + " cannot be followed yet");
}

}  // namespace

std::unique_ptr<Follower> follow(const GameHeader& header, const Layout& layout,
                                 const std::vector<TrackedEvent>& earlier, bool firstTold) {
  if (auto table = tableOf(header, layout))
    return std::make_unique<TableFollower>(header, layout, std::move(table), earlier, firstTold);
  return std::make_unique<octagone::OctagoneFollower>(header, layout, earlier);
}

std::vector<LyingPiece> lyingAfter(const GameHeader& header, const Layout& layout, const std::vector<Event>& events) {
  const auto table = tableOf(header, layout);
  if (!table) return {};
  const auto position = table->start(header);
  for (const Event& event : events) playIn(*position, event);
  return position->lying();
}

}  // namespace octo::tracker
