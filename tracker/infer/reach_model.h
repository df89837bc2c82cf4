#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "tracker/infer/parameters.h"
#include "tracker/vocabulary/observation.h"

namespace octo::tracker::infer {

/// Somebody's hand has to come to a place.
struct Need {
  int player;
  Side side;
  TablePoint at;
};

/// A forearm that was seen, and how many looks ago.
struct SeenReach {
  ForearmTrack forearm;
  int looksAgo = 0;
  /// It ends about where one from the same side did at the look before: the same one, or the same person's.
  bool again = false;
};

/// Which forearm served which need: of each need the number of the forearm, or nothing.
struct Served {
  /// Natural logarithm, relative to all of the forearms having done nothing.
  double likelihood = 0;
  std::vector<std::optional<std::size_t>> by;

  bool uses(std::size_t forearm) const { return std::find(by.begin(), by.end(), forearm) != by.end(); }
};

/// One person's way of reaching: where a forearm is seen to end from what it touched, as a mean and covariance that are
/// learnt (a normal-inverse-Wishart distribution), and how often it is seen at all.
class SeatReach {
 public:
  explicit SeatReach(const Parameters& parameters);
  /// Of a forearm that touched something having ended there from it, to the right and beyond, 1/mm²: Student's t.
  double density(TablePoint offset) const;
  double seen() const { return seen_ / (seen_ + missed_); }
  void learn(TablePoint offset, double weight);
  void miss(double weight) { missed_ += weight; }
  TablePoint mean() const { return mean_; }

 private:
  TablePoint mean_;
  double weight_, degrees_;
  /// The sum of squares.
  double xx_, xy_ = 0, yy_;
  double seen_, missed_;
};

/// What the forearms at a look say of who did what. Each player has a likelihood of their own, also where two sit at
/// one side.
class ReachModel {
 public:
  ReachModel(int players, const Parameters& parameters);

  Served serve(std::span<const Need> needs, std::span<const SeenReach> reaches) const;
  /// The needs were served so, with that probability.
  void learn(std::span<const Need> needs, std::span<const SeenReach> reaches, const Served& served, double weight);
  const SeatReach& of(int player) const { return seats_[static_cast<std::size_t>(player)]; }

 private:
  double fit(const Need& need, const SeenReach& reach) const;

  double idle(const SeenReach& reach) const;

  Parameters parameters_;
  std::vector<SeatReach> seats_;
  /// Of each side, how many forearms did nothing; and at how many looks.
  std::array<double, 4> idle_{};
  double looks_ = 0;
};

}  // namespace octo::tracker::infer
