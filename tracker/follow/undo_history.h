#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "tracker/follow/session.h"

namespace octo::tracker {

/// A game that is followed by another follower, and what people said of it, to be unsaid and said again in order, also
/// after the end. What was seen meanwhile is kept: going back, it is shown to the game as it was then.
class UndoHistory final : public Follower {
 public:
  explicit UndoHistory(std::unique_ptr<Follower> game) : game_(std::move(game)) {}
  UndoHistory(const UndoHistory& other);
  UndoHistory& operator=(const UndoHistory&) = delete;

  std::vector<Change> observe(const Observation& observation) override {
    latest_ = observation.time;
    return pass(observation);
  }
  std::vector<Change> finish() override { return pass(Finish{}); }
  std::vector<Change> still(double time) override {
    latest_ = time;
    return pass(Still{time});
  }
  std::vector<Change> correct(const Correction& correction) override { return say(correction); }
  std::vector<Change> said(const Event& event, double time, std::int64_t frame) override {
    return say(Said{event, time, frame});
  }
  std::vector<Change> saidTurn(int player, double time, std::int64_t frame) override {
    return say(SaidTurn{player, time, frame});
  }
  std::vector<Change> changeHeader(const HeaderChange& change) override { return say(change); }
  std::vector<Change> answer(int question, const Face& face) override { return say(Answer{question, face}); }
  std::vector<Change> turnDone(double time, std::int64_t frame) override { return say(TurnDone{time, frame}); }
  std::vector<Change> tell(TablePoint at, const Face& face) override { return say(Told{at, face}); }
  std::vector<Change> takeTable(double time, std::int64_t frame) override { return say(TakeTable{time, frame}); }
  /// What a person said a moment ago is unsaid, though something was seen since; else what came last is taken back.
  std::vector<Change> undo() override;
  bool undoUnsays() const override;
  bool canUndo() const override { return game_->canUndo() || !done_.empty(); }
  std::vector<Change> redo() override;
  bool canRedo() const override { return !undone_.empty(); }
  std::unique_ptr<Follower> clone() const override { return std::make_unique<UndoHistory>(*this); }

  std::optional<double> heldUntil() const override { return game_->heldUntil(); }
  std::vector<Question> questions() const override { return game_->questions(); }
  std::vector<Hypothesis> hypotheses() const override { return game_->hypotheses(); }
  std::vector<AgreedPiece> agreed() const override { return game_->agreed(); }
  std::vector<LyingPiece> lying() const override { return game_->lying(); }
  std::optional<Cell> required() const override { return game_->required(); }
  bool begun() const override { return game_->begun(); }
  bool usesParts() const override { return game_->usesParts(); }
  bool isSetUp() const override { return game_->isSetUp(); }
  std::vector<MissingPiece> missing() const override { return game_->missing(); }
  std::vector<Difference> differences() const override { return game_->differences(); }
  bool canTakeTable() const override { return game_->canTakeTable(); }
  const Match* match() const override { return game_->match(); }
  const GameHeader& header() const override { return game_->header(); }
  const std::vector<TrackedEvent>& events() const override { return game_->events(); }
  Result result() const override { return game_->result(); }
  std::optional<int> toMove() const override { return game_->toMove(); }

 private:
  /// The game before a person said something.
  struct Done {
    std::shared_ptr<const Follower> before;
    /// From which input on (`inputs_`) it has seen nothing of what came since.
    std::size_t from = 0;
    /// The events that the game had afterwards.
    std::size_t events = 0;
    /// When it was said, seconds of the source.
    double time = 0;
  };
  /// The game before something was undone.
  struct Undone {
    std::shared_ptr<const Follower> before;
    std::size_t from = 0;
    /// What a person had said; nothing where the last event was taken out.
    std::optional<Done> unsaid;
  };

  std::vector<Change> pass(const Input& input);
  std::vector<Change> say(const Input& input);
  /// The game is that one, shown what came since.
  std::vector<Change> goTo(const Follower& game, std::size_t from);

  std::unique_ptr<Follower> game_;
  /// Of what was seen, seconds of the source.
  double latest_ = 0;
  /// What was given since the oldest of the moments that are kept, but for what people said at those moments.
  std::vector<Input> inputs_;
  std::deque<Done> done_;
  std::vector<Undone> undone_;
};

}  // namespace octo::tracker
