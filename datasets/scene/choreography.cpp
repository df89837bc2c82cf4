#include "datasets/scene/choreography.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "datasets/scene/layout_steps.h"
#include "tracker/vocabulary/layout.h"

namespace octo::datasets {
namespace {

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

double turnBetween(double from, double to) { return std::remainder(to - from, 360.0); }

/// A piece in a hand: where it is about what the hand holds when it is taken up and when it is laid down, and how it is
/// turned then. Another face when it is laid than before: it is turned over on the way.
struct Load {
  ScenePiece from, to;
  TablePoint off, offAfter;
  double angle, angleAfter;
  /// Above the lowest, mm.
  double lift = 0;
};

TablePoint middleOf(const std::vector<ScenePiece>& pieces) {
  TablePoint sum{0, 0};
  for (const ScenePiece& piece : pieces) sum.x += piece.pose.at.x, sum.y += piece.pose.at.y;
  const auto count = static_cast<double>(pieces.size());
  return {sum.x / count, sum.y / count};
}

int lowestLayer(const std::vector<ScenePiece>& pieces) {
  int lowest = 1000;
  for (const ScenePiece& piece : pieces) lowest = std::min(lowest, std::max(1, piece.layer));
  return lowest;
}

/// Where somebody sits, and how that person moves.
struct Person {
  /// Of the arm in use.
  cv::Point2d shoulder;
  double haste;
  /// Between the shoulders, and from there to the right one.
  cv::Point2d middle, toRight;
  const SeatHabits* habits = nullptr;
  /// When that person's hands are over the table for nothing the next time, seconds.
  double talksAt = 0;
};

class Choreographer {
 public:
  Choreographer(const std::vector<LayoutLine>& script, const ChoreographyOptions& options, Random random)
      : script_(script), options_(options), random_(random) {
    for (int player = 0; player < options.players; ++player) people_.push_back(seatPerson(player));
    for (Person& person : people_) person.talksAt = nextTalk(person);
  }

  std::vector<Moment> run() {
    lying_ = script_.front().pieces;
    now().lying = lying_;
    if (script_.front().event > 0) now().settled.push_back(script_.front().event);
    rest(1.2);
    const auto some = [&] {
      return script_.size() / 4 + static_cast<std::size_t>(random_.below(static_cast<int>(script_.size() / 2 + 1)));
    };
    const std::size_t bump = options_.bump ? std::max<std::size_t>(1, some()) : 0;
    const std::size_t lamp = options_.lamp ? std::max<std::size_t>(1, some()) : 0;
    const std::size_t laid = options_.telephone ? std::max<std::size_t>(1, some()) : script_.size();
    for (std::size_t i = 1; i < script_.size(); ++i) {
      if (i == bump) suffer(Mishap::Bump);
      if (i == lamp) suffer(Mishap::Lamp);
      if (i == laid || i == laid + kTelephoneStays) telephone();
      if (options_.shades > 0 && random_.chance(options_.shades)) passBy();
      play(script_[i == 1 ? 0 : i - 2].pieces, script_[i - 1], script_[i]);
    }
    rest(1.6);
    moments_.pop_back();  // the one begun last has no frame of its own
    return std::move(moments_);
  }

 private:
  /// Players who share a side sit beside each other, clockwise; the mat is between them and the middle.
  Person seatPerson(int player) {
    const Side side = seat(player, options_.players);
    const cv::Point2d out = outwards(side);
    const cv::Point2d aside(-out.y, out.x);
    const bool ends = side == Side::Near || side == Side::Far;
    const double away = (ends ? options_.height : options_.width) / 2 + 497;
    int before = 0, together = 0;
    for (int other = 0; other < options_.players; ++other) {
      if (seat(other, options_.players) != side) continue;
      ++together;
      before += other < player;
    }
    const double along = together < 2 ? 0 : (before == 0 ? 1 : -1) * options_.width / 4;
    const double apart = random_.between(40, 170);
    Person person{out * away + aside * (along + apart),
                  random_.between(0.85, 1.15) * byDifficulty(options_.difficulty, 0.9, 1.0, 1.25),
                  out * away + aside * along, aside * apart, options_.people ? &options_.people->of(player) : nullptr};
    if (person.habits) person.haste = person.habits->tempo;
    return person;
  }

