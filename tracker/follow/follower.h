#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tracker/messages/catalogue.h"
#include "tracker/record/record_io.h"
#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/observation.h"
#include "tracker/vocabulary/tracked_event.h"

namespace octo::tracker {

/// One line of news: an event that is new, or one that turned out otherwise.
struct Change {
  enum class Kind { Added, Revised, Removed };
  Kind kind;
  TrackedEvent event;
};

/// Something the tracker cannot settle alone. One tap answers it.
struct Question {
  /// Stays the same while the question stands.
  int id = 0;
  /// "ask.…" of `seeds/<game>/asked.<language>.toml`.
  Message text;
  /// Where on the table to look.
  TablePoint at{};
  /// What it may be, likeliest first.
  std::vector<Candidate> answers;
};

/// Something that a person says cannot be so: "refused.…" of `seeds/<game>/asked.<language>.toml`.
class Refused : public Malformed {
 public:
  Refused(GameId game, Message why) : Malformed(sentence(name(game), why)), why_(std::move(why)) {}
  const Message& why() const { return why_; }

 private:
  Message why_;
};

/// What a person says the table shows or showed: this face with this facing in this box (`nothing` for
/// empty).
struct Correction {
  Cell cell;
  std::optional<Face> face;
  std::optional<Facing> facing;
  /// The event whose reading is corrected; absent: the table as it lies now.
  std::optional<int> n;
  /// What event `n` was; the box then means nothing. Absent, and `face` absent, too: it did not happen.
  std::optional<Event> event = std::nullopt;
};

/// What a person says of how the game is played, at any time of it. What is left out stays as it was.
struct HeaderChange {
  /// As many as before.
  std::optional<std::vector<std::string>> players = std::nullopt;
  /// Who began.
  std::optional<int> first = std::nullopt;
  /// Objects: these fields get these values; `null` takes one out again.
  Json options = Json::object();
  Json setup = Json::object();
};

/// The header after the change. Throws Malformed where it cannot be: another number of players, nobody of that number.
GameHeader changed(GameHeader header, const HeaderChange& change);

/// How a table game reads, for drawing: what the tracker believes lies where.
struct AgreedPiece {
  Face face;
  Cell cell;
  Facing facing;
};

/// The same for card games: where a piece would lie if people laid it as `table.md` says.
struct LyingPiece {
  Face face;
  TablePose pose{};
};

/// What the table still lacks before the game can begin.
struct MissingPiece {
  /// What it is: "lady", "question", "head", "discard", "arms", "heads", "pot", "action".
  std::string what;
  /// Where it belongs; nothing where any place will do.
  std::optional<TableRect> area = std::nullopt;
  /// Nothing where any piece of its kind will do.
  std::optional<Face> face = std::nullopt;
};

/// A place where the table shows something else than the game that is known.
struct Difference {
  TablePoint at{};
  /// What should lie there, and what is seen; nothing where nothing does or nobody can tell.
  std::optional<Face> known = std::nullopt, seen = std::nullopt;
};

class Match;

/// A game that may have been played, of those that are kept as possible.
struct Hypothesis {
  /// How likely it is; those kept add up to 1.
  double share;
  std::vector<Event> events;
};

/// Follows one game: fed with observations of the table at rest, it keeps the record. Not thread-safe;
/// belongs to one thread, which hands on copies of what others need.
class Follower {
 public:
  virtual ~Follower() = default;

