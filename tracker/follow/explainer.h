#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/infer/situation.h"

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
  std::shared_ptr<const TableReading> reading;
  /// It is another look at the latest rest, in its place, with all its forearms.
  bool again = false;
  /// Events that a person has said did not happen there.
  std::vector<Event> denied = {};
  /// The player before whom the turn marker has just been laid.
  std::optional<int> marked = std::nullopt;
  /// What has just been laid of what tells of the game and is none of its pieces.
  std::optional<infer::Sign> sign = std::nullopt;
};

/// Finds the game that explains the rests of a table, fed one rest after the other.
class Explainer {
 public:
  /// How the game may begin, and what speaks against its having begun so.
  struct Start {
    std::unique_ptr<Position> position;
    Cost cost = 0;
  };

  virtual ~Explainer() = default;
  virtual std::unique_ptr<Explainer> clone() const = 0;
  /// It weighs probabilities (`tracker/infer/`): what it is sure of may be told, and how people reach it learns by
  /// itself.
  virtual bool infers() const { return false; }

  virtual void rest(ShownRest rest) = 0;
  /// The pieces were seen lying so before the first rest, in a game that another followed up to then.
  virtual void goOnFrom(const Explainer& before, const Observation& seen) { (void)before, (void)seen; }
  /// The latest rest was none of this game's.
  virtual void forgetLatest() = 0;
  /// Events that follow without a trace when nothing else does: they happen after all that is known.
  virtual void add(const std::vector<ProposedEvent>& events, double time, std::int64_t frame) = 0;
  /// Events that a person tells: they happened after all that is known, whichever of the games kept was played; they
  /// are likelier in one in which they are in order. Where somebody else is in turn, their turns ended without a trace.
  virtual void say(const std::vector<ProposedEvent>& events, const Saying& saying) = 0;
  /// A person tells whose turn it is: of each game kept what is concluded at its end is left out, or turns end without
  /// a trace, until it is. False, and nothing changes, where no game can be brought there.
  virtual bool sayTurn(int player, const Saying& saying) = 0;

  /// The likeliest game. A breach in it has `stands` where something followed, `taken_back` where it was; the last one
  /// has neither while nobody knows.
  virtual std::vector<ExplainedStep> game() const = 0;
  /// For each of its steps how sure it is, 0 to 1.
  virtual std::vector<double> confidences() const = 0;
  /// All games kept, likeliest first.
  virtual std::vector<Hypothesis> hypotheses() const = 0;
  virtual const Position& position() const = 0;
  /// By which of the starts it began.
  virtual std::size_t start() const = 0;
  /// How likely it began by each of them; empty where nobody knows.
  virtual std::vector<double> starts() const { return {}; }
  /// What of the latest rest it leaves unexplained.
  virtual Cost misfit() const = 0;
  /// What of another look it would leave unexplained if nothing happened, and where.
  virtual Cost misfitAt(const ShownRest& look) const = 0;
  virtual std::vector<Doubt> doubtsAt(const ShownRest& look) const = 0;
};

}  // namespace octo::tracker
