#include "tracker/infer/sighting_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "tracker/follow/assignment.h"
#include "tracker/follow/hidden_area.h"

namespace octo::tracker::infer {
namespace {

/// Numbers from here on are those of sightings that were no piece.
constexpr PieceId kStrays = 1U << 31;
/// Nothing is as unlikely as the first; nothing that people would ever take for a piece as the second.
constexpr double kLeast = 1e-300, kNoPiece = 1e-17;
/// Nobody expects to see a piece that is less likely to be seen.
constexpr double kShouldBeSeen = 0.5;
/// Of less of a piece nobody needs more.
constexpr double kLeastStrip = 0.1;
/// A piece of which more is seen is not covered.
constexpr double kUncovered = 0.9;

/// Others should cover it, and do not.
bool isBare(const ExpectedPiece& piece, const SeenPiece& seen) {
  return seen.visible > kUncovered && piece.visible < kUncovered;
}

double costOf(double likelihood) { return -std::log(std::max(likelihood, kLeast)); }

/// Of a bell curve, 1 in its middle; 0 where that is too little for a double, which `std::exp` finds out slowly.
double bell(double away, double deviation) {
  constexpr double kAnything = 38.6;  // deviations
  return std::abs(away) > kAnything * deviation ? 0 : std::exp(-away * away / (2 * deviation * deviation));
}

double planeDensity(double away, double deviation) {
  return bell(away, deviation) / (2 * std::numbers::pi * deviation * deviation);
}

double angleDensity(double away, double deviation) {
  return bell(away, deviation) / (std::sqrt(2 * std::numbers::pi) * deviation);
}

/// Some people lay pieces more neatly than others: so many times as far off as usual do the neatest fifth of them, the
/// next, and so on, where that spreads so much (the deviation of its natural logarithm).
std::array<double, 5> carelessness(double spread) {
  constexpr std::array kFifths{-1.28, -0.52, 0.0, 0.52, 1.28};  // deviations from the middle
  std::array<double, 5> times{};
  std::transform(kFifths.begin(), kFifths.end(), times.begin(), [&](double fifth) { return std::exp(spread * fifth); });
  return times;
}

/// Where the nearest sighting lies of which that is true, if it is not too far away.
template <class Is>
std::optional<TablePoint> nearestTo(TablePoint at, const Observation& look, double farthest, const Is& is) {
  const SeenPiece* nearest = nullptr;
  double least = farthest;
  for (const SeenPiece& piece : look.pieces)
    if (const double away = distance(piece.pose.at, at); away < least && is(piece)) nearest = &piece, least = away;
  return nearest ? std::optional(nearest->pose.at) : std::nullopt;
}

/// The share of the area that is hidden.
double hiddenShare(const Observation& look, const TableRect& area) {
  return std::min(1.0, hiddenArea(look.hidden, area) / area.sharedWith(area));
}

/// Where an area from a piece's middle lies on the table.
TableRect laidAt(TablePoint middle, const TableRect& area) {
  return {middle.x + area.x0, middle.y + area.y0, middle.x + area.x1, middle.y + area.y1};
}

/// The share of what shows of the piece, there, that another covers: any that is seen whole, or the one that lies on
/// it.
double coveredShare(const ExpectedPiece& piece, const TableRect& shown, std::span<const ExpectedPiece> expected,
                    const Observation& look) {
  if (piece.whole == TableRect{}) return 0;
  const ExpectedPiece* above = piece.under ? pieceOf(expected, *piece.under) : nullptr;
  double covered = 0;
  for (const SeenPiece& seen : look.pieces) {
    const double shared = laidAt(seen.pose.at, piece.whole).sharedWith(shown);
    if (shared <= covered || piece.mayShow(seen.face())) continue;
    if (seen.visible >= kUncovered || (above && above->mayShow(seen.face()))) covered = shared;
  }
  return covered / shown.sharedWith(shown);
}

/// Whether a forearm that lies there still reaches over the area's middle, or so near.
bool isUnderForearm(const Observation& look, const TableRect& area, double near) {
  return std::any_of(look.forearms.begin(), look.forearms.end(), [&](const ForearmTrack& forearm) {
    if (!forearm.stayed || !forearm.entered) return false;
    const TablePoint from = *forearm.entered, to = forearm.reached, middle = area.middle();
    const double x = to.x - from.x, y = to.y - from.y;
    const double along = ((middle.x - from.x) * x + (middle.y - from.y) * y) / std::max(x * x + y * y, 1.0);
    const double share = std::clamp(along, 0.0, 1.0);
    return distance(middle, {from.x + share * x, from.y + share * y}) < near;
  });
}

}  // namespace

SightingModel::SightingModel(const Parameters& parameters, double unread)
    : parameters_(parameters),
      unread_(unread),
      carelessness_(carelessness(parameters.laidSpread)),
      justLaid_(near(0) * straight(0)) {}

/// A piece expected, with what is known of it.
struct SightingModel::Row {
  const ExpectedPiece* piece;
  const PieceTrace* trace;
  /// Of a piece that was not seen yet.
  std::optional<StickyReading> first;
  TablePose pose;
  /// Where it would lie if it were laid now.
  TablePose belongs;
  double visible, hidden;
  /// The share of what would show of it where it lay that others cover.
  double covered = 0;
  /// What carries it was moved.
  bool carried = false;
  std::shared_ptr<const HeldPiece> held = nullptr;

