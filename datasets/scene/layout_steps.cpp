#include "datasets/scene/layout_steps.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace octo::datasets {
namespace {

/// Pieces nearer to each other than this lie on a pile, mm.
constexpr double kPiled = 45;
/// Pieces move together whose places differ by no more from those of one rigid thing, mm and share of how far apart
/// they lie, and degrees.
constexpr double kAlikeMm = 8, kAlikeShare = 0.1, kAlikeDegrees = 12;
/// What was laid crookedly and is carried comes to lie crookedly otherwise: so much more each.
constexpr double kCarriedMm = 50, kCarriedShare = 0.3, kCarriedDegrees = 35;
/// People push things less far, mm.
constexpr double kPushed = 140;
/// The pieces of one column lie within this, and those of one pile, mm.
constexpr double kColumn = 250, kSquaredUp = 15;
/// What is put back lies within this of where it lay, mm.
constexpr double kPutBack = 12;

const ScenePiece* find(const std::vector<ScenePiece>& pieces, int id) {
  const auto found = std::find_if(pieces.begin(), pieces.end(), [id](const ScenePiece& p) { return p.id == id; });
  return found == pieces.end() ? nullptr : &*found;
}

std::vector<ScenePiece> lowestFirst(std::vector<ScenePiece> pieces) {
  std::stable_sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.layer < b.layer; });
  return pieces;
}

bool goTogether(const LayoutStep& step, const ScenePiece& piece) {
  return std::any_of(step.begin(), step.end(), [&](const PieceChange& each) {
    return each.was && distance(each.was->pose.at, piece.pose.at) < kPiled;
  });
}

bool stays(const PieceChange& change) { return change.was && change.is; }

double movedBy(const PieceChange& change) { return distance(change.was->pose.at, change.is->pose.at); }

/// Farther than people push: it is taken up.
bool isCarried(const PieceChange& change) { return stays(change) && movedBy(change) > kPushed; }

/// Where a pose would be if it went along with the piece; backwards: where it would have been.
TablePose alongWith(const PieceChange& change, const TablePose& pose, bool backwards) {
  const TablePose &from = backwards ? change.is->pose : change.was->pose,
                  &to = backwards ? change.was->pose : change.is->pose;
  const double turn = (to.angle - from.angle) * std::numbers::pi / 180, c = std::cos(turn), s = std::sin(turn);
  const double x = pose.at.x - from.at.x, y = pose.at.y - from.at.y;
  return {{to.at.x + c * x + s * y, to.at.y - s * x + c * y},
          std::remainder(pose.angle + to.angle - from.angle, 360.0)};
}

/// Both lie otherwise afterwards, with the same side up: as if they were one thing, or squared up on one pile.
bool moveAlike(const PieceChange& a, const PieceChange& b) {
  if (!stays(a) || !stays(b) || a.was->face != a.is->face || b.was->face != b.is->face) return false;
  const TablePose expected = alongWith(a, b.was->pose, false);
  const double apart = distance(a.was->pose.at, b.was->pose.at);
  const bool carried = isCarried(a) && isCarried(b);
  if (carried && apart > kColumn) return false;  // two that change places
  double within = kAlikeMm + kAlikeShare * apart, turned = kAlikeDegrees;
  if (carried) within += kCarriedMm + kCarriedShare * apart, turned += kCarriedDegrees;
  if (distance(expected.at, b.is->pose.at) < within &&
      std::abs(std::remainder(expected.angle - b.is->pose.angle, 360.0)) < turned)
    return true;
  return carried && distance(a.is->pose.at, b.is->pose.at) < kSquaredUp;
}

LayoutStep::iterator findComing(LayoutStep& coming, int id) {
  return std::find_if(coming.begin(), coming.end(), [id](const PieceChange& change) { return change.is->id == id; });
}

