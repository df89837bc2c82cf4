#pragma once

#include <map>
#include <optional>
#include <string>

#include "tracker/follow/follower.h"
#include "tracker/octagone/board.h"

/// A board of Octagone as a camera tells it, and what a follower makes of it.
namespace octo::tracker::octagone {

inline const Layout& layout() {
  static const Layout seeded = seededLayout(GameId::Octagone, 2);
  return seeded;
}

inline TablePoint middle(const std::string& box) { return layout().zone("board")->grid->centre(*Cell::parse(box)); }

/// What lies on the board, as a camera tells it.
class Table {
 public:
  Table& lay(const std::string& box, const std::string& shield, Facing facing, double sure = 0.98) {
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
  Table& take(const std::string& box) {
    pieces_.erase(box);
    return *this;
  }
  Table& see(const std::string& box, double visible) {
    pieces_[box].visible = visible;
    return *this;
  }
  Observation look(std::optional<Side> hand = {}) {
    Observation observation;
    observation.time = ++time_;
    observation.frame = static_cast<std::int64_t>(30 * time_);
    for (const auto& [box, piece] : pieces_) observation.pieces.push_back(piece);
    if (hand)
      observation.forearms = {{*hand, 0.999, {0, *hand == Side::Near ? 160.0 : -160.0}}, {*hand, 0.999, {55, 55}}};
    return observation;
  }

 private:
  std::map<std::string, SeenPiece> pieces_;
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
