#include "datasets/scene/asides.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "datasets/scene/board_grid.h"
#include "datasets/scene/footprint.h"
#include "datasets/scene/layout_steps.h"
#include "datasets/scene/zone_place.h"
#include "tracker/follow/follower.h"
#include "tracker/referee/match.h"
#include "tracker/vocabulary/layout.h"
#include "vision/edition/edition.h"

namespace octo::datasets {
namespace {

/// How far off somebody lays what is set straight later, mm and degrees.
constexpr double kLeastAway = 3, kMostAway = 7, kLeastTurned = 4, kMostTurnedAway = 14;
/// Events until it is set straight, at most.
constexpr int kLatest = 3;
/// Share of the corrections for which a piece is lifted, where nothing lies on it.
constexpr double kLifted = 0.4;
/// The middles of a pile's cards lie within this; those of a column lie within it of its line, mm.
constexpr double kPileWithin = 15;
/// How close to each other a column's cards are pushed, as a share of how far apart they were laid.
constexpr double kPushedTo = 0.94;
/// Who straightens a shield leaves this share of what it was off.
constexpr double kLeftOff = 0.3;
/// Nobody straightens more shields at once.
constexpr std::size_t kMostShields = 3;
/// Smaller changes are none, mm and degrees.
constexpr double kNoticed = 0.5;

using Pieces = std::vector<ScenePiece>;

const ScenePiece* pieceOf(const Pieces& pieces, int id) {
  const auto found = std::find_if(pieces.begin(), pieces.end(), [id](const ScenePiece& each) { return each.id == id; });
  return found == pieces.end() ? nullptr : &*found;
}

bool isMovable(const ScenePiece& piece) { return piece.layer > 0 && piece.face.family() != "turn"; }

bool differs(const TablePose& a, const TablePose& b) {
  return distance(a.at, b.at) > kNoticed || std::abs(std::remainder(a.angle - b.angle, 360.0)) > kNoticed;
}

TablePose partWay(const TablePose& from, const TablePose& to, double share) {
  return {{from.at.x + share * (to.at.x - from.at.x), from.at.y + share * (to.at.y - from.at.y)},
          wrapped(from.angle + share * std::remainder(to.angle - from.angle, 360.0))};
}

/// Where each card of a pile or column lies once it is tidy; empty where they make neither.
std::map<int, TablePose> tidied(Pieces cards) {
  std::stable_sort(cards.begin(), cards.end(), [](const auto& a, const auto& b) { return a.layer < b.layer; });
  const TablePose first = cards.front().pose, last = cards.back().pose;
  const double length = distance(first.at, last.at);
  const bool piled = length < kPileWithin;
  const TablePoint along =
      piled ? TablePoint{0, 0} : TablePoint{(last.at.x - first.at.x) / length, (last.at.y - first.at.y) / length};
  std::map<int, TablePose> poses;
  for (const ScenePiece& card : cards) {
    const double x = card.pose.at.x - last.at.x, y = card.pose.at.y - last.at.y;
    const double way = x * along.x + y * along.y, aside = std::hypot(x - way * along.x, y - way * along.y);
    if (aside > kPileWithin) return {};
    // A card may lie the other way round.
    const double turned = std::remainder(last.angle - card.pose.angle, 180.0);
    poses[card.id] = {{last.at.x + kPushedTo * way * along.x, last.at.y + kPushedTo * way * along.y},
                      wrapped(card.pose.angle + turned)};
  }
  return poses;
}

class Asides {
 public:
  Asides(const tracker::Record& record, const Habits& people, Random random)
      : game_(record.header.game),
        players_(static_cast<int>(record.header.players.size())),
        people_(people),
        random_(random),
        edition_(vision::printEdition(game_)),
        layout_(tracker::seededLayout(game_, players_)),
        grid_(boardGrid(game_)) {
    tracker::Match match(record.header);
    inTurn_.push_back(match.toMove());
    int last = record.header.first;
    for (const Event& event : record.events) {
      actors_.push_back(last = event.player.value_or(last));
      applied_.push_back(match.play(event).applied);
      inTurn_.push_back(match.toMove());
    }
  }