  bool isStray() const { return piece->id >= kStrays; }
  /// How much shows of it where it lay: others lie on it only there.
  double visibleThere() const { return visible * (1 - covered); }
  /// It was not seen at the last look though others did not cover it: those beside it tell where it is as well.
  bool isLost() const { return trace && trace->missed && !trace->covered && !piece->beside.empty(); }
  /// A gap came up before it since it was seen last, which people may have closed.
  bool mayCloseUp() const { return trace && trace->at && trace->gaps != piece->gaps; }
  const StickyReading& reading() const { return trace ? trace->reading : *first; }
};

/// Where a piece belongs beside others, and whether the one that carries it was moved there.
struct SightingModel::Belongs {
  TablePoint at;
  bool carried = false;
};

/// All of a row that says how likely its piece is seen, and what that comes to.
struct HeldPiece {
  double lies, whole, turn;
  bool comesAndGoes, mayCloseUp;
  std::optional<PieceTrace> trace;
  StickyReading reading;
  TablePose pose, belongs;
  double visible, hidden, covered;
  bool carried;
  /// While pieces lie still and where they were tidied: that each sighting is the piece, and that none is.
  struct Costs {
    std::vector<Cost> sightings = {};
    Cost none = 0;
    /// The sightings that are worth taking for it.
    std::vector<std::size_t> worthTaking = {};
  };
  Costs still = {}, tidied = {};

