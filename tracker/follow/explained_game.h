#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tracker/follow/explainer.h"
#include "tracker/follow/pinned_faces.h"
#include "tracker/follow/possible_starts.h"
#include "tracker/follow/replacements.h"
#include "tracker/follow/said_words.h"
#include "tracker/follow/seen_rests.h"
#include "tracker/follow/turn_marker.h"

namespace octo::tracker {

/// The game that explains a table, with all the evidence for it: the rests that were seen, and what people said and
/// corrected. Nothing of that is lost, so that a correction of an early event explains afresh what followed: the steps
/// before it are taken as told from then on, and the rests since are explained again. A value.
class ExplainedGame {
 public:
  /// The table of the game that a header begins. Throws Malformed.
  using MakeTable = std::function<std::unique_ptr<const GameTable>(const GameHeader&)>;

  /// `firstTold`: the header's `first` is known to have the first turn. Throws Malformed where the header does not fit.
  ExplainedGame(const GameHeader& header, const Layout& layout, MakeTable makeTable, bool firstTold);

  /// The game is as the header says. `earlier`: a record of it, told before the first rest.
  void begin(std::span<const TrackedEvent> earlier);
  /// With what was read of the setup. `opening`: the looks from the setup on, not explained yet. What was seen before
  /// is forgotten.
  void begin(const GameHeader& setUp, const std::vector<Observation>& opening);
  /// A person says how the game is played; what has been seen is explained anew. Throws Malformed where that cannot be;
  /// nothing has changed then.
  void change(const HeaderChange& change);
  bool hasBegun() const { return explainer_.has_value(); }
  const GameTable& table() const { return *table_; }
  /// As people told it.
  const GameHeader& asked() const { return asked_; }
  /// With what was found out.
  const GameHeader& header() const { return header_; }
  bool firstTold() const { return starts_.firstTold(); }

  /// What people said of pieces; known also before the game has begun.
  const PinnedFaces& pins() const { return pins_; }
  void pin(const SeenPiece& piece, const Face& face, std::optional<Facing> facing = {});
  /// Before whom the turn marker lies; and how a game goes on from what the look shows, if it can. `toMove`: whose turn
  /// it is where no marker lies.
  std::optional<int> markedIn(const Observation& look) const { return turnPlaces_.markedIn(look); }
  std::optional<TakenTable> goesOnFrom(const Observation& look, std::optional<int> toMove) const;

  // All that follows once the game has begun.

  /// Explains what a look shows. `events`: how many have been told. False where the look is of a game being cleared
  /// away: it is forgotten, and the game is closed.
  bool see(const Observation& look, std::size_t events);
  /// Nothing that is seen from now on belongs to the game.
  bool isClosed() const { return closed_; }
  /// Nothing is seen any more: what must have happened at last is concluded.
  void finish();
  bool isFinished() const { return finished_; }
  const SeenRests& rests() const { return rests_; }
  /// An earlier record told it, and nothing has been seen or said since.
  bool isUnseen() const { return earlier_ > 0 && rests_.empty() && words_.empty(); }
  /// Whether the game could lead to that look, or nearly, without a breach: nobody saw the moves, so none is called
  /// one.
  bool leadsTo(const Observation& look) const;

  /// A person tells what happened unseen, after all that is known. Throws Malformed.
  void say(std::vector<ProposedEvent> events, double time, std::int64_t frame);
  /// Or whose turn it is. Throws Refused where it cannot be.
  void sayTurn(int player, double time, std::int64_t frame);
  /// Where the latest step is a table that was taken over, whose turn it is is part of that: false where it is not.
  bool sayTurnOfTaken(int player);
  /// What was said since the latest rest.
  const Word* latestWord() const { return words_.latestAt(rests_.size()); }
  void unsayLatest();

  /// Step `n`, from 0, was that event; without one, it did not happen.
  void correct(std::size_t n, const std::optional<Event>& event);
  /// So many events have been told after a correction.
  void correctionDone(std::size_t events) { rests_.correctionDone(events); }
  /// Step `n` and the rests from the one on that showed it are forgotten; `n` is the last of the steps told.
  void takeOut(std::size_t n);
  /// The piece that the latest rest shows there is that face, since it has lain there.
  void tell(const SeenPiece& piece, TablePoint at, const Face& face);

  const Explainer& explainer() const { return *explainer_; }
  const Position& position() const { return explainer_->position(); }
  /// The likeliest game, from its first event; a breach in it stands once something followed.
  std::vector<ExplainedStep> steps() const;
  /// How sure each of them is, 0 to 1.
  std::vector<double> confidences() const;
  /// Puts into the header what is found out, if those steps are the game; how many of them belong to it, as it may have
  /// ended before.
  std::size_t concludeHeader(const std::vector<ExplainedStep>& steps);
  /// All games kept, likeliest first, from their first events.
  std::vector<Hypothesis> hypotheses() const;
  /// What people may know better: events that are not sure, and what nobody could see.
  std::vector<Doubt> doubts() const;

 private:
  Explainer makeExplainer();
  Explainer::Start startAfterTold(const GameHeader& header) const;
  GameHeader headerNow() const;
  /// Not where the rest shows another table than the game's.
  void explain(std::size_t rest, bool again);
  /// Begins again after these steps, which are told from now on, and explains the rests since that one; what people
  /// said since, and what they replaced, holds.
  void explainAnew(std::vector<ExplainedStep> steps, std::size_t fromRest);
  void explainFrom(std::vector<ExplainedStep> steps, std::size_t fromRest);
  void explainLatestAnew();
  void repeatWords(std::size_t rests);
  bool replaceAgain();
  void hear(Word word);
  void deny(const ExplainedStep& wrong, const std::vector<ExplainedStep>& steps, std::size_t n, std::size_t rest);
  void conclude();
  bool isBefore(const ExplainedStep& step, std::size_t rest) const;
  /// The rest that shows the step first, or at which what was said was not yet said.
  std::size_t restOf(const ExplainedStep& step) const;

  GameHeader asked_, header_;
  MakeTable makeTable_;
  std::shared_ptr<const GameTable> table_;
  TurnPlaces turnPlaces_;
  PossibleStarts starts_;
  /// What a person or an earlier record said, and after it what explains the rests.
  std::vector<ExplainedStep> told_;
  std::optional<Explainer> explainer_;
  /// How many steps an earlier record told.
  std::size_t earlier_ = 0;
  SeenRests rests_;
  SaidWords words_;
  Replacements replacements_;
  PinnedFaces pins_;
  /// With so many steps a sign said that the game is over.
  std::optional<std::size_t> saidOverAt_;
  bool finished_ = false, closed_ = false;
};

}  // namespace octo::tracker