  std::vector<LayoutLine> run(std::vector<LayoutLine> lines) {
    for (const LayoutLine& line : lines)
      for (const ScenePiece& piece : line.pieces) markerId_ = std::max(markerId_, piece.id + 1);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool more = i + 1 < lines.size();
      write(lines[i], i == 0 ? Pieces{} : lines[i - 1].pieces);
      if (isEvent(lines[i].event) && more && lines[i + 1].event != lines[i].event && applied(lines[i].event))
        writeAsides(lines[i]);
    }
    return std::move(lines_);
  }

 private:
  struct Moved {
    TablePose meant, is;
  };
  /// Who sets which piece straight, after which event.
  struct Correction {
    int id, player, due;
  };

  bool isEvent(int event) const { return event >= 1 && event <= static_cast<int>(applied_.size()); }
  bool applied(int event) const { return applied_[static_cast<std::size_t>(event - 1)]; }
  int actorOf(int event) const { return actors_[static_cast<std::size_t>(event - 1)]; }
  std::optional<int> inTurnAfter(int event) const { return inTurn_[static_cast<std::size_t>(event)]; }

  // --- the events' own lines ---

  void write(const LayoutLine& meant, const Pieces& before) {
    if (isEvent(meant.event) && applied(meant.event)) layBadly(meant, before);
    LayoutLine line = meant;
    line.pieces = shown(meant.pieces);
    if (isEvent(meant.event)) {
      const SeatHabits& habits = people_.of(actorOf(meant.event));
      hesitate(line, actorOf(meant.event));
      const bool marks = habits.marksTurn == MarksTurn::Always && applied(meant.event);
      if (marks && marksTurn(meant.event)) {
        layMarker(meant.pieces, actorOf(meant.event), meant.event);
        line.pieces = shown(meant.pieces);
      }
    }
    lines_.push_back(std::move(line));
  }

  /// As the pieces lie in truth: some otherwise than the line means them, and the marker.
  Pieces shown(Pieces pieces) const {
    for (ScenePiece& piece : pieces)
      if (const auto found = moved_.find(piece.id); found != moved_.end() && found->second.meant == piece.pose)
        piece.pose = found->second.is;
    if (marker_) pieces.push_back(*marker_);
    return pieces;
  }

  void layBadly(const LayoutLine& line, const Pieces& before) {
    const int player = actorOf(line.event);
    for (const ScenePiece& piece : line.pieces) {
      const ScenePiece* was = pieceOf(before, piece.id);
      if (!isMovable(piece) || (was && was->pose == piece.pose) || !random_.chance(people_.of(player).correction))
        continue;
      corrections_.push_back({piece.id, player, line.event + random_.below(kLatest)});
      // A shield has no room to lie worse: it lies better afterwards.
      if (!grid_) moved_[piece.id] = {piece.pose, away(piece.pose)};
    }
  }

  TablePose away(const TablePose& pose) {
    const double way = random_.between(0, 2 * std::numbers::pi), far = random_.between(kLeastAway, kMostAway);
    const double turn = (random_.chance(0.5) ? 1 : -1) * random_.between(kLeastTurned, kMostTurnedAway);
    return {{pose.at.x + far * std::cos(way), pose.at.y + far * std::sin(way)}, wrapped(pose.angle + turn)};
  }

  /// Before any of the reaches that the line takes, another one may end without touching anything.
  void hesitate(LayoutLine& line, int player) {
    const Pieces before = lines_.empty() ? Pieces{} : lines_.back().pieces;
    const std::vector<LayoutStep> steps = stepsBetween(before, line.pieces);
    std::vector<SceneHand> idle;
    for (std::size_t reach = 0; reach < steps.size() + line.hands.size(); ++reach)
      while (random_.chance(people_.of(player).hesitation))
        idle.push_back({player, std::nullopt, std::nullopt, somewhere(steps, line.pieces)});
    line.hands.insert(line.hands.begin(), idle.begin(), idle.end());
  }