  const Costs& costs(bool wereTidied) const { return wereTidied ? tidied : still; }
};

struct SightingModel::Assigned {
  double likelihood = 0;
  std::vector<std::optional<std::size_t>> sightingOf;
};

/// A look as what is expected explains it best: the sighting of each piece, and whether pieces were tidied. The
/// likelihood, a natural logarithm, is that of both.
struct SightingModel::Explained {
  std::vector<Row> rows;
  std::vector<std::optional<std::size_t>> sightingOf;
  bool tidied;
  double likelihood;
};

/// By the first of those beside it that was seen at the look before, which moved as others did where it is not seen
/// now; or else by the first that is seen now, or was seen once.
SightingModel::Belongs SightingModel::besideOthers(const ExpectedPiece& piece, std::span<const ExpectedPiece> expected,
                                                   const PieceTraces& traces, const Observation& look) const {
  std::optional<TablePoint> before, now, once;
  for (const Beside& beside : piece.beside) {
    const auto from = [&](TablePoint other) { return TablePoint{other.x + beside.x, other.y + beside.y}; };
    const auto nearest = [&](TablePoint at, const auto& is) {
      return nearestTo(at, look, parameters_.pushedAtMost, is);
    };
    const PieceTrace* trace = traceOf(traces, beside.piece);
    std::optional<TablePoint> there;
    if (trace && trace->at) {
      const TablePoint was = trace->at->at;
      there = nearest(was, [&](const SeenPiece& seen) { return trace->reading.isAgain(seen.faces); });
      if (!once) once = from(was);
      if (!trace->missed && !before) before = from(was);
      if (!trace->missed && there) {
        if (distance(*there, was) < parameters_.carriedFrom) return {*before};
        return {{before->x + there->x - was.x, before->y + there->y - was.y}, beside.carries};
      }
    } else {
      const ExpectedPiece* other = pieceOf(expected, beside.piece);
      if (!other) continue;
      there = nearest(other->pose.at, [&](const SeenPiece& seen) { return other->mayShow(seen.face()); });
    }
    if (there && !now) now = from(*there);
  }
  return {before ? *before : now ? *now : once.value_or(piece.pose.at)};
}

std::vector<SightingModel::Row> SightingModel::rowsFor(std::span<const ExpectedPiece> expected,
                                                       const PieceTraces& traces, int faces,
                                                       const Observation& look) const {
  std::vector<Row> rows;
  rows.reserve(expected.size() + 2);
  for (const ExpectedPiece& piece : expected) {
    const auto [belongs, carried] = besideOthers(piece, expected, traces, look);
    Row row{.piece = &piece,
            .trace = traceOf(traces, piece.id),
            .first = {},
            .pose = piece.pose,
            .belongs = {belongs, piece.pose.angle},
            .visible = piece.visible,
            .hidden = 0,
            .carried = carried};
    if (!row.trace) row.first.emplace(piece.faces, faces, parameters_);
    if (row.trace && row.trace->at) {
      row.pose = *row.trace->at;
      const PieceTrace& trace = *row.trace;
      const bool peeked = !trace.missed && trace.meant < 1 && trace.visible > trace.meant;
      if (!row.mayCloseUp()) row.visible = std::min(piece.visible, trace.visible);
      // What showed of it still shows while nothing else lies over it, and may show where something does.
      if (peeked)
        row.visible = trace.meant == piece.visible ? trace.visible : std::max(row.visible, parameters_.halfSeen);
    } else {
      row.pose = row.belongs;
    }
    const TableRect shown = laidAt(row.pose.at, piece.shown);
    row.hidden = hidden(look, shown);
    // Of one that lay there bare others may cover more than they leave of a strip.
    const bool bare = row.visible > piece.visible;
    row.covered = coveredShare(piece, bare ? laidAt(row.pose.at, piece.whole) : shown, expected, look);
    rows.push_back(std::move(row));
  }
  static const ExpectedPiece kStray{.id = kStrays, .faces = {}};
  for (const PieceTrace& trace : traces)
    if (trace.id >= kStrays)
      rows.push_back({.piece = &kStray,
                      .trace = &trace,
                      .first = {},
                      .pose = *trace.at,
                      .belongs = *trace.at,
                      .visible = 1,
                      .hidden = hidden(look, laidAt(trace.at->at, kStray.shown))});
  return rows;
}

/// How much of the area hands and forearms hide, 0 to 1.
double SightingModel::hidden(const Observation& look, const TableRect& area) const {
  const double hidden = hiddenShare(look, area);
  return isUnderForearm(look, area, parameters_.forearmNear) ? std::max(hidden, parameters_.forearmHides) : hidden;
}

/// How likely a piece is seen of which so much shows.
double SightingModel::seenAt(double visible) const {
  return parameters_.seen / (1 + std::pow(parameters_.halfSeen / visible, parameters_.halfSeenSteepness));
}

/// The less of a piece shows, the more of that its reader needs. One that may lie there no more and was missed hardly
/// does, unless people lay it as they like. Where pieces are pushed, those that they covered may show.
double SightingModel::detection(const Row& row, bool tidied, double visible) const {
  double seen = seenAt(visible);
  const bool comesAndGoes = row.piece->comesAndGoes, lay = row.trace && row.trace->at && !row.trace->missed;
  double lies = row.isStray() || (comesAndGoes && lay) ? parameters_.strayStays : row.piece->lies;
  const bool uncovered = row.trace && row.trace->covered && seen > kShouldBeSeen;
  if (row.trace && row.trace->missed && !uncovered && !comesAndGoes) {
    lies *= (1 - seen) / (1 - seen * lies);
    seen *= 1 - parameters_.stillMissed;
  }
  const bool justLaid = !row.trace || row.mayCloseUp();
  if (row.piece->visible < 1) seen *= (tidied ? parameters_.seenTidied : 1) * (justLaid ? parameters_.stripSeen : 1);
  if (tidied || (row.trace && row.trace->bare)) seen += parameters_.bared * (seenAt(1) - seen);
  const double inSight = std::pow(1 - row.hidden, parameters_.hiddenPower / std::max(row.piece->visible, kLeastStrip));
  return seen * lies * (parameters_.seenHidden + (1 - parameters_.seenHidden) * inSight);
}

/// How likely somebody, of whom nobody knows how neat, lays a piece so far from where it belongs; turned so much.
double SightingModel::near(double away) const {
  double sum = 0;
  for (const double times : carelessness_) sum += planeDensity(away, times * parameters_.laid);
  return sum / static_cast<double>(carelessness_.size());
}

double SightingModel::straight(double turned) const {
  double sum = 0;
  for (const double times : carelessness_) sum += angleDensity(turned, times * parameters_.laidAngle);
  return sum / static_cast<double>(carelessness_.size());
}

/// How likely a piece just laid is seen so far from where it belongs, and turned so much.
double SightingModel::laid(double away, double turned, double turn, double unread) const {
  constexpr double kNothing = 1e-3 * kNoPiece;
  const double bad = parameters_.badly, any = std::max(parameters_.anyAngle, unread);
  const double there = (1 - bad) * near(away) + bad * planeDensity(away, parameters_.laidBadly);
  return there < kNothing ? 0 : there * ((1 - any) * straight(turned) + any / turn);
}

/// How likely the piece is seen at that pose: just where it lay, or where people laid it badly, set it straight, laid
/// it again or pushed it. Of what was seen in part, more tells better where it lies.
double SightingModel::placed(const Row& row, const SeenPiece& seen, bool tidied) const {
  const double turn = row.piece->turn, unread = seen.face().isUnknown() ? parameters_.unreadOff : 0;
  const double anew = laid(distance(row.belongs.at, seen.pose.at),
                           std::remainder(row.belongs.angle - seen.pose.angle, turn), turn, unread);
  if (!row.trace || !row.trace->at) return anew;
  const double up = row.mayCloseUp() ? parameters_.closesGap : 0;
  return up * anew + (1 - up) * placedAgain(row, anew, seen, tidied);
}

/// The same of a piece that was seen before, where `anew` is how likely it is if it was just laid.
double SightingModel::placedAgain(const Row& row, double anew, const SeenPiece& seen, bool tidied) const {
  const TablePoint along = row.trace->along;
  if (along == TablePoint{0, 0}) return placedAgain(row, row.pose, anew, seen, tidied);
  const TablePose moved{{row.pose.at.x + along.x, row.pose.at.y + along.y}, row.pose.angle};
  return parameters_.carried * placedAgain(row, moved, anew, seen, tidied) +
         (1 - parameters_.carried) * placedAgain(row, row.pose, anew, seen, tidied);
}

/// And lies there.
double SightingModel::placedAgain(const Row& row, const TablePose& pose, double anew, const SeenPiece& seen,
                                  bool tidied) const {
  const double turn = row.piece->turn, unread = seen.face().isUnknown() ? parameters_.unreadOff : 0;
  const double away = distance(pose.at, seen.pose.at), turned = std::remainder(pose.angle - seen.pose.angle, turn);
  const auto turnedBy = [&](double deviation) {
    return (1 - unread) * angleDensity(turned, deviation) + unread / turn;
  };
  if (row.isLost() || row.trace->visible <= parameters_.wellSeen * seen.visible)
    return (anew + planeDensity(away, parameters_.still) * turnedBy(parameters_.stillAngle)) / 2;
  const double far = tidied ? parameters_.pushed : parameters_.touched;
  const double off = row.carried ? 0 : std::max(unread, tidied ? parameters_.pushes : parameters_.touches);
  const double again = row.carried ? parameters_.carried : tidied ? parameters_.pushedAgain : parameters_.laidAgain;
  return (1 - off - again) * planeDensity(away, parameters_.still) * turnedBy(parameters_.stillAngle) +
         off * planeDensity(away, far) * turnedBy(parameters_.touchedAngle) + again * anew;
}

/// That this is the piece, which is seen so likely. What was doubtful and is a clear sighting now counts as such a one.
double SightingModel::costs(const Row& row, double detection, const SeenPiece& piece, bool tidied) const {
  double seen = detection * placed(row, piece, tidied);
  if (row.isStray()) seen *= std::min(1.0, stray(piece) / row.trace->stray);
  return seen < kNoPiece ? std::numeric_limits<double>::infinity()
                         : costOf(seen * piece.presence * row.reading().ratio(piece.faces));
}

/// A sighting of no piece may lie anywhere, at any angle. What is no piece is seldom read as one.
double SightingModel::stray(const SeenPiece& piece) const {
  const auto unknown =
      std::find_if(piece.faces.begin(), piece.faces.end(), [](const Candidate& each) { return each.face.isUnknown(); });
  const double unread = unknown == piece.faces.end() ? 0 : unknown->confidence;
  const double rather = std::max(1.0, parameters_.strayUnread / unread_);
  const double strays = parameters_.strays / 360 * (1 + unread * (rather - 1));
  return strays * piece.presence + (1 - piece.presence) * parameters_.presumed * justLaid_;
}

void SightingModel::hold(Row& row, const Observation& look, HeldPieces& held) const {
  const auto isSame = [&](const HeldPiece& other) {
    const auto sameTrace = [&] {
      return other.trace->at.has_value() == row.trace->at.has_value() && other.trace->visible == row.trace->visible &&
             other.trace->bare == row.trace->bare && other.trace->along == row.trace->along &&
             other.trace->missed == row.trace->missed && other.trace->covered == row.trace->covered &&
             other.trace->stray == row.trace->stray;
    };
    return other.pose == row.pose && other.belongs == row.belongs && other.visible == row.visible &&
           other.hidden == row.hidden && other.covered == row.covered && other.carried == row.carried &&
           other.lies == row.piece->lies && other.whole == row.piece->visible && other.turn == row.piece->turn &&
           other.comesAndGoes == row.piece->comesAndGoes && other.mayCloseUp == row.mayCloseUp() &&
           other.trace.has_value() == (row.trace != nullptr) && (!row.trace || sameTrace()) &&
           other.reading == row.reading();
  };
  const PieceId id = row.isStray() ? row.trace->id : row.piece->id;
  const auto [first, last] = held.pieces.equal_range(id);
  const auto known = std::find_if(first, last, [&](const auto& each) { return isSame(*each.second); });
  if (known != last) {
    row.held = known->second;
    return;
  }
  HeldPiece piece{.lies = row.piece->lies,
                  .whole = row.piece->visible,
                  .turn = row.piece->turn,
                  .comesAndGoes = row.piece->comesAndGoes,
                  .mayCloseUp = row.mayCloseUp(),
                  .trace = row.trace ? std::optional(*row.trace) : std::nullopt,
                  .reading = row.reading(),
                  .pose = row.pose,
                  .belongs = row.belongs,
                  .visible = row.visible,
                  .hidden = row.hidden,
                  .covered = row.covered,
                  .carried = row.carried};
  const auto cost = [&](bool tidied) {
    const double seen = detection(row, tidied, row.visible);
    HeldPiece::Costs all{.none = costOf(1 - detection(row, tidied, row.visibleThere()))};
    all.sightings.reserve(look.pieces.size());
    for (std::size_t k = 0; k < look.pieces.size(); ++k) {
      all.sightings.push_back(costs(row, seen, look.pieces[k], tidied));
      if (all.sightings.back() <= all.none + held.strays[k]) all.worthTaking.push_back(k);
    }
    return all;
  };
  piece.still = cost(false);
  piece.tidied = cost(true);
  row.held = held.pieces.emplace(id, std::make_shared<const HeldPiece>(std::move(piece)))->second;
}

void SightingModel::deny(PieceTraces& traces) {
  for (PieceTrace& trace : traces) trace.denied |= trace.id >= kStrays;
}

/// What a sighting cost that was taken for no piece at the look before, and is seen just so again, less what it costs
/// that it is: all of that is given back where it was a new piece then already.
std::vector<double> SightingModel::seenBefore(const std::vector<Row>& rows, const Observation& look) const {
  constexpr double kSame = 3;  // deviations
  std::vector<double> costs(look.pieces.size(), 0);
  for (const Row& row : rows) {
    if (!row.isStray() || row.trace->denied) continue;
    for (std::size_t k = 0; k < look.pieces.size(); ++k) {
      const SeenPiece& piece = look.pieces[k];
      const double away = distance(row.pose.at, piece.pose.at);
      if (away > kSame * parameters_.still || !row.reading().isAgain(piece.faces)) continue;
      const double turned = std::remainder(row.pose.angle - piece.pose.angle, 360);
      const double still = planeDensity(away, parameters_.still) * angleDensity(turned, parameters_.stillAngle);
      costs[k] = std::min(costs[k], costOf(still) - costOf(row.trace->stray));
    }
  }
  return costs;
}

SightingModel::Assigned SightingModel::assign(const std::vector<Row>& rows, const HeldPieces& held,
                                              const std::vector<double>& before, bool tidied) const {
  std::vector<Pair> pairs;
  std::vector<Cost> rowsAlone;
  rowsAlone.reserve(rows.size());
  for (const Row& row : rows) {
    const HeldPiece::Costs& costs = row.held->costs(tidied);
    const std::size_t number = rowsAlone.size();
    rowsAlone.push_back(costs.none);
    if (row.trace) {
      for (const std::size_t k : costs.worthTaking) pairs.push_back({number, k, costs.sightings[k]});
      continue;
    }
    for (std::size_t k = 0; k < before.size(); ++k)
      if (const Cost cost = costs.sightings[k] + before[k]; cost <= costs.none + held.strays[k])
        pairs.push_back({number, k, cost});
  }
  Assignment best = cheapestAssignment(pairs, rowsAlone, held.strays);
  const double chance = tidied ? parameters_.tidied : 1 - parameters_.tidied;
  return {std::log(chance) - best.cost, std::move(best.columnOf)};
}

SightingModel::Explained SightingModel::explained(std::span<const ExpectedPiece> expected, const PieceTraces& traces,
                                                  int faces, const Observation& look, HeldPieces& held) const {
  if (held.strays.empty())
    for (const SeenPiece& piece : look.pieces) held.strays.push_back(costOf(stray(piece)));
  std::vector<Row> rows = rowsFor(expected, traces, faces, look);
  for (Row& row : rows) hold(row, look, held);
  const std::vector<double> before = seenBefore(rows, look);
  Assigned still = assign(rows, held, before, false), moved = assign(rows, held, before, true);
  const bool tidied = moved.likelihood > still.likelihood;
  Assigned& best = tidied ? moved : still;
  const double likelihood = best.likelihood + std::log1p(std::exp(-std::abs(still.likelihood - moved.likelihood)));
  return {std::move(rows), std::move(best.sightingOf), tidied, likelihood};
}

SightingMatch SightingModel::match(std::span<const ExpectedPiece> expected, const PieceTraces& traces, int faces,
                                   const Observation& look, HeldPieces& held) const {
  const auto [rows, sightingOf, tidied, likelihood] = explained(expected, traces, faces, look, held);
  SightingMatch match;
  match.likelihood = likelihood;
  // What each sighting would be worth as a piece just laid there, and what it is worth as what it is taken for.
  const double perfect = std::log(faces * justLaid_);
  std::vector<double> worth;
  for (const Cost cost : held.strays) worth.push_back(-cost);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const bool known = !rows[k].isStray();
    if (known && !sightingOf[k]) match.difference.unseen.push_back(rows[k].piece->id);
    if (known && sightingOf[k])
      match.difference.poses.emplace_back(rows[k].piece->id, look.pieces[*sightingOf[k]].pose);
    else if (known && rows[k].trace && rows[k].trace->at)
      match.difference.poses.emplace_back(rows[k].piece->id, *rows[k].trace->at);
    if (const auto sighting = sightingOf[k]; sighting && known) {
      // A face that the piece does not show stays news: it may be another's that was laid just there.
      const SeenPiece& seen = look.pieces[*sighting];
      const StickyReading& reading = rows[k].reading();
      worth[*sighting] = -rows[k].held->costs(tidied).sightings[*sighting] +
                         std::log(std::min(1.0, reading.fresh(seen.faces) / reading.ratio(seen.faces)));
      if (isBare(*rows[k].piece, seen)) match.difference.bare.push_back(rows[k].piece->id);
      const TablePoint at = look.pieces[*sighting].pose.at;
      if (rows[k].trace && rows[k].trace->at && distance(rows[k].trace->at->at, at) >= parameters_.carriedFrom)
        match.difference.moved.emplace_back(rows[k].piece->id, rows[k].trace->at->at);
    } else if (const double missed = rows[k].held->costs(tidied).none;
               !sighting && known && missed > parameters_.missing) {
      match.difference.missing.push_back(rows[k].piece->id);
      match.unexplained += missed;
    }
  }
  for (std::size_t k = 0; k < look.pieces.size(); ++k) {
    if (worth[k] > perfect - parameters_.news) continue;
    match.difference.news.push_back(&look.pieces[k]);
    match.unexplained += perfect - worth[k];
  }
  return match;
}

