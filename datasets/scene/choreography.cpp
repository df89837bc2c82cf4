#include "datasets/scene/choreography.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tracker/vocabulary/layout.h"

namespace octo::datasets {
namespace {

constexpr double kThickness = 2.0;

double smooth(double t) {  // the way a hand moves: least jerk
  t = std::clamp(t, 0.0, 1.0);
  return t * t * t * (10 + t * (6 * t - 15));
}

SpacePoint mix(SpacePoint a, SpacePoint b, double t) { return a + (b - a) * t; }

/// A way for the hand: from, over, to.
struct Way {
  SpacePoint from, to;
  double over;  // mm above the straight line in its middle

  SpacePoint at(double t) const {
    const double s = smooth(t);
    SpacePoint p = mix(from, to, s);
    p.z += over * 4 * s * (1 - s);
    return p;
  }
};

cv::Point2d outwards(Side side) {
  switch (side) {
    case Side::Near:
      return {0, -1};
    case Side::Left:
      return {-1, 0};
    case Side::Far:
      return {0, 1};
    case Side::Right:
      return {1, 0};
  }
  return {0, -1};
}

/// Where somebody's shoulder is, and how fast that person moves.
struct Person {
  cv::Point2d shoulder;
  double haste;
};

class Choreographer {
 public:
  Choreographer(const std::vector<LayoutLine>& script, const ChoreographyOptions& options, Random random)
      : script_(script), options_(options), random_(random) {
    for (int player = 0; player < options.players; ++player) people_.push_back(seatPerson(player));
  }

  std::vector<Moment> run() {
    lying_ = script_.front().pieces;
    now().lying = lying_;
    if (script_.front().event > 0) now().settled.push_back(script_.front().event);
    rest(1.2);
    for (std::size_t i = 1; i < script_.size(); ++i) play(script_[i]);
    rest(1.6);
    moments_.pop_back();  // the one begun last has no frame of its own
    return std::move(moments_);
  }

 private:
  Person seatPerson(int player) {
    const cv::Point2d out = outwards(seat(player, options_.players));
    const cv::Point2d aside(-out.y, out.x);
    return {out * 680.0 + aside * random_.between(40, 170),
            random_.between(0.85, 1.15) * byDifficulty(options_.difficulty, 0.9, 1.0, 1.25)};
  }

  Moment& now() {
    if (moments_.empty()) moments_.emplace_back();
    return moments_.back();
  }
  void nextFrame() { moments_.emplace_back(); }
  int frames(double seconds) const {
    return std::max(1, static_cast<int>(std::lround(seconds * options_.framesPerSecond)));
  }

  void rest(double seconds) {
    for (int i = frames(seconds); i > 0; --i) now(), nextFrame();
  }

  double pause() { return random_.between(0.75, 1.35) * byDifficulty(options_.difficulty, 1.2, 1.0, 0.8); }

  int actor(int event) const {
    const bool known = event >= 1 && event <= static_cast<int>(options_.actors.size());
    return known ? options_.actors[static_cast<std::size_t>(event - 1)] : options_.last;
  }

  static const ScenePiece* find(const std::vector<ScenePiece>& pieces, int id) {
    const auto found = std::find_if(pieces.begin(), pieces.end(), [id](const ScenePiece& p) { return p.id == id; });
    return found == pieces.end() ? nullptr : &*found;
  }

  void play(const LayoutLine& line) {
    maybeGesture();
    const int player = actor(line.event);
    const std::vector<ScenePiece> before = lying_;
    for (const ScenePiece& piece : before)
      if (!find(line.pieces, piece.id)) take(piece, takerOf(piece, line.event));
    bool acted = false;
    for (const ScenePiece& piece : line.pieces) {
      const ScenePiece* old = find(lying_, piece.id);
      if (old && *old == piece) continue;
      if (old) take(*old, player);
      lay(piece, player);
      acted = true;
    }
    if (!acted) rest(0.5 + pause());
    now().settled.push_back(line.event);
    rest(pause());
  }

  /// Whoever acted last takes away what was laid wrong; it is also that player who clears the table.
  int takerOf(const ScenePiece&, int event) const { return actor(std::max(1, event - 1)); }

  double directionTo(const Person& person, SpacePoint at) const {
    const double degrees = std::atan2(at.x - person.shoulder.x, at.y - person.shoulder.y) * 180 / std::numbers::pi;
    return degrees;
  }

  /// On the way from the shoulder to a place, but still out of sight.
  SpacePoint hidden(const Person& person, SpacePoint target) const {
    const cv::Point2d to(target.x, target.y), from = person.shoulder;
    const cv::Point2d way = (to - from) * (1 / std::max(1.0, cv::norm(to - from)));
    constexpr double kHeight = 70, kFarthest = 1000;
    SpacePoint at(to.x, to.y, kHeight);
    while (options_.inSight(at) && std::hypot(at.x - to.x, at.y - to.y) < kFarthest)
      at -= SpacePoint(way.x * 15, way.y * 15, 0);
    return at;
  }

  /// A frame with the hand there.
  ArmState armAt(int player, SpacePoint at, Grip grip) const { return {player, grip, at, direction_}; }

  /// From here on the arm keeps the direction in which it reaches that place.
  void aim(int player, SpacePoint at) { direction_ = directionTo(people_[static_cast<std::size_t>(player)], at); }

  /// What the hand holds follows it: the piece lies before the fingers.
  CarriedPiece held(const ScenePiece& piece, const ArmState& arm, double turn) {
    const double way = arm.direction * std::numbers::pi / 180;
    ScenePiece carried = piece;
    carried.pose.at = {arm.at.x + std::sin(way) * kGripToCentre, arm.at.y + std::cos(way) * kGripToCentre};
    carried.pose.angle = piece.pose.angle + turn;
    return {carried, std::max(0.0, arm.at.z - kGripHeight)};
  }

