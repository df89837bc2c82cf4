#include "tracker/infer/sighting_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tracker/follow/assignment.h"

namespace octo::tracker::infer {
namespace {

/// Numbers from here on are those of sightings that were no piece.
constexpr PieceId kStrays = 1U << 31;
/// Nothing is as unlikely as that.
constexpr double kLeast = 1e-300;

double costOf(double likelihood) { return -std::log(std::max(likelihood, kLeast)); }

double planeDensity(double away, double deviation) {
  return std::exp(-away * away / (2 * deviation * deviation)) / (2 * std::numbers::pi * deviation * deviation);
}

double angleDensity(double away, double deviation) {
  return std::exp(-away * away / (2 * deviation * deviation)) / (std::sqrt(2 * std::numbers::pi) * deviation);
}

/// A point of what is hidden.
bool liesHidden(const Observation& look, TablePoint at) {
  return std::any_of(look.hidden.begin(), look.hidden.end(), [&](const TableRect& each) { return each.contains(at); });
}

}  // namespace

/// A piece expected, with what is known of it.
struct SightingModel::Row {
  PieceId id;
  const PieceTrace* trace;
  StickyReading reading;
  TablePose pose;
  double visible, lies;
  bool hidden;
};

struct SightingModel::Assigned {
  double likelihood = 0;
  std::vector<std::optional<std::size_t>> sightingOf;
};

std::vector<SightingModel::Row> SightingModel::rowsFor(std::span<const ExpectedPiece> expected,
                                                       const PieceTraces& traces, int faces,
                                                       const Observation& look) const {
  std::vector<Row> rows;
  rows.reserve(expected.size() + 2);
  const auto add = [&](const ExpectedPiece& piece, const PieceTrace* trace) {
    TablePose pose = piece.pose;
    double visible = piece.visible;
    if (trace && trace->at) {
      pose = *trace->at;
      visible = std::min(visible, trace->visible);
    } else if (piece.beside) {
      if (const PieceTrace* other = traceOf(traces, piece.beside->piece); other && other->at)
        pose.at = {other->at->at.x + piece.beside->x, other->at->at.y + piece.beside->y};
    }
    rows.push_back({piece.id, trace, trace ? trace->reading : StickyReading(piece.faces, faces, parameters_), pose,
                    visible, piece.lies, liesHidden(look, pose.at)});
  };
  for (const ExpectedPiece& piece : expected) add(piece, traceOf(traces, piece.id));
  for (const PieceTrace& trace : traces)
    if (trace.id >= kStrays) add({.id = trace.id, .faces = {}, .lies = parameters_.strayStays}, &trace);
  return rows;
}

double SightingModel::detection(const Row& row, bool tidied) const {
  if (row.hidden) return 0;
  const double shown = row.visible * row.visible, half = parameters_.halfSeen * parameters_.halfSeen;
  double seen = parameters_.seen * shown / (shown + half);
  if (row.trace && row.trace->missed) seen *= 1 - parameters_.stillMissed;
  if (tidied && row.visible < 1) seen *= parameters_.seenTidied;
  return seen * row.lies;
}

double SightingModel::placed(const Row& row, const TablePose& seen, bool tidied) const {
  const double away = distance(row.pose.at, seen.at);
  const double turned = std::abs(std::remainder(row.pose.angle - seen.angle, 360.0));
  const bool known = row.trace && row.trace->at;
  const double near = known ? parameters_.still : parameters_.laid,
               far = known ? parameters_.moved : parameters_.laidBadly;
  const double off = !known ? parameters_.badly : tidied ? parameters_.touchedTidied : parameters_.touched;
  const double angle = known ? parameters_.stillAngle : parameters_.laidAngle;
  return ((1 - off) * planeDensity(away, near) + off * planeDensity(away, far)) *
         ((1 - parameters_.anyAngle) * angleDensity(turned, angle) + parameters_.anyAngle / 360);
}

/// A sighting of no piece may lie anywhere, at any angle.
double SightingModel::stray(const SeenPiece& piece) const {
  const double strays = parameters_.strays / 360;
  return strays * piece.presence + (1 - piece.presence);
}

SightingModel::Assigned SightingModel::assign(const std::vector<Row>& rows, const Observation& look,
                                              bool tidied) const {
  std::vector<Cost> pairs, rowsAlone, columnsAlone;
  pairs.reserve(rows.size() * look.pieces.size());
  for (const Row& row : rows) {
    const double seen = detection(row, tidied);
    rowsAlone.push_back(costOf(1 - seen));
    for (const SeenPiece& piece : look.pieces) {
      const double place = placed(row, piece.pose, tidied);
      pairs.push_back(seen * place < kLeast ? std::numeric_limits<double>::infinity()
                                            : costOf(seen * place * piece.presence * row.reading.ratio(piece.faces)));
    }
  }
  for (const SeenPiece& piece : look.pieces) columnsAlone.push_back(costOf(stray(piece)));
  Assignment best = cheapestAssignment(pairs, rowsAlone, columnsAlone);
  const double chance = tidied ? parameters_.tidied : 1 - parameters_.tidied;
  return {std::log(chance) - best.cost, std::move(best.columnOf)};
}

SightingMatch SightingModel::match(std::span<const ExpectedPiece> expected, const PieceTraces& traces, int faces,
                                   const Observation& look) const {
  const std::vector<Row> rows = rowsFor(expected, traces, faces, look);
  const Assigned still = assign(rows, look, false), tidied = assign(rows, look, true);
  const Assigned& best = still.likelihood >= tidied.likelihood ? still : tidied;
  SightingMatch match;
  match.likelihood = best.likelihood + std::log1p(std::exp(-std::abs(still.likelihood - tidied.likelihood)));
  std::vector<bool> explained(look.pieces.size(), false);
  const double perfect = std::log(faces * planeDensity(0, parameters_.laid) * angleDensity(0, parameters_.laidAngle));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto sighting = best.sightingOf[k];
    if (!sighting) {
      if (rows[k].id >= kStrays) continue;
      const double missed = costOf(1 - detection(rows[k], false));
      if (missed < 1) continue;
      match.difference.missing.push_back(rows[k].id);
      match.unexplained += missed;
      continue;
    }
    const SeenPiece& piece = look.pieces[*sighting];
    const double ratio = rows[k].reading.ratio(piece.faces);
    if (rows[k].id < kStrays && ratio >= 1) explained[*sighting] = true;
  }
  for (std::size_t k = 0; k < look.pieces.size(); ++k) {
    if (explained[k]) continue;
    match.difference.news.push_back(&look.pieces[k]);
    match.unexplained += std::max(0.0, costOf(stray(look.pieces[k])) + perfect);
  }
  return match;
}

