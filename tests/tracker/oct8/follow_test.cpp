#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "datasets/scene/oct8_script.h"
#include "datasets/scene/seen_table.h"
#include "tests/tracker/followed.h"
#include "tests/tracker/oct8/games.h"
#include "tracker/follow/follower.h"
#include "tracker/oct8/oct8_table.h"

using namespace octo;
using namespace octo::tracker;
using datasets::Eyesight;

namespace {

/// A game and what eyes see of it.
struct Seen {
  Record record;
  std::vector<datasets::ScriptLook> looks;
};

Seen seen(Record record, std::uint64_t seed, const Eyesight& eyes = {}) {
  const auto lines = datasets::layOutOct8(record, seed);
  auto looks = datasets::seenScript(record, lines, eyes, datasets::Random(seed).fork("eyes"));
  return {std::move(record), std::move(looks)};
}

Record played(std::uint64_t seed, double breaches) { return datasets::playOct8(seed, {2, breaches}); }

std::unique_ptr<Follower> following(const Seen& game) {
  auto follower = follow(game.record.header, seededLayout(GameId::Oct8, 2));
  for (const auto& look : game.looks) follower->observe(look.observation);
  follower->finish();
  return follower;
}

std::vector<std::string> lines(const std::vector<Event>& events) {
  std::vector<std::string> lines;
  for (const Event& event : events) lines.push_back(event.toJson().dump());
  return lines;
}

std::vector<std::string> lines(const Follower& follower) {
  std::vector<Event> events;
  for (const TrackedEvent& each : follower.events()) events.push_back(each.event);
  return lines(events);
}

Result resultOf(const Record& record) {
  Match match(record.header);
  for (const Event& event : record.events) match.play(event);
  return match.result();
}

}  // namespace

TEST_CASE("whole games of Oct8 are followed word for word, draws and ends of turns that leave no trace too") {
  for (const std::uint64_t seed : {900, 901}) {
    INFO("seed " << seed);
    const Seen game = seen(played(seed, 0), seed);
    const auto follower = following(game);
    CHECK(lines(*follower) == lines(game.record.events));
    CHECK(follower->result() == resultOf(game.record));
  }
}

TEST_CASE("a game of Oct8 with a breach is followed word for word, whether it stands or is taken back") {
  for (const std::uint64_t seed : {1, 4}) {
    INFO("seed " << seed);
    const Seen game = seen(played(seed, 0.1), seed);
    CHECK(lines(*following(game)) == lines(game.record.events));
  }
}

// What the engine does not tell right yet is marked, and fails once it does.
TEST_CASE("a move that rests show half done, some with an arm over the table, is one move") {
  const Seen game = seen(played(61003, 0), 61003, {.between = 1, .armStays = 0.4});
  const auto follower = following(game);
  CHECK(lines(*follower) == lines(game.record.events));
}

namespace {

using namespace tracker::oct8;

/// Player 0 takes a red octopus and a blue one and has the chip of two actions, player 1 a green one.
std::vector<Event> afterTwoOctopuses() {
  return {turnDraw(0, "green:3", "s1"), attach(0, {"red:5"}, "s1"),   refill(0, "s1", "green"), endTurn(0),
          turnDraw(1, "red:4", "s2"),   attach(1, {"green:4"}, "s2"), refill(1, "s2", "red"),   endTurn(1),
          turnDraw(0, "red:2", "s3"),   attach(0, {"blue:6"}, "s3"),  refill(0, "s3", "blue"),  endTurn(0)};
}

Seen playedOn(std::vector<Event> more, const Eyesight& eyes = {}) {
  Record record{tracker::oct8::header(), afterTwoOctopuses()};
  record.events.insert(record.events.end(), more.begin(), more.end());
  return seen(std::move(record), 7, eyes);
}

TablePoint middleOf(const char* zone) { return seededLayout(GameId::Oct8, 2).neededZone(zone).area.middle(); }

/// The uppermost pieces in a zone with that face.
std::vector<SeenPiece>::iterator pieceIn(Observation& seen, const char* zone, const char* face) {
  const TableRect area = seededLayout(GameId::Oct8, 2).neededZone(zone).area;
  const auto found = std::find_if(seen.pieces.begin(), seen.pieces.end(), [&](const SeenPiece& piece) {
    return piece.face().text() == face && area.contains(piece.pose.at);
  });
  REQUIRE(found != seen.pieces.end());
  return found;
}

/// Between that look and the next.
void addLookAfter(Seen& game, std::size_t events, const std::function<void(Observation&)>& change) {
  const auto next = std::find_if(game.looks.begin(), game.looks.end(),
                                 [&](const auto& look) { return look.event > static_cast<int>(events); });
  REQUIRE(next != game.looks.end());
  datasets::ScriptLook look = *std::prev(next);
  look.observation.time += 0.1;
  look.observation.forearms.clear();
  change(look.observation);
  game.looks.insert(next, std::move(look));
}

}  // namespace

