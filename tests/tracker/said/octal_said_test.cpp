// What people tell a follower of The OCTAL.
#include <catch2/catch.hpp>

#include "tests/tracker/octal/table_play.h"
#include "tests/tracker/said/told_game.h"
#include "tracker/referee/match.h"

using namespace octo;
using namespace octo::tracker;
using octo::test::corrected;
using octo::test::ToldGame;

namespace {

Event octalPlay(int player, std::string card, bool octo = false) {
  Event event{.player = player, .action = "play", .fields = {{"card", std::move(card)}, {"on", 0}, {"points", "top"}}};
  if (octo) event.fields["octo"] = true;
  return event;
}

Event octalPass(int player) { return {.player = player, .action = "pass"}; }

Event saidOcto(int player, bool called) { return {.player = player, .action = "octo", .fields = {{"called", called}}}; }

Record octalRecord(std::vector<Event> events) {
  Record record;
  record.header = {.game = GameId::Octal, .players = {"Ann", "Ben", "Cleo"}, .options = {{"mode", "single"}}};
  record.header.setup = {{"questions", Json::array({Json{{"under", "3:greater:up"}, {"over", "2:greater:both"}}})}};
  record.events = std::move(events);
  return record;
}

/// The looks at a game, of which those without an arm show nothing but cards.
std::vector<Observation> octalLooks(const Record& record, bool hands = true) {
  std::mt19937 random(1);
  return octal::looksAt(record, {.forearms = hands}, random);
}

Beginning octalBeginning(const Record& record) { return {record.header, seededLayout(GameId::Octal, 3)}; }

/// Followed up to the end of its looks.
ToldGame octalGame(const Record& record, bool hands = true) {
  ToldGame game(octalBeginning(record));
  for (Observation& look : octalLooks(record, hands)) game.give(std::move(look));
  return game;
}

const TrackedEvent& octalLast(ToldGame& game) { return game.follower().events().back(); }

/// Ann has one card left.
std::vector<Event> toAnnsLastCard(bool called) {
  return {octalPlay(0, "5:different:both"),    octalPass(1), octalPass(2),
          octalPlay(0, "6:multiple:both"),     octalPass(1), octalPass(2),
          octalPlay(0, "1:greater:up", called)};
}

}  // namespace

TEST_CASE("a pass that a person tells is an event of full confidence, kept when the next card is seen") {
  const Record record = octalRecord({octalPlay(0, "5:different:both"), octalPass(1), octalPlay(2, "6:less:up")});
  const std::vector<Observation> looks = octalLooks(record, false);
  ToldGame game(octalBeginning(record));
  game.give(looks[0]);
  game.give(looks[2]);  // Ann's card
  REQUIRE(game.follower().toMove() == 1);
  const auto news = game.give(Said{octalPass(1), 2.5, 75});
  REQUIRE(news.size() == 1);
  CHECK(news[0].kind == Change::Kind::Added);
  CHECK(octalLast(game).event == octalPass(1));
  CHECK(octalLast(game).confidence == 1.0);
  CHECK_FALSE(octalLast(game).inferred);
  CHECK(octalLast(game).time == 2.5);
  CHECK(game.follower().toMove() == 2);
  game.give(looks[4]);
  REQUIRE(game.follower().events().size() == 3);
  CHECK(octalLast(game).event.player == 2);
  CHECK(game.follower().events()[1].confidence == 1.0);
  CHECK(game.replayed() == game.text());
}