  Person& personOf(int player) { return people_[static_cast<std::size_t>(player)]; }
  const Person& personOf(int player) const { return people_[static_cast<std::size_t>(player)]; }
  double tempoOf(int player) const { return personOf(player).habits ? personOf(player).habits->tempo : 1; }
  double clock() const { return static_cast<double>(moments_.size()) / options_.framesPerSecond; }

  /// The table lies still meanwhile.
  void suffer(Mishap mishap) {
    now().mishaps.push_back(mishap);
    rest(random_.between(0.9, 1.6));
  }

  /// By the same player both times, at the right hand.
  void telephone() {
    if (!phone_) {
      const int player = random_.below(options_.players);
      const Side side = seat(player, options_.players);
      const cv::Point2d out = outwards(side), aside(-out.y, out.x);
      const bool ends = side == Side::Near || side == Side::Far;
      const double away = (ends ? options_.height : options_.width) / 2 + 60;
      const double along = random_.between(0.1, 0.35) * (ends ? options_.width : options_.height);
      phone_ = {player, TablePoint{out.x * away + aside.x * along, out.y * away + aside.y * along}};
    }
    const auto& [player, at] = *phone_;
    const SpacePoint target = reachOver(at, 10, Face::back(), player);
    now().mishaps.push_back(Mishap::Telephone);
    now().beside = at;
    linger(0.1, player, target, Grip::Carry);
    leave(player, target);
    rest(0.4);
  }

  void passBy() {
    const double y = random_.between(-120, 120), way = random_.chance(0.5) ? 1 : -1;
    const int count = frames(random_.between(1.5, 3.0));
    const double far = options_.width / 2 + 500;
    for (int i = 0; i <= count; ++i) {
      now().shade = TablePoint{way * far * (2.0 * i / count - 1), y};
      nextFrame();
    }
    rest(0.5);
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

  /// Between moves, after one of that player's.
  double pause(int player) {
    return random_.between(0.75, 1.35) * byDifficulty(options_.difficulty, 1.2, 1.0, 0.8) / tempoOf(player);
  }

  int actor(int event) const {
    const bool known = event >= 1 && event <= static_cast<int>(options_.actors.size());
    return known ? options_.actors[static_cast<std::size_t>(event - 1)] : options_.last;
  }

  void play(const std::vector<ScenePiece>& earlier, const LayoutLine& before, const LayoutLine& line) {
    maybeGesture();
    talk();
    if (line.aside) return setStraight(line);
    const int player = actor(line.event);
    if (wasUndone(before.event)) {
      const auto steps = stepsBetween(lying_, undone(earlier, before.pieces, line.pieces));
      for (const LayoutStep& step : steps) perform(step, actor(before.event));
      if (!steps.empty()) rest(random_.between(0.4, 0.9) / tempoOf(actor(before.event)));
    }
    for (const SceneHand& hand : line.hands) reachFor(hand);
    const auto steps = stepsOf(line, player);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool goes = std::none_of(steps[i].begin(), steps[i].end(), [](const auto& each) { return each.is; });
      perform(steps[i], goes && options_.lastActorTakes ? actor(std::max(1, line.event - 1)) : player);
      if (i + 1 == steps.size()) break;
      if (i == 0 && line.look) rest(random_.between(0.8, 2.5));
      const bool shows = options_.showsWhatIsCovered && covers(steps[i + 1], steps[i]);
      if (random_.chance(restsOf(player)) || shows) rest(random_.between(0.6, 1.2) / tempoOf(player));
      talk();
    }
    if (steps.empty() && line.hands.empty()) rest(0.5 + pause(player));
    if (lying_ != line.pieces) now().lying = lying_ = line.pieces;
    now().settled.push_back(line.event);
    rest(pause(player));
  }

