#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tracker/follow/explained_game.h"
#include "tracker/follow/follower.h"
#include "tracker/follow/mismatch.h"
#include "tracker/follow/opening.h"
#include "tracker/referee/match.h"

namespace octo::tracker {

/// Follows a game on a table: waits for it to begin (`opening.h`), has its looks explained (`explained_game.h`), asks
/// about what the game does not explain (`mismatch.h`), and tells what is likely enough, as far as that is news.
class TableFollower final : public Follower {
 public:
  using MakeTable = ExplainedGame::MakeTable;

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
  bool isSetUp() const override { return begun() || opening_.setUp().has_value(); }
  std::vector<MissingPiece> missing() const override;
  std::vector<Difference> differences() const override;
  bool canTakeTable() const override { return mismatch_.goesOn().has_value(); }
  std::vector<Change> takeTable(double time, std::int64_t frame) override;
  const Match* match() const override { return match_ ? &*match_ : nullptr; }
  const GameHeader& header() const override { return game_.header(); }
  const std::vector<TrackedEvent>& events() const override { return events_; }
  Result result() const override;
  std::optional<int> toMove() const override { return match_ ? match_->toMove() : std::nullopt; }

 private:
  std::vector<Change> begin(const std::vector<TrackedEvent>& earlier);
  std::vector<Change> beginGame(bool mayBeSetUpAnew);
  std::vector<Change> watchOpening(const Observation& observation);
  std::vector<Change> look(const Observation& observation);
  std::vector<Change> lookClosely(const Observation& observation);
  std::vector<Change> news();
  /// What the game makes of a person's words, and tells.
  std::vector<Change> say(std::vector<ProposedEvent> events, double time, std::int64_t frame);
  std::vector<Change> sayTurn(int player, double time, std::int64_t frame);
  std::vector<Change> correctBox(const Correction& correction);
  /// Event `n`, from 0, was that one; without one, it did not happen.
  std::vector<Change> correctEvent(std::size_t n, const std::optional<Event>& event);
  /// Answers what is asked about an event, and not about a piece.
  std::vector<Change> answerAbout(const Event& about, const Face& face);
  /// What is asked about now: places that no game explains, and what nobody could see.
  std::vector<Doubt> asked() const;
  /// The look of which the game explains nothing yet: of another table, or while the setup is waited for. Else null.
  const Observation* unexplained() const;

  ExplainedGame game_;
  Opening opening_;
  Mismatch mismatch_;
  /// What was told, and the referee's state after it.
  std::vector<TrackedEvent> events_;
  std::optional<Match> match_;
  /// How many events there were when a player last said that the turn was done.
  std::size_t eventsAtTurnDone_ = 0;
  /// The latest steps are not told yet; the table has lain still since the latest look.
  bool heldBack_ = false, still_ = false;
};

}  // namespace octo::tracker
