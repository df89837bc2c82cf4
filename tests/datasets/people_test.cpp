// What each habit of a profile does to a scene: two profiles that differ in nothing else, without pictures.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_steps.h"
#include "datasets/scene/script.h"
#include "datasets/scene/seen_table.h"
#include "tests/datasets/choreographed.h"
#include "tracker/follow/follower.h"
#include "tracker/follow/turn_marker.h"

using namespace octo;
using namespace octo::datasets;

namespace {

constexpr std::array kAllGames{GameId::Octagone, GameId::Octal, GameId::Oct8, GameId::Octa};

/// Nothing that is left to chance but the place of each reach.
SeatHabits calm() {
  SeatHabits seat;
  seat.reachSpread = 0;
  seat.rests = 0;
  seat.hesitation = seat.correction = seat.linger = seat.tidies = seat.talks = 0;
  return seat;
}

template <class Change>
SeatHabits calmBut(const Change& change) {
  SeatHabits seat = calm();
  change(seat);
  return seat;
}

/// A whole game by people who all have these habits.
struct Played {
  tracker::Record record;
  std::vector<LayoutLine> lines;
  std::vector<Moment> moments;

  Played(GameId game, const SeatHabits& seat, std::uint64_t seed = 3, double breaches = 0) {
    const Habits people({seat});
    record = playGame(game, seed, {0, breaches});
    lines = layOut(record, seed, people);
    ChoreographyOptions options = optionsFor(record);
    options.people = people;
    moments = choreograph(lines, options, Random(seed));
  }
};

ScenePiece cardAt(int id, const char* face, double x, double y, int layer = 1) {
  return {id, Face(face), {{x, y}, 0}, layer, true};
}

/// Player 0 lays these one after the other, in one event.
std::vector<Moment> laidBy(const SeatHabits& seat, const std::vector<ScenePiece>& pieces, std::uint64_t seed = 1) {
  ChoreographyOptions options;
  options.actors = {0};
  options.people = Habits({seat});
  return choreograph({{0, {}}, {1, pieces}}, options, Random(seed));
}

/// The ids in the order in which they are first seen to lie.
std::vector<int> orderOf(const std::vector<Moment>& moments) {
  std::vector<int> order;
  for (const Moment& moment : moments)
    for (const ScenePiece& piece : moment.lying.value_or(std::vector<ScenePiece>{}))
      if (std::find(order.begin(), order.end(), piece.id) == order.end()) order.push_back(piece.id);
  return order;
}

/// The arm in the frame in which the only piece comes to lie.
ArmState armAtPiece(const std::vector<Moment>& moments) {
  for (std::size_t k = 1; k < moments.size(); ++k)
    if (moments[k].lying && !moments[k].lying->empty()) return moments[k - 1].arms.front();
  FAIL("nothing was laid");
  return {};
}

/// How far the arm's grip is beyond a place, along the arm and to its right.
std::pair<double, double> beyondPlace(const ArmState& arm, TablePoint place) {
  const double way = arm.direction * std::numbers::pi / 180, x = arm.at.x - place.x, y = arm.at.y - place.y;
  return {x * std::sin(way) + y * std::cos(way), x * std::cos(way) - y * std::sin(way)};
}

/// How often an arm comes into an empty scene.
int arrivalsIn(const std::vector<Moment>& moments) {
  int count = 0;
  for (std::size_t k = 1; k < moments.size(); ++k) count += moments[k - 1].arms.empty() && !moments[k].arms.empty();
  return count;
}

std::size_t framesWithArms(const std::vector<Moment>& moments) {
  return static_cast<std::size_t>(
      std::count_if(moments.begin(), moments.end(), [](const Moment& moment) { return !moment.arms.empty(); }));
}

int idleHands(const std::vector<LayoutLine>& lines) {
  int count = 0;
  for (const LayoutLine& line : lines)
    count += static_cast<int>(std::count_if(line.hands.begin(), line.hands.end(),
                                            [](const SceneHand& hand) { return hand.over.has_value(); }));
  return count;
}

std::vector<LayoutLine> linesOf(GameId game, const SeatHabits& seat, std::uint64_t seed = 3, double breaches = 0.1) {
  return layOut(playGame(game, seed, {0, breaches}), seed, Habits({seat}));
}

std::size_t asidesIn(const std::vector<LayoutLine>& lines) {
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(), [](const LayoutLine& line) { return line.aside.has_value(); }));
}