  /// About where the hand will touch something, or over anything that lies there.
  TablePoint somewhere(const std::vector<LayoutStep>& steps, const Pieces& lying) {
    TablePoint at{0, 0};
    if (!steps.empty() && random_.chance(0.5)) {
      const PieceChange& change = random_.pick(steps).front();
      at = change.is ? change.is->pose.at : change.was->pose.at;
    } else if (!lying.empty()) {
      at = random_.pick(lying).pose.at;
    }
    return {at.x + random_.normal(50, 100), at.y + random_.normal(50, 100)};
  }

  // --- lines of their own ---

  void writeAsides(const LayoutLine& line) {
    std::vector<Correction> due;
    const auto later = std::stable_partition(corrections_.begin(), corrections_.end(),
                                             [&](const Correction& each) { return each.due > line.event; });
    due.assign(later, corrections_.end());
    corrections_.erase(later, corrections_.end());
    for (const Correction& correction : due) correct(line, correction);
    const int player = actorOf(line.event);
    const bool turnEnds = inTurnAfter(line.event) != inTurnAfter(line.event - 1);
    if (turnEnds && random_.chance(people_.of(player).tidies)) tidy(line, player);
    markLate(line, player);
  }

  void writeAside(const LayoutLine& line, SceneAside aside) {
    LayoutLine more{line.event, shown(line.pieces)};
    more.aside = aside;
    if (more.pieces != lines_.back().pieces) lines_.push_back(std::move(more));
  }

  void correct(const LayoutLine& line, const Correction& correction) {
    const ScenePiece* piece = pieceOf(line.pieces, correction.id);
    if (!piece) return;
    if (grid_) {
      straighten(*piece);
    } else {
      const auto moved = moved_.find(piece->id);
      if (moved == moved_.end() || !(moved->second.meant == piece->pose)) return;
      moved_.erase(moved);
    }
    const bool lifted = random_.chance(kLifted) && !isCovered(line.pieces, *piece);
    writeAside(line, {correction.player, lifted});
  }

  /// A shield that lies on the board as it is meant, or nearly.
  void straighten(const ScenePiece& meant) {
    const auto cell = grid_->cellAt(meant.pose.at);
    if (!cell || moved_.contains(meant.id)) return;
    const TablePose straight{grid_->centre(*cell), Facing::nearest(meant.pose.angle).degrees()};
    moved_[meant.id] = {meant.pose, partWay(straight, meant.pose, kLeftOff)};
  }

  bool isCovered(const Pieces& pieces, const ScenePiece& piece) const {
    const Footprint room = footprintOf(piece, edition_);
    return std::any_of(pieces.begin(), pieces.end(), [&](const ScenePiece& other) {
      return other.layer > piece.layer && overlap(room, footprintOf(other, edition_));
    });
  }

  void tidy(const LayoutLine& line, int player) {
    if (grid_) {
      Pieces shields;
      for (const ScenePiece& piece : line.pieces)
        if (isMovable(piece)) shields.push_back(piece);
      random_.shuffle(shields);
      shields.resize(std::min(shields.size(), 1 + static_cast<std::size_t>(random_.below(kMostShields))));
      for (const ScenePiece& piece : shields) straighten(piece);
    } else {
      std::vector<std::map<int, TablePose>> choice;
      const Pieces lying = shown(line.pieces);
      for (const Pieces& heap : heaps(lying))
        if (const auto poses = tidied(heap); std::any_of(poses.begin(), poses.end(), [&](const auto& each) {
              return differs(each.second, pieceOf(lying, each.first)->pose);
            }))
          choice.push_back(poses);
      if (choice.empty()) return;
      for (const auto& [id, pose] : random_.pick(choice)) moved_[id] = {pieceOf(line.pieces, id)->pose, pose};
    }
    writeAside(line, {player, false});
  }