TEST_CASE("what a person told stays where an event before it is corrected") {
  const Record record = octalRecord({octalPlay(0, "5:different:both"), octalPass(1), octalPlay(2, "6:less:up")});
  const std::vector<Observation> looks = octalLooks(record, false);
  ToldGame game(octalBeginning(record));
  game.give(looks[0]);
  game.give(looks[2]);
  game.give(Said{octalPass(1), 2.5, 75});
  game.give(Said{octalPass(2), 2.6, 78});
  game.give(looks[4]);
  REQUIRE(game.follower().events().size() == 4);
  Event other = game.follower().events()[0].event;
  other.fields["octo"] = true;
  game.give(corrected(1, other));
  const auto& events = game.follower().events();
  REQUIRE(events.size() == 4);
  CHECK(events[0].event.fields["octo"] == true);
  CHECK(events[1].event == octalPass(1));
  CHECK(events[2].event == octalPass(2));
  CHECK(events[3].event.player == 0);
  CHECK(game.replayed() == game.text());
}

TEST_CASE("what a person told last is undone, and what was seen before it is not") {
  ToldGame game = octalGame(octalRecord({octalPlay(0, "5:different:both")}));
  const std::string before = game.text();
  game.give(Said{octalPass(1), 9, 270});
  game.give(Said{octalPass(2), 9.5, 285});
  game.give(Undo{});
  CHECK(octalLast(game).event == octalPass(1));
  game.give(Undo{});
  CHECK(game.text() == before);
  CHECK(game.replayed() == before);
}

TEST_CASE("what was undone is done again in order, also after the end, until a person says something else") {
  ToldGame game = octalGame(octalRecord({octalPlay(0, "5:different:both")}));
  CHECK_FALSE(game.follower().canRedo());
  CHECK(game.give(Redo{}).empty());
  const std::string seen = game.text();
  game.give(Said{octalPass(1), 9, 270});
  const std::string one = game.text();
  game.give(Said{octalPass(2), 9.5, 285});
  const std::string two = game.text();
  game.give(Finish{});
  const std::string ended = game.text();
  game.give(Undo{});
  CHECK(game.follower().canRedo());
  game.give(Undo{});
  const auto again = game.give(Redo{});
  REQUIRE_FALSE(again.empty());
  CHECK(again.back().kind == Change::Kind::Added);
  CHECK(again.back().event.event == octalPass(1));
  game.give(Redo{});
  CHECK(game.text() == ended);
  CHECK_FALSE(game.follower().canRedo());
  CHECK(game.replayed() == game.text());
  game.give(Undo{});
  game.give(Said{octalPass(0), 11, 330});
  CHECK_FALSE(game.follower().canRedo());
  CHECK(game.replayed() == game.text());
  CHECK(one != two);
  CHECK(seen != one);
}

TEST_CASE("a correction that is undone leaves the event as it was read, and the next undo takes it out") {
  ToldGame game = octalGame(octalRecord({octalPlay(0, "5:different:both")}));
  const std::string read = game.text();
  REQUIRE_FALSE(game.follower().events().empty());
  const TrackedEvent last = game.follower().events().back();
  Event other = plainly(last.event);
  other.fields["card"] = "6:different:both";
  game.give(corrected(last.n, other));
  const std::string told = game.text();
  REQUIRE(told != read);
  const auto back = game.give(Undo{});
  CHECK(game.text() == read);
  REQUIRE_FALSE(back.empty());
  CHECK(back.front().kind == Change::Kind::Revised);
  const std::size_t count = game.follower().events().size();
  game.give(Undo{});
  CHECK(game.follower().events().size() < count);
  game.give(Redo{});
  CHECK(game.text() == read);
  game.give(Redo{});
  CHECK(game.text() == told);
  CHECK(game.replayed() == game.text());
}

TEST_CASE("a pass told of somebody who is not in turn ends the turns before it") {
  ToldGame game = octalGame(octalRecord({octalPlay(0, "5:different:both")}));
  game.give(Said{octalPass(2), 9, 270});
  const auto& events = game.follower().events();
  REQUIRE(events.size() == 3);
  CHECK(events[1].event == octalPass(1));
  CHECK(events[1].inferred);
  CHECK(events[2].event == octalPass(2));
  CHECK(events[2].verdict.legal);
  CHECK(game.replayed() == game.text());
}

