#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/referee/rules.h"
#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/observation.h"

/// What a game gives to be followed (`table_follower.h`): how it begins, and what lies there to be drawn and asked
/// about. The likeliest game is found by the engine of `tracker/infer/` where the game has situations; else by a search
/// (`explain_table.h`) that wants to know how its table is read, and which events may lead from what is known to what
/// is seen.
namespace octo::tracker {

namespace infer {
class Situation;
struct Discrepancy;
struct Sign;
}  // namespace infer

/// Minus the natural logarithm of a probability: costs of independent things add up. A clear reading that does not fit
/// costs more than a breach (`kBreachCost`), a doubtful one less.
using Cost = double;

/// What the search adds for an event that the referee calls a breach; penalties are none.
inline constexpr Cost kBreachCost = 4.5;

/// The table at one rest in the game's own terms (questions, columns, runs): each game derives its own. Immutable.
class TableReading {
 public:
  virtual ~TableReading() = default;
};

/// What there is to explain a step with.
struct Evidence {
  const TableReading& table;
  /// Forearms that were over the table since the rest at which the position held, and of those the ones since the last
  /// rest.
  std::span<const ForearmTrack> forearms, forearmsNow;
  /// The rests between that one and this, oldest first: they may show a longer move half done.
  std::span<const std::shared_ptr<const TableReading>> between;
};

struct ProposedEvent {
  /// `stands` and `taken_back` are the search's business.
  Event event;
  /// Leaves no trace of its own on the table: a pass, a card drawn, the end of a turn.
  bool inferred = false;
};

/// An event of the past that was a guess, and what it was after all.
struct Exchange {
  Event was, is;
};

/// Events, in order, that may have happened from a position on.
struct Proposal {
  std::vector<ProposedEvent> events;
  /// How unusual they are, beyond being breaches: 0 is what everybody does.
  Cost cost = 0;
  /// What they prove of the past; the events may then be none.
  std::optional<Exchange> exchange = std::nullopt;
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

/// The field of an event that names what of it was guessed, as nobody saw it: the search and the position know it,
/// nobody else does.
inline constexpr const char* kGuessed = "guessed";
Event withoutGuess(Event event);

/// What the forearms seen say against a game, beyond who laid what.
struct ForearmMisfit {
  /// For what was done without a forearm at the place that it needs.
  Cost unseen = 0;
  /// For forearms that did nothing so far: what comes next may explain them.
  Cost idle = 0;
};

/// A forearm that does something: whose side it comes from, and where it ends.
struct Reach {
  Side side;
  TableRect area;
};

/// How people make the moves of a game.
struct Pace {
  /// Up to so many rests in a row may show one move under way, and what speaks against each of them being such a one.
  std::size_t rests = 6;
  Cost halfDone = 0.4;
  /// What speaks against a further move that leaves a trace between one rest and the next.
  Cost atOnce = 0;
  /// Where more of the table is hidden than before, a forearm lies there and the move is not done: the next look is
  /// waited for. mm².
  double mostHidden = std::numeric_limits<double>::infinity();
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
  /// For the engine of `tracker/infer/`; null where the game is not followed with it yet.
  virtual std::shared_ptr<const infer::Situation> situation() const { return nullptr; }

  // --- what games need that are not followed by the engine of `tracker/infer/` yet ---

