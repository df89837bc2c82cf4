#pragma once

#include <string_view>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/random.h"
#include "datasets/scene/zone_place.h"
#include "tracker/vocabulary/game_id.h"
#include "vision/edition/edition.h"

namespace octo::datasets {

/// What people do to the cards and round pieces on a table: they lay them a few millimetres and degrees inexactly, how
/// much so differs from game to game, and a piece lies on whatever is under it. Hands out the lines of a script.
class CardTable {
 public:
  /// The game's mat for so many players lies there from the start, with id 0. `people` lay as neatly as they do;
  /// without them all are about as neat.
  CardTable(GameId game, int players, Random random, const Habits* people = nullptr);

  /// Whose hands lay what follows; player 0's at first.
  void by(int player) { player_ = player; }

  const Layout& layout() const { return layout_; }
  /// The zone as its owner sees it, one that nobody owns as player 0 does. Throws std::out_of_range.
  Place place(std::string_view zone) const;

  /// Lays a piece; its id. `care` above 1 is laid the more exactly, below 1 the less.
  int lay(const Face& face, const TablePose& pose, double care = 1);
  /// The piece with that id, which has left the table, comes back.
  void layAgain(int id, const Face& face, const TablePose& pose, double care = 1);
  /// The piece is taken up and laid there, on top of what lies there.
  void move(int id, const TablePose& pose, double care = 1);
  /// The piece is pushed on the table, under what lies on it. Exactly.
  void push(int id, double right, double up, double angle);
  /// The other side is up now: `back` becomes `5H`, or the other way round. It stays where it is.
  void turnOver(int id, const Face& face);
  void remove(int id);
  /// What lay on pieces that are gone comes down onto those that are left.
  void settle();
  /// All of these lie as they do there, and nothing else does.
  void putBack(const std::vector<ScenePiece>& pieces) { pieces_ = pieces; }

  /// Throws std::out_of_range, as do all that take an id but `remove`.
  const ScenePiece& piece(int id) const { return pieces_[positionOf(id)]; }
  const std::vector<ScenePiece>& pieces() const { return pieces_; }

  /// Told with the next line only: a hand that takes something there, or lays something there, that leaves no trace.
  void takes(int player, TablePoint from) { hands_.push_back({player, from, std::nullopt}); }
  void gives(int player, TablePoint to) { hands_.push_back({player, std::nullopt, to}); }
  /// Told with the next line only: somebody looks through a pile on the way to how it lies then.
  void looksThrough(PileLook pile) { look_ = std::move(pile); }
  /// What lies there now.
  LayoutLine line(int event);

 private:
  std::size_t positionOf(int id) const;
  TablePose inexact(const TablePose& pose, double care);
  int layerFor(const ScenePiece& piece) const;

  const vision::Edition& edition_;
  Layout layout_;
  int players_;
  Random random_;
  double carelessness_;
  const Habits* people_;
  int player_ = 0;
  int nextId_ = 1;
  std::vector<ScenePiece> pieces_;
  std::vector<SceneHand> hands_;
  std::optional<PileLook> look_;
};

}  // namespace octo::datasets