/// The pieces of which the line changes the pose.
std::vector<int> movedBy(const LayoutLine& before, const LayoutLine& line) {
  std::vector<int> ids;
  for (const ScenePiece& piece : line.pieces)
    for (const ScenePiece& was : before.pieces)
      if (was.id == piece.id && !(was.pose == piece.pose)) ids.push_back(piece.id);
  return ids;
}

/// How far pieces lie from where people without any untidiness lay them: root mean square, mm and degrees.
std::pair<double, double> untidiness(GameId game, const SeatHabits& seat) {
  const auto exact = linesOf(game, calmBut([](SeatHabits& each) { each.neatnessMm = each.neatnessDegrees = 0; }));
  const auto lines = linesOf(game, seat);
  double mm = 0, degrees = 0;
  int count = 0;
  for (std::size_t k = 0; k < lines.size(); ++k)
    for (const ScenePiece& piece : lines[k].pieces)
      for (const ScenePiece& meant : exact[k].pieces) {
        // Which way the Lady faces is left to chance.
        if (meant.id != piece.id || piece.layer == 0 || piece.face == Face("shield:lady")) continue;
        mm += std::pow(distance(meant.pose.at, piece.pose.at), 2);
        degrees += std::pow(std::remainder(meant.pose.angle - piece.pose.angle, 360.0), 2);
        ++count;
      }
  return {std::sqrt(mm / count), std::sqrt(degrees / count)};
}

std::vector<ScriptLook> looksAt(const Played& game, const SeatHabits& seat, Eyesight eyes = {}) {
  return seenScript(game.record, game.lines, eyes, Random(5), Habits({seat}));
}

}  // namespace

TEST_CASE("a left hand comes from the left, a right hand from the right, and some people use either") {
  const std::vector<ScenePiece> piece{cardAt(1, "5H", 0, 0)};
  const ArmState right = armAtPiece(laidBy(calm(), piece));
  const ArmState left = armAtPiece(laidBy(calmBut([](auto& seat) { seat.hand = Handedness::Left; }), piece));
  CHECK(right.left == false);
  CHECK(left.left == true);
  // Player 0 sits at the near side: an arm from the right points to the left.
  CHECK(right.direction < -1);
  CHECK(left.direction > 1);
  std::set<bool> both;
  const Played game(GameId::Octagone, calmBut([](auto& seat) { seat.hand = Handedness::Either; }));
  for (const Moment& moment : game.moments)
    for (const ArmState& arm : moment.arms) both.insert(arm.left.value());
  CHECK(both.size() == 2);
}

TEST_CASE("a hand ends as far beyond what it touches as its owner reaches, with that spread") {
  const std::vector<ScenePiece> piece{cardAt(1, "5H", 40, 30)};
  const auto at = [&](double along, double right) {
    return beyondPlace(
        armAtPiece(laidBy(calmBut([&](auto& seat) { seat.reachAlong = along, seat.reachRight = right; }), piece)),
        {40, 30});
  };
  const auto ordinary = at(60, 10), farther = at(100, 10), aside = at(60, 35);
  CHECK(farther.first - ordinary.first == Approx(40).margin(0.5));
  CHECK(farther.second == Approx(ordinary.second).margin(0.5));
  CHECK(aside.second - ordinary.second == Approx(25).margin(0.5));
  const auto spreadOf = [&](double spread) {
    double sum = 0, squares = 0;
    constexpr int kTimes = 60;
    for (std::uint64_t seed = 0; seed < kTimes; ++seed) {
      const auto moments = laidBy(calmBut([&](auto& seat) { seat.reachSpread = spread; }), piece, seed);
      const double along = beyondPlace(armAtPiece(moments), {40, 30}).first;
      sum += along, squares += along * along;
    }
    return std::sqrt(std::max(0.0, squares / kTimes - std::pow(sum / kTimes, 2)));
  };
  CHECK(spreadOf(0) < 0.5);
  CHECK(spreadOf(20) == Approx(20).epsilon(0.3));
}

