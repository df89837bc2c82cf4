#pragma once

#include <functional>
#include <memory>

#include "tracker/follow/explainer.h"
#include "tracker/follow/follower.h"
#include "tracker/follow/turn_marker.h"
#include "tracker/referee/match.h"

namespace octo::tracker {

/// Carries an event out as the referee does: if it is legal, stands or is a penalty, and was not taken back.
void playIn(Position& position, const Event& event);

/// Follows a card game: every rest of the table is explained anew from what is known (`explainer.h`), and what that
/// changes is the news. All rests are kept, and all that people said between them, so that a correction of an early
/// event explains afresh what followed.
class TableFollower final : public Follower {
 public:
  /// The table of the game that a header begins. Throws Malformed.
  using MakeTable = std::function<std::unique_ptr<const GameTable>(const GameHeader&)>;

  /// As `follow`. Throws Malformed where the header does not fit.
  TableFollower(const GameHeader& header, const Layout& layout, MakeTable makeTable,
                const std::vector<TrackedEvent>& earlier, bool firstTold);

  std::vector<Change> observe(const Observation& observation) override;
  std::vector<Change> finish() override;
  std::vector<Change> correct(const Correction& correction) override;
  std::vector<Change> answer(int question, const Face& face) override;
  std::vector<Change> turnDone(double time, std::int64_t frame) override;
  std::vector<Change> said(const Event& event, double time, std::int64_t frame) override;
  std::vector<Change> saidTurn(int player, double time, std::int64_t frame) override;
  std::vector<Change> changeHeader(const HeaderChange& change) override;
  std::optional<double> heldUntil() const override;
  std::vector<Change> still(double time) override;
  std::vector<Change> undo() override;
  std::unique_ptr<Follower> clone() const override { return std::make_unique<TableFollower>(*this); }

  std::vector<Question> questions() const override;
  std::vector<Hypothesis> hypotheses() const override;
  std::vector<AgreedPiece> agreed() const override;
  std::vector<LyingPiece> lying() const override;
  std::vector<Change> tell(TablePoint at, const Face& face) override;
  std::optional<Cell> required() const override;
  bool begun() const override { return match_.has_value(); }
  bool usesParts() const override { return begun(); }
  bool isSetUp() const override { return begun() || ready_.has_value(); }
  std::vector<MissingPiece> missing() const override;
  std::vector<Difference> differences() const override;
  bool canTakeTable() const override { return taking_.has_value(); }
  std::vector<Change> takeTable(double time, std::int64_t frame) override;
  const Match* match() const override { return match_ ? &*match_ : nullptr; }
  const GameHeader& header() const override { return header_; }
  const std::vector<TrackedEvent>& events() const override { return events_; }
  Result result() const override;
  std::optional<int> toMove() const override { return match_ ? match_->toMove() : std::nullopt; }

 private:
  /// What a person said of a piece: it is `face` whatever is read there, as long as the same is read.
  struct Pin {
    TablePoint at;
    Face read, face;
    std::optional<double> angle = std::nullopt;
  };
  struct SeenRest {
    Observation observation;
    std::vector<Event> denied;
  };
  /// What a person said happened, or whose turn it was, when so many rests had been seen.
  struct Word {
    Saying saying;
    std::size_t rests = 0;
    std::vector<ProposedEvent> events;
    std::optional<int> turnOf;
  };
  /// An event of that time that a person said was another one.
  struct Replaced {
    Event wrong, right;
    double time = 0;
    bool inferred = false;
  };

