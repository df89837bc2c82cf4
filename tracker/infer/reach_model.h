#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tracker/infer/parameters.h"
#include "tracker/vocabulary/observation.h"

namespace octo::tracker::infer {

/// Somebody's hand has to come to a place; it may have gone on to another before it was seen.
struct Need {
  int player;
  Side side;
  TablePoint at;
  std::vector<TablePoint> onTo = {};
};

/// A forearm that was seen.
struct SeenReach {
  ForearmTrack forearm;
  /// Which one of the look before it is, as it stayed over the table.
  std::optional<std::size_t> was = std::nullopt;
  int looksAgo = 0;
  /// How likely one that does nothing is seen to end there, 1/mm².
  double idle = 0;
  /// For so many looks it has stayed over the table since the first.
  int looksStayed = 0;
  /// It did something already.
  bool spent = false;
};

/// Which forearm served which need: of each need the number of the forearm, or nothing.
struct Served {
  /// Natural logarithm, relative to all of the forearms having done nothing.
  double likelihood = 0;
  std::vector<std::optional<std::size_t>> by;
  /// Of each need, how likely it was served by just that forearm, and by one that nobody saw.
  std::vector<double> sure = {}, unseen = {};

  bool uses(std::size_t forearm) const { return std::find(by.begin(), by.end(), forearm) != by.end(); }
};

/// One person's way of reaching: where a forearm is seen to end from what it touched, as a mean and covariance that are
/// learnt (a normal-inverse-Wishart distribution), where the shoulder is behind it (a normal-inverse-gamma one), and
/// how often it is seen at all.
class SeatReach {
 public:
  /// Whose shoulder is about so far to the right of the middle of their side, mm.
  SeatReach(double shoulder, const Parameters& parameters);
  /// Of a forearm that touched something having ended there from it, to the right and beyond, 1/mm²: Student's t.
  double density(TablePoint offset) const;
  /// Of their shoulder being so far to the right, 1/mm.
  double shoulderDensity(double right) const;
  double seen() const { return seen_ / (seen_ + missed_); }
  /// A forearm ended there, with that probability: what lies far from where this person reaches says less of them.
  void learn(TablePoint offset, double sure = 1);
  void learnShoulder(double right);
  /// Something was done by a forearm that was seen, with that probability, or by one that was not.
  void count(double seen) { seen_ += seen, missed_ += 1 - seen; }
  TablePoint mean() const { return mean_; }

 private:
  double degrees() const { return degrees_ - 1; }
  /// How far from the mean, as the square of so many deviations; and the square root of the scatter's determinant, mm².
  std::pair<double, double> squareOff(TablePoint offset) const;

  TablePoint mean_;
  double weight_, degrees_;
  /// The sum of squares.
  double xx_, xy_ = 0, yy_;
  double seen_, missed_;
  double shoulder_, shoulderWeight_, shoulderSquares_;
};

/// What the forearms at a look say of who did what. Each player has a likelihood of their own, also where two sit at
/// one side.
class ReachModel {
 public:
  /// At which side each player sits; of two at one side the first sits to the right.
  ReachModel(std::vector<Side> sides, const Parameters& parameters);

  /// The forearms seen at a look, after those seen at the look before, where `latest` was done last.
  std::vector<SeenReach> arrived(std::span<const ForearmTrack> forearms, std::span<const SeenReach> before,
                                 std::span<const Need> latest = {}) const;
  /// Natural logarithm of how likely these are seen where none of them does anything and `latest` was done last.
  double idleLikelihood(std::span<const SeenReach> now, std::span<const SeenReach> before,
                        std::span<const Need> latest = {}) const;
  Served serve(std::span<const Need> needs, std::span<const SeenReach> reaches) const;
  /// The needs were served so; who did nothing for so long will not have done anything.
  void learn(std::span<const Need> needs, std::span<const SeenReach> reaches, const Served& served);
  const SeatReach& of(int player) const { return seats_[static_cast<std::size_t>(player)]; }

 private:
  double fit(const Need& need, const SeenReach& reach) const;
  double density(const Need& need, TablePoint at, const ForearmTrack& forearm) const;
  double reaches(const Need& need, const ForearmTrack& forearm) const;
  TablePoint reached(const Need& need, const ForearmTrack& forearm) const;
  double whenDone(const SeenReach& reach) const;
  double comesFrom(const Need& need, const ForearmTrack& forearm) const;
  double sitsThere(const Need& need, const ForearmTrack& forearm) const;
  double idleRate(Side side) const;
  double backRate(Side side, std::span<const Need> latest) const;
  double idleDensity(const ForearmTrack& forearm, std::span<const Need> latest) const;
  double shoulderOf(const ForearmTrack& forearm) const;

  std::shared_ptr<const Parameters> parameters_;
  std::vector<Side> sides_;
  std::vector<SeatReach> seats_;
  /// Of each side, where forearms ended that did nothing; and how many looks there were.
  std::array<std::vector<TablePoint>, 4> idle_{};
  int looks_ = 0;
};

}  // namespace octo::tracker::infer