  std::vector<LayoutStep> stepsOf(const LayoutLine& line, int player) {
    auto steps = stepsTo(line, lying_);
    const SeatHabits* habits = personOf(player).habits;
    if (habits && !line.look) steps = inOrder(std::move(steps), habits->order, random_);
    return steps;
  }

  double restsOf(int player) const {
    return personOf(player).habits ? personOf(player).habits->rests : options_.pauses;
  }

  /// Pieces that lie already are set straight, or the turn marker is laid.
  void setStraight(const LayoutLine& line) {
    const int player = line.aside->player;
    for (const LayoutStep& step : stepsTo(line, lying_))
      if (line.aside->lifted && step.front().was && step.front().is)
        carryOver(step, player);
      else
        perform(step, player);
    if (lying_ != line.pieces) now().lying = lying_ = line.pieces;
    rest(pause(player));
  }

  bool wasUndone(int event) const {
    return event >= 1 && event <= static_cast<int>(options_.applied.size()) &&
           !options_.applied[static_cast<std::size_t>(event - 1)];
  }

  void perform(const LayoutStep& step, int player) {
    const PieceChange& first = step.front();
    if (!first.is) {
      take(step, player);
    } else if (!first.was && step.size() > 1) {
      layBundle(step, player);
    } else if (!first.was) {
      lay(*first.is, player);
    } else if (isPush(step)) {
      push(step, player);
    } else {
      carryOver(step, player);
    }
  }

  /// Pieces that stay under what lies on them are not taken up.
  bool isPush(const LayoutStep& step) const {
    constexpr double kShort = 140;
    return std::all_of(step.begin(), step.end(), [](const PieceChange& each) {
      const TablePoint from = each.was->pose.at, to = each.is->pose.at;
      return each.was->face == each.is->face && each.was->layer == each.is->layer &&
             std::hypot(to.x - from.x, to.y - from.y) < kShort &&
             std::abs(turnBetween(each.was->pose.angle, each.is->pose.angle)) < 20;
    });
  }

  double directionTo(const Person& person, SpacePoint at) const {
    const double degrees = std::atan2(at.x - person.shoulder.x, at.y - person.shoulder.y) * 180 / std::numbers::pi;
    return degrees;
  }

  /// On the way from the shoulder to a place, but still out of sight.
  SpacePoint hidden(const Person& person, SpacePoint target) const {
    const cv::Point2d to(target.x, target.y), from = person.shoulder;
    const cv::Point2d way = (to - from) * (1 / std::max(1.0, cv::norm(to - from)));
    constexpr double kFarthest = 1700;
    SpacePoint at(to.x, to.y, person.habits ? person.habits->height : kOrdinaryHeight);
    while (options_.inSight(at) && std::hypot(at.x - to.x, at.y - to.y) < kFarthest)
      at -= SpacePoint(way.x * 15, way.y * 15, 0);
    return at;
  }

  /// A frame with the hand there.
  ArmState armAt(int player, SpacePoint at, Grip grip) const {
    ArmState arm{player, grip, at, direction_};
    if (personOf(player).habits) arm.left = left_;
    return arm;
  }

  /// From here on the arm keeps the direction in which it reaches that place.
  void aim(int player, SpacePoint at) {
    Person& person = personOf(player);
    if (person.habits) choose(person, at);
    direction_ = directionTo(person, at);
  }

