#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "tracker/follow/explainer.h"

namespace octo::tracker {

/// Finds the game that explains the rests of a table best, fed one rest after the other.
///
/// Each rest has a few hypotheses, each a position with the events that lead to it. A new rest is explained from those
/// of the last few rests, so that what looked like a move of its own may turn out as half of a longer one: the rests in
/// between must then look like something between the two positions. From each a best-first search goes on through the
/// events that the game proposes. Of a breach seen earlier it is tried, too, that it was taken back. The number of
/// positions looked at is bounded, so that a rest never takes long.
class TableExplainer final : public Explainer {
 public:
  /// All these are kept as possible until what follows decides. At least one, all of one pace.
  explicit TableExplainer(std::vector<Start> starts);
  ~TableExplainer() override;
  TableExplainer(const TableExplainer&);
  TableExplainer(TableExplainer&&) noexcept;
  TableExplainer& operator=(TableExplainer&&) noexcept;

  std::unique_ptr<Explainer> clone() const override { return std::make_unique<TableExplainer>(*this); }
  void rest(ShownRest rest) override;
  void forgetLatest() override;
  void add(const std::vector<ProposedEvent>& events, double time, std::int64_t frame) override;
  void say(const std::vector<ProposedEvent>& events, const Saying& saying) override;
  bool sayTurn(int player, const Saying& saying) override;
  std::vector<ExplainedStep> game() const override;
  std::vector<double> confidences() const override;
  std::vector<Hypothesis> hypotheses() const override;
  const Position& position() const override;
  std::size_t start() const override;
  Cost misfit() const override;
  Cost misfitAt(const ShownRest& look) const override { return position().misfit(*look.reading); }
  std::vector<Doubt> doubtsAt(const ShownRest& look) const override { return position().doubts(*look.reading); }

 private:
  struct Node;
  struct Keyframe;
  struct Trial;
  struct Stage;
  using ForearmsByRest = std::vector<std::span<const ForearmTrack>>;
  struct Looks;
  /// Nothing is explained from rests before the latest any more, and that from these games only.
  void goOnFromGames(std::vector<Node> nodes);
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
