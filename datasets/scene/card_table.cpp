#include "datasets/scene/card_table.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

#include "datasets/scene/footprint.h"
#include "tracker/follow/follower.h"

namespace octo::datasets {
namespace {

/// Standard deviations of a piece's place and turn where people take ordinary care; twice as much at most.
constexpr double kOffMm = 1.5, kOffDegrees = 2.0;
/// Farther off, a card would no longer say which place it was laid in.
constexpr double kMostOffMm = 9, kMostOffDegrees = 30;
/// Pieces that overlap by less lie beside each other.
constexpr double kTouchMm = 0.5;

}  // namespace

CardTable::CardTable(GameId game, int players, Random random, const Habits* people)
    : edition_(vision::printEdition(game)),
      layout_(tracker::seededLayout(game, players)),
      players_(players),
      random_(random),
      carelessness_(random_.between(0.5, 1.3)),
      people_(people) {
  pieces_.push_back({0, edition_.ground(players), {{0, 0}, 0}, 0, true});
}

Place CardTable::place(std::string_view zone) const {
  const Zone* found = layout_.zone(zone);
  if (!found) throw std::out_of_range("the layout has no zone \"" + std::string(zone) + "\"");
  const int owner = ownerOf(zone);
  return placeOf(found->area, owner < 0 ? 0 : angleFor(seat(owner, players_)));
}

int CardTable::lay(const Face& face, const TablePose& pose, double care) {
  const int id = nextId_++;
  layAgain(id, face, pose, care);
  return id;
}

void CardTable::layAgain(int id, const Face& face, const TablePose& pose, double care) {
  ScenePiece piece{id, face, inexact(pose, care), 1, true};
  piece.layer = layerFor(piece);
  pieces_.push_back(piece);
}

void CardTable::move(int id, const TablePose& pose, double care) {
  ScenePiece moved = piece(id);
  remove(id);
  moved.pose = inexact(pose, care);
  moved.layer = layerFor(moved);
  pieces_.push_back(moved);
}

void CardTable::push(int id, double right, double up, double angle) {
  TablePose& pose = pieces_[positionOf(id)].pose;
  pose = {{pose.at.x + right, pose.at.y + up}, wrapped(pose.angle + angle)};
}

void CardTable::turnOver(int id, const Face& face) { pieces_[positionOf(id)].face = face; }

void CardTable::remove(int id) {
  std::erase_if(pieces_, [id](const ScenePiece& piece) { return piece.id == id; });
}

void CardTable::settle() {
  std::vector<ScenePiece> pieces = std::exchange(pieces_, {});
  std::stable_sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.layer < b.layer; });
  for (ScenePiece& piece : pieces) {
    if (piece.layer > 0) piece.layer = layerFor(piece);
    pieces_.push_back(piece);
  }
}

std::size_t CardTable::positionOf(int id) const {
  const auto found = std::find_if(pieces_.begin(), pieces_.end(), [id](const ScenePiece& p) { return p.id == id; });
  if (found == pieces_.end()) throw std::out_of_range("no piece " + std::to_string(id) + " lies on the table");
  return static_cast<std::size_t>(found - pieces_.begin());
}

LayoutLine CardTable::line(int event) { return {event, pieces_, std::exchange(hands_, {}), std::exchange(look_, {})}; }

TablePose CardTable::inexact(const TablePose& pose, double care) {
  const double share = people_ ? 1 / care : carelessness_ / care;
  const double mm = people_ ? people_->of(player_).neatnessMm : kOffMm;
  const double degrees = people_ ? people_->of(player_).neatnessDegrees : kOffDegrees;
  const auto off = [&](double deviation, double most) {
    return share * random_.normal(deviation, std::min(2 * deviation, most));
  };
  return {{pose.at.x + off(mm, kMostOffMm), pose.at.y + off(mm, kMostOffMm)},
          wrapped(pose.angle + off(degrees, kMostOffDegrees))};
}

int CardTable::layerFor(const ScenePiece& piece) const {
  const Footprint room = footprintOf(piece, edition_);
  int under = 0;
  for (const ScenePiece& other : pieces_)
    if (other.layer > under && overlap(room, footprintOf(other, edition_), kTouchMm)) under = other.layer;
  return under + 1;
}

}  // namespace octo::datasets
