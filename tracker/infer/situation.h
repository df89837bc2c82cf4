#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tracker/vocabulary/event.h"
#include "tracker/vocabulary/observation.h"

/// What a game tells the engine, which knows no game: what a situation looks like, and what may happen in it.
namespace octo::tracker::infer {

/// A piece's own number as long as it lies on the table.
using PieceId = std::uint32_t;

/// A place beside another piece: people lay pieces by those that lie there already.
struct Beside {
  PieceId piece;
  /// From that piece to this one, mm.
  double x = 0, y = 0;
  /// Whoever moves that piece moves this one with it.
  bool carries = false;
};

/// A piece that a camera should see.
struct ExpectedPiece {
  PieceId id;
  /// What it shows: one face, or any of these; empty where it may be any at all.
  std::vector<Face> faces;
  /// Where it lies if people laid it as the layout says; the first of the other pieces that was seen tells better,
  /// moved as those were that are seen.
  TablePose pose{};
  std::vector<Beside> beside = {};
  /// Turned by so many degrees it looks the same.
  double turn = 360;
  /// Which part of it shows, from its middle, mm; and how much of the whole, 0 to 1.
  TableRect shown{-20, -20, 20, 20};
  double visible = 1;
  /// Of a piece of which others leave a strip: all of it, from its middle, mm. They are as large, and seen whole they
  /// cover more of it where they lie otherwise than they should. Empty for pieces that others do not cover so.
  TableRect whole{0, 0, 0, 0};
  /// The piece that leaves that strip. It covers more where it lies otherwise, though it may be covered in its turn.
  std::optional<PieceId> under = std::nullopt;
  /// How likely it lies there at all, 0 to 1; of what people lay and take as they like, how likely they lay it there
  /// before a look.
  double lies = 1;
  bool comesAndGoes = false;
  /// How often something was taken out of the row in which it lies, before it: people then close the gap, or do not.
  int gaps = 0;

  bool mayShow(const Face& face) const { return std::find(faces.begin(), faces.end(), face) != faces.end(); }
};

/// The one with that number; null where there is none.
inline const ExpectedPiece* pieceOf(std::span<const ExpectedPiece> pieces, PieceId id) {
  const auto found =
      std::find_if(pieces.begin(), pieces.end(), [id](const ExpectedPiece& each) { return each.id == id; });
  return found == pieces.end() ? nullptr : &*found;
}

/// One thing that a hand does: it comes to a place, or to several, and there pieces go or come. A piece that comes with
/// a number that lies there already lies otherwise from then on.
struct PieceChange {
  std::vector<TablePoint> at = {};
  /// Where the hand may be by the time it is seen, as the event goes on there: any of these.
  std::vector<TablePoint> onTo = {};
  std::vector<PieceId> gone = {};
  std::vector<ExpectedPiece> come = {};
};

/// What people lay somewhere to tell something of the game, and is none of its pieces.
struct Sign {
  TablePoint at;
  /// It has been away while others played: nobody uses it from turn to turn.
  bool wasAway = false;
};

class Situation;

/// An event that may happen next.
struct NextEvent {
  Event event;
  /// How likely it is to be the next one, 0 to 1: those of a situation add up to at most 1.
  double prior = 0;
  bool breach = false;
  /// It shows on the table: not only by forearms.
  bool visible = true;
  /// It goes on with the latest event and stands in its place: the third card of a move that looked done with two.
  bool replaces = false;
  /// Nobody can say yet what it will be: it is seen half done, as its changes say, and turns out to be another
  /// (`Situation::turnsOut`), or is taken back.
  bool open = false;
  /// How often it is taken back where it is in order: so many times as often as other events.
  double regretted = 1;
  /// Something people do that is no event of the game, such as to square up a pile: it is not told.
  bool aside = false;
  /// In the order in which people make them; of more than one, some may be seen done and others not yet.
  std::vector<PieceChange> changes = {};
  std::shared_ptr<const Situation> after = nullptr;
};

/// Where a look differs from what a situation makes likely.
struct Difference {
  /// Sightings that are no piece expected, or not the face that it should show.
  std::vector<const SeenPiece*> news;
  /// Pieces that should be seen; and all that are not, also where others may lie over them, or they were missed before.
  std::vector<PieceId> missing, unseen;
  /// Pieces that are seen whole though others should cover them.
  std::vector<PieceId> bare;
  /// Where the pieces expected are seen, or were when they were seen last.
  std::vector<std::pair<PieceId, TablePose>> poses;
  /// Where pieces that are seen elsewhere now were seen last.
  std::vector<std::pair<PieceId, TablePoint>> moved;