/// What is laid onto pieces that are then carried elsewhere is laid where they lay, and carried with them: an octopus
/// that gets its last arms and is taken. Those steps, then the carrying.
std::vector<LayoutStep> laidThenCarried(LayoutStep carried, LayoutStep& coming) {
  std::vector<LayoutStep> steps;
  for (bool more = true; more;) {
    more = false;
    for (auto each = coming.begin(); each != coming.end(); ++each) {
      const bool touches = std::any_of(carried.begin(), carried.end(), [&](const PieceChange& change) {
        return distance(change.is->pose.at, each->is->pose.at) < kPiled;
      });
      if (!touches) continue;
      ScenePiece there = *each->is;
      there.pose = alongWith(carried.front(), there.pose, true);
      steps.push_back({{std::nullopt, there}});
      carried.push_back({there, each->is});
      coming.erase(each);
      more = true;
      break;
    }
  }
  steps.push_back(std::move(carried));
  return steps;
}

bool isMarker(const LayoutStep& step) { return step.front().is && step.front().is->face.family() == "turn"; }

/// Whether the later of two steps has to wait for the earlier one: it moves the same piece on, comes where that one has
/// made room, lies squarely on top of it, so that only their order says which is above, or is taken from beneath it.
bool waitsFor(const PieceChange& later, const PieceChange& earlier) {
  const auto near = [](const std::optional<ScenePiece>& a, const std::optional<ScenePiece>& b, double within) {
    return a && b && distance(a->pose.at, b->pose.at) < within;
  };
  const int one = later.was ? later.was->id : later.is->id, other = earlier.was ? earlier.was->id : earlier.is->id;
  return one == other || near(later.is, earlier.was, kPiled) || near(later.was, earlier.is, kPiled) ||
         near(later.is, earlier.is, kSquaredUp) ||
         (near(later.was, earlier.was, kPiled) && earlier.was->layer > later.was->layer);
}

bool stepWaits(const LayoutStep& later, const LayoutStep& earlier) {
  return std::any_of(later.begin(), later.end(), [&](const PieceChange& one) {
    return std::any_of(earlier.begin(), earlier.end(), [&](const PieceChange& other) { return waitsFor(one, other); });
  });
}

/// Those of the steps still to do that wait for none of the others.
std::vector<std::size_t> nextSteps(const std::vector<LayoutStep>& left) {
  std::vector<std::size_t> next;
  for (std::size_t k = 0; k < left.size(); ++k)
    if (std::none_of(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(k),
                     [&](const LayoutStep& earlier) { return stepWaits(left[k], earlier); }))
      next.push_back(k);
  return next;
}

/// What lies otherwise afterwards is one step.
std::vector<LayoutStep> inOneGo(std::vector<LayoutStep> steps) {
  LayoutStep moved;
  std::vector<LayoutStep> others;
  for (LayoutStep& step : steps)
    if (stays(step.front()))
      moved.insert(moved.end(), step.begin(), step.end());
    else
      others.push_back(std::move(step));
  if (!moved.empty()) others.push_back(std::move(moved));
  return others;
}

}  // namespace

std::vector<LayoutStep> stepsBetween(const std::vector<ScenePiece>& before, const std::vector<ScenePiece>& after) {
  std::vector<LayoutStep> steps;
  for (const ScenePiece& piece : lowestFirst(before)) {
    if (find(after, piece.id)) continue;
    const auto pile =
        std::find_if(steps.begin(), steps.end(), [&](const LayoutStep& step) { return goTogether(step, piece); });
    if (pile == steps.end())
      steps.push_back({{piece, std::nullopt}});
    else
      pile->push_back({piece, std::nullopt});
  }
  std::vector<LayoutStep> others;
  for (const ScenePiece& piece : after) {
    const ScenePiece* old = find(before, piece.id);
    if (old && *old == piece) continue;
    PieceChange change{old ? std::optional(*old) : std::nullopt, piece};
    if (!others.empty() && moveAlike(others.back().front(), change))
      others.back().push_back(std::move(change));
    else
      others.push_back({std::move(change)});
  }
  LayoutStep coming;
  for (const LayoutStep& step : others)
    if (!step.front().was) coming.push_back(step.front());
  for (LayoutStep& step : others)
    if (isCarried(step.front())) {
      for (LayoutStep& each : laidThenCarried(std::move(step), coming)) steps.push_back(std::move(each));
    } else if (step.front().was) {
      steps.push_back(std::move(step));
    } else if (const auto found = findComing(coming, step.front().is->id); found != coming.end()) {
      steps.push_back({*found});
      coming.erase(found);
    }
  return steps;
}

