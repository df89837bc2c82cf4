#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tracker/infer/situation.h"
#include "tracker/octal/move.h"
#include "tracker/octal/state.h"

namespace octo::tracker::octal {

/// How a question lies in its zone, mm: its first card's centre is half a card below the zone's far edge, and each step
/// is this long.
inline constexpr double kHalfCard = 44, kHalfWidth = 31.5, kStep = 25;

/// Where The OCTAL lies: the zones of its questions, its deck and its discard pile.
struct OctalPlaces {
  std::vector<TableRect> questions;
  std::optional<TableRect> deck, discard;
  int players = 4;
  /// Nobody said how many finish: once one is out, the game may be over.
  bool podiumOpen = false;
};

/// A game of The OCTAL for the engine: the referee's state, and the cards of each question as they lie there.
class OctalSituation final : public infer::Situation {
 public:
  /// `columns`: of each question, its cards from the first to the top one, each a step beyond the one before.
  OctalSituation(std::shared_ptr<const GameHeader> header, std::shared_ptr<const OctalPlaces> places, State state,
                 const std::vector<std::vector<Card>>& columns);

  std::uint64_t hash() const override;
  int faces() const override;
  Side sideOf(int player) const override;
  std::optional<int> toMove() const override { return octal::toMove(state_); }
  bool concerns(const SeenPiece& piece) const override;
  std::span<const infer::ExpectedPiece> expected() const override { return *expected_; }
  std::vector<infer::NextEvent> nextEvents(const infer::Difference& difference, double least) const override;
  infer::NextEvent told(const Event& event) const override;
  std::optional<Event> endOfTurn() const override;
  bool begins(const Event& event, const Event& longer) const override;

  const State& state() const { return state_; }
  /// Carries an event out. Throws Malformed where it is not well formed.
  std::shared_ptr<const OctalSituation> after(const Event& event) const;
  /// The question that lies there.
  std::optional<int> questionAt(TablePoint at) const;
  /// The cards of a question of which something shows, from the first to the top one.
  std::vector<Card> inSight(std::size_t question) const;

 private:
  struct Lying {
    infer::PieceId id;
    Card card;
    /// Steps below the question's first card.
    int step;
    /// How likely it still lies there.
    double lies = 1;

    friend bool operator==(const Lying&, const Lying&) = default;
  };
  struct Column {
    std::vector<Lying> cards;
    infer::PieceId next;

    void lie(const std::vector<Card>& those);
    friend bool operator==(const Column&, const Column&) = default;
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
  /// A card that is new on a question, and where the card lies onto which it was laid.
  struct Laid {
    int on;
    Card card;
    TablePoint onto;
  };

  std::optional<Place> placeOf(int player, const Move& move) const;
  void lay(int on, Card card, bool exactly);
  void fade(bool refilled);
  void expect();
  /// `alike`: others after it, of which one may look the same.
  std::shared_ptr<OctalSituation> after(std::optional<int> player, const Move& move,
                                        const std::vector<infer::NextEvent>& alike = {}) const;
  void expectAsIn(const std::vector<infer::NextEvent>& alike);
  TablePoint pointOf(int on, int step) const;
  /// How likely another such card is there to be laid.
  double supplyOf(Card card) const;
  bool mayGoOn() const;
  /// `at`: where the last card of the move comes to lie, if that is known better than by the layout.
  infer::NextEvent next(int player, const Move& move, double prior, std::optional<TablePoint> at = std::nullopt,
                        const std::vector<infer::NextEvent>& alike = {}) const;
  TablePoint topOf(int on, const infer::Difference& difference) const;
  void addPass(std::vector<infer::NextEvent>& events) const;
  void addPlays(const Laid& laid, double least, std::vector<infer::NextEvent>& events) const;
  void addStack(const Laid& laid, double least, std::vector<infer::NextEvent>& events) const;
  void addOverride(const Laid& laid, double least, std::vector<infer::NextEvent>& events) const;

  std::shared_ptr<const GameHeader> header_;
  std::shared_ptr<const OctalPlaces> places_;
  State state_;
  std::vector<Column> columns_;
  std::optional<Laying> laying_;
  /// Shared by situations that look the same.
  std::shared_ptr<const std::vector<infer::ExpectedPiece>> expected_;
};

}  // namespace octo::tracker::octal