TEST_CASE("what cannot have happened changes nothing and says why") {
  ToldGame game = octalGame(octalRecord({octalPlay(0, "5:different:both")}));
  const std::string before = game.text();
  CHECK_THROWS_AS(game.give(Said{{.player = 7, .action = "pass"}, 9, 270}), Malformed);
  CHECK_THROWS_AS(game.give(Said{{.player = 1, .action = "fly"}, 9, 270}), Malformed);
  CHECK_THROWS_WITH(game.give(Said{saidOcto(1, true), 9, 270}), "that player has laid no card yet");
  CHECK_THROWS_WITH(game.give(SaidTurn{3, 9, 270}), "there is no such player");
  CHECK(game.text() == before);

  const Record record = octalRecord({});
  ToldGame none({record.header, seededLayout(GameId::Octal, 3)});
  Beginning bare{record.header, seededLayout(GameId::Octal, 3)};
  bare.header.setup = Json::object();
  ToldGame waiting(bare);
  CHECK_THROWS_WITH(waiting.give(Said{octalPass(0), 1, 30}), Catch::Contains("has not begun"));
}

TEST_CASE("\"Octo!\" that was called takes the penalty and the two cards back") {
  std::vector<Event> events = toAnnsLastCard(false);  // the looks show her drawing two cards for it
  ToldGame game = octalGame(octalRecord(events));
  const int hand = game.follower().result().hands[0];
  REQUIRE(octalLast(game).verdict.rule == "octal.octo");
  REQUIRE(hand == 3);
  game.give(Said{saidOcto(0, true), 20, 600});
  CHECK(octalLast(game).event == octalPlay(0, "1:greater:up", true));
  CHECK(octalLast(game).verdict.legal);
  CHECK(game.follower().result().hands[0] == 1);
  CHECK(octalLast(game).was.back() == octalPlay(0, "1:greater:up"));
  CHECK(game.replayed() == game.text());
}

TEST_CASE("\"Octo!\" that nobody heard is a penalty, which does not stand as a breach that the table left") {
  ToldGame game = octalGame(octalRecord(toAnnsLastCard(true)));
  REQUIRE(octalLast(game).verdict.legal);
  game.give(Said{saidOcto(0, false), 20, 600});
  CHECK(octalLast(game).verdict.rule == "octal.octo");
  CHECK_FALSE(octalLast(game).event.stands);
  CHECK(game.follower().result().hands[0] == 3);
  game.give(Said{saidOcto(0, true), 21, 630});
  CHECK(octalLast(game).verdict.legal);
  CHECK(game.give(Said{saidOcto(0, true), 22, 660}).empty());
  CHECK(game.replayed() == game.text());
}

TEST_CASE(
    "a concluded pass did not happen: the card after it was that player's, and later looks do not bring it back") {
  const Record record = octalRecord({octalPlay(0, "5:different:both"), octalPass(1), octalPlay(2, "6:less:up"),
                                     octalPlay(0, "5:less:both"), octalPlay(1, "1:greater:up")});
  const std::vector<Observation> looks = octalLooks(record);
  ToldGame game(octalBeginning(record));
  for (std::size_t look = 0; look < 4; ++look) game.give(looks[look]);
  REQUIRE(octalLast(game).event == octalPass(1));
  REQUIRE(octalLast(game).inferred);
  game.give(corrected(2));
  REQUIRE(game.follower().events().size() == 1);
  Observation again = looks[3];  // nothing new but time
  again.time += 0.3;
  again.forearms.clear();
  game.give(again);
  CHECK(game.follower().events().size() == 1);
  Observation next = looks[4];
  next.forearms.clear();
  game.give(next);
  REQUIRE(game.follower().events().size() == 2);
  CHECK(octalLast(game).event == octalPlay(1, "6:less:up"));
  CHECK(octalLast(game).verdict.legal);
  CHECK(game.replayed() == game.text());
}