TEST_CASE("what was carried lies where it is meant to lie, however far the hand reaches beyond it") {
  const ScenePiece piece = cardAt(1, "5H", 40, 30);
  const auto moments = laidBy(calmBut([](auto& seat) { seat.reachAlong = 120, seat.reachRight = -40; }), {piece});
  for (std::size_t k = 1; k < moments.size(); ++k) {
    if (!moments[k].lying || moments[k].lying->empty()) continue;
    REQUIRE(!moments[k - 1].carried.empty());
    CHECK(distance(moments[k - 1].carried.front().piece.pose.at, piece.pose.at) < 1);
  }
}

TEST_CASE("a hand is as high over the table as its owner holds it") {
  const auto highest = [](double height) {
    double z = 0;
    for (const Moment& moment : Played(GameId::Octagone, calmBut([&](auto& seat) { seat.height = height; })).moments)
      for (const ArmState& arm : moment.arms) z = std::max(z, arm.at.z);
    return z;
  };
  CHECK(highest(40) < 90);
  CHECK(highest(200) > 200);
}

TEST_CASE("quick people take less time for a game than slow ones") {
  const SeatHabits slow = calmBut([](auto& seat) { seat.tempo = 0.5; });
  const SeatHabits quick = calmBut([](auto& seat) { seat.tempo = 2; });
  const Played slowly(GameId::Octagone, slow), quickly(GameId::Octagone, quick);
  CHECK(static_cast<double>(slowly.moments.size()) > 2.5 * static_cast<double>(quickly.moments.size()));
  CHECK(looksAt(slowly, slow).back().observation.time > 3 * looksAt(quickly, quick).back().observation.time);
}

TEST_CASE("after the steps of a move the table lies still as often as its player rests") {
  const SeatHabits resting = calmBut([](auto& seat) { seat.rests = 1; });
  const Played with(GameId::Oct8, resting), without(GameId::Oct8, calm());
  CHECK(with.moments.size() > without.moments.size());
  CHECK(looksAt(with, resting).size() > looksAt(without, calm()).size());
  // The eyes' own guess does not count where people are known.
  CHECK(looksAt(without, calm(), {.between = 1}).size() == looksAt(without, calm(), {.between = 0}).size());
}

TEST_CASE("the pieces of a move are laid in their player's order, but none before what it lies on") {
  const std::vector<ScenePiece> apart{cardAt(1, "5H", -200, 0), cardAt(2, "6H", 0, 0), cardAt(3, "7H", 200, 0)};
  const auto with = [](LayingOrder order) { return calmBut([&](auto& seat) { seat.order = order; }); };
  CHECK(orderOf(laidBy(with(LayingOrder::Natural), apart)) == std::vector{1, 2, 3});
  CHECK(orderOf(laidBy(with(LayingOrder::Reversed), apart)) == std::vector{3, 2, 1});
  std::set<std::vector<int>> orders;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    orders.insert(orderOf(laidBy(with(LayingOrder::Shuffled), apart, seed)));
  CHECK(orders.size() == 6);
  const std::vector<ScenePiece> piled{cardAt(1, "5H", 0, 0), cardAt(2, "6H", 1, 1, 2), cardAt(3, "7H", 200, 0)};
  CHECK(orderOf(laidBy(with(LayingOrder::Reversed), piled)) == std::vector{3, 1, 2});
}

