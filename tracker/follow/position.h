#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/referee/rules.h"
#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/observation.h"

/// What a game gives to be followed (`explained_game.h`): how it begins, and what lies there to be drawn and asked
/// about. The likeliest game is found by the engine of `tracker/infer/`, from its situations.
namespace octo::tracker {

namespace infer {
class Situation;
struct Discrepancy;
struct Sign;
}  // namespace infer

struct ProposedEvent {
  /// `stands` and `taken_back` are the engine's business.
  Event event;
  /// Leaves no trace of its own on the table: a pass, a card drawn, the end of a turn.
  bool inferred = false;
};

/// A place of the table that no likely game explains: what a person is asked.
struct Doubt {
  Message text;
  TablePoint at{};
  /// Likeliest first.
  std::vector<Candidate> answers;
  /// The event that is asked about, where it is no piece.
  std::optional<Event> about = std::nullopt;
};

/// A game at one moment: the referee's state and where the pieces lie, both the fold of the same events. A value behind
/// a pointer; all const functions are pure.
class Position {
 public:
  virtual ~Position() = default;
  virtual std::unique_ptr<Position> clone() const = 0;
  virtual Ruling judge(const Event& event) const = 0;
  /// Carries out an event that is legal or stands.
  virtual void apply(const Event& event) = 0;
  virtual bool over() const = 0;
  /// It is not known yet whether it is.
  virtual bool mayBeOver() const { return over(); }
  /// Nobody where the game is over.
  virtual std::optional<int> toMove() const = 0;
  /// Where the table shows something else: what may be there.
  virtual std::vector<Doubt> doubtsAt(std::span<const infer::Discrepancy> places) const {
    return (void)places, std::vector<Doubt>();
  }
  /// Where that player's forearms come from.
  virtual Side sideOf(int player) const = 0;
  /// A player says that the turn is done: the events that conclude it in the invisible way. `seen`: something was seen
  /// since this was said last.
  virtual std::vector<ProposedEvent> turnDone(bool seen) const { return (void)seen, std::vector<ProposedEvent>(); }
  /// Nothing follows any more: what must have happened at last without a trace.
  virtual std::vector<ProposedEvent> conclude() const { return {}; }
  /// The same game as the engine has it, which saw where its pieces were laid.
  virtual void layAs(const std::shared_ptr<const infer::Situation>& situation) { (void)situation; }
  /// The table as people lay it, for drawing.
  virtual std::vector<LyingPiece> lying() const { return {}; }
  /// What nobody could see and a person may tell.
  virtual std::vector<Doubt> openQuestions() const { return {}; }
  /// The event that was asked about, as it was by the answer; nothing where that cannot be.
  virtual std::optional<Event> answered(const Event& about, const Face& face) const {
    return (void)about, (void)face, std::nullopt;
  }
  /// Where a sign lies that tells of the game and is none of its pieces; and whether it says that the game is over.
  virtual std::optional<TablePoint> signIn(const Observation& seen) const { return (void)seen, std::nullopt; }
  virtual bool saysOver(const infer::Sign& sign) const { return (void)sign, false; }
  /// What of the setup nobody could see, and the end of the game shows, if this is it: fields of the header's setup.
  virtual Json shownByEnd() const { return Json::object(); }
  /// Of a board: what lies there, and signs that were seen.
  virtual std::vector<AgreedPiece> agreed(const Observation* seen) const {
    return (void)seen, std::vector<AgreedPiece>();
  }
  /// Where the look shows a table that cannot have come of this one by a move or a few; else nothing.
  virtual std::vector<Difference> otherTable(const Observation& seen) const {
    return (void)seen, std::vector<Difference>();
  }
  /// What lies there, as people take it: the event `position`.
  virtual std::optional<Event> taken(const Observation& seen) const { return (void)seen, std::nullopt; }
  /// The event that brought what lies there was another one: that piece was laid there. With nothing, who is in turn
  /// laid it now. Nothing where that cannot be.
  virtual std::optional<Event> laid(const Event* was, Cell at, const Face& face, std::optional<Facing> facing) const {
    return (void)was, (void)at, (void)face, (void)facing, std::nullopt;
  }
  virtual bool mayLie(const Face& face) const { return (void)face, true; }
  virtual TablePoint centre(Cell at) const { return (void)at, TablePoint{}; }
  /// What was laid by the event may be otherwise in other games that are likely, too.
  virtual std::optional<Doubt> doubtAbout(const Event& event, std::span<const Hypothesis> games) const {
    return (void)event, (void)games, std::nullopt;
  }
  /// Why a person cannot say that this happens now, or with nothing, whose turn it is: a sentence's key.
  virtual std::optional<Message> refuses(const Event* event) const { return (void)event, std::nullopt; }
  /// For the engine of `tracker/infer/`.
  virtual std::shared_ptr<const infer::Situation> situation() const = 0;
};

/// Carries an event out as the referee does: if it is legal, stands or is a penalty, and was not taken back.
void playIn(Position& position, const Event& event);

/// A table that a game can go on from, however it came about: the event `position` that says what lies there, and the
/// header, with a setup where it had none.
struct TakenTable {
  GameHeader header;
  Event position = {};
};

/// What a setup may be that could not be read well.
struct PossibleSetUp {
  /// Less likely ones are not thought of.
  static constexpr double kLeast = 0.02;