TEST_CASE("a chip that is missed at one look was not spent and put back") {
  Seen game = playedOn({doing(1, "turn-draw", {{"card", "blue:2"}, {"to", "s1"}}),
                        doing(1, "draw", {{"from", {"deck", "deck"}}}), doing(1, "end-turn"),
                        doing(0, "turn-draw", {{"card", "red:1"}, {"to", "s3"}})});
  const std::size_t done = afterTwoOctopuses().size();
  addLookAfter(game, done - 1, [](Observation& seen) {
    seen.pieces.erase(pieceIn(seen, "p0.chips", "chip:2"));
    seen.forearms = {{Side::Near, 0.97, middleOf("p0.field")}};
  });
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("a head taken for an arm at one look is no card laid and taken back") {
  Seen game = playedOn({doing(1, "turn-draw", {{"card", "blue:2"}, {"to", "s1"}}),
                        doing(1, "draw", {{"from", {"deck", "deck"}}}), doing(1, "end-turn"),
                        doing(0, "turn-draw", {{"card", "red:1"}, {"to", "s3"}})});
  addLookAfter(game, afterTwoOctopuses().size() + 2, [](Observation& seen) {
    pieceIn(seen, "s3", "head:blue")->faces = {{Face("green:8"), 0.7}, {Face("head:blue"), 0.15}};
    seen.forearms = {{Side::Far, 0.97, middleOf("s3")}};
  });
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("what a move half done explains does not excuse what nothing explains") {
  // Player 0 lays too much, takes it back, draws, and makes the octopus whole that player 1 added to.
  const Seen game = playedOn({doing(1, "turn-draw", {{"card", "blue:2"}, {"to", "s1"}}),
                              doing(1, "attach", {{"cards", {"red:5"}}, {"to", "s2"}}), doing(1, "end-turn"),
                              doing(0, "turn-draw", {{"card", "red:1"}, {"to", "s3"}}),
                              takenBack(doing(0, "attach", {{"cards", {"red:2", "blue:7"}}, {"to", "s3"}})),
                              doing(0, "draw", {{"from", {"deck", "deck"}}}), doing(0, "chip"),
                              doing(0, "attach", {{"cards", {"green:6"}}, {"to", "s1"}}),
                              doing(0, "refill", {{"slot", "s1"}, {"head", "red"}}), doing(0, "end-turn")},
                             {.between = 1});
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE(
    "a setup of which one head is missed before the first move is put together with the looks at the first move") {
  Seen game = playedOn({}, {.between = 1});
  for (auto& look : game.looks)
    if (look.event == 0) look.observation.pieces.erase(pieceIn(look.observation, "s1", "head:red"));
  const auto follower = follow(withoutSetup(game.record.header), seededLayout(GameId::Oct8, 2));
  for (const auto& look : game.looks) follower->observe(look.observation);
  follower->finish();
  CHECK(follower->header().setup == game.record.header.setup);
  CHECK(lines(*follower) == lines(game.record.events));
}

namespace {

/// That event's hand was not seen.
void missHandsOf(Seen& game, std::size_t event) {
  for (auto& look : game.looks)
    if (look.event == static_cast<int>(event)) look.observation.forearms.clear();
}

}  // namespace

TEST_CASE("a chip is not spent before the action that everybody has, nor two actions for one attachment",
          "[!shouldfail]") {
  const std::size_t before = afterTwoOctopuses().size();
  Seen game = playedOn(
      {doing(1, "turn-draw", {{"card", "blue:2"}, {"to", "s1"}}), doing(1, "draw", {{"from", {"deck", "deck"}}}),
       doing(1, "end-turn"), doing(0, "turn-draw", {{"card", "red:2"}, {"to", "s3"}}),
       doing(0, "draw", {{"from", {"deck", "deck"}}}), doing(0, "chip"),
       doing(0, "attach", {{"cards", {"red:4", "blue:2"}}, {"to", "s2"}}), doing(0, "end-turn"),
       doing(1, "turn-draw", {{"card", "red:1"}, {"to", "s1"}})},
      {.between = 1});
  missHandsOf(game, before + 5);
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("one card laid and an arm at the deck, seen at one look, are the turn draw and two cards more") {
  const std::size_t before = afterTwoOctopuses().size();
  Seen game = playedOn({doing(1, "turn-draw", {{"card", "blue:2"}, {"to", "s1"}}),
                        doing(1, "draw", {{"from", {"deck", "deck"}}}), doing(1, "end-turn"),
                        doing(0, "turn-draw", {{"card", "red:2"}, {"to", "s3"}}),
                        doing(0, "draw", {{"from", {"deck", "deck"}}}), doing(0, "end-turn")});
  std::erase_if(game.looks, [&](const auto& look) { return look.event == static_cast<int>(before) + 1; });
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("of two things first seen at one look the one comes first at whose place the arm was before",
          "[!shouldfail]") {
  const std::size_t before = afterTwoOctopuses().size();
  Seen game = playedOn({doing(1, "turn-draw", {{"card", "blue:2"}, {"to", "s1"}}),
                        doing(1, "attach", {{"cards", {"red:2"}}, {"to", "s2"}}), doing(1, "end-turn"),
                        doing(0, "turn-draw", {{"card", "?"}, {"to", "hand"}}),
                        doing(0, "attach", {{"cards", {"green:6"}}, {"to", "s1"}}), doing(0, "chip"),
                        doing(0, "attach", {{"cards", {"red:6"}}, {"to", "s2"}}),
                        doing(0, "ship", {{"octopus", "p0.1"}}), doing(0, "refill", {{"slot", "s2"}, {"head", "blue"}}),
                        doing(0, "refill", {{"slot", "s1"}, {"head", "red"}}), doing(0, "end-turn")});
  for (auto& look : game.looks)
    if (look.event == static_cast<int>(before) + 9)
      look.observation.pieces.erase(pieceIn(look.observation, "s2", "head:blue"));
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("an octopus that is missed at one look was not shipped") {
  Seen game = playedOn({doing(1, "turn-draw", {{"card", "blue:2"}, {"to", "s1"}}),
                        doing(1, "draw", {{"from", {"deck", "deck"}}}), doing(1, "end-turn"),
                        doing(0, "turn-draw", {{"card", "red:2"}, {"to", "s3"}}),
                        doing(0, "draw", {{"from", {"deck", "deck"}}}), doing(0, "end-turn")});
  addLookAfter(game, afterTwoOctopuses().size() + 4, [](Observation& seen) {
    const TablePoint missed = pieceIn(seen, "p0.field", "red:5")->pose.at;
    std::erase_if(seen.pieces, [&](const SeenPiece& piece) {
      return std::abs(piece.pose.at.x - missed.x) < 30 && piece.pose.at.y < -143;  // a column of the field
    });
    seen.forearms = {{Side::Near, 0.97, middleOf("p0.field")}};
  });
  CHECK(lines(*following(game)) == lines(game.record.events));
}

namespace {

/// The first turn feeds an octopus, the second has begun.
Seen fedOnce() {
  Record record{tracker::oct8::header(2, Json::object(), setup({"red", "red", "red"})),
                {doing(0, "turn-draw", {{"card", "?"}, {"to", "hand"}}),
                 doing(0, "attach", {{"cards", {"red:5", "blue:3"}}, {"to", "s1"}}),
                 doing(0, "refill", {{"slot", "s1"}, {"head", "green"}}), doing(0, "end-turn"),
                 doing(1, "turn-draw", {{"card", "blue:2"}, {"to", "s1"}})}};
  return seen(std::move(record), 7);
}

}  // namespace

TEST_CASE("an arm at the deck at the look that first shows all of the setup belongs to the game") {
  Seen game = fedOnce();
  auto& first = game.looks.front().observation;
  first.pieces.erase(pieceIn(first, "s1", "head:red"));
  const auto follower = follow(withoutSetup(game.record.header), seededLayout(GameId::Oct8, 2), {}, false);
  for (const auto& look : game.looks) follower->observe(look.observation);
  CHECK(lines(*follower) == lines(game.record.events));
}

TEST_CASE("a head of Oct8's setup that no look shows clearly is the likeliest once an arm lies at an octopus") {
  Seen game = fedOnce();
  for (auto& look : game.looks)
    pieceIn(look.observation, "s2", "head:red")->faces = {
        {Face::unknown(), 0.6}, {Face("head:red"), 0.6}, {Face("head:blue"), 0.4}};
  const auto follower = follow(withoutSetup(game.record.header), seededLayout(GameId::Oct8, 2), {}, false);
  for (const auto& look : game.looks) follower->observe(look.observation);
  CHECK(lines(*follower) == lines(game.record.events));
}

TEST_CASE("a swap with the hand that does not add up is seen, and that it is taken back") {
  const Seen game = playedOn(
      {doing(1, "turn-draw", {{"card", "blue:2"}, {"to", "s1"}}), doing(1, "draw", {{"from", {"deck", "deck"}}}),
       doing(1, "end-turn"), doing(0, "turn-draw", {{"card", "red:2"}, {"to", "s1"}}),
       takenBack(doing(0, "swap-hand", {{"octopus", "p0.1"}, {"give", {"green:5", "blue:1"}}, {"take", "red:5"}})),
       doing(0, "attach", {{"cards", {"blue:1", "blue:7"}}, {"to", "s2"}}),
       doing(0, "refill", {{"slot", "s2"}, {"head", "green"}}), doing(0, "end-turn")},
      {.between = 1});
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("a card off the discard pile is missed though something hides a corner of its place") {
  Seen game = playedOn({turnDraw(1, "blue:2", "s1"), draw(1, {"deck", "discard"}), endTurn(1),
                        turnDraw(0, "red:1", "s3"), draw(0), endTurn(0)});
  const TablePoint at = middleOf("discard");
  for (auto& look : game.looks)
    if (look.event > static_cast<int>(afterTwoOctopuses().size()))
      look.observation.hidden.push_back({at.x + 10, at.y - 44, at.x + 30, at.y - 20});
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("a card laid under an arm that hides the head is the turn draw, not part of what is laid next") {
  Seen game = playedOn({turnDraw(1, "green:1", "s2"), attach(1, {"red:4", "green:3"}, "s2"), refill(1, "s2", "blue"),
                        endTurn(1), turnDraw(0, "red:1", "s3")},
                       {.between = 1});
  for (auto& look : game.looks)
    if (look.event == static_cast<int>(afterTwoOctopuses().size()) + 1)
      look.observation.pieces.erase(pieceIn(look.observation, "s2", "head:red"));
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("an arm that a rest shows at the deck drew to the hand, though cards are laid next that the table takes") {
  const Seen game =
      playedOn({turnDraw(1, "blue:2", "s1"), attach(1, {"red:2"}, "s2"), endTurn(1), turnDraw(0, "?", "hand"),
                attach(0, {"red:2", "red:6"}, "s3"), refill(0, "s3", "red"), endTurn(0)},
               {.between = 1});
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("a turn draw taken back lies on the deck and is drawn again, not kept, and the arm there drew nothing") {
  Event back = turnDraw(1, "blue:6", "s1");
  back.takenBack = true;
  const std::vector<Event> before{turnDraw(1, "green:1", "s2"),
                                  attach(1, {"red:4", "green:3"}, "s2"),
                                  refill(1, "s2", "green"),
                                  endTurn(1),
                                  turnDraw(0, "green:7", "s3"),
                                  draw(0),
                                  endTurn(0)};
  std::vector<Event> events = before;
  for (const Event& event :
       {back, turnDraw(1, "blue:6", "s2"), attach(1, {"red:2"}, "s2"), refill(1, "s2", "blue"), endTurn(1)})
    events.push_back(event);
  Seen game = playedOn(std::move(events));
  addLookAfter(game, afterTwoOctopuses().size() + before.size() + 1, [](Observation& seen) {
    std::erase_if(seen.pieces, [](const SeenPiece& piece) { return piece.face() == Face("blue:6"); });
    seen.forearms = {{Side::Far, 0.97, middleOf("arms")}};
  });
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("an octopus that lies half carried to its owner is no breach for anybody") {
  // The only blue:8 lies open: another would be a breach.
  const std::vector<Event> events{turnDraw(1, "green:1", "s2"),
                                  draw(1),
                                  endTurn(1),
                                  turnDraw(0, "red:1", "s3"),
                                  attach(0, {"blue:8"}, "s1"),
                                  refill(0, "s1", "green"),
                                  endTurn(0),
                                  turnDraw(1, "blue:1", "s2"),
                                  attach(1, {"green:6", "blue:2"}, "s1"),
                                  refill(1, "s1", "red"),
                                  endTurn(1)};
  Seen game = playedOn(events);
  const int laid = static_cast<int>(afterTwoOctopuses().size()) + 8;
  const auto whole =
      std::find_if(game.looks.begin(), game.looks.end(), [&](const auto& look) { return look.event == laid + 1; });
  REQUIRE(whole != game.looks.end());
  Observation half = whole->observation;
  half.pieces.erase(pieceIn(half, "p1.field", "green:6"));
  addLookAfter(game, static_cast<std::size_t>(laid), [&](Observation& seen) {
    seen.pieces = half.pieces;
    seen.forearms = half.forearms;
  });
  const auto follower = follow(game.record.header, seededLayout(GameId::Oct8, 2));
  for (const auto& look : game.looks) {
    follower->observe(look.observation);
    for (const TrackedEvent& each : follower->events()) CHECK(each.verdict.legal);
  }
  follower->finish();
  CHECK(lines(*follower) == lines(game.record.events));
}

TEST_CASE("of six octopuses on a field the last lies over half of the fifth and is one of its own") {
  Record record{tracker::oct8::header(), {}};
  const auto happens = [&](Event event, bool stands = false) {
    event.stands = stands;
    record.events.push_back(std::move(event));
  };
  const std::vector<std::pair<const char*, const char*>> arms{{"green:3", "red:5"},  {"red:2", "blue:6"},
                                                              {"blue:4", "green:4"}, {"red:1", "green:7"},
                                                              {"blue:5", "green:3"}, {"red:8", nullptr}};
  int taken = 0;
  for (const auto& [first, second] : arms) {
    happens(turnDraw(0, first, "s1"));
    happens(second ? attach(0, {second}, "s1") : draw(0));
    happens(refill(0, "s1", "green"));
    happens(endTurn(0), ++taken > 3);
    if (taken == 6) break;
    happens(turnDraw(1, "blue:1", "s2"));
    happens(taken % 2 == 0 ? draw(1) : attach(1, {"red:1"}, "s3"));
    happens(endTurn(1));
  }
  const Seen game = seen(std::move(record), 7);
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("an arm at the deck while nothing else happens drew, though what follows is an action too many then",
          "[!shouldfail]") {
  Event more = attach(1, {"green:5"}, "s2");
  more.stands = true;
  const Seen game = playedOn({turnDraw(1, "blue:2", "s1"), draw(1), more, endTurn(1), turnDraw(0, "red:1", "s3"),
                              draw(0), endTurn(0), turnDraw(1, "blue:1", "s1")});
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("a card that came while only another player's arm was seen is none of a move begun before") {
  Seen game = playedOn({turnDraw(1, "green:1", "s2"), attach(1, {"red:4", "green:3"}, "s2"), refill(1, "s2", "green"),
                        endTurn(1), turnDraw(0, "green:7", "s3"), draw(0), endTurn(0), turnDraw(1, "blue:2", "s1"),
                        attach(1, {"blue:5"}, "s2"), endTurn(1), turnDraw(0, "red:1", "s2"), draw(0), endTurn(0),
                        turnDraw(1, "blue:1", "s1")});
  addLookAfter(game, afterTwoOctopuses().size() + 11, [](Observation& seen) {
    seen.forearms = {{Side::Near, 0.97, middleOf("arms")}};
  });
  CHECK(lines(*following(game)) == lines(game.record.events));
}

TEST_CASE("the table is drawn as it is laid") {
  const Record record = played(900, 0);
  const auto script = datasets::layOutOct8(record, 900);
  const Layout layout = seededLayout(GameId::Oct8, 2);
  const auto near = [](const LyingPiece& piece, const std::vector<datasets::ScenePiece>& pieces, double mm) {
    return std::any_of(pieces.begin(), pieces.end(), [&](const datasets::ScenePiece& each) {
      return each.face == piece.face && distance(each.pose.at, piece.pose.at) < mm;
    });
  };
  // People lay within a few millimetres; the order of the arms in a column is not known.
  for (const auto& [events, mm] : {std::pair<std::size_t, double>{0, 15}, {12, 8 * 22 + 15}}) {
    INFO(events << " events");
    const auto& pieces = script[events].pieces;
    const auto lying = lyingAfter(record.header, layout,
                                  {record.events.begin(), record.events.begin() + static_cast<std::ptrdiff_t>(events)});
    CHECK(lying.size() >= 6);
    for (const LyingPiece& piece : lying)
      if (!piece.face.isUnknown()) CHECK(near(piece, pieces, mm));
  }
}

namespace {

/// A game of two to its end, and what is told then.
Seen playedOut(std::vector<Event> told, const Eyesight& eyes = {}) {
  Record record = played(900, 0);
  std::erase_if(record.events, [](const Event& event) { return event.action == "reveal"; });
  record.events.insert(record.events.end(), told.begin(), told.end());
  return seen(std::move(record), 900, eyes);
}

/// Before the looks that show what was told.
std::size_t untilTheEnd(const Seen& game) {
  return static_cast<std::size_t>(std::count_if(game.record.events.begin(), game.record.events.end(),
                                                [](const Event& event) { return event.action != "reveal"; }));
}

SeenPiece headAt(const char* zone, const char* face) { return {{{Face(face), 0.97}}, 1, {middleOf(zone), 0}, 1}; }

}  // namespace

TEST_CASE("octopus colours shown after the end are told in any order, a wrong one until another lies there") {
  const Seen game = playedOut({reveal(1, "green"), reveal(0, "red"), reveal(0, "blue")});
  const auto follower = following(game);
  CHECK(lines(*follower) == lines(game.record.events));
  CHECK(follower->result() == resultOf(game.record));
  CHECK(follower->result().unrevealed.empty());
}

TEST_CASE("octopus colours that are shown together are all told, and who shows none is named") {
  Seen game = playedOut({reveal(0, "green"), reveal(1, "blue")});
  const int end = static_cast<int>(untilTheEnd(game));
  std::erase_if(game.looks, [&](const auto& look) { return look.event == end + 1; });
  const auto follower = following(game);
  CHECK(follower->result().over);
  CHECK(follower->result() == resultOf(game.record));
  CHECK(following(playedOut({reveal(1, "blue")}))->result().unrevealed == std::vector{0});
  CHECK(following(playedOut({}))->result().unrevealed == std::vector{0, 1});
}

TEST_CASE("a head of the game that is laid on a turn place for a while tells no octopus colour") {
  Seen game =
      playedOn({turnDraw(1, "blue:2", "s1"), draw(1), endTurn(1), turnDraw(0, "red:2", "s3"), draw(0), endTurn(0)});
  const std::size_t after = afterTwoOctopuses().size() + 4;
  addLookAfter(game, after, [&](Observation& seen) {
    seen.pieces.erase(pieceIn(seen, "p0.field", "head:red"));
    seen.pieces.push_back(headAt("p0.turn", "head:red"));
  });
  addLookAfter(game, after, [](Observation& seen) { seen.time += 0.4; });
  CHECK(lines(*following(game)) == lines(game.record.events));
}

namespace {

/// A game of which the program saw the looks up to an event, or none.
struct MovedOn {
  Seen game = playedOn({doing(1, "turn-draw", {{"card", "blue:2"}, {"to", "s1"}}),
                        doing(1, "attach", {{"cards", {"red:5"}}, {"to", "s2"}}), doing(1, "end-turn"),
                        doing(0, "turn-draw", {{"card", "red:1"}, {"to", "s3"}}),
                        doing(0, "attach", {{"cards", {"green:6"}}, {"to", "s1"}}),
                        doing(0, "refill", {{"slot", "s1"}, {"head", "red"}}), doing(0, "end-turn")});
  Layout layout = seededLayout(GameId::Oct8, 2);
  std::size_t begun = afterTwoOctopuses().size();

  /// The table once so many events have happened.
  Observation tableAfter(std::size_t events) const {
    const auto next = std::find_if(game.looks.begin(), game.looks.end(),
                                   [&](const auto& look) { return look.event > static_cast<int>(events); });
    Observation seen = std::prev(next)->observation;
    seen.forearms.clear();
    return seen;
  }
};

}  // namespace

TEST_CASE_METHOD(MovedOn, "a game of Oct8 that lay there before the program looked is gone on from as it lies") {
  const auto follower = follow(withoutSetup(game.record.header), layout, {}, false);
  CHECK_FALSE(follower->canTakeTable());
  const Observation lying = tableAfter(begun);
  CHECK(follower->observe(lying).empty());
  CHECK_FALSE(follower->begun());
  CHECK_FALSE(follower->differences().empty());
  REQUIRE(follower->canTakeTable());
  CHECK(follower->takeTable(lying.time, lying.frame).size() == 1);
  CHECK(doneIn(*follower) == "position ");
  CHECK(follower->differences().empty());
  CHECK_FALSE(follower->canTakeTable());
  CHECK(follower->result().hands.empty());
  CHECK(follower->result().scores == std::vector{2, 1});

  SECTION("what follows is judged by all rules that do not turn on what nobody knows") {
    (void)follower->saidTurn(1, lying.time, lying.frame);
    CHECK(doneIn(*follower) == "position ");
    for (const auto& look : game.looks)
      if (look.event > static_cast<int>(begun)) follower->observe(look.observation);
    follower->finish();
    CHECK(doneIn(*follower) == "position turn-draw attach end-turn turn-draw attach refill end-turn ");
    CHECK(follower->events().back().event.player == 0);
    const auto again = follow(follower->header(), layout, follower->events());
    CHECK(again->observe(game.looks.back().observation).empty());
    CHECK(again->differences().empty());
  }
  SECTION("it is undone, and what lies there is asked about again") {
    follower->undo();
    CHECK(follower->events().empty());
    follower->observe(lying);
    CHECK(follower->canTakeTable());
  }
}

TEST_CASE_METHOD(MovedOn, "a table of Oct8 that is cleared begins anew by itself") {
  const auto follower = follow(withoutSetup(game.record.header), layout, {}, true);
  Observation lying = tableAfter(begun);
  follower->observe(lying);
  CHECK(follower->canTakeTable());
  lying.pieces.clear();
  lying.time += 1;
  follower->observe(lying);
  CHECK(follower->differences().empty());
  CHECK_FALSE(follower->missing().empty());
  for (auto& look : game.looks)
    if (look.event <= 2) {
      look.observation.time += lying.time;
      follower->observe(look.observation);
    }
  CHECK(doneIn(*follower).starts_with("turn-draw attach "));
}

TEST_CASE_METHOD(MovedOn, "a game of Oct8 that moved on while nobody looked accuses nobody") {
  const auto follower = follow(game.record.header, layout, firstOf(game.record, 1));
  const Observation lying = game.looks.back().observation;
  CHECK(follower->observe(lying).empty());
  CHECK(doneIn(*follower) == "turn-draw ");
  CHECK_FALSE(follower->differences().empty());
  REQUIRE(follower->canTakeTable());
  CHECK(follower->takeTable(lying.time, lying.frame).size() == 1);
  CHECK(doneIn(*follower) == "turn-draw position ");
  CHECK(follower->differences().empty());
}

TEST_CASE_METHOD(MovedOn, "a table of Oct8 is taken over only where every card on it can be read") {
  Observation lying = tableAfter(begun);
  const auto follower = follow(withoutSetup(game.record.header), layout, {}, false);
  SECTION("an arm of an octopus cannot") { pieceIn(lying, "p0.field", "green:3")->faces = {{Face::unknown(), 1}}; }
  SECTION("a head cannot") { pieceIn(lying, "p1.field", "head:green")->faces = {{Face::unknown(), 1}}; }
  SECTION("an arm lies over a field") { lying.hidden = {layout.neededZone("p1.field").area}; }
  follower->observe(lying);
  CHECK_FALSE(follower->canTakeTable());
  CHECK_FALSE(follower->begun());
  CHECK_FALSE(follower->differences().empty());
}

TEST_CASE_METHOD(MovedOn, "a piece is corrected while nothing is known of the game but that the table does not match") {
  Observation lying = tableAfter(begun);
  const TablePoint at = pieceIn(lying, "p0.field", "green:3")->pose.at;
  pieceIn(lying, "p0.field", "green:3")->faces = {{Face("blue:7"), 0.99}};

  SECTION("one that goes on, and then matches") {
    const auto follower = follow(game.record.header, layout, firstOf(game.record, begun));
    follower->observe(lying);
    CHECK_FALSE(follower->differences().empty());
    follower->tell(at, Face("green:3"));
    CHECK(follower->differences().empty());
    CHECK(follower->events().size() == begun);
    lying.time += 1;
    follower->observe(lying);
    CHECK(follower->differences().empty());
  }
  SECTION("one that is taken as it lies then") {
    const auto follower = follow(withoutSetup(game.record.header), layout, {}, false);
    follower->observe(lying);
    follower->tell(at, Face("red:2"));
    follower->tell(at, Face("green:3"));
    REQUIRE(follower->canTakeTable());
    follower->takeTable(lying.time, lying.frame);
    CHECK(follower->events().front().event.fields["fields"][0][0]["arms"] == Json::parse(R"(["red:5","green:3"])"));
    CHECK_THROWS_AS(follower->tell({-1000, -1000}, Face("red:1")), Refused);
  }
  SECTION("the setup, before anything has happened") {
    lying = game.looks.front().observation;
    pieceIn(lying, "s1", "head:red")->faces = {{Face("head:red"), 0.5}, {Face("head:blue"), 0.45}};
    const auto follower = follow(withoutSetup(game.record.header), layout, {}, true);
    follower->observe(lying);
    CHECK_FALSE(follower->missing().empty());
    CHECK_FALSE(follower->isSetUp());
    follower->tell(pieceIn(lying, "s1", "head:red")->pose.at, Face("head:red"));
    CHECK(follower->missing().empty());
    CHECK(follower->isSetUp());
  }
}

TEST_CASE_METHOD(MovedOn, "a shipped octopus shows its head: its arms are left open") {
  Observation lying = tableAfter(begun);
  std::erase_if(lying.pieces, [&](const SeenPiece& piece) {
    return layout.neededZone("p0.field").area.contains(piece.pose.at) && piece.face().text() != "head:red";
  });
  pieceIn(lying, "p0.field", "head:red")->pose.at = middleOf("p0.shipped");
  const auto follower = follow(withoutSetup(game.record.header), layout, {}, false);
  follower->observe(lying);
  follower->takeTable(lying.time, lying.frame);
  REQUIRE(follower->events().size() == 1);
  CHECK(follower->events().front().event.fields["shipped"] == Json::parse(R"([[{"head":"red"}],[]])"));
  Match match(follower->header());
  match.play(follower->events().front().event);
  CHECK(match.describe()["players"][0]["octopuses"][0]["covered"] == true);
}