  /// Which hand reaches there, and where it touches things this time.
  void choose(Person& person, SpacePoint at) {
    const SeatHabits& habits = *person.habits;
    left_ = habits.hand == Handedness::Left || (habits.hand == Handedness::Either && random_.chance(0.5));
    person.shoulder = person.middle + person.toRight * (left_ ? -1 : 1);
    const double along = habits.reachAlong + random_.normal(habits.reachSpread, 3 * habits.reachSpread);
    const double right = habits.reachRight + random_.normal(habits.reachSpread, 3 * habits.reachSpread);
    // Of the grip, beyond what is touched.
    const double gripAlong = along - kHandEndAlong, gripRight = right - (left_ ? -1 : 1) * kHandEndRight;
    const double way = directionTo(person, at) * std::numbers::pi / 180, s = std::sin(way), c = std::cos(way);
    grip_ = {s * gripAlong + c * gripRight, c * gripAlong - s * gripRight};
  }

  /// From the middle of what that player touches to the point between thumb and fingers of the hand.
  cv::Point2d gripFrom(int player, double direction) const {
    if (personOf(player).habits) return grip_;
    const double way = direction * std::numbers::pi / 180;
    return {-std::sin(way) * kGripToCentre, -std::cos(way) * kGripToCentre};
  }

  /// What the hand holds follows it.
  CarriedPiece held(const Load& load, const ArmState& arm, double t) const {
    const double s = smooth(t);
    const cv::Point2d grip = gripFrom(arm.player, arm.direction);
    const auto mix = [s](double a, double b) { return a + (b - a) * s; };
    ScenePiece carried = t < 0.5 ? load.from : load.to;
    carried.pose.at = {arm.at.x - grip.x + mix(load.off.x, load.offAfter.x),
                       arm.at.y - grip.y + mix(load.off.y, load.offAfter.y)};
    carried.pose.angle = load.angle + s * turnBetween(load.angle, load.angleAfter);
    return {carried, std::max(0.0, arm.at.z - kGripHeight) + load.lift};
  }

  /// Where the hand is when pieces lie about that point, the lowest of them in that layer.
  SpacePoint gripOf(TablePoint middle, int layer, const Face& face, int player) const {
    const cv::Point2d grip = gripFrom(player, directionTo(personOf(player), {middle.x, middle.y, 0}));
    return {middle.x + grip.x, middle.y + grip.y, kGripHeight + (std::max(1, layer) - 1) * options_.thickness(face)};
  }
  SpacePoint gripOf(const ScenePiece& piece, int player) const {
    return gripOf(piece.pose.at, piece.layer, piece.face, player);
  }

  template <class Draw>
  void move(double seconds, int player, Way way, Draw draw) {
    if (const SeatHabits* habits = personOf(player).habits) way.over *= habits->height / kOrdinaryHeight;
    // Longer ways are gone faster, but not in the same time.
    const double far = std::sqrt(std::max(1.0, cv::norm(way.to - way.from) / 450));
    const int count = frames(seconds * far / personOf(player).haste);
    for (int i = 1; i <= count; ++i) {
      const double t = static_cast<double>(i) / count;
      draw(way.at(t), t);
      nextFrame();
    }
  }

  void reach(double seconds, int player, const Way& way, Grip grip) {
    move(seconds, player, way, [&](SpacePoint at, double) { now().arms.push_back(armAt(player, at, grip)); });
  }

  void carry(double seconds, int player, const Way& way, const std::vector<Load>& loads) {
    move(seconds, player, way, [&](SpacePoint at, double t) {
      now().arms.push_back(armAt(player, at, Grip::Carry));
      for (const Load& load : loads) now().carried.push_back(held(load, now().arms.back(), t));
    });
  }

  void carry(double seconds, int player, const Way& way, const ScenePiece& piece, double turnFrom, double turnTo) {
    const double angle = piece.pose.angle;
    carry(seconds, player, way, {{piece, piece, {0, 0}, {0, 0}, angle + turnFrom, angle + turnTo}});
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
    const Person& person = personOf(player);
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
    putDown({piece});
    letGo(player, target);
  }

