#include "tracker/octagone/reading.h"

#include <algorithm>
#include <cmath>

#include "tracker/follow/forearms.h"

namespace octo::tracker::octagone {
namespace {

/// Less than this of a piece seen says too little: half an arrow looks like its neighbour.
constexpr double kEnoughVisible = 0.6;
/// A piece at least this likely is there; one less likely is neither there nor not there.
constexpr double kPresent = 0.5;
/// A face at least this likely can be gone by at once, with the rules to help below `kClear`.
constexpr double kReadable = 0.5;
/// Faces less likely than this are not worth a thought.
constexpr double kNegligible = 0.04;
/// Shields lie up to 12 degrees off their facing (table.md); readers add a few. Beyond, the neighbour is possible.
constexpr double kSurelyFacing = 17.0;
constexpr double kHalfWay = 22.5;

double turnBetween(double a, double b) { return std::abs(std::remainder(a - b, 360.0)); }

struct FacingReading {
  Facing facing;
  double probability;
};

std::vector<FacingReading> facingsOf(double angle) {
  const Facing nearest = Facing::nearest(angle);
  const double off = turnBetween(angle, nearest.degrees());
  if (off <= kSurelyFacing) return {{nearest, 1.0}};
  const Facing neighbour =
      Facing::eighth(nearest.eighths() + (std::remainder(angle - nearest.degrees(), 360.0) > 0 ? 1 : -1));
  const double doubt = 0.5 * (off - kSurelyFacing) / (kHalfWay - kSurelyFacing);
  return {{nearest, 1.0 - doubt}, {neighbour, doubt}};
}

struct ShieldShare {
  Shield shield;
  double probability;
};

/// The candidates, and what they leave open shared by all shields alike.
std::vector<ShieldShare> shieldsOf(const SeenPiece& piece) {
  std::array<double, kShields.size()> shares{};
  double open = 1.0;
  for (const Candidate& candidate : piece.faces) {
    const auto shield = candidate.face.family() == "shield" ? parseShield(candidate.face.detail()) : std::nullopt;
    if (!shield) continue;
    shares[static_cast<std::size_t>(*shield)] += candidate.confidence;
    open -= candidate.confidence;
  }
  const double most = *std::max_element(shares.begin(), shares.end());
  std::vector<ShieldShare> list;
  for (const Shield shield : kShields) {
    const double share = shares[static_cast<std::size_t>(shield)];
    if (most >= kClear && share < most) continue;
    const double withOpen = most >= kClear ? share : share + std::max(0.0, open) / static_cast<double>(kShields.size());
    if (withOpen >= kNegligible) list.push_back({shield, withOpen});
  }
  return list;
}

std::vector<ShieldReading> readingsOf(const SeenPiece& piece) {
  std::vector<ShieldReading> readings;
  for (const auto& [shield, share] : shieldsOf(piece))
    for (const auto& [facing, likely] : facingsOf(piece.pose.angle))
      readings.push_back({shield, facing, share * likely});
  std::stable_sort(readings.begin(), readings.end(),
                   [](const auto& a, const auto& b) { return a.probability > b.probability; });
  return readings;
}

BoxReading ladyReading(const SeenPiece& piece) {
  BoxReading reading{BoxReading::Kind::Lady, {}, piece.confidence()};
  for (const auto& [facing, likely] : facingsOf(piece.pose.angle))
    reading.readings.push_back({Shield::Joker, facing, likely});
  return reading;
}

BoxReading boxReading(const SeenPiece& piece) {
  if (piece.presence < kPresent || piece.visible < kEnoughVisible) return {};
  if (piece.face() == Face("shield:lady") && piece.confidence() >= kReadable) return ladyReading(piece);
  BoxReading reading{BoxReading::Kind::Unclear, readingsOf(piece), 0};
  if (reading.readings.empty()) return {};
  const bool isShield = piece.face().family() == "shield" && parseShield(piece.face().detail());
  reading.sureness = isShield ? piece.confidence() : 0;
  if (reading.sureness >= kReadable) reading.kind = BoxReading::Kind::Shield;
  return reading;
}

bool isHidden(const Observation& observation, TablePoint at) {
  return std::any_of(observation.hidden.begin(), observation.hidden.end(),
                     [&](const TableRect& area) { return area.contains(at); });
}

bool reaches(const ForearmTrack& forearm, TablePoint at) {
  constexpr double kFingers = 70.0;  // mm: what is told of a forearm ends at the wrist or at the fingertips
  return beyond(forearm, at) >= -kFingers;
}

/// How well the forearm's end goes with a shield laid there, from 0 to 1. Forearms end beside what they lay by the
/// hand's turn and by the height that the camera takes for a distance; a forearm that ends farther aside did something
/// else, but for the tail: somebody laid it while reaching on.
double endsThere(const ForearmTrack& forearm, TablePoint at) {
  constexpr double kAside = 10, kSpread = 35;  // mm to the forearm's right, and its standard deviation
  constexpr double kTail = 0.012;
  const double off = (rightOf(forearm, at) - kAside) / kSpread;
  return std::max(kTail, std::exp(-off * off / 2));
}

/// The side at the right hand of whoever sits at that one.
Side rightHandOf(Side side) {
  switch (side) {
    case Side::Near:
      return Side::Right;
    case Side::Right:
      return Side::Far;
    case Side::Far:
      return Side::Left;
    case Side::Left:
      return Side::Near;
  }
  return side;
}

/// How likely each player's forearm it was that reached there, adding up to 1; all 0 where none did. What shows at a
/// side where nobody sits is a forearm that came across the corner: of whoever shows at the seated side as well, or
/// else more likely somebody's right forearm.
std::vector<double> likelyBy(const std::vector<ForearmTrack>& forearms, TablePoint at, int players) {
  constexpr double kRightArm = 0.7;
  constexpr double kOthers = 0.2;  // of what shows beside the surer part of a forearm
  std::vector<double> likely(static_cast<std::size_t>(players), 0.0), across = likely;
  double all = 0, seated = 0;
  for (const ForearmTrack& forearm : forearms) {
    if (!reaches(forearm, at)) continue;
    const double fits = forearm.confidence * endsThere(forearm, at);
    all += fits;
    bool sits = false;
    for (int player = 0; player < players; ++player)
      if (seat(player, players) == forearm.from) {
        likely[static_cast<std::size_t>(player)] += fits;
        seated += fits;
        sits = true;
      }
    for (int player = 0; player < players && !sits; ++player) {
      const bool right = rightHandOf(seat(player, players)) == forearm.from;
      across[static_cast<std::size_t>(player)] += fits * (right ? kRightArm : 1 - kRightArm);
    }
  }
  if (all <= 0) return likely;
  const double beside = 1 - seated / all, anybody = seated > 0 ? kOthers * beside * beside : 1.0;
  double sum = 0;
  for (const double each : across) sum += each;
  for (std::size_t player = 0; player < likely.size(); ++player)
    likely[player] =
        (seated > 0 ? likely[player] / seated * (1 - anybody) : 0.0) + (sum > 0 ? across[player] / sum * anybody : 0.0);
  return likely;
}

bool facesAcross(Side one, Side other) { return rightHandOf(rightHandOf(one)) == other; }

/// How likely whoever sits at that side laid something there though the forearms seen say otherwise. A neighbour who
/// reaches along the edge of the board comes in over that edge, and the forearm is told from there. A forearm that
/// comes from nowhere near is another's: its owner's was not seen, and the other's ended just there for nothing.
double otherwise(const std::vector<ForearmTrack>& forearms, Side side, TablePoint at) {
  constexpr double kAlongTheEdge = 0.001, kNowhereNear = 0.0001;
  constexpr double kEdge = -75;  // mm: the two rows, or columns, before whoever sits there
  const bool along = std::any_of(forearms.begin(), forearms.end(), [&](const ForearmTrack& forearm) {
    return forearm.from != side && !facesAcross(forearm.from, side) && reaches(forearm, at) &&
           seenFrom(forearm.from, at).y < kEdge;
  });
  return along ? kAlongTheEdge : kNowhereNear;
}

}  // namespace

BoardReading readBoard(const Observation& observation, const Grid& grid) {
  BoardReading board;
  for (const Cell box : boxes())
    if (!isHidden(observation, grid.centre(box)))
      board[static_cast<std::size_t>(indexOf(box))].kind = BoxReading::Kind::Empty;
  std::array<double, kBoxes> weight{};
  for (const SeenPiece& piece : observation.pieces) {
    const auto box = piece.faces.empty() ? std::nullopt : grid.cellAt(piece.pose.at);
    if (!box || !onBoard(*box)) continue;
    const auto index = static_cast<std::size_t>(indexOf(*box));
    if (weight[index] >= piece.confidence() + 1.0) continue;
    weight[index] = piece.confidence() + 1.0;
    board[index] = boxReading(piece);
  }
  return board;
}

std::vector<Cost> forearmCosts(const std::vector<ForearmTrack>& forearms, const std::vector<ForearmTrack>& before,
                               TablePoint at, int players) {
  constexpr double kMissedBefore = 0.02;  // share of pieces that a look misses
  const bool some =
      std::any_of(forearms.begin(), forearms.end(), [&](const ForearmTrack& forearm) { return reaches(forearm, at); });
  if (!some) return {};
  const std::vector<double> now = likelyBy(forearms, at, players), then = likelyBy(before, at, players);
  std::vector<Cost> costs;
  for (std::size_t player = 0; player < now.size(); ++player)
    costs.push_back(-std::log(std::max({now[player], kMissedBefore * then[player],
                                        otherwise(forearms, seat(static_cast<int>(player), players), at)})));
  const Cost least = *std::min_element(costs.begin(), costs.end());
  for (Cost& cost : costs) cost -= least;
  return costs;
}

std::vector<ShieldReading> blended(const std::vector<ShieldReading>& first, const std::vector<ShieldReading>& second,
                                   double weight) {
  std::vector<ShieldReading> mean;
  for (const ShieldReading& each : first) mean.push_back({each.shield, each.facing, each.probability * weight});
  for (const ShieldReading& each : second) {
    const auto same = std::find_if(mean.begin(), mean.end(), [&](const ShieldReading& other) {
      return other.shield == each.shield && other.facing == each.facing;
    });
    if (same != mean.end())
      same->probability += each.probability * (1 - weight);
    else
      mean.push_back({each.shield, each.facing, each.probability * (1 - weight)});
  }
  std::stable_sort(mean.begin(), mean.end(),
                   [](const auto& a, const auto& b) { return a.probability > b.probability; });
  return mean;
}

}  // namespace octo::tracker::octagone