TEST_CASE("cards that come off a pile are taken from its top, in whatever order people lay them") {
  const std::vector<ScenePiece> pile{cardAt(1, "5H", 0, 0, 1), cardAt(2, "6H", 2, 1, 2), cardAt(3, "7H", 1, 3, 3)};
  const std::vector<ScenePiece> filled{cardAt(3, "7H", 200, 0), cardAt(2, "6H", 300, 0), cardAt(1, "5H", 400, 0)};
  for (const LayingOrder order : {LayingOrder::Natural, LayingOrder::Reversed, LayingOrder::Shuffled})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Random random(seed);
      std::vector<int> taken;
      for (const LayoutStep& step : inOrder(stepsBetween(pile, filled), order, random))
        for (const PieceChange& change : step) taken.push_back(change.was->id);
      CHECK(taken == std::vector{3, 2, 1});
    }
}

TEST_CASE("a share of the reaches touches nothing") {
  const SeatHabits hesitant = calmBut([](auto& seat) { seat.hesitation = 0.5; });
  int idle = 0;
  double touching = 0;
  for (const GameId game : kAllGames) {
    const Played with(game, hesitant), without(game, calm());
    CHECK(idleHands(without.lines) == 0);
    idle += idleHands(with.lines);
    for (std::size_t n = 1; n < without.lines.size(); ++n)
      touching += static_cast<double>(without.lines[n].hands.size() +
                                      stepsBetween(without.lines[n - 1].pieces, without.lines[n].pieces).size());
    CHECK(arrivalsIn(with.moments) > arrivalsIn(without.moments));
    std::size_t seen = 0, others = 0;
    for (const ScriptLook& look : looksAt(with, hesitant)) seen += look.observation.forearms.size();
    for (const ScriptLook& look : looksAt(without, calm())) others += look.observation.forearms.size();
    CHECK(seen >= others);
  }
  CHECK(idle / (idle + touching) == Approx(0.5).margin(0.1));
}

TEST_CASE("a hand that hesitates changes nothing, and comes to the place it is said to be over") {
  const std::vector<ScenePiece> lying{cardAt(1, "5H", 0, 0)};
  ChoreographyOptions options;
  options.actors = {0};
  options.people = Habits({calm()});
  LayoutLine line{1, lying};
  line.hands.push_back({0, std::nullopt, std::nullopt, TablePoint{90, -60}});
  double nearest = 1e9;
  for (const Moment& moment : choreograph({{0, lying}, line}, options, Random(1))) {
    CHECK(moment.carried.empty());
    if (moment.lying) CHECK(*moment.lying == lying);
    for (const ArmState& arm : moment.arms) nearest = std::min(nearest, std::hypot(arm.at.x - 90, arm.at.y + 60));
  }
  CHECK(nearest < 40);
}

TEST_CASE("pieces are set straight, or lifted and laid again, later by whoever laid them badly") {
  const SeatHabits correcting = calmBut([](auto& seat) { seat.correction = 0.3; });
  std::size_t pushed = 0, lifted = 0;
  for (const GameId game : kAllGames) {
    INFO(name(game));
    CHECK(asidesIn(linesOf(game, calm())) == 0);
    const auto lines = linesOf(game, correcting);
    CHECK(asidesIn(lines) > 2);
    for (std::size_t k = 1; k < lines.size(); ++k) {
      if (!lines[k].aside) continue;
      (lines[k].aside->lifted ? lifted : pushed) += 1;
      CHECK(lines[k].event == lines[k - 1].event);
      CHECK(lines[k].pieces.size() == lines[k - 1].pieces.size());
      CHECK(movedBy(lines[k - 1], lines[k]).size() == 1);
    }
  }
  CHECK(pushed > 5);
  CHECK(lifted > 5);
}