  /// Several pieces that were squared up in the hand.
  void layBundle(const LayoutStep& step, int player) {
    std::vector<ScenePiece> pieces;
    for (const PieceChange& each : step) pieces.push_back(*each.is);
    const TablePoint middle = middleOf(pieces);
    const int layer = lowestLayer(pieces);
    const double turn = random_.normal(30, 60);
    std::vector<Load> loads;
    for (const ScenePiece& piece : pieces) {
      const TablePoint off{piece.pose.at.x - middle.x, piece.pose.at.y - middle.y};
      loads.push_back({piece, piece, off, off, piece.pose.angle + turn, piece.pose.angle,
                       (std::max(1, piece.layer) - layer) * options_.thickness(piece.face)});
    }
    aim(player, {middle.x, middle.y, 0});
    const SpacePoint target = gripOf(middle, layer, pieces.front().face, player);
    const Person& person = personOf(player);
    carry(random_.between(0.55, 0.8), player, {hidden(person, target), target, 45}, loads);
    putDown(pieces);
    letGo(player, target);
  }

  void putDown(const std::vector<ScenePiece>& pieces) {
    for (const ScenePiece& piece : pieces) {
      std::erase_if(lying_, [&](const ScenePiece& p) { return p.id == piece.id; });
      lying_.push_back(piece);
    }
    now().lying = lying_;
  }

  void takeUp(const std::vector<ScenePiece>& pieces) {
    for (const ScenePiece& piece : pieces) std::erase_if(lying_, [&](const ScenePiece& p) { return p.id == piece.id; });
    now().lying = lying_;
  }

  void letGo(int player, SpacePoint target) {
    const SeatHabits* habits = personOf(player).habits;
    const double lingers = std::max(options_.lingers, habits ? habits->linger : 0);
    if (lingers > 0 && random_.chance(lingers)) {
      const double height = habits ? habits->height : kLingeringHeight;
      linger(random_.between(1.5, 4.0), player, target + SpacePoint(0, 0, height), Grip::Open);
    } else {
      linger(random_.chance(0.25) ? random_.between(0.3, 0.9) : 0.07, player, target, Grip::Carry);
    }
    leave(player, target);
  }

  void leave(int player, SpacePoint from) {
    const Person& person = personOf(player);
    const SpacePoint lifted = from + SpacePoint(0, 0, 26);
    reach(0.12, player, {from, lifted, 0}, Grip::Open);
    reach(random_.between(0.45, 0.65), player, {lifted, hidden(person, from), 25}, Grip::Open);
  }

  /// One piece, or several as a bundle that is squared up in the hand.
  void take(const LayoutStep& step, int player) {
    std::vector<ScenePiece> pieces;
    for (const PieceChange& each : step) pieces.push_back(*each.was);
    const TablePoint middle = middleOf(pieces);
    const int layer = lowestLayer(pieces);
    const double turn = random_.normal(30, 60);
    std::vector<Load> loads;
    for (const ScenePiece& piece : pieces) {
      const TablePoint off{piece.pose.at.x - middle.x, piece.pose.at.y - middle.y};
      loads.push_back({piece,
                       piece,
                       off,
                       {off.x * 0.15, off.y * 0.15},
                       piece.pose.angle,
                       piece.pose.angle + turn,
                       (std::max(1, piece.layer) - layer) * options_.thickness(piece.face)});
    }
    const SpacePoint target = reachOver(middle, layer, pieces.front().face, player);
    takeUp(pieces);
    const Person& person = personOf(player);
    carry(random_.between(0.55, 0.75), player, {target, hidden(person, target), 50}, loads);
    rest(random_.between(0.5, 0.9));
  }

  /// Out of nowhere to the place, and the fingers close.
  SpacePoint reachOver(TablePoint middle, int layer, const Face& face, int player) {
    aim(player, {middle.x, middle.y, 0});
    const SpacePoint target = gripOf(middle, layer, face, player);
    const Person& person = personOf(player);
    reach(random_.between(0.5, 0.7), player, {hidden(person, target), target, 40}, Grip::Open);
    linger(0.15, player, target, Grip::Carry);
    return target;
  }

