#include "datasets/scene/seen_table.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "datasets/scene/footprint.h"
#include "datasets/scene/layout_steps.h"
#include "datasets/scene/zone_place.h"
#include "tracker/referee/match.h"
#include "tracker/vocabulary/layout.h"
#include "vision/settle/forearm_watcher.h"

namespace octo::datasets {
namespace {

/// Points across and down a piece at which it is looked whether something lies on it.
constexpr int kAcross = 9, kDown = 13;
/// Less of a piece is taken for nothing, or for the edge of the next: in sixty thousand pieces of rendered tables that
/// covered each other, the readers told of none that showed less.
constexpr double kSeen = 0.14;
constexpr double kSure = 0.97, kSureOfBack = 0.95, kSureOfArm = 0.999;
constexpr double kFramesPerSecond = 30, kSecondsOfStep = 1.6;

/// Faces of the same shape and size are taken for each other.
Face otherFace(const Face& face, const vision::Edition& edition, Random& random) {
  const vision::FaceArt& art = edition.art(face);
  std::vector<Face> others;
  for (const vision::FaceArt& each : edition.faces())
    if (each.shape == art.shape && each.widthMm == art.widthMm && each.face != face && each.copies > 0)
      others.push_back(each.face);
  return others.empty() ? Face::unknown() : random.pick(others);
}

std::vector<Candidate> readingOf(const ScenePiece& piece, const vision::Edition& edition, const Eyesight& eyes,
                                 Random& random) {
  if (showsBack(piece)) return {{Face::back(), kSureOfBack}};
  if (random.chance(eyes.unread)) return {{Face::unknown(), 0.6}, {piece.face, 0.2}};
  if (random.chance(eyes.misread)) {
    const double sure = random.between(0.5, 0.9);
    return {{otherFace(piece.face, edition, random), sure}, {piece.face, (1 - sure) / 2}};
  }
  return {{piece.face, kSure}};
}

TablePose poseOf(const TablePose& pose, double visible, const Eyesight& eyes, Random& random) {
  const double share = 2 - visible;
  const auto off = [&](double deviation) { return share * random.normal(deviation, 3 * deviation); };
  return {{pose.at.x + off(eyes.offMm), pose.at.y + off(eyes.offMm)}, wrapped(pose.angle + off(eyes.offDegrees))};
}

/// A forearm that comes over the table, touches things, and draws back.
struct Trip {
  int player;
  std::vector<TablePoint> touches;
};

/// The trips between the lines, in order.
std::vector<Trip> trips(const LayoutLine& before, const LayoutLine& after, std::optional<int> actor) {
  std::vector<Trip> list;
  if (actor)
    for (const LayoutStep& step : stepsBetween(before.pieces, after.pieces)) {
      Trip trip{*actor, {}};
      for (const PieceChange& change : step) {
        if (change.was) trip.touches.push_back(change.was->pose.at);
        if (change.is) trip.touches.push_back(change.is->pose.at);
      }
      list.push_back(std::move(trip));
    }
  for (const SceneHand& hand : after.hands) {
    Trip trip{hand.player, {}};
    for (const auto& at : {hand.from, hand.to, hand.over})
      if (at) trip.touches.push_back(*at);
    list.push_back(std::move(trip));
  }
  return list;
}

std::vector<ForearmTrack> merged(std::vector<ForearmTrack> forearms, const std::vector<ForearmTrack>& more) {
  for (const ForearmTrack& each : more) vision::addVisit(forearms, each);
  return forearms;
}

/// The forearms of those trips; of a hand that touches something `endsAt` says where it is seen to end.
template <class EndsAt>
std::vector<ForearmTrack> forearmsOf(const std::vector<Trip>& trips, int players, const EndsAt& endsAt) {
  std::vector<ForearmTrack> forearms;
  for (const Trip& trip : trips) {
    std::optional<ForearmTrack> farthest;
    for (const TablePoint at : trip.touches) {
      const ForearmTrack there{seat(trip.player, players), kSureOfArm, endsAt(trip.player, at)};
      farthest = farthest ? vision::farther(*farthest, there) : there;
    }
    if (farthest) vision::addVisit(forearms, *farthest);
  }
  return forearms;
}

/// The last of each side.
std::vector<ForearmTrack> lastOf(const std::vector<ForearmTrack>& forearms) {
  std::vector<ForearmTrack> last;
  for (const ForearmTrack& forearm : forearms) {
    std::erase_if(last, [&](const ForearmTrack& each) { return each.from == forearm.from; });
    last.push_back(forearm);
  }
  return last;
}

/// What a hand that reached there and the arm behind it hide, as somebody at that side sees it: straight towards them.
TableRect below(const ForearmTrack& forearm) {
  constexpr double kHalfArm = 45, kFingers = 25, kFar = 2000;
  const auto at = [&](double right, double up) {
    return pointOn({forearm.reached, angleFor(forearm.from)}, right, up);
  };
  const TablePoint a = at(-kHalfArm, -kFar), b = at(kHalfArm, -kFingers);
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

class Watcher {
 public:
  Watcher(const tracker::Record& record, const Eyesight& eyes, Random random, const std::optional<Habits>& people)
      : record_(record),
        players_(static_cast<int>(record.header.players.size())),
        edition_(vision::printEdition(record.header.game)),
        eyes_(eyes),
        random_(random),
        people_(people) {
    for (int player = 0; people_ && player < players_; ++player) talksAt_.push_back(nextTalk(player));
    tracker::Match match(record.header);
    for (const Event& event : record.events) applied_.push_back(match.play(event).applied);
    result_ = match.result();
  }

  std::vector<ScriptLook> run(const std::vector<LayoutLine>& script) {
    look(script.front(), script.front(), script.front().event, std::nullopt);
    for (std::size_t i = 1; i < script.size(); ++i) watch(script[i == 1 ? 0 : i - 2], script[i - 1], script[i]);
    return std::move(looks_);
  }

 private:
  /// Nobody's events are done by whoever acted before.
  std::optional<int> actorOf(int event) const {
    const int events = static_cast<int>(record_.events.size());
    if (event > events && events > 0) return lastActor(record_.header, result_, actorOf(events).value());
    for (int n = std::min(event, static_cast<int>(record_.events.size())); n > 0; --n)
      if (const auto& player = record_.events[static_cast<std::size_t>(n - 1)].player) return player;
    return record_.header.first;
  }

  void watch(const LayoutLine& earlier, const LayoutLine& before, const LayoutLine& after) {
    if (!notApplied(before.event)) return change(before, after);
    const std::optional<int> actor = actorOf(before.event);
    LayoutLine mended{before.event, undone(earlier.pieces, before.pieces, after.pieces)};
    const bool seen = mended.pieces.size() != before.pieces.size() && random_.chance(restsOf(actor));
    if (!seen) {
      pending_ = handsOf(before, mended, actor);
    } else {
      time_ += kSecondsOfStep / tempoOf(actor);
      look(before, mended, before.event, actor);
    }
    change(mended, after);
  }

  bool notApplied(int event) const {
    return event >= 1 && event <= static_cast<int>(applied_.size()) && !applied_[static_cast<std::size_t>(event - 1)];
  }

  void change(const LayoutLine& before, const LayoutLine& after) {
    const std::optional<int> actor = after.aside ? after.aside->player : actorOf(after.event);
    const std::vector<LayoutStep> steps = stepsOf(after, before.pieces, actor);
    LayoutLine half = before, done = after;
    half.hands.clear();
    half.look.reset();
    if (!steps.empty() && !after.hands.empty()) {  // those come first
      LayoutLine reached = half;
      reached.hands = std::exchange(done.hands, {});
      pass(half, reached, actor, false);
    }
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      const LayoutLine last = half;
      apply(half.pieces, steps[i]);
      lookPastArm(last, half, before.event, actor);
      pass(last, half, actor, showsWhatIsCovered(record_.header.game) && covers(steps[i + 1], steps[i]));
    }
    lookPastArm(half, done, before.event, actor);
    time_ += (kSecondsOfStep + random_.between(0.5, 1.5)) / tempoOf(actor);
    look(half, done, after.event, actor);
  }

  std::vector<LayoutStep> stepsOf(const LayoutLine& after, const std::vector<ScenePiece>& before,
                                  std::optional<int> actor) {
    auto steps = stepsTo(after, before);
    if (people_ && actor && !after.look) steps = inOrder(std::move(steps), people_->of(*actor).order, random_);
    return steps;
  }

  /// A step on the way; a rest follows now and then, or always where the step `shows` something.
  void pass(const LayoutLine& before, const LayoutLine& after, std::optional<int> actor, bool shows) {
    time_ += kSecondsOfStep / tempoOf(actor);
    if (random_.chance(restsOf(actor)) || shows)
      look(before, after, before.event, actor);
    else
      pending_ = merged(std::move(pending_), handsOf(before, after, actor));
  }

  void lookPastArm(const LayoutLine& before, const LayoutLine& after, int event, std::optional<int> actor) {
    const double lingers = people_ && actor ? people_->of(*actor).linger : 0;
    const double stays = 1 - (1 - eyes_.armStays) * (1 - lingers);
    if (stays == 0 || !random_.chance(stays)) return;
    time_ += kSecondsOfStep / tempoOf(actor);
    look(before, after, event, actor, true);
  }

  void look(const LayoutLine& before, const LayoutLine& after, int event, std::optional<int> actor,
            bool armsStay = false) {
    auto forearms = merged(std::exchange(pending_, {}), handsOf(before, after, actor));
    forearms = merged(std::move(forearms), talkingHands());
    std::erase_if(forearms, [&](const ForearmTrack&) { return random_.chance(eyes_.handMissed); });
    std::vector<TableRect> hidden;
    if (armsStay)
      for (const ForearmTrack& forearm : lastOf(forearms)) hidden.push_back(below(forearm));
    Observation observation = seenTable(after, edition_, eyes_, random_, hidden, before_);
    observation.forearms = std::move(forearms);
    observation.time = time_;
    observation.frame = static_cast<std::int64_t>(std::lround(time_ * kFramesPerSecond));
    looks_.push_back({std::move(observation), event});
  }

  // --- people ---

  double tempoOf(std::optional<int> player) const { return people_ && player ? people_->of(*player).tempo : 1; }
  double restsOf(std::optional<int> player) const {
    return people_ && player ? people_->of(*player).rests : eyes_.between;
  }

  std::vector<ForearmTrack> handsOf(const LayoutLine& before, const LayoutLine& after, std::optional<int> actor) {
    if (!people_) return forearmTracks(before, after, actor, players_);
    return forearmsOf(trips(before, after, actor), players_,
                      [this](int player, TablePoint at) { return handsEnd(player, at); });
  }

  /// Beyond what it touches, as that player reaches.
  TablePoint handsEnd(int player, TablePoint at) {
    const SeatHabits& habits = people_->of(player);
    const auto off = [&] { return random_.normal(habits.reachSpread, 3 * habits.reachSpread); };
    const double right = habits.reachRight + off(), along = habits.reachAlong + off();
    const bool left = habits.hand == Handedness::Left || (habits.hand == Handedness::Either && random_.chance(0.5));
    return pointOn({at, armAngle(player, at, left)}, right, along);
  }

  /// Of an arm that comes from its shoulder: degrees, clockwise from the table's y axis.
  double armAngle(int player, TablePoint at, bool left) const {
    constexpr double kShoulder = 105, kAway = 850;
    const TablePoint shoulder =
        pointOn({{0, 0}, angleFor(seat(player, players_))}, left ? -kShoulder : kShoulder, -kAway);
    return std::atan2(at.x - shoulder.x, at.y - shoulder.y) * 180 / std::numbers::pi;
  }

  double nextTalk(int player) { return time_ + untilNextTalk(people_->of(player), random_); }

  /// Of everybody whose forearms were over the table for nothing since the last look.
  std::vector<ForearmTrack> talkingHands() {
    std::vector<ForearmTrack> forearms;
    for (std::size_t player = 0; player < talksAt_.size(); ++player) {
      if (time_ < talksAt_[player]) continue;
      talksAt_[player] = nextTalk(static_cast<int>(player));
      const TablePoint at{random_.between(-0.4, 0.4) * ground().widthMm,
                          random_.between(-0.4, 0.4) * ground().heightMm};
      vision::addVisit(forearms, {seat(static_cast<int>(player), players_), kSureOfArm, at});
    }
    return forearms;
  }

  const vision::FaceArt& ground() const { return edition_.art(edition_.ground(players_)); }

  const tracker::Record& record_;
  int players_;
  const vision::Edition& edition_;
  const Eyesight& eyes_;
  Random random_;
  const std::optional<Habits>& people_;
  /// When everybody talks with their hands the next time.
  std::vector<double> talksAt_;
  std::vector<bool> applied_;
  Result result_;
  double time_ = 1;
  SeenBefore before_;
  /// Arms that came since the last look, of a change that was not looked at.
  std::vector<ForearmTrack> pending_;
  std::vector<ScriptLook> looks_;
};

/// What can be seen of a piece.
struct InSight {
  /// 0 to 1.
  double share = 0;
  /// A strip shows from one of its sides to the other: that is what readers know a covered card by.
  bool strip = false;
};

std::map<int, InSight> inSight(const std::vector<ScenePiece>& pieces, const vision::Edition& edition,
                               const std::vector<TableRect>& hidden) {
  std::vector<Footprint> rooms;
  for (const ScenePiece& piece : pieces) rooms.push_back(footprintOf(piece, edition));
  std::map<int, InSight> all;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::vector<const Footprint*> above;
    for (std::size_t j = 0; j < pieces.size(); ++j)
      if (pieces[j].layer > pieces[i].layer && overlap(rooms[i], rooms[j])) above.push_back(&rooms[j]);
    std::vector<int> openAcross(kAcross, 0), openDown(kDown, 0);
    int open = 0;
    for (int x = 0; x < kAcross; ++x)
      for (int y = 0; y < kDown; ++y) {
        const TablePoint at = rooms[i].at((x + 0.5) / kAcross, (y + 0.5) / kDown);
        const auto covers = [&](const Footprint* room) { return room->contains(at); };
        const auto hides = [&](const TableRect& area) { return area.contains(at); };
        if (std::any_of(above.begin(), above.end(), covers) || std::any_of(hidden.begin(), hidden.end(), hides))
          continue;
        ++open, ++openAcross[static_cast<std::size_t>(x)], ++openDown[static_cast<std::size_t>(y)];
      }
    all[pieces[i].id] = {static_cast<double>(open) / (kAcross * kDown),
                         std::count(openAcross.begin(), openAcross.end(), kDown) > 0 ||
                             std::count(openDown.begin(), openDown.end(), kAcross) > 0};
  }
  return all;
}

}  // namespace

