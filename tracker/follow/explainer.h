#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/infer/filter.h"

namespace octo::tracker {

/// One event of a game that explains the table.
struct ExplainedStep {
  Event event;
  bool inferred = false;
  /// A breach that is no penalty.
  bool breach = false;
  /// A person or an earlier record said so.
  bool told = false;
  double time = 0;
  std::int64_t frame = 0;
  /// Of what a person said while the game went on: which of the things said it is or follows from; else 0.
  int said = 0;
  /// It was seen so long ago that it is hardly ever explained otherwise any more.
  bool settled = false;
};

/// Something a person said: the number that it has among all that was said, and when.
struct Saying {
  int id = 0;
  double time = 0;
  std::int64_t frame = 0;
};

/// What there is of a rest to explain it by.
struct ShownRest {
  Observation observation;
  /// It is another look at the latest rest, in its place, with all its forearms.
  bool again = false;
  /// Events that a person has said did not happen there.
  std::vector<Event> denied = {};
  /// The player before whom the turn marker has just been laid.
  std::optional<int> marked = std::nullopt;
  /// What has just been laid of what tells of the game and is none of its pieces.
  std::optional<infer::Sign> sign = std::nullopt;
};

/// Finds the game that explains the rests of a table, fed one rest after the other, with the engine of
/// `tracker/infer/`. A value.
class Explainer {
 public:
  /// How the game may begin, and what speaks against its having begun so: minus the natural logarithm of a likelihood.
  struct Start {
    std::unique_ptr<Position> position;
    double cost = 0;
  };

  /// At least one start.
  Explainer(std::vector<Start> starts, int players);

  void rest(ShownRest rest);
  /// The pieces were seen lying so before the first rest, in a game that another followed up to then.
  void goOnFrom(const Explainer& before, const Observation& seen);
  /// The latest rest was none of this game's.
  void forgetLatest();
  /// Nothing follows: games that are over are likelier, and who had begun something meant no more than lies there.
  void end(double time, std::int64_t frame);
  /// Events that follow without a trace when nothing else does: they happen after all that is known.
  void add(const std::vector<ProposedEvent>& events, double time, std::int64_t frame);
  /// Events that a person tells: they happened after all that is known, whichever of the games kept was played; they
  /// are likelier in one in which they are in order. Where somebody else is in turn, their turns ended without a trace.
  void say(const std::vector<ProposedEvent>& events, const Saying& saying);
  /// A person tells whose turn it is: of each game kept what is concluded at its end is left out, or turns end without
  /// a trace, until it is. False, and nothing changes, where no game can be brought there.
  bool sayTurn(int player, const Saying& saying);

  /// The likeliest game. A breach in it has `stands` where something followed, `taken_back` where it was; the last one
  /// has neither while nobody knows.
  std::vector<ExplainedStep> game() const;
  /// For each of its steps how sure it is, 0 to 1.
  std::vector<double> confidences() const;
  /// All games kept, likeliest first.
  std::vector<Hypothesis> hypotheses() const;
  const Position& position() const { return *position_; }
  /// By which of the starts it began.
  std::size_t start() const { return filter_.start(); }
  /// How likely it began by each of them.
  std::vector<double> starts() const;
  /// In how many places the table shows something else than the game has there; and that of another look, if nothing
  /// happened before it.
  std::size_t unexplained() const { return filter_.discrepancies().size(); }
  std::size_t unexplainedAt(const Observation& look) const { return filter_.discrepanciesAt(look).size(); }
  /// And what is asked about them.
  std::vector<Doubt> doubtsAt(const Observation& look) const;

 private:
  void carryOut();

  std::vector<std::shared_ptr<const Position>> starts_;
  infer::Filter filter_;
  /// Before the latest rest, as long as nobody said anything since.
  std::optional<infer::Filter> before_;
  /// The likeliest.
  std::shared_ptr<const Position> position_;
};

}  // namespace octo::tracker
