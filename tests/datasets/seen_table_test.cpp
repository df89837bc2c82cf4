#include "datasets/scene/seen_table.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "datasets/scene/card_table.h"
#include "datasets/scene/habits.h"
#include "datasets/scene/layout_steps.h"
#include "datasets/scene/script.h"

using namespace octo;
using namespace octo::datasets;

namespace {

LayoutLine column(int arms) {
  CardTable table(GameId::Oct8, 2, Random(5));
  const Place field = table.place("p0.field");
  table.lay(Face("head:red"), field.pose(0, 80), 100);
  for (int i = 1; i <= arms; ++i) table.lay(Face("red:" + std::to_string(i)), field.pose(0, 80 - 22 * i), 100);
  return table.line(0);
}

/// A head and arms below it, so many cards.
std::vector<int> layOctopus(CardTable& table, const Place& place, int cards) {
  std::vector<int> octopus;
  for (int i = 0; i < cards; ++i)
    octopus.push_back(table.lay(Face(i == 0 ? "head:red" : "red:1"), place.pose(0, 80 - 22 * i)));
  return octopus;
}

void carry(CardTable& table, const std::vector<int>& octopus, const Place& to) {
  for (std::size_t i = 0; i < octopus.size(); ++i)
    table.move(octopus[i], to.pose(0, 80 - 22.0 * static_cast<double>(i)));
}

const SeenPiece* find(const Observation& observation, const std::string& face) {
  const auto found = std::find_if(observation.pieces.begin(), observation.pieces.end(),
                                  [&](const SeenPiece& piece) { return piece.face() == Face(face); });
  return found == observation.pieces.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("a covered card shows what the next one leaves of it, a squared-up pile only its top") {
  const auto& edition = vision::printEdition(GameId::Oct8);
  Random random(1);
  const Observation seen = seenTable(column(3), edition, {}, random);
  REQUIRE(seen.pieces.size() == 4);
  REQUIRE(find(seen, "red:3"));
  CHECK(find(seen, "red:3")->visible == 1.0);
  CHECK(find(seen, "red:2")->visible == Approx(22.0 / 88).margin(0.06));
  CHECK(find(seen, "head:red")->visible == Approx(22.0 / 88).margin(0.06));

  CardTable pile(GameId::Oct8, 2, Random(5));
  for (int i = 1; i <= 3; ++i) pile.lay(Face("red:" + std::to_string(i)), pile.place("discard").pose(0, 0), 100);
  const Observation top = seenTable(pile.line(0), edition, {}, random);
  REQUIRE(top.pieces.size() == 1);
  CHECK(top.pieces.front().face() == Face("red:3"));
}

TEST_CASE("what shows its back is a back, and eyes fail as often as they are said to") {
  const auto& edition = vision::printEdition(GameId::Oct8);
  Random random(1);
  CardTable table(GameId::Oct8, 2, Random(5));
  table.lay(Face("head:back"), table.place("heads").pose(0, 0));
  CHECK(seenTable(table.line(0), edition, {}, random).pieces.front().face() == Face::back());

  const LayoutLine line = column(2);
  int unread = 0, wrong = 0, pieces = 0;
  constexpr int kLooks = 1000;
  double farthest = 0;
  for (int look = 0; look < kLooks; ++look) {
    const Eyesight eyes{.unread = 0.1, .misread = 0.05, .missed = 0.2, .offMm = 1};
    for (const SeenPiece& piece : seenTable(line, edition, eyes, random).pieces) {
      ++pieces;
      unread += piece.face().isUnknown();
      const auto true_ = std::find_if(line.pieces.begin(), line.pieces.end(), [&](const ScenePiece& each) {
        return std::hypot(each.pose.at.x - piece.pose.at.x, each.pose.at.y - piece.pose.at.y) < 10;
      });
      REQUIRE(true_ != line.pieces.end());
      wrong += !piece.face().isUnknown() && piece.face() != true_->face;
      farthest = std::max(farthest, std::abs(piece.pose.at.x - true_->pose.at.x));
    }
  }
  CHECK(pieces == Approx(3 * 0.8 * kLooks).epsilon(0.05));
  CHECK(unread == Approx(0.1 * pieces).epsilon(0.25));
  CHECK(wrong == Approx(0.9 * 0.05 * pieces).epsilon(0.3));
  CHECK(farthest > 2);
}

TEST_CASE("how a piece was seen lasts while it shows the same, and as often as it is said to") {
  const auto& edition = vision::printEdition(GameId::Oct8);
  Random random(3);
  LayoutLine line = column(2);
  constexpr int kGames = 400;
  int missed = 0, missedAgain = 0, missedMoved = 0;
  for (int game = 0; game < kGames; ++game) {
    const Eyesight eyes{.missed = 0.2, .lasts = 0.9};
    SeenBefore before;
    const auto wasMissed = [&] { return before.pieces.at(line.pieces.back().id).reading.empty(); };
    seenTable(line, edition, eyes, random, {}, before);
    if (!wasMissed()) continue;
    ++missed;
    seenTable(line, edition, eyes, random, {}, before);
    if (!wasMissed()) continue;
    ++missedAgain;
    line.pieces.back().pose.at.x += 1;
    seenTable(line, edition, eyes, random, {}, before);
    missedMoved += wasMissed();
  }
  CHECK(missed == Approx(0.2 * kGames).epsilon(0.25));
  CHECK(missedAgain == Approx(0.92 * missed).epsilon(0.1));
  CHECK(missedMoved < 0.4 * missedAgain);
}

TEST_CASE("hands are those of whoever changes something, and of the line") {
  LayoutLine before = column(2), after = before;
  const ScenePiece gone = after.pieces.back();
  after.pieces.pop_back();
  after.hands.push_back({0, TablePoint{200, 0}, std::nullopt});
  const auto forearms = forearmTracks(before, after, 1, 2);
  REQUIRE(forearms.size() == 2);
  CHECK(forearms[0].from == Side::Far);
  CHECK(forearms[0].reached == gone.pose.at);
  CHECK(forearms[1].from == Side::Near);
  CHECK(forearmTracks(before, before, 1, 2).empty());
}

TEST_CASE("a hand that comes twice is two forearms in that order, unless it ends about where it did before") {
  const LayoutLine before = column(2);
  LayoutLine after = before;
  const TablePoint far{40, 0}, near{-120, -90}, besideFar{70, -10};
  for (const TablePoint at : {far, near}) after.hands.push_back({0, at, std::nullopt});
  const auto reached = [](const std::vector<ForearmTrack>& forearms) {
    std::vector<TablePoint> all;
    for (const ForearmTrack& each : forearms) all.push_back(each.reached);
    return all;
  };
  CHECK(reached(forearmTracks(before, after, 1, 2)) == std::vector{far, near});
  after.hands.push_back({0, besideFar, std::nullopt});
  CHECK(reached(forearmTracks(before, after, 1, 2)) == std::vector{near, far});
}

TEST_CASE("a hand that goes from one place to another is one forearm, which ends where it reached farthest") {
  const LayoutLine before = column(2);
  LayoutLine after = before;
  after.hands.push_back({0, TablePoint{40, -90}, TablePoint{-120, 20}});
  const auto forearms = forearmTracks(before, after, 1, 2);
  REQUIRE(forearms.size() == 1);
  CHECK(forearms.front().reached == TablePoint{-120, 20});
}

TEST_CASE("a game is seen event by event, the same way for the same seed, and half-way where it is asked for") {
  const auto record = playGame(GameId::Octagone, 4, {2, 0.2});
  const auto script = layOut(record, 4);
  const auto looks = seenScript(record, script, {.unread = 0.1, .offMm = 2}, Random(4));
  CHECK(looks.size() == script.size());
  for (std::size_t i = 0; i < looks.size(); ++i) CHECK(looks[i].event == script[i].event);
  const auto again = seenScript(record, script, {.unread = 0.1, .offMm = 2}, Random(4));
  CHECK(looks.back().observation.pieces.front().pose == again.back().observation.pieces.front().pose);
  const auto more = seenScript(record, script, {.between = 1}, Random(4));
  CHECK(more.size() > script.size());
  for (std::size_t i = 1; i < more.size(); ++i) {
    CHECK(more[i].observation.time > more[i - 1].observation.time);
    CHECK(more[i].event >= more[i - 1].event);
  }
}

TEST_CASE("what the next card of an override covers is always seen, and a card drawn before it is laid") {
  int overrides = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto record = playGame(GameId::Octal, seed, {3, 0.0});
    const auto looks = seenScript(record, layOut(record, seed), {.between = 0}, Random(seed));
    for (std::size_t n = 0; n < record.events.size(); ++n) {
      if (record.events[n].action != "override") continue;
      ++overrides;
      for (const Json& card : record.events[n].fields["cards"]) {
        const auto shows = [&](const ScriptLook& look) {
          const auto& pieces = look.observation.pieces;
          return (look.event == static_cast<int>(n) || look.event == static_cast<int>(n) + 1) &&
                 std::any_of(pieces.begin(), pieces.end(),
                             [&](const SeenPiece& piece) { return piece.face() == Face(card.get<std::string>()); });
        };
        CHECK(std::any_of(looks.begin(), looks.end(), shows));
      }
    }
  }
  CHECK(overrides > 0);
}

TEST_CASE("steps make one layout out of the other, piles going as one") {
  CardTable table(GameId::Oct8, 2, Random(5));
  const Place discard = table.place("discard"), field = table.place("p0.field");
  const int below = table.lay(Face("red:1"), discard.pose(0, 0)), above = table.lay(Face("red:2"), discard.pose(0, 0));
  const int one = table.lay(Face("blue:1"), field.pose(0, 0)), two = table.lay(Face("blue:2"), field.pose(0, -22));
  const auto before = table.line(0).pieces;
  table.remove(below);
  table.remove(above);
  table.push(one, 40, 0, 0);
  table.push(two, 40, 1, 1);
  table.lay(Face("green:1"), discard.pose(0, 0));
  const auto after = table.line(1).pieces;
  const auto steps = stepsBetween(before, after);
  REQUIRE(steps.size() == 3);
  CHECK(steps[0].size() == 2);
  CHECK(steps[1].size() == 2);
  auto pieces = before;
  for (const LayoutStep& step : steps) apply(pieces, step);
  CHECK(stepsBetween(pieces, after).empty());
}

TEST_CASE("what was taken back is told apart from what came next") {
  CardTable table(GameId::Oct8, 2, Random(5));
  const Place field = table.place("p0.field");
  const auto earlier = table.line(0).pieces;
  const int wrong = table.lay(Face("red:1"), field.pose(0, 0));
  const auto now = table.line(1).pieces;
  table.remove(wrong);
  table.lay(Face("blue:1"), field.pose(0, 0));
  const auto next = table.line(2).pieces;
  CHECK(undone(earlier, now, next) == earlier);
}

TEST_CASE("an octopus whose cards lie crookedly is carried as one, and cards exchanged between two are not") {
  const Habits untidy = parseHabits("[[seat]]\nneatness_mm = 7\nneatness_deg = 8\n", "untidy");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CardTable table(GameId::Oct8, 2, Random(seed), &untidy);
    const Place slot = table.place("s2"), field = table.place("p1.field");
    const std::vector<int> octopus = layOctopus(table, slot, 5);
    const auto before = table.line(0).pieces;
    carry(table, octopus, field);
    const auto carried = table.line(1).pieces;
    CHECK(stepsBetween(before, carried).size() == 1);
    const int other = table.lay(Face("blue:2"), table.place("p0.field").pose(0, 80));
    const auto both = table.line(2).pieces;
    table.move(other, field.pose(0, 80 - 22 * 4));
    table.move(octopus[4], table.place("p0.field").pose(0, 80));
    CHECK(stepsBetween(both, table.line(3).pieces).size() == 2);
  }
}

TEST_CASE("an octopus that gets its last arms gets them where it lies, and is carried over with them as one") {
  CardTable table(GameId::Oct8, 2, Random(5));
  const Place slot = table.place("s2"), field = table.place("p1.field");
  const std::vector<int> octopus = layOctopus(table, slot, 3);
  const auto before = table.line(0).pieces;
  carry(table, octopus, field);
  table.lay(Face("red:5"), field.pose(0, 80 - 66));
  table.lay(Face("blue:1"), field.pose(0, 80 - 88));
  const auto after = table.line(1).pieces;
  const auto steps = stepsBetween(before, after);
  REQUIRE(steps.size() == 3);
  CHECK(steps[2].size() == 5);
  // Laid below the arms that lay there, in their own direction.
  const TablePoint meant = slot.at(0, 80 - 66);
  CHECK(std::hypot(steps[0][0].is->pose.at.x - meant.x, steps[0][0].is->pose.at.y - meant.y) < 20);
  auto pieces = before;
  for (const LayoutStep& step : steps) apply(pieces, step);
  CHECK(stepsBetween(pieces, after).empty());
}