  bool isMissing(PieceId id) const { return std::find(missing.begin(), missing.end(), id) != missing.end(); }
  bool isUnseen(PieceId id) const { return std::find(unseen.begin(), unseen.end(), id) != unseen.end(); }
  bool isBare(PieceId id) const { return std::find(bare.begin(), bare.end(), id) != bare.end(); }
  /// Nothing of a piece that lies where it did.
  std::optional<TablePoint> movedFrom(PieceId id) const { return valueOf(moved, id); }
  /// Whether a sighting of the news lies just so.
  bool isNewsAt(const TablePose& pose) const {
    return std::any_of(news.begin(), news.end(), [&](const SeenPiece* seen) { return seen->pose == pose; });
  }
  /// Nothing of a piece that was never seen.
  std::optional<TablePose> poseOf(PieceId id) const { return valueOf(poses, id); }

 private:
  template <class Value>
  static std::optional<Value> valueOf(const std::vector<std::pair<PieceId, Value>>& values, PieceId id) {
    const auto found = std::find_if(values.begin(), values.end(), [id](const auto& each) { return each.first == id; });
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
};

/// A place where the table shows something else than the likeliest game has there.
struct Discrepancy {
  TablePoint at{};
  /// What is seen there; nothing where a piece is missing.
  std::vector<Candidate> seen = {};
};

/// A game at one moment as far as the public knows it, and where its pieces lie. Immutable, all functions pure.
class Situation {
 public:
  virtual ~Situation() = default;
  /// The same for situations in which the same may happen and the same is seen. Two ways to one situation are one.
  virtual std::uint64_t hash() const = 0;
  /// Number of different faces that pieces of the game have.
  virtual int faces() const = 0;
  /// Where a player sits.
  virtual Side sideOf(int player) const = 0;
  /// Who is to move, where the rules say so.
  virtual std::optional<int> toMove() const = 0;
  /// Whether the sighting may be one of the pieces expected: others are not looked at.
  virtual bool concerns(const SeenPiece& piece) const { return (void)piece, true; }
  /// Situations that look the same may return the same pieces: they are held against a look once.
  virtual std::span<const ExpectedPiece> expected() const = 0;
  /// How likely such a sign is laid now.
  virtual double chanceOf(const Sign& sign) const { return (void)sign, 1; }
  /// What may happen next if the table now looks so: what leaves no trace, and what brings the table nearer to it.
  /// Events less likely than `least` may be left out: nobody looks at them.
  virtual std::vector<NextEvent> nextEvents(const Difference& difference, double least) const = 0;
  /// What an open event may turn out to be, or how much more of it is done, if the table now looks so: events whose
  /// first change is what was done of it.
  virtual std::vector<NextEvent> turnsOut(const NextEvent& open, const Difference& difference, double least) const {
    return (void)open, (void)difference, (void)least, std::vector<NextEvent>();
  }
  /// What an open event was meant to be where all that was done of it is taken back: as much of it as there was, as if
  /// it was all of it. Nothing where nobody can say.
  virtual std::optional<Event> meant(const NextEvent& open) const { return (void)open, std::nullopt; }
  /// The event as somebody tells it, in order or not and however unlikely. Throws Malformed where it is not well
  /// formed.
  virtual NextEvent told(const Event& event) const = 0;
  /// What ends the turn of whoever is to move without a trace, or the first thing that has to happen for that; nothing
  /// where nothing can.
  virtual std::optional<Event> endOfTurn() const { return std::nullopt; }
  /// Whether the event is what was done before it and taken back, done a little otherwise: all that anybody can see is
  /// that something was changed, and it stands in its place.
  virtual bool changesOnly(const Event& undone, const Event& event) const { return (void)undone, (void)event, false; }
  /// Whether the event looks like what the longer one began with: one that `replaces` it may follow.
  virtual bool begins(const Event& event, const Event& longer) const { return (void)event, (void)longer, false; }
};

}  // namespace octo::tracker::infer
