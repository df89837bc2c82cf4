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
  return situation.nextEvents(sightings.match(situation.expected(), known, situation.faces(), table).difference);
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