  /// Pieces that lie elsewhere afterwards, or the other way up.
  void carryOver(const LayoutStep& step, int player) {
    std::vector<ScenePiece> before, after;
    for (const PieceChange& each : step) before.push_back(*each.was), after.push_back(*each.is);
    const TablePoint from = middleOf(before), to = middleOf(after);
    const int layer = lowestLayer(before);
    std::vector<Load> loads;
    for (std::size_t i = 0; i < before.size(); ++i)
      loads.push_back({before[i],
                       after[i],
                       {before[i].pose.at.x - from.x, before[i].pose.at.y - from.y},
                       {after[i].pose.at.x - to.x, after[i].pose.at.y - to.y},
                       before[i].pose.angle,
                       after[i].pose.angle,
                       (std::max(1, before[i].layer) - layer) * options_.thickness(before[i].face)});
    const SpacePoint start = reachOver(from, layer, before.front().face, player);
    takeUp(before);
    const SpacePoint target = gripOf(to, lowestLayer(after), after.front().face, player);
    // The arm comes round while it carries; it keeps the first direction on short ways.
    carry(random_.between(0.6, 0.9), player, {start, target, 45}, loads);
    putDown(after);
    letGo(player, target);
  }

  /// What is pushed stays on the table, under what lies on it.
  void push(const LayoutStep& step, int player) {
    std::vector<ScenePiece> before, after;
    for (const PieceChange& each : step) before.push_back(*each.was), after.push_back(*each.is);
    const TablePoint from = middleOf(before), to = middleOf(after);
    const int layer = before.back().layer;
    const SpacePoint start = reachOver(from, layer, before.front().face, player);
    const SpacePoint target = gripOf(to, layer, before.front().face, player);
    constexpr int kParts = 5;
    for (int part = 1; part <= kParts; ++part) {
      const double share = smooth(static_cast<double>(part) / kParts), last = smooth((part - 1.0) / kParts);
      for (std::size_t i = 0; i < before.size(); ++i) {
        const auto piece =
            std::find_if(lying_.begin(), lying_.end(), [&](const ScenePiece& p) { return p.id == before[i].id; });
        const TablePose &a = before[i].pose, &b = after[i].pose;
        piece->pose = {{a.at.x + share * (b.at.x - a.at.x), a.at.y + share * (b.at.y - a.at.y)},
                       a.angle + share * turnBetween(a.angle, b.angle)};
        if (part == kParts) *piece = after[i];
      }
      now().lying = lying_;
      reach(0.07, player, {mix(start, target, last), mix(start, target, share), 0}, Grip::Carry);
    }
    letGo(player, target);
  }

  /// A hand that leaves no trace: a card is taken off a pile that looks the same, or slipped under one.
  void reachFor(const SceneHand& hand) {
    if (hand.over) return hesitate(hand.player, *hand.over);
    const ScenePiece back = pieceAt(hand.from ? *hand.from : *hand.to);
    const Person& person = people_[static_cast<std::size_t>(hand.player)];
    if (hand.from) {
      const SpacePoint start = reachOver(*hand.from, back.layer + 1, back.face, hand.player);
      const SpacePoint end = hand.to ? gripOf(*hand.to, 1, back.face, hand.player) : hidden(person, start);
      carry(random_.between(0.5, 0.75), hand.player, {start, end, 50}, back, 0, random_.normal(20, 40));
      if (hand.to) leave(hand.player, end);
    } else {
      aim(hand.player, {hand.to->x, hand.to->y, 0});
      const SpacePoint target = gripOf(*hand.to, back.layer + 1, back.face, hand.player);
      carry(random_.between(0.55, 0.8), hand.player, {hidden(person, target), target, 45}, back, random_.normal(20, 40),
            0);
      leave(hand.player, target);
    }
    rest(random_.between(0.2, 0.5));
  }