/// How far what lies on the piece was moved since the look before, or else the first of what lies beside it; both seen
/// at both.
TablePoint SightingModel::besideMoved(const ExpectedPiece& piece, const std::vector<Row>& rows,
                                      const std::vector<std::optional<std::size_t>>& sightingOf,
                                      const Observation& look) {
  const auto moved = [&](const Beside& beside) -> std::optional<TablePoint> {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (rows[k].isStray() || rows[k].piece->id != beside.piece) continue;
      if (!sightingOf[k] || !rows[k].trace || !rows[k].trace->at || rows[k].trace->missed) return std::nullopt;
      const TablePoint was = rows[k].trace->at->at, is = look.pieces[*sightingOf[k]].pose.at;
      return TablePoint{is.x - was.x, is.y - was.y};
    }
    return std::nullopt;
  };
  for (const bool onIt : {true, false})
    for (const Beside& beside : piece.beside)
      if ((beside.x == 0 && beside.y == 0) == onIt)
        if (const auto by = moved(beside)) return *by;
  return {0, 0};
}

PieceTraces SightingModel::tracesAfter(std::span<const ExpectedPiece> expected, const PieceTraces& traces, int faces,
                                       const Observation& look, HeldPieces& held) const {
  const auto [rows, sightingOf, tidied, likelihood] = explained(expected, traces, faces, look, held);
  PieceTraces after;
  std::vector<bool> isKnown(look.pieces.size(), false);
  PieceId next = kStrays;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto sighting = sightingOf[k];
    if (rows[k].isStray()) {
      if (!sighting && rows[k].hidden == 0) continue;
      next = std::max(next, rows[k].trace->id + 1);
    }
    PieceTrace trace =
        rows[k].trace ? *rows[k].trace : PieceTrace{.id = rows[k].piece->id, .reading = rows[k].reading()};
    if (sighting) {
      const SeenPiece& piece = look.pieces[*sighting];
      isKnown[*sighting] = true;
      trace.reading.look(piece.faces);
      trace.at = piece.pose;
      trace.along = {0, 0};
      trace.gaps = rows[k].piece->gaps;
      trace.visible = piece.visible;
      trace.meant = rows[k].piece->visible;
      trace.bare = isBare(*rows[k].piece, piece);
      trace.missed = trace.hidden = false;
      if (rows[k].isStray()) trace.stray = std::min(trace.stray, stray(piece));
    } else if (rows[k].hidden == 0) {
      trace.missed = true;
      trace.covered = seenAt(rows[k].visibleThere()) < kShouldBeSeen;
      trace.bare = trace.hidden = false;
    } else {
      trace.hidden = true;
    }
    if (!sighting && trace.at)
      if (const TablePoint moved = besideMoved(*rows[k].piece, rows, sightingOf, look);
          std::hypot(moved.x, moved.y) >= parameters_.carriedFrom)
        trace.along = {trace.along.x + moved.x, trace.along.y + moved.y};
    after.push_back(std::move(trace));
  }
  for (std::size_t k = 0; k < look.pieces.size(); ++k) {
    if (isKnown[k]) continue;
    PieceTrace trace{.id = next++, .reading = StickyReading({}, faces, parameters_)};
    trace.reading.look(look.pieces[k].faces);
    trace.at = look.pieces[k].pose;
    trace.stray = stray(look.pieces[k]);
    after.push_back(std::move(trace));
  }
  std::sort(after.begin(), after.end(), [](const PieceTrace& a, const PieceTrace& b) { return a.id < b.id; });
  return after;
}

std::vector<TablePoint> SightingModel::unexplained(std::span<const ExpectedPiece> expected,
                                                   const PieceTraces& traces) const {
  constexpr double kInSight = 0.9;
  std::vector<TablePoint> places;
  for (const PieceTrace& trace : traces) {
    const ExpectedPiece* piece = pieceOf(expected, trace.id);
    if (!piece) {
      if (!trace.hidden) places.push_back(trace.at->at);
      continue;
    }
    const Row anew{
        .piece = piece, .trace = {}, .first = {}, .pose = {}, .belongs = {}, .visible = piece->visible, .hidden = 0};
    if (trace.missed ? detection(anew, true, anew.visible) > kInSight : trace.reading.isMisread())
      places.push_back(trace.at ? trace.at->at : piece->pose.at);
  }
  return places;
}

}  // namespace octo::tracker::infer
