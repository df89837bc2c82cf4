// What the engine of tracker/infer/ is told of a game of Oct8.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "datasets/play/dealer.h"
#include "datasets/scene/oct8_script.h"
#include "tests/tracker/oct8/games.h"
#include "tracker/follow/follower.h"
#include "tracker/infer/filter.h"
#include "tracker/infer/sighting_model.h"
#include "tracker/oct8/oct8_situation.h"
#include "tracker/oct8/oct8_table.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::oct8;

namespace {

using SituationPtr = std::shared_ptr<const infer::Situation>;

SituationPtr start(const GameHeader& header) {
  return makeTable(header, seededLayout(GameId::Oct8, static_cast<int>(header.players.size())))
      ->start(header)
      ->situation();
}

/// The table as a camera sees it that misses nothing.
Observation tableOf(const infer::Situation& situation) {
  constexpr double kTooLittle = 0.1;
  Observation table;
  for (const infer::ExpectedPiece& each : situation.expected())
    if (!each.faces.empty() && each.visible > kTooLittle)
      table.pieces.push_back({{{each.faces.front(), 0.97}}, 1, each.pose, each.visible});
  return table;
}

/// What may happen if the table looks so.
std::vector<infer::NextEvent> nextEvents(const infer::Situation& situation, const Observation& table) {
  const infer::Parameters parameters;
  const infer::SightingModel sightings(parameters);
  const infer::PieceTraces known =
      sightings.tracesAfter(situation.expected(), {}, situation.faces(), tableOf(situation));
  return situation.nextEvents(sightings.match(situation.expected(), known, situation.faces(), table).difference, 0);
}

std::multiset<Face> facesOf(const infer::Situation& situation) {
  std::multiset<Face> faces;
  for (const infer::ExpectedPiece& each : situation.expected())
    if (!each.faces.empty()) faces.insert(each.faces.front());
  return faces;
}

Record dealt(unsigned seed) {
  const datasets::Dealer& dealer = datasets::dealerOf(GameId::Oct8);
  datasets::Chance random(seed);
  Record record{dealer.header(random), {}};
  Match match(record.header);
  while (!match.over()) {
    const auto event = dealer.legal(match, random);
    if (!event) break;
    match.play(*event);
    record.events.push_back(*event);
  }
  return record;
}

}  // namespace

TEST_CASE("pieces of Oct8 are expected where people lay them") {
  for (const int players : {2, 3, 4}) {
    const Record record = datasets::playOct8(70, {players, 0});
    const auto script = datasets::layOutOct8(record, 70);
    SituationPtr situation = start(record.header);
    constexpr double kCare = 15;
    for (std::size_t n = 0; n <= record.events.size(); ++n) {
      INFO(players << " players, after event " << n);
      if (n > 0) situation = situation->told(record.events[n - 1]).after;
      for (const infer::ExpectedPiece& piece : situation->expected()) {
        if (piece.faces.empty() || piece.faces.front().family() == "chip") continue;
        const auto& lying = script[n].pieces;
        CHECK(std::any_of(lying.begin(), lying.end(), [&](const datasets::ScenePiece& each) {
          return each.face == piece.faces.back() || each.face == piece.faces.front()
                     ? distance(each.pose.at, piece.pose.at) < kCare
                     : false;
        }));
      }
    }
  }
}

TEST_CASE("each piece of Oct8 that is expected has a number of its own, and keeps it while it lies still") {
  const Record record = datasets::playOct8(71, {2, 0.1});
  SituationPtr situation = start(record.header);
  for (const Event& event : record.events) {
    const infer::NextEvent told = situation->told(event);
    std::set<infer::PieceId> ids;
    for (const infer::ExpectedPiece& each : told.after->expected()) CHECK(ids.insert(each.id).second);
    if (event.action == "chip" || event.action == "draw" || event.action == "end-turn")
      for (const infer::ExpectedPiece& each : situation->expected())
        if (each.faces.size() == 1 && each.faces.front().family() == "head") CHECK(ids.contains(each.id));
    if (!event.takenBack) situation = told.after;
  }
}

