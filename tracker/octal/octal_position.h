#pragma once

#include "tracker/octal/octal_table.h"
#include "tracker/octal/state.h"

namespace octo::tracker::octal {

/// A game of The OCTAL as it lies on the table: the state, and of each question the cards in sight.
class OctalPosition final : public Position {
 public:
  /// After setup. Throws Malformed.
  OctalPosition(const GameHeader& header, const OctalPlaces& places);

  std::unique_ptr<Position> clone() const override { return std::make_unique<OctalPosition>(*this); }
  bool same(const Position& other) const override;
  Ruling judge(const Event& event) const override;
  void apply(const Event& event) override;
  bool over() const override { return state_.over(); }
  std::optional<int> toMove() const override;
  /// Who passed and what lies below is guessed more often than in the other games: accusing less is right more often.
  Cost breachCost() const override { return 6.0; }
  Cost misfit(const TableReading& seen) const override;
  Cost misfitBetween(const TableReading& seen, const Position& after) const override;
  Cost misfitOfBoth(const TableReading& before, const TableReading& now) const override;
  std::vector<Proposal> propose(const Evidence& evidence) const override;
  std::vector<ProposedEvent> turnDone(bool seen) const override;
  std::vector<LyingPiece> lying() const override;
  std::vector<Doubt> doubts(const TableReading& seen) const override;

 private:
  using Column = std::vector<Card>;

  void lay(int on, Card card, bool stepFurther);
  Cost misfitOf(int question, const QuestionsReading& seen) const;
  Cost misfitOfHalfOverride(int question, const QuestionsReading& seen) const;
  void proposeOn(int question, const Evidence& evidence, std::vector<Proposal>& proposals) const;
  void proposeCard(int question, const SeenCard& seen, Card card, const Evidence& evidence,
                   std::vector<Proposal>& proposals) const;
  void proposeOverride(int question, const SeenCard& last, const Evidence& evidence,
                       std::vector<Proposal>& proposals) const;
  void proposeStack(int question, const SeenCard& seen, Card card, const Evidence& evidence,
                    std::vector<Proposal>& proposals) const;
  void proposeReshuffle(const QuestionsReading& seen, std::vector<Proposal>& proposals) const;
  /// The passes that bring that player's turn, and what speaks against them.
  Proposal passesUntil(int player, const Evidence& evidence) const;
  void addPass(State& state, const Evidence& evidence, Proposal& proposal) const;
  bool drewOrDiscarded(int player, std::span<const SeenHand> hands) const;
  Event laying(const char* action, int player, std::size_t cards) const;

  std::shared_ptr<const GameHeader> header_;
  std::shared_ptr<const OctalPlaces> places_;
  State state_;
  std::vector<Column> columns_;
  /// The cards of the latest event, if that was an override; no part of the position.
  std::vector<Card> override_;
  int overrideOn_ = 0;
};

}  // namespace octo::tracker::octal
