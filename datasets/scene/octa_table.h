#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "datasets/scene/card_table.h"
#include "datasets/scene/octa_rows.h"
#include "tracker/octa/state.h"

namespace octo::datasets {

/// Octa's cards and tokens on a table: after each move it looks like the referee's state.
class OctaTable {
 public:
  OctaTable(const tracker::octa::State& start, Random random, const Habits* people = nullptr);

  /// The move has led to that state.
  void show(const tracker::octa::State& after, int player, const tracker::octa::Move& move);
  /// The move would lead there; it is taken back before anything else happens.
  void tryOut(const tracker::octa::State& after, int player, const tracker::octa::Move& move);
  /// What was tried out is put back, if anything was.
  void putBack();

  LayoutLine line(int event) { return table_.line(event); }

 private:
  using Card = tracker::octa::Card;
  using State = tracker::octa::State;

  /// A card on the table; among `loose_`, one that was taken up and may be laid elsewhere.
  struct Lying {
    Card card;
    int id;
  };
  /// A card of a run.
  struct InRun {
    tracker::octa::Place place;
    int id;
  };
  struct LyingRun {
    int owner = 0;
    std::vector<InRun> cards{};
    /// Of its first card, as the owner sees it.
    double left = 0, up = 0;
    /// How many cards came in front of those that stay.
    int below = 0;
    bool moved = false;
  };
  /// A card of the discard pile; no id where nobody saw it, it lies under the others.
  struct InPile {
    tracker::octa::Discarded card;
    std::optional<int> id;
    /// From the pile's middle, mm.
    TablePoint off;
  };

  void change(const State& after, int player, const std::vector<int>& touched);
  void hint(int player, const tracker::octa::Move& move);
  void lookThroughDiscard(int player);
  void squareUpDiscard(int player);

  void takeFromPot(const State& after, const std::vector<int>& touched);
  void takeFromRuns(const State& after);
  void takeFromRun(LyingRun& run, const tracker::octa::Run& now);
  void takeFromDiscard(const State& after);
  void takeFromActions(const State& after);
  void layPot(const State& after, int player);
  void layRuns(const State& after);
  void pushRuns();
  void layRun(LyingRun& run, const tracker::octa::Run& now);
  void layDiscard(const State& after, int player);
  void layActions(const State& after, int player);
  void layTokens(const State& before, const State& after);
  void keepPile(std::optional<int>& pile, int count, const char* zone);

  int layCard(Card card, const TablePose& pose, double care = 1);
  int layBack(const TablePose& pose);
  /// For the player, `right` and `up` of the zone's middle.
  TablePose upright(const char* zone, int player, double right = 0, double up = 0) const;
  TablePose potPose(int place, int player) const;
  TablePose runPose(const LyingRun& run, std::size_t k) const;
  TablePose tokenPose(const State& after, int player) const;

  CardTable table_;
  Random random_;
  State shown_;
  std::optional<State> real_;
  std::array<std::optional<Lying>, tracker::octa::kPotPlaces> pot_;
  std::map<int, LyingRun> runs_;
  std::array<OctaRows, tracker::octa::kPlayers> rows_;
  std::vector<InPile> discard_;
  std::array<std::vector<Lying>, 2> actions_;
  std::optional<int> stock_, actionStack_, aside_;
  std::array<int, tracker::octa::kPlayers> tokens_{};
  /// The place of the pot on which a claiming token lies.
  std::array<int, tracker::octa::kPlayers> claimedAt_{};
  std::vector<Lying> loose_;
  /// Cards that left the table with what is tried out.
  std::vector<Lying> lifted_;
};

}  // namespace octo::datasets
