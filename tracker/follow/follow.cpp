#include "tracker/follow/follower.h"
#include "tracker/octagone/follower.h"

namespace octo::tracker {

std::unique_ptr<Follower> follow(const GameHeader& header, const Layout& layout,
                                 const std::vector<TrackedEvent>& earlier) {
  switch (header.game) {
    case GameId::Octagone:
      return std::make_unique<octagone::OctagoneFollower>(header, layout, earlier);
    case GameId::Octal:
    case GameId::Oct8:
    case GameId::Octa:
      break;
  }
  throw Malformed("a game of " + std::string(title(header.game)) + " cannot be followed yet");
}

}  // namespace octo::tracker
