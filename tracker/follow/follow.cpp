#include "tracker/follow/follower.h"
#include "tracker/follow/table_follower.h"
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
    case GameId::Octa:
      break;
  }
  throw Malformed("a game of " + std::string(title(header.game)) + " cannot be followed yet");
}

/// The player whose arm was over the table; player 0 where none was seen.
int whoReachedIn(const std::vector<SeenHand>& hands, int players) {
  int who = 0;
  double surest = 0;
  for (const SeenHand& hand : hands)
    for (int player = 0; player < players; ++player)
      if (seat(player, players) == hand.from && hand.confidence > surest) {
        who = player;
        surest = hand.confidence;
      }
  return who;
}

}  // namespace

std::unique_ptr<Follower> follow(const GameHeader& header, const Layout& layout,
                                 const std::vector<TrackedEvent>& earlier) {
  if (auto table = tableOf(header, layout)) return std::make_unique<TableFollower>(header, std::move(table), earlier);
  return std::make_unique<octagone::OctagoneFollower>(header, layout, earlier);
}

struct Opening::Watch {
  GameHeader asked;
  bool firstTold;
  std::unique_ptr<GameTable> table;
  /// With the setup that lay there last.
  std::optional<GameHeader> ready;
  std::vector<Observation> seen;

  std::optional<GameHeader> begunBy(const Observation& observation) {
    seen.push_back(observation);
    if (!firstTold) ready->first = whoReachedIn(observation.hands, static_cast<int>(asked.players.size()));
    return ready;
  }

  std::optional<GameHeader> look(const Observation& observation) {
    if (!table) {  // the first piece begins
      if (observation.pieces.empty()) return std::nullopt;
      ready = asked;
      return begunBy(observation);
    }
    const auto setup = table->setUp(asked, observation);
    if (!setup) return ready ? begunBy(observation) : std::nullopt;
    ready = setup;
    seen = {observation};
    return firstTold ? ready : std::nullopt;
  }
};

Opening::Opening(const GameHeader& asked, bool firstTold, const Layout& layout)
    : watch_(std::make_unique<Watch>(Watch{asked, firstTold, tableOf(asked, layout), {}, {}})) {
  if (!watch_->table) (void)follow(asked, layout);  // says at once what is wrong
}
Opening::~Opening() = default;
Opening::Opening(Opening&&) noexcept = default;
Opening& Opening::operator=(Opening&&) noexcept = default;

std::optional<GameHeader> Opening::observe(const Observation& observation) { return watch_->look(observation); }
std::optional<GameHeader> Opening::finish() const { return watch_->ready; }
const std::vector<Observation>& Opening::seen() const { return watch_->seen; }

}  // namespace octo::tracker