TEST_CASE("hands stay over the table after a share of the steps") {
  const SeatHabits lingering = calmBut([](auto& seat) { seat.linger = 0.6; });
  const Played with(GameId::Octal, lingering), without(GameId::Octal, calm());
  CHECK(static_cast<double>(framesWithArms(with.moments)) > 1.3 * static_cast<double>(framesWithArms(without.moments)));
  const auto hiding = [](const std::vector<ScriptLook>& looks) {
    return std::count_if(looks.begin(), looks.end(), [](const auto& look) { return !look.observation.hidden.empty(); });
  };
  CHECK(hiding(looksAt(with, lingering)) > 10);
  CHECK(hiding(looksAt(without, calm())) == 0);
}

TEST_CASE("pieces lie as far off their places and angles as their player is untidy") {
  for (const GameId game : kAllGames) {
    INFO(name(game));
    const auto neat = untidiness(game, calmBut([](auto& seat) { seat.neatnessMm = 0.5, seat.neatnessDegrees = 0; }));
    const auto moved = untidiness(game, calmBut([](auto& seat) { seat.neatnessMm = 5, seat.neatnessDegrees = 0; }));
    const auto turned = untidiness(game, calmBut([](auto& seat) { seat.neatnessMm = 0.5, seat.neatnessDegrees = 6; }));
    CHECK(neat.first < 1.5);
    CHECK(moved.first > 3);
    CHECK(moved.second < 1);
    CHECK(turned.first < 1.5);
    CHECK(turned.second > 2);
  }
}

TEST_CASE("piles are squared and columns pushed together by whoever tidies") {
  const SeatHabits tidying = calmBut([](auto& seat) { seat.tidies = 1; });
  for (const GameId game : kAllGames) {
    INFO(name(game));
    const auto lines = linesOf(game, tidying);
    CHECK(asidesIn(lines) > 3);
    std::size_t together = 0;
    for (std::size_t k = 1; k < lines.size(); ++k) {
      if (!lines[k].aside) continue;
      together += movedBy(lines[k - 1], lines[k]).size() > 1;
      // In one go.
      CHECK(stepsTo(lines[k], lines[k - 1].pieces).size() == 1);
    }
    CHECK(together > 0);
  }
}

TEST_CASE("whoever talks has idle hands over the table so often a minute, in all games alike") {
  std::vector<LayoutLine> lines;
  std::vector<int> actors;
  for (int n = 0; n < 200; ++n) lines.push_back({n, {cardAt(1, "5H", 0, 0)}}), actors.push_back(0);
  const auto talked = [&](double talks) {
    ChoreographyOptions options;
    options.actors = actors;
    options.people = Habits({calmBut([&](auto& seat) { seat.talks = talks; })});
    const auto moments = choreograph(lines, options, Random(4));
    return 60 * options.framesPerSecond * arrivalsIn(moments) / static_cast<double>(moments.size());
  };
  CHECK(talked(0) == 0);
  // Both players talk.
  CHECK(talked(2) == Approx(4).epsilon(0.35));
  CHECK(talked(5) > talked(2));
  const SeatHabits talking = calmBut([](auto& seat) { seat.talks = 10; });
  const auto hands = [&](const SeatHabits& seat) {
    std::size_t count = 0;
    for (const ScriptLook& look : looksAt(Played(GameId::Octagone, seat), seat))
      count += look.observation.forearms.size();
    return count;
  };
  CHECK(hands(talking) > hands(calm()));
}