  /// What a card taken there looks like: the topmost piece that lies there.
  ScenePiece pieceAt(TablePoint at) const {
    constexpr double kNear = 40;
    const ScenePiece* top = nullptr;
    for (const ScenePiece& piece : lying_)
      if (piece.layer > 0 && distance(piece.pose.at, at) < kNear && (!top || piece.layer >= top->layer)) top = &piece;
    ScenePiece card = top ? *top : ScenePiece{0, Face::back(), {at, 0}, 1, true};
    card.id = kCardInHand;
    return card;
  }

  /// A hand reaches for that place, stays a moment, and is drawn back without having touched anything.
  void hesitate(int player, TablePoint place) {
    const double height = personOf(player).habits ? personOf(player).habits->height : kOrdinaryHeight;
    aim(player, {place.x, place.y, 0});
    const cv::Point2d grip = gripFrom(player, direction_);
    const SpacePoint at(place.x + grip.x, place.y + grip.y, height * random_.between(0.3, 1.0));
    reach(random_.between(0.5, 0.7), player, {hidden(personOf(player), at), at, 30}, Grip::Open);
    linger(random_.between(0.2, 0.8), player, at, Grip::Open);
    reach(random_.between(0.45, 0.65), player, {at, hidden(personOf(player), at), 20}, Grip::Open);
    rest(random_.between(0.3, 0.8) / tempoOf(player));
  }

  double nextTalk(const Person& person) { return person.habits ? clock() + untilNextTalk(*person.habits, random_) : 0; }

  /// Whoever talks with the hands does so when it is time.
  void talk() {
    for (int player = 0; player < options_.players; ++player) {
      Person& person = personOf(player);
      if (!person.habits || person.habits->talks <= 0) continue;
      for (; clock() >= person.talksAt; person.talksAt = nextTalk(person)) gesture(player);
    }
  }

  /// Now and then somebody points at something, or an arm goes over the board for no reason of the game.
  void maybeGesture() {
    const double often = options_.people ? 0.0 : byDifficulty(options_.difficulty, 0.0, 0.07, 0.18);
    if (random_.chance(often)) gesture(random_.below(options_.players));
  }

  void gesture(int player) {
    const Person& person = personOf(player);
    const double highest = person.habits ? std::max(20.0, person.habits->height) : 60;
    const SpacePoint at(random_.between(-0.4, 0.4) * options_.width, random_.between(-0.4, 0.4) * options_.height,
                        random_.between(12, highest));
    aim(player, at);
    const Grip grip = random_.chance(0.7) ? Grip::Point : Grip::Open;
    reach(random_.between(0.5, 0.8), player, {hidden(person, at), at, 40}, grip);
    linger(random_.between(0.2, 1.0), player, at, grip);
    reach(random_.between(0.5, 0.8), player, {at, hidden(person, at), 40}, grip);
    rest(pause(player));
  }

  /// From the grip to the middle of what is held, and from the lower side of it up to the grip, mm.
  static constexpr double kGripToCentre = 12.0, kGripHeight = 4.0;
  /// Of a hand that comes or goes, and of one that stays where it has laid something, mm.
  static constexpr double kOrdinaryHeight = 70, kLingeringHeight = 12;
  /// Events until somebody looks at the telephone again.
  static constexpr std::size_t kTelephoneStays = 6;
  /// The id of a card that lies nowhere.
  static constexpr int kCardInHand = -1000;

  const std::vector<LayoutLine>& script_;
  const ChoreographyOptions& options_;
  Random random_;
  std::vector<Person> people_;
  double direction_ = 0;
  /// Of the reach under way, by people who have habits.
  bool left_ = false;
  cv::Point2d grip_;
  std::optional<std::pair<int, TablePoint>> phone_;
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