TEST_CASE("a concluded pass was another player's card: it is told, and what follows goes on from it") {
  const Record record = octalRecord({octalPlay(0, "5:different:both"), octalPass(1), octalPlay(2, "6:less:up")});
  ToldGame game = octalGame(record);
  REQUIRE(game.follower().events().size() == 3);
  REQUIRE(game.follower().events()[1].inferred);
  game.give(corrected(3, octalPlay(1, "6:less:up")));
  REQUIRE(game.follower().events().size() == 3);
  CHECK(octalLast(game).event.player == 1);
  game.give(corrected(2));
  const auto& events = game.follower().events();
  REQUIRE(events.size() == 2);
  CHECK(events[1].event == octalPlay(1, "6:less:up"));
  CHECK(events[1].verdict.legal);
  CHECK(game.replayed() == game.text());
}

TEST_CASE("a later correction holds where an earlier event is corrected after it") {
  const Record record = octalRecord({octalPlay(0, "5:different:both"), octalPlay(1, "6:less:up"),
                                     octalPlay(2, "5:less:both"), octalPlay(0, "4:less:up")});
  ToldGame game = octalGame(record);
  REQUIRE(game.follower().events().size() == 4);
  Event third = octalPlay(2, "5:less:both", true);
  game.give(corrected(3, third));
  Event first = octalPlay(0, "5:different:both", true);
  game.give(corrected(1, first));
  REQUIRE(game.follower().events().size() == 4);
  CHECK(game.follower().events()[0].event == first);
  CHECK(game.follower().events()[2].event == third);
  CHECK(game.replayed() == game.text());
}

TEST_CASE("a tap on a player ends the turns before, or takes out what was concluded wrongly") {
  const Record record = octalRecord({octalPlay(0, "5:different:both"), octalPass(1)});
  ToldGame game = octalGame(record);
  REQUIRE(octalLast(game).inferred);
  REQUIRE(game.follower().toMove() == 2);
  game.give(SaidTurn{1, 9, 270});
  CHECK(game.follower().toMove() == 1);
  CHECK(game.follower().events().size() == 1);
  game.give(SaidTurn{0, 9.5, 285});
  CHECK(game.follower().toMove() == 0);
  CHECK(game.follower().events().size() >= 3);
  CHECK(game.give(SaidTurn{0, 9.8, 290}).empty());
  CHECK(game.replayed() == game.text());
}

TEST_CASE("who began may be told in the middle of a game, and names changed") {
  const Record record = octalRecord({octalPlay(1, "5:different:both"), octalPlay(2, "6:less:up")});
  Record played = record;
  played.header.first = 1;
  ToldGame game(octalBeginning(record));  // told that Ann begins
  for (Observation& look : octalLooks(played)) game.give(std::move(look));
  REQUIRE(game.follower().events().front().event.player == 0);
  HeaderChange change;
  change.first = 1;
  change.players = std::vector<std::string>{"Anna", "Ben", "Cleo"};
  game.give(change);
  CHECK(game.follower().header().first == 1);
  CHECK(game.follower().header().players[0] == "Anna");
  REQUIRE(game.follower().events().size() == 2);
  CHECK(game.follower().events()[0].event == octalPlay(1, "5:different:both"));
  CHECK(game.follower().events()[1].event == octalPlay(2, "6:less:up"));
  CHECK(game.replayed() == game.text());
  HeaderChange wrong;
  wrong.first = 5;
  CHECK_THROWS_AS(game.give(wrong), Malformed);
  wrong = {};
  wrong.players = std::vector<std::string>{"Anna"};
  CHECK_THROWS_AS(game.give(wrong), Malformed);
  wrong = {};
  wrong.options = {{"podium", 3}};
  CHECK_THROWS_AS(game.give(wrong), Malformed);
  CHECK(game.replayed() == game.text());
}