std::map<int, double> visibleShares(const std::vector<ScenePiece>& pieces, const vision::Edition& edition) {
  std::map<int, double> shares;
  for (const auto& [id, seen] : inSight(pieces, edition, {})) shares[id] = seen.share;
  return shares;
}

Observation seenTable(const LayoutLine& line, const vision::Edition& edition, const Eyesight& eyes, Random& random,
                      const std::vector<TableRect>& hidden, SeenBefore& before) {
  Observation observation;
  observation.hidden = hidden;
  SeenBefore now;
  const auto seen = inSight(line.pieces, edition, hidden);
  for (const ScenePiece& piece : line.pieces) {
    const auto [visible, strip] = seen.at(piece.id);
    if (piece.layer == 0 || visible < kSeen || !strip) continue;
    const auto was = before.pieces.find(piece.id);
    const bool same = was != before.pieces.end() && was->second.face == piece.face && was->second.pose == piece.pose &&
                      was->second.visible == visible;
    std::vector<Candidate> reading;
    if (same && eyes.lasts > 0 && random.chance(eyes.lasts))
      reading = was->second.reading;
    else if (!random.chance(eyes.missed))
      reading = readingOf(piece, edition, eyes, random);
    now.pieces.insert_or_assign(piece.id, SeenBefore::Piece{piece.face, piece.pose, visible, reading});
    if (!reading.empty())
      observation.pieces.push_back({std::move(reading), 1.0, poseOf(piece.pose, visible, eyes, random), visible});
  }
  before = std::move(now);
  return observation;
}

Observation seenTable(const LayoutLine& line, const vision::Edition& edition, const Eyesight& eyes, Random& random,
                      const std::vector<TableRect>& hidden) {
  SeenBefore nothing;
  return seenTable(line, edition, eyes, random, hidden, nothing);
}

std::vector<ForearmTrack> forearmTracks(const LayoutLine& before, const LayoutLine& after, std::optional<int> actor,
                                        int players) {
  return forearmsOf(trips(before, after, actor), players, [](int, TablePoint at) { return at; });
}

std::vector<ScriptLook> seenScript(const tracker::Record& record, const std::vector<LayoutLine>& script,
                                   const Eyesight& eyes, Random random, const std::optional<Habits>& people) {
  if (script.empty()) return {};
  return Watcher(record, eyes, random, people).run(script);
}

}  // namespace octo::datasets
