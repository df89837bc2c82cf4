#include "tracker/infer/reach_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tracker/vocabulary/layout.h"

namespace octo::tracker::infer {
namespace {

TablePoint offsetOf(const ForearmTrack& forearm, Side side, TablePoint at) {
  const TablePoint end = seenFrom(side, forearm.reached), there = seenFrom(side, at);
  return {end.x - there.x, end.y - there.y};
}

}  // namespace

SeatReach::SeatReach(const Parameters& parameters)
    : mean_(parameters.reachMean),
      weight_(parameters.reachWeight),
      degrees_(parameters.reachScatterWeight),
      xx_(parameters.reachScatterWeight * parameters.reachDeviation * parameters.reachDeviation),
      yy_(xx_),
      seen_(parameters.forearmsSeen),
      missed_(parameters.forearmsMissed) {}

double SeatReach::density(TablePoint offset) const {
  const double degrees = degrees_ - 1, scale = (weight_ + 1) / (weight_ * degrees);
  const double xx = xx_ * scale, xy = xy_ * scale, yy = yy_ * scale, det = xx * yy - xy * xy;
  const double x = offset.x - mean_.x, y = offset.y - mean_.y;
  const double square = (yy * x * x - 2 * xy * x * y + xx * y * y) / det;
  // In two dimensions the gamma functions of Student's t leave degrees / 2.
  return std::pow(1 + square / degrees, -(degrees + 2) / 2) / (2 * std::numbers::pi * std::sqrt(det));
}

void SeatReach::learn(TablePoint offset, double weight) {
  const double x = offset.x - mean_.x, y = offset.y - mean_.y, all = weight_ + weight;
  const double spread = weight_ * weight / all;
  xx_ += spread * x * x, xy_ += spread * x * y, yy_ += spread * y * y;
  mean_ = {mean_.x + weight / all * x, mean_.y + weight / all * y};
  weight_ = all;
  degrees_ += weight;
  seen_ += weight;
}

ReachModel::ReachModel(int players, const Parameters& parameters)
    : parameters_(parameters), seats_(static_cast<std::size_t>(players), SeatReach(parameters)) {}

/// How likely a forearm that does nothing ends there, 1/mm².
double ReachModel::idle(const SeenReach& reach) const {
  const double idle =
      (idle_[static_cast<std::size_t>(reach.forearm.from)] + parameters_.idle * parameters_.idleWeight) /
      (looks_ + parameters_.idleWeight);
  return (reach.again ? std::max(parameters_.again, idle) : idle) / parameters_.idleArea;
}

/// How many times likelier the forearm is one that served the need than one that did nothing.
double ReachModel::fit(const Need& need, const SeenReach& reach) const {
  const ForearmTrack& forearm = reach.forearm;
  const double side = forearm.from == need.side ? forearm.confidence : parameters_.otherSide;
  return side * of(need.player).density(offsetOf(forearm, need.side, need.at)) / idle(reach);
}

/// Each need was served unseen or by any of the forearms; one that served an earlier need, by the likeliest way, may
/// have served this one, too.
Served ReachModel::serve(std::span<const Need> needs, std::span<const SeenReach> reaches) const {
  Served served;
  served.by.resize(needs.size());
  for (std::size_t n = 0; n < needs.size(); ++n) {
    const Need& need = needs[n];
    const double seen = of(need.player).seen();
    double sum = 1 - seen, most = sum;
    for (std::size_t k = 0; k < reaches.size(); ++k) {
      const ForearmTrack& forearm = reaches[k].forearm;
      const bool taken = std::any_of(served.by.begin(), served.by.begin() + static_cast<std::ptrdiff_t>(n),
                                     [&](const auto& by) { return by == k; });
      double its = seen * std::pow(parameters_.late, reaches[k].looksAgo);
      if (!taken)
        its *= fit(need, reaches[k]);
      else if (forearm.from == need.side && offsetOf(forearm, need.side, need.at).y > -parameters_.alsoBeyond)
        its *= parameters_.alsoDid;
      else
        its = 0;
      sum += its;
      if (its > most) most = its, served.by[n] = k;
    }
    served.likelihood += std::log(sum);
  }
  return served;
}

void ReachModel::learn(std::span<const Need> needs, std::span<const SeenReach> reaches, const Served& served,
                       double weight) {
  std::vector<bool> taken(reaches.size(), false);
  for (std::size_t n = 0; n < needs.size(); ++n) {
    SeatReach& seat = seats_[static_cast<std::size_t>(needs[n].player)];
    if (!served.by[n])
      seat.miss(weight);
    else if (!taken[*served.by[n]])
      seat.learn(offsetOf(reaches[*served.by[n]].forearm, needs[n].side, needs[n].at), weight);
    if (served.by[n]) taken[*served.by[n]] = true;
  }
  looks_ += weight;
  for (std::size_t k = 0; k < reaches.size(); ++k)
    if (!taken[k] && reaches[k].looksAgo == 0) idle_[static_cast<std::size_t>(reaches[k].forearm.from)] += weight;
}

}  // namespace octo::tracker::infer
