#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/vocabulary/tracked_event.h"

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

/// Finds the game that explains the rests of a table best, fed one rest after the other.
///
/// Each rest has a few hypotheses, each a position with the events that lead to it. A new rest is explained from those
/// of the last few rests, so that what looked like a move of its own may turn out as half of a longer one: the rests in
/// between must then look like something between the two positions. From each a best-first search goes on through the
/// events that the game proposes. Of a breach seen earlier it is tried, too, that it was taken back. The number of
/// positions looked at is bounded, so that a rest never takes long.
class TableExplainer {
 public:
  /// How the game may begin, and what speaks against its having begun so.
  struct Start {
    std::unique_ptr<Position> position;
    Cost cost = 0;
  };

  /// All these are kept as possible until what follows decides. At least one, all of one pace.
  explicit TableExplainer(std::vector<Start> starts);
  ~TableExplainer();
  TableExplainer(const TableExplainer&);
  TableExplainer(TableExplainer&&) noexcept;
  TableExplainer& operator=(TableExplainer&&) noexcept;

  /// `again`: another look at the latest rest, in its place, with all its forearms. `denied` are events that a person
  /// has said did not happen there. `marked`: the player before whom the turn marker has just been laid.
  void rest(std::shared_ptr<const TableReading> reading, std::vector<ForearmTrack> forearms, double time,
            std::int64_t frame, bool again, const std::vector<Event>& denied = {}, std::optional<int> marked = {});
  /// The latest rest was none of this game's.
  void forgetLatest();
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
  const Position& position() const;
  /// By which of the starts it began.
  std::size_t start() const;
  /// What of the latest rest it leaves unexplained.
  Cost misfit() const;

 private:
  struct Node;
  struct Keyframe;
  struct Trial;
  struct Stage;
  using ForearmsByRest = std::vector<std::span<const ForearmTrack>>;
  struct Looks;
  /// Nothing is explained from rests before the latest any more, and that from these games only.
  void goOnFrom(std::vector<Node> nodes);
  static void append(Node& node, const ProposedEvent& added, const Saying* saying, double time, std::int64_t frame);
  static bool endTurnsUntil(Node& node, int player, const Saying& saying);
  static std::optional<Node> withoutConcluded(const Node& node, int player);
  /// `forearms`: since each of the rests that the latest may be explained from.
  std::vector<Trial> trialsFor(const Keyframe& latest, const Looks& looks,
                               const std::vector<std::vector<ForearmTrack>>& forearms) const;
  void search(Keyframe& latest) const;
  void keep(Keyframe& latest, const Trial& trial, Cost total) const;
  static std::vector<Stage> passed(const Trial& trial);
  Cost between(const Trial& trial) const;
  Cost aborted(const Trial& trial, const Keyframe& latest) const;
  Cost costOfPassed(const Trial& trial, const Keyframe& latest, const ForearmsByRest& forearms) const;
  Cost costOfNext(const Trial& trial) const;
  Cost unobservedRetraction(const Trial& trial) const;
  bool isShownGone(const Position& gone, const Position& laid, const Position& next, const Position& last,
                   std::size_t since) const;
  static Cost doneAgain(const Trial& trial);
  Cost tooLate(const Trial& trial) const;
  Cost forearmsInOrder(const Trial& trial, const ForearmsByRest& forearms) const;
  Cost wrongOrder(const Trial& trial) const;
  Cost outOfOrder(const Trial& trial, const ForearmsByRest& forearms) const;
  Cost idleForearms(const Trial& trial, const ForearmsByRest& forearms) const;
  static Cost markedOtherwise(const Keyframe& rest, const Stage& before, const Stage& after);
  static Cost byAnother(const Keyframe& rest, const Stage& before, const Stage& after);
  Cost endedByAnother(const Trial& trial, const Keyframe& latest) const;
  Looks looksUpTo(const Keyframe& latest) const;
  std::vector<std::vector<ForearmTrack>> handsSince(const Keyframe& latest) const;
  std::optional<Trial> after(const Trial& trial, const Proposal& proposal, const Keyframe& latest,
                             const Looks& looks) const;
  static bool exchange(Trial& trial, const Exchange& exchange);
  void weigh(Trial& trial, const Keyframe& latest, const Looks& looks) const;
  Cost oldPart(const Trial& trial, Cost misfit, const Position& position, const TableReading& now) const;
  const Node& best() const;

  Pace pace_;
  std::deque<Keyframe> rests_;
};

}  // namespace octo::tracker