  /// Cards that lie on one another, directly or by others between them; two or more.
  std::vector<Pieces> heaps(const Pieces& pieces) const {
    std::vector<Pieces> found;
    for (const ScenePiece& piece : pieces) {
      if (!isMovable(piece)) continue;
      const Footprint room = footprintOf(piece, edition_);
      const auto touches = [&](const Pieces& heap) {
        return std::any_of(heap.begin(), heap.end(),
                           [&](const ScenePiece& other) { return overlap(room, footprintOf(other, edition_), 2); });
      };
      const auto apart =
          std::stable_partition(found.begin(), found.end(), [&](const auto& heap) { return !touches(heap); });
      Pieces heap{piece};
      for (auto each = apart; each != found.end(); ++each) heap.insert(heap.end(), each->begin(), each->end());
      found.erase(apart, found.end());
      found.push_back(std::move(heap));
    }
    std::erase_if(found, [](const Pieces& heap) { return heap.size() < 2; });
    return found;
  }

  // --- the turn marker ---

  /// Whether somebody else is in turn after the event than where the marker lies.
  bool marksTurn(int event) const { return inTurnAfter(event) && inTurnAfter(event) != marked_; }

  /// Lays it before whoever is in turn after the event, unless something else lies there.
  void layMarker(const Pieces& pieces, int player, int event) {
    constexpr double kBesideOther = 45, kAlongBoard = 25;
    const int before = *inTurnAfter(event);
    const Zone* zone = layout_.zone("p" + std::to_string(before) + ".turn");
    if (!zone) return;
    const Place place = placeOf(zone->area, angleFor(seat(before, players_)));
    const bool taken = std::any_of(pieces.begin(), pieces.end(), [&](const ScenePiece& piece) {
      return isMovable(piece) && distance(piece.pose.at, place.centre) < kBesideOther;
    });
    if (taken) return;
    const SeatHabits& habits = people_.of(player);
    const double off = std::min(habits.neatnessMm, kMostAway);
    // A long place beside a board: anywhere along it.
    const double right =
        place.width > 3 * kBesideOther ? random_.normal(kAlongBoard, 2 * kAlongBoard) : random_.normal(off, kMostAway);
    TablePose pose = place.pose(right, random_.normal(off, kMostAway));
    pose.angle = wrapped(pose.angle + random_.normal(habits.neatnessDegrees, kMostTurnedAway));
    marker_ = ScenePiece{markerId_, Face("turn"), pose, 1, true};
    marked_ = before;
  }

  /// Some time after the turn has ended: while the next player thinks, or after the next event.
  void markLate(const LayoutLine& line, int player) {
    if (const auto late = std::exchange(marksLate_, std::nullopt); late && marksTurn(line.event)) {
      layMarker(line.pieces, *late, line.event);
      return writeAside(line, {*late, false});
    }
    if (people_.of(player).marksTurn != MarksTurn::Late || !marksTurn(line.event)) return;
    if (random_.chance(0.5)) {
      marksLate_ = player;
      return;
    }
    layMarker(line.pieces, player, line.event);
    writeAside(line, {player, false});
  }

  GameId game_;
  int players_;
  const Habits& people_;
  Random random_;
  const vision::Edition& edition_;
  Layout layout_;
  std::optional<Grid> grid_;
  std::vector<int> actors_;
  std::vector<bool> applied_;
  /// After each event; at first before the game.
  std::vector<std::optional<int>> inTurn_;
  /// By the piece's id; it counts where the line means that pose.
  std::map<int, Moved> moved_;
  std::vector<Correction> corrections_;
  std::optional<ScenePiece> marker_;
  std::optional<int> marked_;
  int markerId_ = 1;
  /// Who has still to lay the marker.
  std::optional<int> marksLate_;
  std::vector<LayoutLine> lines_;
};

}  // namespace

std::vector<LayoutLine> withAsides(std::vector<LayoutLine> lines, const tracker::Record& record, const Habits& people,
                                   Random random) {
  return Asides(record, people, random).run(std::move(lines));
}

}  // namespace octo::datasets