  /// Where the hand is when the piece lies in its place.
  SpacePoint gripOf(const ScenePiece& piece, int player) const {
    const SpacePoint centre(piece.pose.at.x, piece.pose.at.y, 0);
    const double way = directionTo(people_[static_cast<std::size_t>(player)], centre) * std::numbers::pi / 180;
    return {centre.x - std::sin(way) * kGripToCentre, centre.y - std::cos(way) * kGripToCentre,
            kGripHeight + (std::max(1, piece.layer) - 1) * kThickness};
  }

  template <class Draw>
  void move(double seconds, int player, const Way& way, Draw draw) {
    const int count = frames(seconds / people_[static_cast<std::size_t>(player)].haste);
    for (int i = 1; i <= count; ++i) {
      const double t = static_cast<double>(i) / count;
      draw(way.at(t), t);
      nextFrame();
    }
  }

  void reach(double seconds, int player, const Way& way, Grip grip) {
    move(seconds, player, way, [&](SpacePoint at, double) { now().arms.push_back(armAt(player, at, grip)); });
  }

  void carry(double seconds, int player, const Way& way, const ScenePiece& piece, double turnFrom, double turnTo) {
    move(seconds, player, way, [&](SpacePoint at, double t) {
      now().arms.push_back(armAt(player, at, Grip::Carry));
      now().carried = held(piece, now().arms.back(), turnFrom + (turnTo - turnFrom) * smooth(t));
    });
  }

  void linger(double seconds, int player, SpacePoint at, Grip grip) {
    for (int i = frames(seconds); i > 0; --i) {
      now().arms.push_back(armAt(player, at, grip));
      nextFrame();
    }
  }

  void lay(const ScenePiece& piece, int player) {
    aim(player, {piece.pose.at.x, piece.pose.at.y, 0});
    const SpacePoint target = gripOf(piece, player);
    const Person& person = people_[static_cast<std::size_t>(player)];
    const bool adjusts = random_.chance(0.35);
    const double turn = random_.normal(35, 80), after = adjusts ? random_.normal(14, 25) : 0;
    SpacePoint first = target;
    if (adjusts) first += SpacePoint(random_.normal(6, 12), random_.normal(6, 12), 0);
    carry(random_.between(0.55, 0.8), player, {hidden(person, target), first, 45}, piece, turn, after);
    if (adjusts) {
      // Pushed into its place, or turned where it lies.
      carry(0.1, player, {first, first, 0}, piece, after, after);
      carry(random_.between(0.25, 0.5), player, {first, target, 0}, piece, after, 0);
    }
    lying_.push_back(piece);
    std::erase_if(lying_, [&](const ScenePiece& p) { return &p != &lying_.back() && p.id == piece.id; });
    now().lying = lying_;
    linger(random_.chance(0.25) ? random_.between(0.3, 0.9) : 0.07, player, target, Grip::Carry);
    leave(player, target);
  }

  void leave(int player, SpacePoint from) {
    const Person& person = people_[static_cast<std::size_t>(player)];
    const SpacePoint lifted = from + SpacePoint(0, 0, 26);
    reach(0.12, player, {from, lifted, 0}, Grip::Open);
    reach(random_.between(0.45, 0.65), player, {lifted, hidden(person, from), 25}, Grip::Open);
  }

  void take(const ScenePiece& piece, int player) {
    aim(player, {piece.pose.at.x, piece.pose.at.y, 0});
    const SpacePoint target = gripOf(piece, player);
    const Person& person = people_[static_cast<std::size_t>(player)];
    reach(random_.between(0.5, 0.7), player, {hidden(person, target), target, 40}, Grip::Open);
    linger(0.15, player, target, Grip::Carry);
    std::erase_if(lying_, [&](const ScenePiece& p) { return p.id == piece.id; });
    now().lying = lying_;
    carry(random_.between(0.55, 0.75), player, {target, hidden(person, target), 50}, piece, 0, random_.normal(30, 60));
    rest(random_.between(0.5, 0.9));
  }

  /// Now and then somebody points at something, or an arm goes over the board for no reason of the game.
  void maybeGesture() {
    const double often = byDifficulty(options_.difficulty, 0.0, 0.07, 0.18);
    if (!random_.chance(often)) return;
    const int player = random_.below(options_.players);
    const Person& person = people_[static_cast<std::size_t>(player)];
    const SpacePoint at(random_.between(-170, 170), random_.between(-140, 140), random_.between(12, 60));
    aim(player, at);
    const Grip grip = random_.chance(0.7) ? Grip::Point : Grip::Open;
    reach(random_.between(0.5, 0.8), player, {hidden(person, at), at, 40}, grip);
    linger(random_.between(0.2, 1.0), player, at, grip);
    reach(random_.between(0.5, 0.8), player, {at, hidden(person, at), 40}, grip);
    rest(pause());
  }

  /// From the grip to the middle of what is held, and from the lower side of it up to the grip, mm.
  static constexpr double kGripToCentre = 12.0, kGripHeight = 4.0;

  const std::vector<LayoutLine>& script_;
  const ChoreographyOptions& options_;
  Random random_;
  std::vector<Person> people_;
  double direction_ = 0;
  std::vector<ScenePiece> lying_;
  std::vector<Moment> moments_;
};

}  // namespace

std::vector<Moment> choreograph(const std::vector<LayoutLine>& script, const ChoreographyOptions& options,
                                Random random) {
  if (script.empty()) return {};
  return Choreographer(script, options, random).run();
}

}  // namespace octo::datasets
