#pragma once

#include <map>
#include <optional>
#include <string>

#include "tests/tracker/octagone/games.h"
#include "tracker/follow/follower.h"
#include "tracker/octagone/board.h"

/// A board of Octagone as a camera tells it, and what a follower makes of it.
namespace octo::tracker::octagone {

inline const Layout& layout() {
  static const Layout seeded = seededLayout(GameId::Octagone, 2);
  return seeded;
}

inline TablePoint middle(const std::string& box) { return layout().zone("board")->grid->centre(*Cell::parse(box)); }

inline std::unique_ptr<Follower> followed(const GameHeader& header, const std::vector<TrackedEvent>& earlier = {},
                                          bool firstTold = true) {
  return follow(header, layout(), earlier, firstTold);
}

/// What lies on the board, as a camera tells it.
class Table {
 public:
  Table& lay(const std::string& box, const std::string& shield, Facing facing, double sure = 0.9999) {
    latest_ = middle(box);
    pieces_[box] = {{{Face("shield:" + shield), sure}}, 1.0, {middle(box), facing.degrees() + 4}, 1.0};
    return *this;
  }
  /// Read as `shield`, perhaps `other`.
  Table& layDoubtful(const std::string& box, const std::string& shield, double sure, const std::string& other,
                     double perhaps, Facing facing) {
    lay(box, shield, facing);
    pieces_[box].faces = {{Face("shield:" + shield), sure}, {Face("shield:" + other), perhaps}};
    return *this;
  }
  Table& layUnread(const std::string& box, Facing facing) {
    lay(box, "red", facing);
    pieces_[box].faces = {{Face::unknown(), 0.9}};
    return *this;
  }
  /// Something under an arm that may be half a shield.
  Table& layHalfSeen(const std::string& box, const std::string& perhaps, Facing facing) {
    layDoubtful(box, perhaps, 0.16, "joker", 0.01, facing);
    pieces_[box].faces.insert(pieces_[box].faces.begin(), {Face::unknown(), 0.83});
    pieces_[box].presence = 0.75;
    return *this;
  }
  Table& turn(const std::string& box, double degrees) {
    pieces_[box].pose.angle = degrees;
    return *this;
  }
  Table& take(const std::string& box) {
    latest_ = middle(box);
    pieces_.erase(box);
    return *this;
  }
  /// A shield laid on another never lies just as that one does.
  Table& layUpon(const std::string& box, const std::string& shield, Facing facing) {
    lay(box, shield, facing);
    TablePose& pose = pieces_[box].pose;
    pose = {{pose.at.x + 4, pose.at.y - 3}, pose.angle - 7};
    return *this;
  }
  Table& see(const std::string& box, double visible) {
    pieces_[box].visible = visible;
    return *this;
  }
  /// With an arm from that side that came to what was laid or taken last, and ends a hand's length beyond.
  Observation look(std::optional<Side> hand = {}) {
    Observation observation;
    observation.time = ++time_;
    observation.frame = static_cast<std::int64_t>(30 * time_);
    for (const auto& [box, piece] : pieces_) observation.pieces.push_back(piece);
    if (hand) observation.forearms = {{*hand, 0.999, beyond(*hand, latest_)}};
    return observation;
  }

 private:
  std::map<std::string, SeenPiece> pieces_;
  /// What was laid or taken last.
  TablePoint latest_{0, 0};
  double time_ = 0;
};

/// The events from that position on.
inline std::string textOf(const Follower& follower, std::size_t from = 0) {
  std::string all;
  for (std::size_t n = from; n < follower.events().size(); ++n) {
    const TrackedEvent& each = follower.events()[n];
    if (each.event.action == "position") {
      all += "position " + each.event.fields["turn"].dump() + " of " +
             std::to_string(each.event.fields["board"].size()) + "; ";
      continue;
    }
    all += each.event.action + " " + std::to_string(*each.event.player);
    if (each.event.action != "skip")
      all += " " + each.event.fields.value("piece", "") + " " + each.event.fields["at"].get<std::string>() + " " +
             each.event.fields["facing"].get<std::string>();
    if (!each.verdict.legal) all += " (" + each.verdict.rule + ")";
    if (each.event.stands) all += " stands";
    if (each.event.takenBack) all += " taken back";
    all += "; ";
  }
  return all;
}

}  // namespace octo::tracker::octagone