  Json setup;
  double likely = 0;
};

/// One way to play a game, of those that its options leave open: all options, and what speaks against it.
struct Way {
  Json options;
  double cost = 0;
};

/// The table of one game: reads it, and knows how games begin.
class GameTable {
 public:
  virtual ~GameTable() = default;
  /// Nothing lies there at the beginning: a game begins with the first look.
  virtual bool beginsEmpty() const { return false; }
  /// How the game may be played, the usual way first: they are followed side by side until the table tells them apart.
  virtual std::vector<Way> ways(const GameHeader& header) const { return {{header.options}}; }
  /// The header with the setup that lies on the table; nothing while it does not lie there whole and clear.
  virtual std::optional<GameHeader> setUp(const GameHeader& asked, const Observation& observation) const = 0;
  /// What that setup still lacks on the table, by what the look shows.
  virtual std::vector<MissingPiece> missing(const GameHeader& asked, const Observation& observation) const {
    return (void)asked, (void)observation, std::vector<MissingPiece>();
  }
  /// The same of all looks so far, none of which shows the setup whole, once the latest shows that the game has begun.
  virtual std::optional<GameHeader> setUpOf(const GameHeader& asked, std::span<const Observation> looks) const {
    return (void)asked, (void)looks, std::nullopt;
  }
  /// What the setup of the header may be instead, as those looks could not read all of it well: with one card of it
  /// another one.
  virtual std::vector<PossibleSetUp> otherSetUps(const GameHeader& header, std::span<const Observation> looks) const {
    return (void)header, (void)looks, std::vector<PossibleSetUp>();
  }
  /// Whether the look may be of players who lay the header's setup anew, or go on laying it, before the first move:
  /// another may lie there next.
  virtual bool laysAnew(const GameHeader& header, const Observation& observation) const {
    return (void)header, (void)observation, false;
  }
  /// Whether the setup of the second header is another than the first's, and not the first's with a move made.
  virtual bool isAnother(const GameHeader& header, const GameHeader& setUp) const {
    return (void)header, (void)setUp, false;
  }
  /// Whether more lies there than a setup with a move or so: a game has begun unseen.
  virtual bool isOccupied(const Observation& observation) const { return (void)observation, false; }
  /// What lies there, told by nobody's move: nothing where it cannot be read. A setup that the header lacks is made of
  /// what lies lowest: nobody saw with what the game began.
  virtual std::optional<TakenTable> taken(const GameHeader& header, const Observation& observation) const {
    return (void)header, (void)observation, std::nullopt;
  }
  /// Sets the options that only the events tell of; how many of those belong to the game then. `inferred`: of each
  /// event, whether it left no trace.
  virtual std::size_t conclude(GameHeader& header, std::span<const Event> events,
                               const std::vector<bool>& inferred) const {
    return (void)header, (void)inferred, events.size();
  }
  /// The position after setup. Throws Malformed where the header does not fit.
  virtual std::unique_ptr<Position> start(const GameHeader& header) const = 0;
};

}  // namespace octo::tracker
