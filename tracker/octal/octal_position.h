#pragma once

#include <array>

#include "tracker/octal/move.h"
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
  bool mayBeOver() const override { return over() || (places_->podiumOpen && !state_.finished.empty()); }
  std::optional<int> toMove() const override;
  Side sideOf(int player) const override;
  /// Who passed and what lies below is guessed more often than in the other games: accusing less is right more often.
  Cost breachCost(const Breach&) const override { return 5.0; }
  Cost misfit(const TableReading& seen) const override;
  Cost misfitBetween(const TableReading& seen, const Position& after) const override;
  Cost misfitOfBoth(const TableReading& before, const TableReading& now) const override;
  Cost aborted(const TableReading& seen, const TableReading& next) const override;
  ForearmMisfit misfitOfForearms(const Position& before,
                                 std::span<const std::span<const ForearmTrack>> rests) const override;
  /// An override of four cards, each seen with the forearm over it and without.
  Pace pace() const override { return {.rests = 10, .forearmsInOrder = true, .expanded = 60}; }
  bool covers(const Event& first, const Event& next) const override;
  Cost takenBackCost(const Event& event, std::span<const ForearmTrack> forearms) const override;
  std::vector<Proposal> propose(const Evidence& evidence) const override;
  void learn(const TableReading& seen, std::span<const ForearmTrack> forearms) override;
  std::vector<ProposedEvent> turnDone(bool seen) const override;
  std::vector<LyingPiece> lying() const override;
  std::vector<Doubt> doubts(const TableReading& seen) const override;
  std::shared_ptr<const infer::Situation> situation() const override;

 private:
  using Column = std::vector<Card>;

  struct Place {
    int question;
    bool stepFurther;
    bool operator==(const Place&) const = default;
  };
  bool stepsFurther(int on, Card card, Points points) const;
  std::optional<Place> placeOf(std::optional<int> player, const Move& move) const;
  Cost misplaced(int question, bool stepFurther, double y, const QuestionsReading& seen) const;
  void lay(int on, Card card, bool stepFurther);
  void countDraws(const Event& event, const Move& move);
  std::span<const Card> staying(std::size_t question) const;
  Cost misfitOf(int question, const QuestionsReading& seen) const;
  Cost misfitOfHalfOverride(int question, const QuestionsReading& seen) const;
  void proposeOn(int question, const Evidence& evidence, std::vector<Proposal>& proposals) const;
  void proposeCard(int question, const SeenCard& seen, Card card, const Evidence& evidence,
                   std::vector<Proposal>& proposals) const;
  Cost outOfTurn(int player, int question, Card card, const char* points) const;
  void proposeOverride(int question, const SeenCard& last, const Evidence& evidence,
                       std::vector<Proposal>& proposals) const;
  void proposeStack(int question, const SeenCard& seen, Card card, const Evidence& evidence,
                    std::vector<Proposal>& proposals) const;
  /// The passes that bring that player's turn.
  Proposal passesUntil(int player) const;
  static void addPass(State& state, Proposal& proposal);
  static void addLaying(Proposal proposal, Event event, std::vector<Proposal>& proposals);
  /// Places of piles, where there are such.
  using Piles = std::array<std::optional<TableRect>, 2>;
  Cost drewFrom(const Piles& piles, const ForearmTrack& forearm, bool hesitated) const;
  std::vector<Cost> drewFrom(const Piles& piles, Side side, bool hesitated,
                             std::span<const std::span<const ForearmTrack>> rests) const;
  Cost laidBy(int player, TablePoint there, std::span<const ForearmTrack> forearms) const;
  /// That many cards are laid, "Octo" called where it must be.
  Event laying(const char* action, int player, std::size_t cards, Json fields) const;

  std::shared_ptr<const GameHeader> header_;
  std::shared_ptr<const OctalPlaces> places_;
  State state_;
  std::vector<Column> columns_;
  /// Of each question, where the top card was seen last, or where it lies by those below it, mm; no part of the
  /// position.
  std::vector<std::optional<double>> tops_;
  /// The cards of the latest event, if that was an override; no part of the position.
  std::vector<Card> override_;
  int overrideOn_ = 0;
  /// A card was laid after somebody was out; no part of the position.
  bool playedOn_ = false;
  /// Of each question, how many of its lowest cards a refill of the deck takes: they may lie there or be gone already.
  std::vector<std::size_t> leaving_;
  /// How often cards were drawn from each side of the table, by `Side`, and the deck was refilled; no part of the
  /// position.
  std::array<int, 4> draws_{};
  /// How many cards were laid from each side; no part of the position.
  std::array<int, 4> lays_{};
  int refills_ = 0;
};

}  // namespace octo::tracker::octal
