#include "tests/tracker/octagone/table_play.h"

#include <algorithm>

#include "tests/tracker/octagone/games.h"

namespace octo::tracker::octagone {
namespace {

using datasets::LayoutLine;
using datasets::ScenePiece;

bool chance(double share, std::mt19937& random) { return std::uniform_real_distribution<>(0, 1)(random) < share; }

bool covered(const ScenePiece& piece, const std::vector<ScenePiece>& pieces) {
  constexpr double kOverlap = 30;  // mm between the middles of a shield and one on top of it
  return std::any_of(pieces.begin(), pieces.end(), [&](const ScenePiece& other) {
    return other.layer > piece.layer &&
           std::hypot(other.pose.at.x - piece.pose.at.x, other.pose.at.y - piece.pose.at.y) < kOverlap;
  });
}

Face otherFace(std::mt19937& random) {
  static const char* const kAll[] = {"shield:red",  "shield:orange", "shield:yellow", "shield:green",
                                     "shield:blue", "shield:purple", "shield:joker"};
  return Face(kAll[std::uniform_int_distribution<std::size_t>(0, 6)(random)]);
}

SeenPiece seen(const ScenePiece& piece, const Noise& noise, std::mt19937& random) {
  SeenPiece look{{{piece.face, 0.9999}}, 1.0, piece.pose, 1.0};
  if (chance(noise.unread, random)) look.faces = {{Face::unknown(), 0.9}};
  if (chance(noise.misread, random)) look.faces = {{otherFace(random), 0.55}, {piece.face, 0.4}};
  return look;
}

Observation lookAt(const std::vector<ScenePiece>& pieces, const Noise& noise, std::mt19937& random) {
  Observation observation;
  if (chance(noise.hidden, random)) {
    const double x = std::uniform_real_distribution<>(-190, 90)(random);
    observation.hidden.push_back({x, -165, x + 100, 165});
  }
  for (const ScenePiece& piece : pieces) {
    if (piece.face.family() != "shield" || covered(piece, pieces) || chance(noise.missed, random)) continue;
    const bool hidden = !observation.hidden.empty() && observation.hidden.front().contains(piece.pose.at);
    if (!hidden) observation.pieces.push_back(seen(piece, noise, random));
  }
  return observation;
}

/// Where something lies that did not before, or no more.
std::optional<TablePoint> changed(const LayoutLine& before, const LayoutLine& after) {
  const auto newIn = [](const LayoutLine& line, const LayoutLine& other) -> std::optional<TablePoint> {
    for (const ScenePiece& piece : line.pieces)
      if (std::none_of(other.pieces.begin(), other.pieces.end(),
                       [&](const ScenePiece& each) { return each.id == piece.id; }))
        return piece.pose.at;
    return std::nullopt;
  };
  const auto laid = newIn(after, before);
  return laid ? laid : newIn(before, after);
}

bool sameTable(const LayoutLine& a, const LayoutLine& b) {
  return std::equal(a.pieces.begin(), a.pieces.end(), b.pieces.begin(), b.pieces.end(),
                    [](const ScenePiece& left, const ScenePiece& right) { return left.id == right.id; });
}

/// The arm ends a hand's length beyond what it touches.
ForearmTrack reachingTo(TablePoint at, int player, int players) {
  return {seat(player, players), 0.999, beyond(seat(player, players), at)};
}

}  // namespace

std::vector<Observation> observationsOf(const Record& record, const std::vector<LayoutLine>& lines, const Noise& noise,
                                        std::mt19937& random) {
  std::vector<Observation> looks;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    if (k > 0 && sameTable(lines[k], lines[k - 1])) continue;
    Observation look = lookAt(lines[k].pieces, noise, random);
    look.time = static_cast<double>(k);
    look.frame = static_cast<std::int64_t>(30 * k);
    if (k > 0 && k <= record.events.size() && noise.forearms)
      if (const auto at = changed(lines[k - 1], lines[k]))
        look.forearms = {reachingTo(*at, *record.events[k - 1].player, static_cast<int>(record.header.players.size()))};
    looks.push_back(std::move(look));
  }
  looks.push_back(lookAt(lines.back().pieces, {}, random));  // nobody takes the table away at once
  return looks;
}

std::vector<Event> tracked(Follower& follower, const std::vector<Observation>& observations) {
  for (const Observation& observation : observations) follower.observe(observation);
  follower.finish();
  std::vector<Event> events;
  for (const TrackedEvent& each : follower.events()) events.push_back(each.event);
  return events;
}

std::string listed(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) text += event.toJson().dump() + "\n";
  return text;
}

}  // namespace octo::tracker::octagone