  std::vector<Change> begin(const std::vector<TrackedEvent>& earlier);
  std::vector<Change> watchOpening(const Observation& look);
  std::optional<std::vector<Change>> setUpAnew(const Observation& observation);
  /// How many of the steps belong to the game, which may end before; the header is told what they show.
  std::size_t belongingTo(GameHeader& header, const std::vector<ExplainedStep>& steps) const;
  /// Who may have the first turn.
  std::vector<int> beginners() const;
  /// With the options found out: what the table has shown, and whatever the likeliest game is played by.
  GameHeader headerNow() const;
  Explainer makeExplainer();
  std::vector<Explainer::Start> starts();
  Explainer::Start startAfterTold(const GameHeader& header) const;
  std::vector<Change> beginGame();
  std::vector<Change> look(const Observation& observation);
  std::vector<Change> lookClosely(const Observation& observation);
  /// Whether the game that is known leads to what lies there: asked while nobody has seen it lie there.
  bool leadsHere(const Observation& look) const;
  bool beganUnseen(const Observation& observation) const;
  void notice(const Observation& observation);
  /// The observation with what was said of its pieces.
  Observation pinned(Observation observation) const;
  void pin(const SeenPiece& piece, const Face& face, std::optional<Facing> facing = {});
  /// Of that look, the piece nearest to the place, if it is not too far away.
  static const SeenPiece* pieceNear(const Observation& seen, TablePoint at);
  std::vector<Change> correctBox(const Correction& correction);
  std::vector<Change> correctEvent(std::size_t n, const std::optional<Event>& event);
  const Observation* unexplained() const;
  /// The player before whom the turn marker lies at that rest and did not lie when it was seen last.
  std::optional<int> newlyMarked(const SeenRest& rest) const;
  /// The sign that lies at that rest and did not lie there at the rest before.
  std::optional<infer::Sign> newlySigned(const SeenRest& rest) const;
  /// Not where the rest shows another table than the game's.
  void explain(const SeenRest& rest, bool again);
  /// Begins again after these steps, which are told from now on, and explains the rests since that one; what people
  /// said since, and what they corrected, holds.
  std::vector<Change> refold(std::vector<ExplainedStep> steps, std::size_t fromRest);
  void explainFrom(std::vector<ExplainedStep> steps, std::size_t fromRest);
  void repeatWords(std::size_t rests);
  bool replaceAgain();
  void addInstead(std::vector<ExplainedStep>& steps, const ExplainedStep& wrong, const Event& event) const;
  ExplainedStep stepFor(const std::vector<ExplainedStep>& before, ExplainedStep step, const Event& event) const;
  void deny(const ExplainedStep& wrong, const std::vector<ExplainedStep>& steps, std::size_t n, std::size_t rest);
  /// Explains the latest rests anew, as many as decide what is not settled.
  std::vector<Change> explainLatestAnew();
  std::vector<Change> saidOcto(const Event& event);
  /// A word that is heard now; throws Malformed, as `said`.
  std::vector<Change> hear(Word word);
  void conclude();
  std::size_t readSetUpAgain(GameHeader& header, const GameTable& table) const;
  const Word* wordOf(const ExplainedStep& step) const;
  bool isBefore(const ExplainedStep& step, std::size_t rest) const;
  /// The rest that shows the step first, or at which what was said was not yet said.
  std::size_t restOf(const ExplainedStep& step) const;
  std::vector<ExplainedStep> steps() const;
  /// How many of the steps are told: those after may yet turn out otherwise.
  std::size_t countTold(const std::vector<ExplainedStep>& steps) const;
  std::vector<Change> news();
  /// What is asked about now: places that no game explains, and what nobody could see.
  std::vector<Doubt> asked() const;
  /// Of what is no piece.
  std::vector<Change> answerAbout(const Event& about, const Face& face);

  /// As people told it, and with what was found out.
  GameHeader asked_, header_;
  MakeTable makeTable_;
  std::shared_ptr<const GameTable> table_;
  TurnPlaces turnPlaces_;
  /// What a person or an earlier record said, and after it what explains the rests.
  std::vector<ExplainedStep> told_;
  std::optional<Explainer> explainer_;
  std::vector<SeenRest> rests_;
  std::vector<Pin> pins_;
  std::vector<Word> words_;
  std::vector<Replaced> replaced_;
  int lastWord_ = 0;
  /// Concluded events that a person said did not happen, as long as there are so many events: the next rests must not
  /// bring them back.
  std::vector<Event> denied_;
  std::size_t deniedAt_ = 0;
  /// How many steps an earlier record told.
  std::size_t earlier_ = 0;
  /// A table that the known game does not lead to, or on which one lay before any was known; and how a game goes on
  /// from the latest look that did not match.
  std::optional<Observation> strange_;
  std::optional<TakenTable> taking_;
  /// For how many rests in a row something has been left unexplained.
  int puzzled_ = 0;
  std::vector<Doubt> doubts_;
  std::optional<Match> match_;
  bool firstTold_;
  /// Who has the first turn where nobody told: the players that it may be, and who reached in first, 0 for nobody. The
  /// header names the likeliest.
  std::vector<int> beginners_;
  int reachedFirst_ = 0;
  /// What the setup may be, where it could not be read well: as the header has it first.
  std::vector<Json> setUps_;
  /// How the game may have begun: with whom, by which options, with which setup.
  struct Beginning {
    int first = 0;
    Json options, setup;
  };
  std::vector<Beginning> beginnings_;
  /// Before the game has begun: the header with the setup that lay there last, and the looks since.
  std::optional<GameHeader> ready_;
  /// The game has begun, but nothing was seen yet that is no setup.
  bool mayBeSetUpAnew_ = false;
  std::vector<Observation> opening_;
  std::vector<TrackedEvent> events_;
  std::size_t eventsAtTurnDone_ = 0;
  /// The latest steps are not told yet; the table has lain still since the latest look.
  bool heldBack_ = false, still_ = false;
  /// With so many steps a sign said that the game is over.
  std::optional<std::size_t> saidOverAt_;
  bool finished_ = false;
  bool closed_ = false;
};

}  // namespace octo::tracker