PieceTraces SightingModel::tracesAfter(std::span<const ExpectedPiece> expected, const PieceTraces& traces, int faces,
                                       const Observation& look) const {
  const std::vector<Row> rows = rowsFor(expected, traces, faces, look);
  const Assigned still = assign(rows, look, false), tidied = assign(rows, look, true);
  const Assigned& best = still.likelihood >= tidied.likelihood ? still : tidied;
  PieceTraces after;
  std::vector<bool> explained(look.pieces.size(), false);
  PieceId stray = kStrays;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto sighting = best.sightingOf[k];
    if (rows[k].id >= kStrays) {
      if (!sighting) continue;
      stray = std::max(stray, rows[k].id + 1);
    }
    PieceTrace trace{.id = rows[k].id, .reading = rows[k].reading};
    if (rows[k].trace) trace = *rows[k].trace;
    if (sighting) {
      const SeenPiece& piece = look.pieces[*sighting];
      explained[*sighting] = true;
      trace.reading.look(piece.faces);
      trace.at = piece.pose;
      trace.visible = piece.visible;
      trace.missed = false;
    } else if (!rows[k].hidden) {
      trace.missed = detection(rows[k], false) > 0.5 || trace.missed;
    }
    after.push_back(std::move(trace));
  }
  for (std::size_t k = 0; k < look.pieces.size(); ++k) {
    if (explained[k]) continue;
    PieceTrace trace{.id = stray++, .reading = StickyReading({}, faces, parameters_)};
    trace.reading.look(look.pieces[k].faces);
    trace.at = look.pieces[k].pose;
    after.push_back(std::move(trace));
  }
  std::sort(after.begin(), after.end(), [](const PieceTrace& a, const PieceTrace& b) { return a.id < b.id; });
  return after;
}

}  // namespace octo::tracker::infer