  /// What the new picture of the table adds or changes.
  virtual std::vector<Change> observe(const Observation& observation) = 0;
  /// The source has ended: settles what can be settled.
  virtual std::vector<Change> finish() = 0;
  /// Throws Malformed where the event given is not well formed; nothing has changed then.
  virtual std::vector<Change> correct(const Correction& correction) = 0;
  /// A person says that this happened now, after all that is known, although nobody could see it: a pass, a skip, a
  /// draw, an octopus colour. Explanations keep it, also when what came before is explained anew. Where somebody else
  /// is in turn, what ends their turns without a trace came before it. `{"player":p,"do":"octo","called":true}` says
  /// that the player called "Octo!" with the last card laid, or with false that nobody heard it. Throws Malformed where
  /// it is not well formed, and Refused where it cannot be now; nothing has changed then.
  virtual std::vector<Change> said(const Event& event, double time, std::int64_t frame) = 0;
  /// A person says whose turn it is: what leaves no trace is concluded or taken out so that it is. Throws Malformed
  /// where it cannot be.
  virtual std::vector<Change> saidTurn(int player, double time, std::int64_t frame) = 0;
  /// A person says how the game is played; all of it is explained anew. Throws Malformed where the header would not fit
  /// the game; nothing has changed then.
  virtual std::vector<Change> changeHeader(const HeaderChange& change) = 0;
  /// A question answered by a person; no change where it no longer stands.
  virtual std::vector<Change> answer(int question, const Face& face) = 0;
  /// A player says that the turn is done, the table lying still: by a key or a presenter's button. Where
  /// nothing was seen since the last time, it was done in the invisible way (`table.md`).
  virtual std::vector<Change> turnDone(double time, std::int64_t frame) = 0;
  /// What looks like a breach may be half of a move: it is told once something followed it, or the table has lain still
  /// up to then, seconds of the source. Nothing where none waits.
  virtual std::optional<double> heldUntil() const { return std::nullopt; }
  /// The table has lain still from the latest observation to that time.
  virtual std::vector<Change> still(double time) { return (void)time, std::vector<Change>(); }
  /// Takes the last event out again; the table is then compared afresh. Of what `follow` makes: where a person said
  /// something since, that is unsaid first.
  virtual std::vector<Change> undo() = 0;
  virtual bool canUndo() const { return !events().empty(); }
  /// Whether that would unsay what a person said, and not take the last event out.
  virtual bool undoUnsays() const { return false; }
  /// What was undone last is done again, unless a person has said something since.
  virtual std::vector<Change> redo() { return {}; }
  virtual bool canRedo() const { return false; }
  /// The same game, followed on its own from now on.
  virtual std::unique_ptr<Follower> clone() const = 0;

  virtual std::vector<Question> questions() const = 0;
  /// The games kept as possible, likeliest first.
  virtual std::vector<Hypothesis> hypotheses() const = 0;
  /// Of a board; none in a card game.
  virtual std::vector<AgreedPiece> agreed() const = 0;
  /// In the order in which they lie on each other; none in a game on a board.
  virtual std::vector<LyingPiece> lying() const { return {}; }
  /// A person says what the piece that is seen there is, whatever was read; the events since it lay there are explained
  /// anew. No change where none lies there.
  virtual std::vector<Change> tell(TablePoint at, const Face& face) {
    return (void)at, (void)face, std::vector<Change>();
  }
  /// The box that the next shield must go to, if the game has such a thing and it is known.
  virtual std::optional<Cell> required() const = 0;
  /// Whether it is known how the game begins. Until then the header lacks the setup, which is read from the table, and
  /// there are no events.
  virtual bool begun() const { return true; }
  /// Whether observations of a part of the table say something to it (`Observation::inPart`); else it leaves them out.
  virtual bool usesParts() const { return false; }
  /// Everything lies there as at the start: the game begins with the first move, if it has not begun.
  virtual bool isSetUp() const { return begun(); }
  /// What the setup on the table still lacks, as the latest look shows it; empty once the game has begun.
  virtual std::vector<MissingPiece> missing() const { return {}; }
  /// Where the table shows what no game that is known explains, and goes on showing it; empty while they agree.
  virtual std::vector<Difference> differences() const { return {}; }
  /// Whether `takeTable` can make the game go on from what lies there now.
  virtual bool canTakeTable() const { return false; }
  /// A person says that the game goes on from what lies on the table now, however it came about. Throws Malformed, with
  /// a sentence for the person, where it cannot; nothing has changed then.
  virtual std::vector<Change> takeTable(double time, std::int64_t frame) {
    (void)time, (void)frame;
    throw Malformed("this game cannot go on from what lies on the table");
  }
  /// The game after its events, as long as the follower is not told anything more; null before it is known how it
  /// begins.
  virtual const Match* match() const = 0;
  virtual const GameHeader& header() const = 0;
  virtual const std::vector<TrackedEvent>& events() const = 0;
  virtual Result result() const = 0;
  virtual std::optional<int> toMove() const = 0;
};

/// A follower for the header's game. Throws Malformed where the header does not fit its game or the game
/// cannot be followed yet. `earlier` continues a game that was cut off. A card game's header may lack the setup: then
/// the game begins once that lies on the table, and unless `firstTold` with whoever reaches in first.
std::unique_ptr<Follower> follow(const GameHeader& header, const Layout& layout,
                                 const std::vector<TrackedEvent>& earlier = {}, bool firstTold = true);

/// Where the pieces of a card game lie after these events. None in a game on a board. Throws Malformed.
std::vector<LyingPiece> lyingAfter(const GameHeader& header, const Layout& layout, const std::vector<Event>& events);

/// The layout of a game for a number of players, from `seeds/`. Throws Malformed if there is none.
Layout seededLayout(GameId game, int players);
/// From TOML text; `name` stands for the file in errors. Throws Malformed: "NAME:LINE: what was expected".
Layout parseLayout(std::string_view toml, const std::string& name);

}  // namespace octo::tracker