std::vector<LayoutStep> stepsTo(const LayoutLine& after, const std::vector<ScenePiece>& before) {
  if (after.aside) return inOneGo(stepsBetween(before, after.pieces));
  if (!after.look) return stepsBetween(before, after.pieces);
  LayoutStep opened;
  for (const ScenePiece& piece : lowestFirst(before))
    if (std::find(after.look->ids.begin(), after.look->ids.end(), piece.id) != after.look->ids.end()) {
      const ScenePiece* spread = find(after.look->spread, piece.id);
      opened.push_back({piece, spread ? std::optional(*spread) : std::nullopt});
    }
  std::vector<LayoutStep> steps;
  if (!opened.empty()) steps.push_back(opened);
  std::vector<ScenePiece> open = before;
  if (!opened.empty()) datasets::apply(open, opened);
  LayoutStep laidBack;
  for (LayoutStep& step : stepsBetween(open, after.pieces))
    if (step.front().is)
      laidBack.insert(laidBack.end(), step.begin(), step.end());
    else
      steps.push_back(std::move(step));
  if (!laidBack.empty()) steps.push_back(std::move(laidBack));
  return steps;
}

std::vector<LayoutStep> inOrder(std::vector<LayoutStep> steps, LayingOrder order, Random& random) {
  if (order == LayingOrder::Natural) return steps;
  const auto laid =
      std::stable_partition(steps.begin(), steps.end(), [](const auto& step) { return !step.front().is; });
  const auto marker = std::stable_partition(laid, steps.end(), [](const LayoutStep& step) { return !isMarker(step); });
  std::vector<LayoutStep> left(laid, marker);
  for (auto place = laid; place != marker; ++place) {
    const std::vector<std::size_t> next = nextSteps(left);
    const std::size_t chosen = order == LayingOrder::Reversed ? next.back() : random.pick(next);
    *place = std::move(left[chosen]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
  return steps;
}

std::vector<ScenePiece> undone(const std::vector<ScenePiece>& earlier, const std::vector<ScenePiece>& now,
                               const std::vector<ScenePiece>& next) {
  std::vector<ScenePiece> pieces;
  for (const ScenePiece& piece : now)
    if (find(earlier, piece.id) || find(next, piece.id)) pieces.push_back(piece);
  for (const ScenePiece& piece : next) {
    const ScenePiece *was = find(earlier, piece.id), *is = find(now, piece.id);
    if (!was || (is && *is == piece) || was->face != piece.face) continue;
    if (distance(was->pose.at, piece.pose.at) > kPutBack) continue;
    std::erase_if(pieces, [&](const ScenePiece& each) { return each.id == piece.id; });
    pieces.push_back(piece);
  }
  return pieces;
}

bool showsWhatIsCovered(GameId game) { return game == GameId::Octal; }

int lastActor(const GameHeader& header, const Result& result, int last) {
  const auto& winners = result.winners;
  const bool byWinner = header.game == GameId::Octagone && !winners.empty();
  return !byWinner || std::find(winners.begin(), winners.end(), last) != winners.end() ? last : winners.front();
}

bool covers(const LayoutStep& next, const LayoutStep& first) {
  const PieceChange &above = next.front(), &under = first.front();
  return !above.was && above.is && !under.was && under.is && distance(above.is->pose.at, under.is->pose.at) < kPutBack;
}

void apply(std::vector<ScenePiece>& pieces, const LayoutStep& step) {
  for (const PieceChange& change : step) {
    const int id = change.was ? change.was->id : change.is->id;
    std::erase_if(pieces, [id](const ScenePiece& piece) { return piece.id == id; });
    if (change.is) pieces.push_back(*change.is);
  }
}

}  // namespace octo::datasets
