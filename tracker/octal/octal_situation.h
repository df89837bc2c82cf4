#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tracker/infer/situation.h"
#include "tracker/octal/move.h"
#include "tracker/octal/octal_table.h"
#include "tracker/octal/state.h"

namespace octo::tracker::octal {

/// A game of The OCTAL for the engine: the referee's state, and the cards of each question as they lie there.
class OctalSituation final : public infer::Situation {
 public:
  /// `columns`: of each question, its cards from the first to the top one, each a step beyond the one before.
  OctalSituation(std::shared_ptr<const OctalPlaces> places, State state, const std::vector<std::vector<Card>>& columns);

  std::uint64_t hash() const override;
  int faces() const override;
  Side sideOf(int player) const override;
  std::optional<int> toMove() const override { return octal::toMove(state_); }
  bool concerns(const SeenPiece& piece) const override;
  std::span<const infer::ExpectedPiece> expected() const override { return *expected_; }
  std::vector<infer::NextEvent> nextEvents(const infer::Difference& difference) const override;
  bool begins(const Event& event, const Event& longer) const override;

 private:
  struct Lying {
    infer::PieceId id;
    Card card;
    /// Steps below the question's first card.
    int step;
    /// How likely it still lies there.
    double lies = 1;
  };
  struct Column {
    std::vector<Lying> cards;
    infer::PieceId next;
  };
  /// Who laid the latest cards, where, and the game before: an override may be going on.
  struct Laying {
    int player, on;
    std::vector<Card> cards;
    std::shared_ptr<const OctalSituation> before;
  };
  struct Place {
    int on;
    bool exactly;
  };

  std::optional<Place> placeOf(int player, const Move& move) const;
  void lay(int on, Card card, bool exactly);
  void fade(bool refilled);
  void expect();
  std::shared_ptr<OctalSituation> after(int player, const Move& move) const;
  TablePoint pointOf(int on, int step) const;
  std::optional<int> questionAt(TablePoint at) const;
  /// How likely another such card is there to be laid.
  double supplyOf(Card card) const;
  infer::NextEvent next(int player, const Move& move, double prior) const;
  void addPass(std::vector<infer::NextEvent>& events) const;
  void addPlays(int on, Card card, std::vector<infer::NextEvent>& events) const;
  void addStack(int on, Card card, std::vector<infer::NextEvent>& events) const;
  void addOverride(int on, Card card, std::vector<infer::NextEvent>& events) const;

  std::shared_ptr<const OctalPlaces> places_;
  State state_;
  std::vector<Column> columns_;
  std::optional<Laying> laying_;
  /// Shared by situations that look the same.
  std::shared_ptr<const std::vector<infer::ExpectedPiece>> expected_;
};

}  // namespace octo::tracker::octal