TEST_CASE("a game of Oct8 that is told event by event is one likely game") {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    const Record record = dealt(seed);
    REQUIRE(record.events.size() > 20);
    infer::Filter filter({{start(record.header)}}, static_cast<int>(record.header.players.size()));
    SituationPtr situation = start(record.header);
    for (const Event& event : record.events) {
      filter.tell({.events = {{event}}, .saying = 1});
      situation = situation->told(event).after;
    }
    CHECK(filter.size() == 1);
    CHECK(filter.probability(0) == Approx(1));
    CHECK(filter.situation(0).hash() == situation->hash());
    CHECK(filter.game().size() == record.events.size());
    CHECK(std::none_of(filter.game().begin(), filter.game().end(), [](const auto& each) { return each.breach; }));
  }
}

TEST_CASE("what changes when an event of Oct8 happens leads from the one table to the other") {
  const Record record = datasets::playOct8(72, {2, 0.1});
  SituationPtr situation = start(record.header);
  for (const Event& event : record.events) {
    const infer::NextEvent told = situation->told(event);
    std::map<infer::PieceId, double> lie;
    for (const infer::ExpectedPiece& each : situation->expected()) lie[each.id] = each.visible;
    for (const infer::PieceChange& change : told.changes) {
      for (const infer::PieceId id : change.gone) lie.erase(id);
      for (const infer::ExpectedPiece& each : change.come) lie[each.id] = each.visible;
    }
    std::map<infer::PieceId, double> after;
    for (const infer::ExpectedPiece& each : told.after->expected()) after[each.id] = each.visible;
    INFO(event.toJson().dump());
    CHECK(lie == after);
    if (!event.takenBack) situation = told.after;
  }
}

TEST_CASE("what happens at a table of Oct8 is among what may have happened, and all of that is at most certain") {
  for (const auto& [players, seed] : {std::pair(2, 73), {3, 74}, {4, 75}}) {
    const Record record = datasets::playOct8(static_cast<std::uint64_t>(seed), {players, 0.1});
    SituationPtr situation = start(record.header);
    for (const Event& event : record.events) {
      const infer::NextEvent told = situation->told(event);
      const auto possible = nextEvents(*situation, tableOf(*told.after));
      const Event plain = plainly(event);
      INFO(players << " players: " << event.toJson().dump());
      const auto found = std::find_if(possible.begin(), possible.end(),
                                      [&](const infer::NextEvent& each) { return sameMove(each.event, plain); });
      // Of a pile only the top is seen.
      const bool severalDiscarded = event.action == "discard" && event.fields["cards"].size() > 1;
      if (!severalDiscarded) {
        REQUIRE(found != possible.end());
        CHECK(found->prior > 0);
        CHECK(found->breach == told.breach);
        // An event does not say in which order arms lie that were exchanged.
        CHECK(facesOf(*found->after) == facesOf(*told.after));
        if (event.action != "swap") CHECK(found->after->hash() == told.after->hash());
      }
      double sum = 0;
      for (const infer::NextEvent& each : possible) sum += each.prior;
      CHECK(sum <= 1);
      if (!event.takenBack) situation = told.after;
    }
  }
}

TEST_CASE("a turn of Oct8 is brought to its end by what leaves no trace") {
  const GameHeader header = oct8::header();
  SituationPtr situation = start(header);
  std::string done;
  while (situation->toMove() == 0) {
    const Event event = *situation->endOfTurn();
    done += event.action + " ";
    const infer::NextEvent told = situation->told(event);
    CHECK_FALSE(told.visible);
    situation = told.after;
  }
  CHECK(done == "turn-draw draw end-turn ");
}

TEST_CASE("cards laid at an octopus of Oct8 begin with some of them") {
  const auto situation = start(oct8::header());
  const Event both = attach(0, {"red:2", "green:3"}, "s1");
  CHECK(situation->begins(attach(0, {"green:3"}, "s1"), both));
  CHECK_FALSE(situation->begins(attach(0, {"green:3"}, "s2"), both));
  CHECK_FALSE(situation->begins(attach(0, {"blue:3"}, "s1"), both));
  CHECK_FALSE(situation->begins(both, both));
}

