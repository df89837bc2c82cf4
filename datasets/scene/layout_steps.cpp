#include "datasets/scene/layout_steps.h"

#include <algorithm>
#include <cmath>

namespace octo::datasets {
namespace {

/// Pieces nearer to each other than this lie on a pile, mm.
constexpr double kPiled = 45;
/// Pieces whose moves differ by no more are moved together, mm and degrees.
constexpr double kAlikeMm = 4, kAlikeDegrees = 4;

/// What is put back lies within this of where it lay, mm.
constexpr double kPutBack = 12;

double away(TablePoint a, TablePoint b) { return std::hypot(a.x - b.x, a.y - b.y); }

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
    return each.was && away(each.was->pose.at, piece.pose.at) < kPiled;
  });
}

/// Neither comes, and both are pushed the same way with the same side up.
bool moveAlike(const PieceChange& a, const PieceChange& b) {
  if (!a.was || !a.is || !b.was || !b.is || a.was->face != a.is->face || b.was->face != b.is->face) return false;
  const auto moved = [](const PieceChange& each) {
    return TablePoint{each.is->pose.at.x - each.was->pose.at.x, each.is->pose.at.y - each.was->pose.at.y};
  };
  const auto turned = [](const PieceChange& each) { return each.is->pose.angle - each.was->pose.angle; };
  return away(moved(a), moved(b)) < kAlikeMm && std::abs(std::remainder(turned(a) - turned(b), 360.0)) < kAlikeDegrees;
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
  const std::size_t gone = steps.size();
  for (const ScenePiece& piece : after) {
    const ScenePiece* old = find(before, piece.id);
    if (old && *old == piece) continue;
    PieceChange change{old ? std::optional(*old) : std::nullopt, piece};
    if (steps.size() > gone && moveAlike(steps.back().back(), change))
      steps.back().push_back(std::move(change));
    else
      steps.push_back({std::move(change)});
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
    if (away(was->pose.at, piece.pose.at) > kPutBack) continue;
    std::erase_if(pieces, [&](const ScenePiece& each) { return each.id == piece.id; });
    pieces.push_back(piece);
  }
  return pieces;
}

void apply(std::vector<ScenePiece>& pieces, const LayoutStep& step) {
  for (const PieceChange& change : step) {
    const int id = change.was ? change.was->id : change.is->id;
    std::erase_if(pieces, [id](const ScenePiece& piece) { return piece.id == id; });
    if (change.is) pieces.push_back(*change.is);
  }
}

}  // namespace octo::datasets