TEST_CASE("the turn marker is laid before whoever is in turn never, always or late") {
  for (const GameId game : kAllGames) {
    INFO(name(game));
    const auto record = playGame(game, 3, {0, 0.1});
    const int players = static_cast<int>(record.header.players.size());
    const tracker::TurnPlaces places(tracker::seededLayout(game, players));
    const auto markedWith = [&](MarksTurn marks) {
      std::map<std::string, int> counts;
      const auto lines = layOut(record, 3, Habits({calmBut([&](auto& seat) { seat.marksTurn = marks; })}));
      tracker::Match match(record.header);
      for (const LayoutLine& line : lines) {
        while (match.events() < line.event && match.events() < std::ssize(record.events))
          match.play(record.events[static_cast<std::size_t>(match.events())]);
        Observation seen;
        for (const ScenePiece& piece : line.pieces)
          if (piece.face == Face("turn")) seen.pieces.push_back({{{piece.face, 1.0}}, 1.0, piece.pose, 1.0});
        CHECK(seen.pieces.size() <= 1);
        counts["asides"] += line.aside.has_value();
        if (seen.pieces.empty() || match.over()) continue;
        ++counts["marked"];
        counts["right"] += places.markedIn(seen) == match.toMove();
      }
      return counts;
    };
    auto never = markedWith(MarksTurn::Never), always = markedWith(MarksTurn::Always),
         late = markedWith(MarksTurn::Late);
    CHECK(never["marked"] == 0);
    CHECK(always["marked"] > 5);
    CHECK(always["asides"] == 0);
    // In Oct8 a head may lie where the marker would.
    if (game != GameId::Oct8) CHECK(always["right"] > 0.85 * always["marked"]);
    CHECK(late["marked"] > 5);
    CHECK(late["asides"] > 2);
    CHECK(late["right"] * always["marked"] < always["right"] * late["marked"]);
  }
}

TEST_CASE("whatever people do, every event is seen done, at rest and as its line says") {
  SeatHabits wild;
  wild.hand = Handedness::Either;
  wild.order = LayingOrder::Shuffled;
  wild.hesitation = 0.3, wild.correction = 0.4, wild.linger = 0.2, wild.tidies = 0.5, wild.talks = 4;
  wild.neatnessMm = 8, wild.neatnessDegrees = 8;
  for (const MarksTurn marks : {MarksTurn::Always, MarksTurn::Late})
    for (const GameId game : kAllGames) {
      wild.marksTurn = marks;
      INFO(name(game));
      const Played played(game, wild, 4, 0.1);
      std::map<int, std::vector<std::vector<ScenePiece>>> expected;
      for (const LayoutLine& line : played.lines)
        if (!line.aside) expected[line.event].push_back(line.pieces);
      std::vector<ScenePiece> lying;
      int wrong = 0;
      std::set<int> settled;
      for (const Moment& moment : played.moments) {
        if (moment.lying) lying = *moment.lying;
        for (const int event : moment.settled) {
          settled.insert(event);
          const auto& lines = expected[event];
          wrong += !moment.arms.empty() || std::none_of(lines.begin(), lines.end(), [&](const auto& pieces) {
            return stepsBetween(lying, pieces).empty() && lying.size() == pieces.size();
          });
        }
      }
      CHECK(wrong == 0);
      CHECK(settled.size() >= played.record.events.size());
      int event = 0;
      for (const ScriptLook& look : looksAt(played, wild)) wrong += look.event < event, event = look.event;
      CHECK(wrong == 0);
    }
}

TEST_CASE("a script with asides and idle hands can be written and read again, and a broken one is refused") {
  SeatHabits seat;
  seat.correction = 0.5, seat.hesitation = 0.3;
  for (const LayoutLine& line : linesOf(GameId::Octa, seat))
    CHECK(LayoutLine::fromJson(line.toJson()).toJson() == line.toJson());
  const auto refused = [](const char* text) { CHECK_THROWS_AS(LayoutLine::fromJson(Json::parse(text)), Malformed); };
  refused(R"({"event":1,"pieces":[],"aside":{"player":0}})");
  refused(R"({"event":1,"pieces":[],"aside":{"player":-1,"lifted":true}})");
  refused(R"({"event":1,"pieces":[],"aside":[]})");
  refused(R"({"event":1,"pieces":[],"hands":[{"player":0,"over":[1]}]})");
  refused(R"({"event":1,"pieces":[],"hands":[{"player":0,"over":[1,2],"to":[1,2]}]})");
}