namespace {

/// Player 0 is to act and has a red octopus of green:5, red:1 and red:2, and a blue one of red:2 and green:6; player 1
/// has a green one of blue:4 and red:4.
SituationPtr threeTaken() {
  SituationPtr situation = start(oct8::header());
  for (const Event& event :
       {turnDraw(0, "green:5", "s1"), attach(0, {"red:1", "red:2"}, "s1"), refill(0, "s1", "green"), endTurn(0),
        turnDraw(1, "blue:4", "s2"), attach(1, {"red:4"}, "s2"), refill(1, "s2", "red"), endTurn(1),
        turnDraw(0, "red:2", "s3"), attach(0, {"green:6"}, "s3"), refill(0, "s3", "blue"), endTurn(0),
        turnDraw(1, "blue:1", "s2"), draw(1), endTurn(1), turnDraw(0, "green:3", "s2")})
    situation = situation->told(event).after;
  return situation;
}

SituationPtr after(const SituationPtr& situation, const Event& event) { return situation->told(event).after; }

bool isThere(const std::vector<infer::NextEvent>& events, const Event& event) {
  return std::any_of(events.begin(), events.end(), [&](const auto& each) { return sameMove(each.event, event); });
}

/// Nobody sees what lies in that part of the table.
void hide(Observation& table, const TableRect& part) {
  std::erase_if(table.pieces, [&](const SeenPiece& piece) { return part.contains(piece.pose.at); });
  table.hidden.push_back(part.grown(60));
}

TablePoint placeOf(const infer::Situation& situation, const char* face) {
  for (const infer::ExpectedPiece& each : situation.expected())
    if (each.mayShow(Face(face))) return each.pose.at;
  FAIL("no " << face);
  return {};
}

/// About the column of the octopus with that arm.
TableRect columnOf(const infer::Situation& situation, const char* arm) {
  const TablePoint at = placeOf(situation, arm);
  return {at.x - 30, at.y - 80, at.x + 30, at.y + 80};
}

/// An open event after which the table has those pieces.
const infer::NextEvent* openEvent(const std::vector<infer::NextEvent>& events, const std::multiset<Face>& faces) {
  const auto found = std::find_if(events.begin(), events.end(),
                                  [&](const auto& each) { return each.open && facesOf(*each.after) == faces; });
  return found == events.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("where arms were pushed up and some like them came, those that came are told from those pushed") {
  const SituationPtr before = threeTaken();
  const Event event = swapHand(0, "p0.1", {"red:1", "red:4"}, "green:5");
  Observation table = tableOf(*after(before, event));
  for (SeenPiece& each : table.pieces)
    if (columnOf(*before, "green:5").contains(each.pose.at)) each.pose.at.y += 3;
  CHECK(isThere(nextEvents(*before, table), event));
}

TEST_CASE("arms that came to an octopus may be those of another one that a hand hides") {
  const SituationPtr before = threeTaken();
  Observation table = tableOf(*after(before, swapHand(0, "p0.2", {"blue:4", "red:4"}, "green:6")));
  hide(table, columnOf(*before, "blue:4"));
  std::multiset<Face> faces = facesOf(*before);
  faces.erase(faces.find(Face("green:6")));
  CHECK(openEvent(nextEvents(*before, table), faces));
}

TEST_CASE("an arm that lies at another octopus now is gone from its own") {
  const SituationPtr before = threeTaken();
  Observation table = tableOf(*before);
  const auto moved = std::find_if(table.pieces.begin(), table.pieces.end(),
                                  [](const SeenPiece& each) { return each.face() == Face("green:5"); });
  REQUIRE(moved != table.pieces.end());
  const TablePoint last = placeOf(*before, "green:6");
  moved->pose.at = {last.x, last.y - 20};
  moved->visible = 1;
  CHECK(openEvent(nextEvents(*before, table), facesOf(*before)));
}

TEST_CASE("an exchange with the hand of which one arm is not seen is what adds up") {
  const SituationPtr before = threeTaken();
  const Event hand = swapHand(0, "p0.2", {"blue:2", "blue:4"}, "green:6");
  Observation table = tableOf(*after(before, hand));
  std::erase_if(table.pieces, [](const SeenPiece& each) { return each.face() == Face("blue:2"); });
  CHECK(isThere(nextEvents(*before, table), hand));
}

TEST_CASE("of an octopus carried off under a hand nobody says which cards made it whole; its taker was at its place") {
  const SituationPtr before = threeTaken();
  const SituationPtr whole = after(before, attach(0, {"red:4"}, "s2"));
  Observation table = tableOf(*whole);
  hide(table, columnOf(*before, "green:5").grown(200));
  for (const infer::ExpectedPiece& each : whole->expected())
    if (each.mayShow(Face("head:red")) && columnOf(*whole, "green:3").contains(each.pose.at))
      table.pieces.push_back({{{each.faces.front(), 0.97}}, 1, each.pose, 0.5});
  const auto events = nextEvents(*before, table);
  CHECK(std::none_of(events.begin(), events.end(), [](const auto& each) { return each.event.action == "attach"; }));
  const auto carried = std::find_if(events.begin(), events.end(), [](const auto& each) { return each.open; });
  REQUIRE(carried != events.end());
  REQUIRE(carried->changes.back().at.size() == 1);
  CHECK(distance(carried->changes.back().at.front(), placeOf(*before, "blue:1")) < 60);
}

TEST_CASE("an exchange that is taken back half done is told as it was meant") {
  const SituationPtr before = threeTaken();
  const Event event = swap(0, "p0.2", {"green:6"}, "p1.1", {"red:4"});
  const SituationPtr done = after(before, event);
  Observation table = tableOf(*done);
  // The one has been laid, the other is in the hand.
  const TableRect column = columnOf(*before, "blue:4");
  std::erase_if(table.pieces,
                [&](const SeenPiece& each) { return each.face() == Face("green:6") && column.contains(each.pose.at); });
  std::multiset<Face> faces = facesOf(*before);
  faces.erase(faces.find(Face("green:6")));
  const auto events = nextEvents(*before, table);
  const infer::NextEvent* open = openEvent(events, faces);
  REQUIRE(open);
  const auto meant = before->meant(*open);
  REQUIRE(meant);
  CHECK(sameMove(*meant, event));
}

TEST_CASE("while an exchange goes on its maker may have come to any other octopus") {
  const SituationPtr before = threeTaken();
  Observation table = tableOf(*before);
  std::erase_if(table.pieces, [](const SeenPiece& each) { return each.face() == Face("green:6"); });
  const auto events = nextEvents(*before, table);
  std::multiset<Face> faces = facesOf(*before);
  faces.erase(faces.find(Face("green:6")));
  const infer::NextEvent* open = openEvent(events, faces);
  REQUIRE(open);
  CHECK(open->changes.back().onTo.size() == 2);
}

TEST_CASE("who lays another head on the turn place has not taken back the first") {
  CHECK(start(oct8::header())->told(reveal(0, "red")).regretted == 0);
}

TEST_CASE("a card on the discard pile keeps its number below the two that are drawn") {
  SituationPtr situation = threeTaken();
  for (const Event& event : {draw(0), discard(0, {"blue:8", "?", "red:5"})}) situation = after(situation, event);
  const auto number = [](const infer::Situation& at) -> infer::PieceId {
    for (const infer::ExpectedPiece& each : at.expected())
      if (each.mayShow(Face("blue:8"))) return each.id;
    return 0;
  };
  REQUIRE(number(*situation) != 0);
  for (const Event& event : {endTurn(0), turnDraw(1, "green:1", "s2"), draw(1, {"discard", "discard"})})
    situation = after(situation, event);
  CHECK(number(*situation) != 0);
}