  /// Nothing can follow, not even what players tell after the end.
  virtual bool isClosed() const { return over(); }
  /// The event, made here, was taken back: what people know by it now.
  virtual void takeBack(const Event& event) { (void)event; }
  virtual Pace pace() const { return {}; }
  /// Whether what looks like this breach may be half of a legal move: of such as take several cards one after the
  /// other.
  virtual bool mayBeHalf(const Event& breach) const { return (void)breach, false; }
  /// What the search adds for such a breach in this game.
  virtual Cost breachCost(const Breach& breach) const { return (void)breach, kBreachCost; }
  /// Same state and same table: of two games that lead to the same, only the likelier is kept.
  virtual bool same(const Position& other) const { return (void)other, false; }
  /// What speaks against the table looking as it was read: 0 where everything fits. For each place the cost of its
  /// reading under what should lie there, less that of the reading's best candidate; 2 to 4 for a piece not seen that
  /// should be, as much as it is clear for a piece that should not be there; nothing where the table is hidden.
  virtual Cost misfit(const TableReading& seen) const { return (void)seen, 0; }
  /// Where whoever does this, here and now, has to reach; nothing where a game does not say.
  virtual std::optional<Reach> reach(const Event& event) const { return (void)event, std::nullopt; }
  /// What speaks against a legal move, made at this position, having been taken back; `forearms` were seen since then.
  virtual Cost takenBackCost(const Event& event, std::span<const ForearmTrack> forearms) const {
    constexpr Cost kMoveTakenBack = 5.5;
    return (void)event, (void)forearms, kMoveTakenBack;
  }
  /// Whether what `next` brings lies where that of `first` lay, either done at this position: nobody can see then
  /// whether the first was taken away.
  virtual bool covers(const Event& first, const Event& next) const { return (void)first, (void)next, false; }
  /// Whether nothing lies where the event, made at this position, would have laid something, and nothing hides that.
  virtual bool showsBare(const Event& event, const TableReading& seen) const { return (void)event, (void)seen, false; }
  /// The same for a rest between this position and `after`: what neither explains (some pieces of one move are
  /// laid, others are not yet).
  virtual Cost misfitBetween(const TableReading& seen, const Position& after) const {
    return std::min(misfit(seen), after.misfit(seen));
  }
  /// What speaks against both readings in the same way, one rest after the other: it was counted at the first.
  virtual Cost misfitOfBoth(const TableReading& before, const TableReading& now) const {
    return std::min(misfit(before), misfit(now));
  }
  /// The same for two rests between this position and `after`.
  virtual Cost misfitBetweenOfBoth(const TableReading& before, const TableReading& now, const Position& after) const {
    return std::min(misfitOfBoth(before, now), after.misfitOfBoth(before, now));
  }
  /// What speaks against the next rest's not showing any more what this one showed, and this position does not explain:
  /// what looked like the beginning of a move and came to nothing.
  virtual Cost aborted(const TableReading& seen, const TableReading& next) const { return (void)seen, (void)next, 0; }
  /// What the forearms say against what has happened since the position `before`, as far as it leaves no other trace:
  /// those seen at the rest of that position, which did nothing of it, and at each one since.
  virtual ForearmMisfit misfitOfForearms(const Position& before,
                                         std::span<const std::span<const ForearmTrack>> rests) const {
    return (void)before, (void)rests, ForearmMisfit();
  }
  /// What speaks against idle forearms (`ForearmTrack::idle`) having done nothing since the position `before`; the
  /// rests as for `misfitOfForearms`, of which none but the last shows more done than that position.
  virtual Cost idleForearms(const Position& before, std::span<const std::span<const ForearmTrack>> rests) const {
    return (void)before, (void)rests, 0;
  }
  /// What speaks against pieces having been left alone since the position `before` that look as they did, as they lie a
  /// little elsewhere: for each that nothing moved which happened since. What the rest of that position showed, nothing
  /// where there was none, and each one since; and the forearms.
  virtual Cost lyingElsewhere(const Position& before, std::span<const TableReading* const> readings,
                              std::span<const std::span<const ForearmTrack>> rests) const {
    return (void)before, (void)readings, (void)rests, 0;
  }
  /// What may have happened next, if the table now looks like that: each proposal leads nearer to it. Legal ones and
  /// the breaches people make; a few dozen at most.
  virtual std::vector<Proposal> propose(const Evidence& evidence) const {
    return (void)evidence, std::vector<Proposal>();
  }
  /// The table at the rest that the position explains: what it shows beyond what is known (on which of several places
  /// something lies, whose forearm was where) may be kept; it makes no other position of it.
  virtual void learn(const TableReading& seen, std::span<const ForearmTrack> forearms) { (void)seen, (void)forearms; }
  /// As this position, the fold of a past that is otherwise than thought, with what `other` has learnt of the table.
  virtual std::unique_ptr<Position> knowing(const Position& other) const { return (void)other, clone(); }
  /// Where the table differs from this position, worst first.
  virtual std::vector<Doubt> doubts(const TableReading& seen) const { return (void)seen, std::vector<Doubt>(); }
};

/// A table that a game can go on from, however it came about: the event `position` that says what lies there, and the
/// header, with a setup where it had none.
struct TakenTable {
  GameHeader header;
  Event position = {};
};

/// One way to play a game, of those that its options leave open: all options, and what speaks against it.
struct Way {
  Json options;
  Cost cost = 0;
};

/// The table of one game: reads it, and knows how games begin.
class GameTable {
 public:
  virtual ~GameTable() = default;
  /// Nothing lies there at the beginning: a game begins with the first look.
  virtual bool beginsEmpty() const { return false; }
  /// How the game may be played, the usual way first: they are followed side by side until the table tells them apart.
  virtual std::vector<Way> ways(const GameHeader& header) const { return {{header.options}}; }
  /// Null in a game whose positions have situations.
  virtual std::unique_ptr<const TableReading> read(const Observation& observation) const {
    return (void)observation, nullptr;
  }
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
  /// What the setup of the header may be instead, as those looks could not read all of it well: a few, likeliest first.
  virtual std::vector<Json> otherSetUps(const GameHeader& header, std::span<const Observation> looks) const {
    return (void)header, (void)looks, std::vector<Json>();
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
