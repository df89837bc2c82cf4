#include "tracker/infer/reach_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "tracker/vocabulary/layout.h"

namespace octo::tracker::infer {
namespace {

TablePoint offsetOf(const ForearmTrack& forearm, Side side, TablePoint at) {
  const TablePoint end = seenFrom(side, forearm.reached), there = seenFrom(side, at);
  return {end.x - there.x, end.y - there.y};
}

/// Whether they meet at a corner of the table.
bool adjoin(Side one, Side other) { return (static_cast<int>(one) + static_cast<int>(other)) % 2 != 0; }

/// Of Cauchy's distribution in the plane.
double cauchyDensity(double away, double scale) {
  return std::pow(1 + away * away / (scale * scale), -1.5) / (2 * std::numbers::pi * scale * scale);
}

/// Whether an earlier need of the same player was served by a forearm that nobody saw.
bool unseenBefore(std::span<const Need> needs, const Served& served, std::size_t n) {
  for (std::size_t other = 0; other < n; ++other)
    if (!served.by[other] && needs[other].player == needs[n].player) return true;
  return false;
}

/// The one of the look before that it is, if any.
const SeenReach* stayedOf(const ForearmTrack& forearm, std::span<const SeenReach> before) {
  const SeenReach* nearest = nullptr;
  const auto away = [&](const SeenReach& each) { return distance(each.forearm.reached, forearm.reached); };
  for (const SeenReach& each : before)
    if (each.forearm.stayed && each.forearm.from == forearm.from && (!nearest || away(each) < away(*nearest)))
      nearest = &each;
  return nearest;
}

}  // namespace

SeatReach::SeatReach(double shoulder, const Parameters& parameters)
    : mean_(parameters.reachMean),
      weight_(parameters.reachWeight),
      degrees_(parameters.reachScatterWeight),
      xx_(parameters.reachScatterWeight * parameters.reachDeviation * parameters.reachDeviation),
      yy_(xx_),
      seen_(parameters.forearmsSeen),
      missed_(parameters.forearmsMissed),
      shoulder_(shoulder),
      shoulderWeight_(parameters.shoulderWeight),
      shoulderSquares_(parameters.shoulderWeight * parameters.shoulderDeviation * parameters.shoulderDeviation) {}

std::pair<double, double> SeatReach::squareOff(TablePoint offset) const {
  const double scale = (weight_ + 1) / (weight_ * degrees());
  const double xx = xx_ * scale, xy = xy_ * scale, yy = yy_ * scale, det = xx * yy - xy * xy;
  const double x = offset.x - mean_.x, y = offset.y - mean_.y;
  return {(yy * x * x - 2 * xy * x * y + xx * y * y) / det, std::sqrt(det)};
}

double SeatReach::density(TablePoint offset) const {
  const auto [square, scatter] = squareOff(offset);
  // In two dimensions the gamma functions of Student's t leave degrees / 2.
  return std::pow(1 + square / degrees(), -(degrees() + 2) / 2) / (2 * std::numbers::pi * scatter);
}

double SeatReach::shoulderDensity(double right) const {
  const double degrees = shoulderWeight_,
               square = shoulderSquares_ / shoulderWeight_ * (shoulderWeight_ + 1) / shoulderWeight_;
  const double off = right - shoulder_;
  return std::exp(std::lgamma((degrees + 1) / 2) - std::lgamma(degrees / 2)) /
         std::sqrt(degrees * std::numbers::pi * square) *
         std::pow(1 + off * off / (degrees * square), -(degrees + 1) / 2);
}

void SeatReach::learn(TablePoint offset, double sure) {
  // What a sample weighs in fitting Student's t (Lange, Little and Taylor, 1989).
  const double weight = sure * std::min(1.0, (degrees() + 2) / (degrees() + squareOff(offset).first));
  const double x = offset.x - mean_.x, y = offset.y - mean_.y;
  const double spread = weight_ * weight / (weight_ + weight);
  xx_ += spread * x * x, xy_ += spread * x * y, yy_ += spread * y * y;
  weight_ += weight;
  mean_ = {mean_.x + x * weight / weight_, mean_.y + y * weight / weight_};
  degrees_ += weight;
}

void SeatReach::learnShoulder(double right) {
  const double off = right - shoulder_;
  shoulderSquares_ += shoulderWeight_ / (shoulderWeight_ + 1) * off * off;
  ++shoulderWeight_;
  shoulder_ += off / shoulderWeight_;
}

ReachModel::ReachModel(std::vector<Side> sides, const Parameters& parameters)
    : parameters_(std::make_shared<const Parameters>(parameters)), sides_(std::move(sides)) {
  for (auto side = sides_.begin(); side != sides_.end(); ++side) {
    const auto before = std::count(sides_.begin(), side, *side), all = std::count(sides_.begin(), sides_.end(), *side);
    seats_.emplace_back(all < 2 ? 0 : before == 0 ? parameters.sharedSide : -parameters.sharedSide, parameters);
  }
}

double ReachModel::idleRate(Side side) const {
  const auto idle = static_cast<double>(idle_[static_cast<std::size_t>(side)].size());
  return (idle + parameters_->idle * parameters_->idleWeight) / (looks_ + parameters_->idleWeight);
}

/// People come back to what they have just done: they straighten it, or point at it.
double ReachModel::backRate(Side side, std::span<const Need> latest) const {
  const bool theirs = std::any_of(latest.begin(), latest.end(), [&](const Need& need) { return need.side == side; });
  return theirs ? parameters_->idleBack : 0;
}

/// How likely a forearm that does nothing is seen to end there, 1/mm².
double ReachModel::idleDensity(const ForearmTrack& forearm, std::span<const Need> latest) const {
  const auto& ended = idle_[static_cast<std::size_t>(forearm.from)];
  const double square = 2 * parameters_->idleDeviation * parameters_->idleDeviation;
  double sum = parameters_->idleAnywhere / parameters_->idleArea;
  for (const TablePoint at : ended) {
    const double away = distance(at, forearm.reached);
    sum += std::exp(-away * away / square) / (std::numbers::pi * square);
  }
  const double anywhere = sum / (parameters_->idleAnywhere + static_cast<double>(ended.size()));
  double back = 0, count = 0;
  for (const Need& need : latest)
    if (need.side == forearm.from) back += density(need, need.at, forearm), ++count;
  return idleRate(forearm.from) * anywhere + backRate(forearm.from, latest) * back / std::max(count, 1.0);
}

std::vector<SeenReach> ReachModel::arrived(std::span<const ForearmTrack> forearms, std::span<const SeenReach> before,
                                           std::span<const Need> latest) const {
  std::vector<SeenReach> reaches;
  for (const ForearmTrack& forearm : forearms) {
    SeenReach reach{.forearm = forearm, .idle = idleDensity(forearm, latest)};
    if (const SeenReach* stayed = stayedOf(forearm, before)) {
      const double away = distance(stayed->forearm.reached, forearm.reached);
      const double same = parameters_->stays * cauchyDensity(away, parameters_->stayedWithin);
      if (same > reach.idle) {
        reach.was = static_cast<std::size_t>(stayed - before.data());
        reach.looksStayed = stayed->looksStayed + 1;
        reach.idle = same;
      }
    }
    reaches.push_back(std::move(reach));
  }
  return reaches;
}

double ReachModel::idleLikelihood(std::span<const SeenReach> now, std::span<const SeenReach> before,
                                  std::span<const Need> latest) const {
  double likelihood = 0;
  std::array<bool, 4> came{};
  for (const SeenReach& each : now) {
    likelihood += std::log(each.idle);
    if (each.looksStayed == 0) came[static_cast<std::size_t>(each.forearm.from)] = true;
  }
  for (const Side side : {Side::Near, Side::Left, Side::Far, Side::Right})
    if (!came[static_cast<std::size_t>(side)])
      likelihood += std::log1p(-std::min(idleRate(side) + backRate(side, latest), 0.999));
  for (std::size_t k = 0; k < before.size(); ++k)
    if (before[k].forearm.stayed &&
        std::none_of(now.begin(), now.end(), [&](const SeenReach& each) { return each.was == k; }))
      likelihood += std::log1p(-parameters_->stays);
  return likelihood;
}

/// Where the straight line of the forearm leads to behind the edge, to the right of the side's middle, mm.
double ReachModel::shoulderOf(const ForearmTrack& forearm) const {
  constexpr double kShortest = 60;  // of less nobody sees the direction
  const TablePoint end = seenFrom(forearm.from, forearm.reached), edge = seenFrom(forearm.from, *forearm.entered);
  return edge.x + (edge.x - end.x) * parameters_->shoulderAway / std::max(end.y - edge.y, kShortest);
}

/// How many times likelier the forearm is that player's than that of anybody at the side.
double ReachModel::sitsThere(const Need& need, const ForearmTrack& forearm) const {
  if (!forearm.entered || forearm.from != need.side || std::count(sides_.begin(), sides_.end(), need.side) < 2)
    return 1;
  const double shoulder = shoulderOf(forearm);
  double all = 0, count = 0;
  for (std::size_t player = 0; player < seats_.size(); ++player)
    if (sides_[player] == need.side) all += seats_[player].shoulderDensity(shoulder), ++count;
  return of(need.player).shoulderDensity(shoulder) * count / all;
}

/// How likely a forearm of that player is seen to come from there. Where nobody sits it is one of the neighbours'.
double ReachModel::comesFrom(const Need& need, const ForearmTrack& forearm) const {
  if (forearm.from == need.side) return forearm.confidence;
  if (!adjoin(forearm.from, need.side)) return parameters_->otherSide;
  const bool isTaken = std::find(sides_.begin(), sides_.end(), forearm.from) != sides_.end();
  return isTaken ? std::max(parameters_->otherSide, (1 - forearm.confidence) / 2) : 0.5;
}

/// How likely a forearm that was at that place is seen to end where it does, 1/mm².
double ReachModel::density(const Need& need, TablePoint at, const ForearmTrack& forearm) const {
  return of(need.player).density(offsetOf(forearm, need.side, at));
}

/// The same of one that was at the place itself or at one of those after it.
double ReachModel::reaches(const Need& need, const ForearmTrack& forearm) const {
  const double there = density(need, need.at, forearm);
  if (need.onTo.empty()) return there;
  double after = 0;
  for (const TablePoint at : need.onTo) after += density(need, at, forearm);
  return (1 - parameters_->goneOn) * there + parameters_->goneOn * after / static_cast<double>(need.onTo.size());
}

/// Which of these places it is likeliest to have been at.
TablePoint ReachModel::reached(const Need& need, const ForearmTrack& forearm) const {
  TablePoint likeliest = need.at;
  for (const TablePoint at : need.onTo)
    if (density(need, at, forearm) > density(need, likeliest, forearm)) likeliest = at;
  return likeliest;
}

/// How many times likelier the forearm is one that served the need than one that did nothing.
double ReachModel::fit(const Need& need, const SeenReach& reach) const {
  const ForearmTrack& forearm = reach.forearm;
  const double side = comesFrom(need, forearm);
  return side * sitsThere(need, forearm) * reaches(need, forearm) / reach.idle;
}

/// How likely what it does shows at this look, and not before or after.
double ReachModel::whenDone(const SeenReach& reach) const {
  return std::pow(parameters_->notYetDone, reach.looksStayed) * std::pow(parameters_->late, reach.looksAgo) *
         (1 - (reach.looksAgo == 0 && reach.forearm.stayed ? parameters_->notYetDone : parameters_->late));
}

/// Each need was served unseen or by any of the forearms; one that served an earlier need, by the likeliest way, may
/// have served this one, too, and so may one that nobody saw.
Served ReachModel::serve(std::span<const Need> needs, std::span<const SeenReach> reaches) const {
  Served served;
  served.by.resize(needs.size());
  served.sure.resize(needs.size());
  served.unseen.resize(needs.size());
  for (std::size_t n = 0; n < needs.size(); ++n) {
    const Need& need = needs[n];
    const double seen = of(need.player).seen();
    const double unseen = unseenBefore(needs, served, n) ? std::max(1 - seen, parameters_->alsoDid) : 1 - seen;
    double sum = unseen, most = sum;
    for (std::size_t k = 0; k < reaches.size(); ++k) {
      const SeenReach& reach = reaches[k];
      const bool taken = std::any_of(served.by.begin(), served.by.begin() + static_cast<std::ptrdiff_t>(n),
                                     [&](const auto& by) { return by == k; });
      double its = seen;
      if (!taken) {
        its *= fit(need, reach) * (reach.spent ? parameters_->alsoDid : whenDone(reach));
      } else if (reach.forearm.from == need.side &&
                 offsetOf(reach.forearm, need.side, need.at).y > -parameters_->alsoBeyond) {
        its *= parameters_->alsoDid;
      } else {
        its = 0;
      }
      sum += its;
      if (its > most) most = its, served.by[n] = k;
    }
    served.likelihood += std::log(sum);
    served.sure[n] = most / sum;
    served.unseen[n] = unseen / sum;
  }
  return served;
}

void ReachModel::learn(std::span<const Need> needs, std::span<const SeenReach> reaches, const Served& served) {
  std::vector<bool> taken(reaches.size(), false);
  for (std::size_t n = 0; n < needs.size(); ++n) {
    SeatReach& seat = seats_[static_cast<std::size_t>(needs[n].player)];
    if (!served.by[n]) {
      if (!unseenBefore(needs, served, n)) seat.count(1 - served.unseen[n]);
      continue;
    }
    const ForearmTrack& forearm = reaches[*served.by[n]].forearm;
    if (!taken[*served.by[n]]) {
      seat.count(1 - served.unseen[n]);
      seat.learn(offsetOf(forearm, needs[n].side, reached(needs[n], forearm)), served.sure[n]);
      if (forearm.entered && forearm.from == needs[n].side) seat.learnShoulder(shoulderOf(forearm));
    }
    taken[*served.by[n]] = true;
  }
  ++looks_;
  for (std::size_t k = 0; k < reaches.size(); ++k) {
    const SeenReach& reach = reaches[k];
    if (!taken[k] && !reach.spent && reach.looksAgo == parameters_->remembered)
      idle_[static_cast<std::size_t>(reach.forearm.from)].push_back(reach.forearm.reached);
  }
}

}  // namespace octo::tracker::infer
