#include "vision/read/taught/card_placing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "vision/read/taught/read_card.h"

namespace octo::vision {
namespace {

/// Where a strip lies is told by its sides, unless print correlates by so much better where print alone would have it.
constexpr double kClearlyMoreAlike = 0.05;
/// In a box, before a shield's place is known.
constexpr double kLeastAlikeAbout = 0.25;
/// Turns of a shield, degrees, from which settling finds its true one: all faces are known at every eighth of a turn.
constexpr std::array<double, 3> kTurnsTried{0, 15, 30};

/// A place along a card's side, mm from its middle, and the way from there into the card.
struct SidePlace {
  cv::Point2d on, in;
};

/// Some of those places: enough to tell a likely pose.
cv::Mat someOf(const cv::Mat& open, int oneIn) {
  cv::Mat some = open.clone();
  for (int y = 0; y < some.rows; ++y)
    for (int x = 0; x < some.cols; ++x)
      if ((x + 2 * y) % oneIn) some.at<uchar>(y, x) = 0;
  return some;
}

/// Around where the spotter saw the card, likest as far as print tells it.
PlanePose likeliestAbout(const PlanePose& spotted, const cv::Mat& open, const References& all,
                         const PlaneSight& sight) {
  constexpr double kOffMm = 3, kOffDegrees = 5, kStep = 1.5;
  // So many places are enough; of a strip a third of them are fewer.
  constexpr int kEnough = 200, kLeastOneIn = 3, kMostOneIn = 7;
  const int oneIn = std::clamp(cv::countNonZero(open) / kEnough, kLeastOneIn, kMostOneIn);
  const OpenPlaces some = sight.withReferences(someOf(open, oneIn), all);
  std::pair<double, PlanePose> best{-1, spotted};
  for (double x = -kOffMm; x <= kOffMm; x += kStep)
    for (double y = -kOffMm; y <= kOffMm; y += kStep)
      for (double turn = -kOffDegrees; turn <= kOffDegrees; turn += kOffDegrees) {
        const PlanePose pose{spotted.at + turnedBy({x, y}, spotted.angle), spotted.angle + turn};
        if (const double alike = some.likenessAt(pose, sight.fromAbove()); alike > best.first) best = {alike, pose};
      }
  return best.second;
}

/// The places along its sides where the owner's card shows, as far as squares and what was read before tell it.
std::vector<SidePlace> sidesThatShow(const PlanePose& pose, int owner, const PlaneSight& sight) {
  constexpr double kStep = 2, kCorner = 4, kInside = 4, kBesideCover = 3;  // mm
  const auto covers = sight.coversAbout(pose.at, kBesideCover);
  const auto isCovered = [&](cv::Point2d at) {
    return std::any_of(covers.begin(), covers.end(),
                       [&](const auto& cover) { return cv::pointPolygonTest(cover, at, false) >= 0; });
  };
  std::vector<SidePlace> places;
  const auto add = [&](cv::Point2d on, cv::Point2d in) {
    const cv::Point2d at = pose.at + turnedBy(on, pose.angle);
    const cv::Point2d inside = pose.at + turnedBy(on + kInside * in, pose.angle);
    if (sight.ownerAt(inside) == owner && !isCovered(at) && !isCovered(inside)) places.push_back({on, in});
  };
  const double w = sight.card().widthMm / 2, h = sight.card().heightMm / 2;
  for (double x = kCorner - w; x <= w - kCorner; x += kStep) add({x, -h}, {0, 1}), add({x, h}, {0, -1});
  for (double y = kCorner - h; y <= h - kCorner; y += kStep) add({-w, y}, {1, 0}), add({w, y}, {-1, 0});
  return places;
}

/// How clearly the picture changes across the sides if the card lies there.
double sidesAt(const PlanePose& pose, const std::vector<SidePlace>& places, const LookFromAbove& seen) {
  constexpr double kAcross = 1, kMost = 1.5;  // mm; as much as counts
  double sum = 0;
  for (const SidePlace& each : places) {
    const cv::Vec4f in = seen.at(pose.at + turnedBy(each.on + kAcross * each.in, pose.angle));
    const cv::Vec4f out = seen.at(pose.at + turnedBy(each.on - kAcross * each.in, pose.angle));
    sum += std::min(kMost, cv::norm(cv::Vec3d(in[0] - out[0], in[1] - out[1], in[2] - out[2])));
  }
  return sum;
}

/// The spotter sees a strip's place to a few millimetres and degrees; the sides of it that show tell it better, above
/// all how it is turned. Print settles that badly where there is little of it.
PlanePose alongSides(const PlanePose& spotted, int owner, const PlaneSight& sight) {
  constexpr std::size_t kEnough = 20;
  constexpr double kOffMm = 3, kStep = 1.5, kOffDegrees = 5, kTurn = 2.5;
  const std::vector<SidePlace> places = sidesThatShow(spotted, owner, sight);
  if (places.size() < kEnough) return spotted;
  std::pair<double, PlanePose> best{sidesAt(spotted, places, sight.fromAbove()), spotted};
  const auto isBetter = [&](const PlanePose& from, cv::Point2d off, double turn) {
    const PlanePose pose{from.at + turnedBy(off, from.angle), from.angle + turn};
    const double there = sidesAt(pose, places, sight.fromAbove());
    if (there <= best.first) return false;
    best = {there, pose};
    return true;
  };
  for (double x = -kOffMm; x <= kOffMm; x += kStep)
    for (double y = -kOffMm; y <= kOffMm; y += kStep)
      for (double turn = -kOffDegrees; turn <= kOffDegrees; turn += kTurn) isBetter(spotted, {x, y}, turn);
  for (const double step : {0.8, 0.4, 0.2})
    for (bool better = true; better;) {
      better = false;
      for (const double off : {step, -step}) {
        better |= isBetter(best.second, {off, 0}, 0);
        better |= isBetter(best.second, {0, off}, 0);
        better |= isBetter(best.second, {0, 0}, 1.6 * off);
      }
    }
  return best.second;
}

}  // namespace

PlanePose settled(PlanePose pose, const OpenPlaces& places, const LookFromAbove& seen) {
  // Which face it is changes little on the way.
  constexpr std::size_t kLikely = 16;
  const OpenPlaces likely = places.narrowedTo(kLikely, pose, seen);
  double best = likely.likenessAt(pose, seen);
  for (const double step : {1.2, 0.6, 0.3})
    for (int round = 0; round < 2; ++round) {
      bool better = false;
      for (const PlanePose& move : {PlanePose{{step, 0}, 0},
                                    {{-step, 0}, 0},
                                    {{0, step}, 0},
                                    {{0, -step}, 0},
                                    {{0, 0}, 1.6 * step},
                                    {{0, 0}, -1.6 * step}}) {
        const PlanePose moved{pose.at + turnedBy(move.at, pose.angle), pose.angle + move.angle};
        if (const double there = likely.likenessAt(moved, seen); there > best)
          best = there, pose = moved, better = true;
      }
      if (!better) break;
    }
  return pose;
}

PlanePose settledFromSpotted(const PlanePose& spotted, int owner, const cv::Mat& open, const References& all,
                             const PlaneSight& sight) {
  const LookFromAbove& seen = sight.fromAbove();
  const OpenPlaces places = sight.withReferences(open, all);
  const PlanePose byPrint = settled(likeliestAbout(spotted, open, all, sight), places, seen);
  if (!isStrip(open, sight.faces())) return byPrint;
  const PlanePose bySides = settled(alongSides(spotted, owner, sight), places, seen);
  const auto alike = [&](const PlanePose& pose) { return places.likenessAt(pose, seen); };
  return alike(byPrint) > alike(bySides) + kClearlyMoreAlike ? byPrint : bySides;
}

PlanePose settledFromAnyTurn(const PlanePose& found, const References& all, const PlaneSight& sight) {
  std::pair<double, PlanePose> best{-1, found};
  for (const double turn : kTurnsTried) {
    const PlanePose turned{found.at, found.angle + turn};
    const OpenPlaces places = sight.withReferences(sight.openPlaces(turned), all);
    const PlanePose pose = settled(turned, places, sight.fromAbove());
    if (const double alike = places.likenessAt(pose, sight.fromAbove()); alike > best.first) best = {alike, pose};
  }
  return best.second;
}

std::optional<PlanePose> likeliestIn(cv::Point2d box, const PlaneSight& sight) {
  const References* all = sight.referencesAt({box, 0});
  if (!all) return std::nullopt;
  constexpr double kAside = 8, kStep = 2;  // mm
  const auto placesAt = [&](const PlanePose& pose) { return sight.withReferences(sight.openPlaces(pose), *all); };
  std::pair<double, PlanePose> best{-1, {box, 0}};
  for (double x = -kAside; x <= kAside; x += kStep)
    for (double y = -kAside; y <= kAside; y += kStep)
      for (const double turn : kTurnsTried) {
        const PlanePose pose{box + cv::Point2d(x, y), turn};
        if (!sight.isInPicture(pose)) continue;
        const double alike = placesAt(pose).likenessAt(pose, sight.fromAbove());
        if (alike > best.first) best = {alike, pose};
      }
  if (best.first < kLeastAlikeAbout) return std::nullopt;
  return settled(best.second, placesAt(best.second), sight.fromAbove());
}

PlanePose likeliestBeside(const PlanePose& pose, const cv::Mat& open, const References& all, const PlaneSight& sight) {
  constexpr double kOffMm = 16, kStep = 2;
  const OpenPlaces some = sight.withReferences(someOf(open, 5), all);
  std::vector<PlanePose> places;
  for (double x = -kOffMm; x <= kOffMm; x += kStep)
    for (double y = -kOffMm; y <= kOffMm; y += kStep)
      places.push_back({pose.at + turnedBy({x, y}, pose.angle), pose.angle});
  std::vector<double> alike(places.size(), 0);
  cv::parallel_for_({0, static_cast<int>(places.size())}, [&](const cv::Range& range) {
    for (auto i = static_cast<std::size_t>(range.start); i < static_cast<std::size_t>(range.end); ++i)
      alike[i] = some.likenessAt(places[i], sight.fromAbove());
  });
  return places[static_cast<std::size_t>(std::max_element(alike.begin(), alike.end()) - alike.begin())];
}

PlanePose settledFinely(const PlanePose& pose, int owner, const cv::Mat& open, const References& all,
                        const PlaneSight& sight) {
  constexpr std::size_t kLikely = 24, kOnTheWay = 8;
  std::vector<const FaceReference*> likely =
      all.likeliest(kLikely, sight.withReferences(open, all).alikeAt(pose, sight.fromAbove()));
  const auto fitted = [&](const PlanePose& at) -> std::pair<double, PlanePose> {
    const auto strip = sight.stripLook(at, owner);
    if (!strip) return {-1, at};
    const StripFit fit = stripFitOf(*strip, likely, kOnTheWay);
    return {fit.alike, {at.at - turnedBy(fit.off, at.angle), at.angle}};
  };
  std::pair<double, PlanePose> best = fitted(pose);
  const auto isBetter = [&](double turn) {
    const auto there = fitted({best.second.at, best.second.angle + turn});
    if (there.first <= best.first) return false;
    best = there;
    return true;
  };
  // A face is moved by little at a time.
  for (int round = 0; round < 2 && isBetter(0);) ++round;
  for (const double step : {1.6, 0.8})
    for (int round = 0; round < 2 && (isBetter(step) || isBetter(-step));) ++round;
  return best.second;
}

}  // namespace octo::vision
