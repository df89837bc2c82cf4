#include "tracker/follow/follower.h"

#include <catch2/catch.hpp>

#include "tests/tracker/octagone/board_looks.h"
#include "tests/tracker/octagone/games.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octagone;

/// Ann (0) sits near and lays the Lady on d3 facing NE; Ben (1) answers with orange on e2 facing S: e3 is
/// next.
class Opening {
 public:
  Opening() {
    table.lay("d3", "lady", Facing::NE);
    follower.observe(table.look(Side::Near));
    table.lay("e2", "orange", Facing::S);
    follower.observe(table.look(Side::Far));
    table.take("d3");
  }
  std::string text() const { return textOf(follower); }
  std::unique_ptr<Follower> game = followed(header());
  Follower& follower = *game;
  Table table;
  const std::string opening = "lady 0  d3 NE; place 1 orange e2 S; ";
};

/// Ann and Ben have laid all their jokers, so that either may skip; Ben is asked for blue on g5.
class JokersLaid {
 public:
  JokersLaid() {
    table.lay("a1", "lady", Facing::S);
    follower.observe(table.look(Side::Near));
    const std::vector<std::pair<std::string, Facing>> jokers{{"a2", Facing::S}, {"a6", Facing::E}, {"g6", Facing::N},
                                                             {"g1", Facing::W}, {"a1", Facing::S}, {"a5", Facing::E}};
    for (std::size_t k = 0; k < jokers.size(); ++k) {
      if (k == 1) table.take("a1");
      follower.observe(table.lay(jokers[k].first, "joker", jokers[k].second).look(k % 2 == 0 ? Side::Far : Side::Near));
    }
  }
  /// What came after the jokers.
  std::string text() const { return textOf(follower, 7); }
  std::unique_ptr<Follower> game = followed(header());
  Follower& follower = *game;
  Table table;
};

}  // namespace

TEST_CASE_METHOD(Opening, "a shield on the required box is an event at once") {
  CHECK(text() == opening);
  CHECK(follower.required() == Cell::parse("e3"));
  const auto news = follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  REQUIRE(news.size() == 1);
  CHECK(news[0].kind == Change::Kind::Added);
  CHECK(news[0].event.confidence > 0.9);
  CHECK(text() == opening + "place 0 yellow e3 W; ");
}

TEST_CASE_METHOD(Opening, "a breach is named at once and stands when the next player answers") {
  follower.observe(table.lay("e3", "green", Facing::W).look(Side::Near));
  CHECK(text() == opening + "place 0 green e3 W (octagone.colour); ");
  const auto news = follower.observe(table.lay("d3", "yellow", Facing::W).look(Side::Far));
  CHECK(text() == opening + "place 0 green e3 W (octagone.colour) stands; place 1 yellow d3 W; ");
  REQUIRE(news.size() == 2);
  CHECK(news[0].kind == Change::Kind::Revised);
  CHECK(news[0].event.was.size() == 1);
}

TEST_CASE_METHOD(Opening, "a breach that is taken back leaves the turn where it was") {
  follower.observe(table.lay("f3", "yellow", Facing::W).look(Side::Near));
  CHECK(text() == opening + "place 0 yellow f3 W (octagone.target); ");
  follower.observe(table.take("f3").look(Side::Near));
  CHECK(text() == opening + "place 0 yellow f3 W (octagone.target) taken back; ");
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  CHECK(text() == opening + "place 0 yellow f3 W (octagone.target) taken back; place 0 yellow e3 W; ");
}

TEST_CASE_METHOD(Opening, "a shield on top of another is a breach, and the lower one shows when it is taken back") {
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  follower.observe(table.lay("e2", "joker", Facing::N).look(Side::Far));
  CHECK(text() == opening + "place 0 yellow e3 W; place 1 joker e2 N (octagone.occupied); ");
  follower.observe(table.lay("e2", "orange", Facing::S).look(Side::Far));
  CHECK(text() == opening + "place 0 yellow e3 W; place 1 joker e2 N (octagone.occupied) taken back; ");
}

TEST_CASE_METHOD(Opening, "a shield on top of another that is read badly at first does not change what lay below") {
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  follower.observe(table.layDoubtful("e2", "joker", 0.73, "green", 0.2, Facing::N).look(Side::Far));
  CHECK(text() == opening + "place 0 yellow e3 W; ");
  follower.observe(table.lay("e2", "joker", Facing::N).look(Side::Far));
  CHECK(text() == opening + "place 0 yellow e3 W; place 1 joker e2 N (octagone.occupied); ");
}

TEST_CASE_METHOD(JokersLaid, "who lays a shield on another is told by the arms since that one was seen last") {
  // Ben laid g6. Whose arm it was then says nothing of who covers it now.
  follower.observe(table.layUpon("g6", "blue", Facing::N).look(Side::Near));
  CHECK(text() == "skip 1; place 0 blue g6 N (octagone.occupied); ");
  follower.observe(table.lay("g6", "joker", Facing::N).look(Side::Near));
  follower.observe(table.lay("g5", "blue", Facing::N).look(Side::Near));
  CHECK(text() == "skip 1; place 0 blue g6 N (octagone.occupied) taken back; place 0 blue g5 N; ");
}

TEST_CASE_METHOD(Opening, "a shield turned shortly after it was laid is a corrected reading") {
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  follower.observe(table.lay("e3", "yellow", Facing::SW).look(Side::Near));
  CHECK(text() == opening + "place 0 yellow e3 SW; ");
}

TEST_CASE("turning an arrow that led nowhere takes that breach back") {
  const auto followerGame = followed(header(2, {{"corner", "four"}}));
  Follower& follower = *followerGame;
  Table table;
  follower.observe(table.lay("b1", "lady", Facing::W).look(Side::Near));
  follower.observe(table.lay("a1", "red", Facing::NW).look(Side::Far));
  CHECK(follower.events().back().verdict.rule == "octagone.facing");
  follower.observe(table.lay("a1", "red", Facing::S).look(Side::Far));
  REQUIRE(follower.events().size() == 3);
  CHECK(follower.events()[1].event.takenBack);
  CHECK(follower.events()[2].verdict.legal);
}

TEST_CASE_METHOD(JokersLaid, "two shields from one side have a skip between them") {
  follower.observe(table.lay("g5", "blue", Facing::N).look(Side::Near));
  CHECK(text() == "skip 1; place 0 blue g5 N; ");
  CHECK(follower.events()[7].inferred);
}

TEST_CASE_METHOD(JokersLaid, "of two arms over the table the one that ended at the shield laid it") {
  // g5 lies at (165, -82.5); Ben's arm ended in the middle of the board.
  Observation seen = table.lay("g5", "blue", Facing::N).look();
  seen.forearms = {{Side::Far, 0.4, {20, -110}}, {Side::Near, 0.6, {172, -40}}};
  follower.observe(seen);
  CHECK(text() == "skip 1; place 0 blue g5 N; ");
}

TEST_CASE_METHOD(JokersLaid, "what shows of an arm where nobody sits says nothing for the player opposite") {
  // Ann's arm crosses the corner, or its shadow does.
  Observation look = table.lay("g5", "blue", Facing::N).look();
  look.forearms = {{Side::Near, 0.8, {150, -10}}, {Side::Right, 0.2, {110, -60}}};
  follower.observe(look);
  CHECK(text() == "skip 1; place 0 blue g5 N; ");
}

TEST_CASE_METHOD(Opening, "without a hand to go by, a joker that the player cannot have shows a skip") {
  const char* jokers[] = {"e3", "d3", "c3", "b3", "a3"};
  for (int k = 0; k < 5; ++k) follower.observe(table.lay(jokers[k], "joker", k < 4 ? Facing::W : Facing::S).look());
  CHECK(follower.toMove() == 1);
  CHECK(text().find("supply") == std::string::npos);
}

TEST_CASE_METHOD(Opening, "several shields between two looks are explained in the order of the arrows") {
  table.lay("c3", "yellow", Facing::S).lay("e3", "yellow", Facing::W).lay("d3", "yellow", Facing::W);
  follower.observe(table.look());
  CHECK(text() == opening + "place 0 yellow e3 W; place 1 yellow d3 W; place 0 yellow c3 S; ");
}

TEST_CASE_METHOD(Opening, "what is half visible, unreadable or hidden is no evidence") {
  const std::string before = text();
  follower.observe(table.lay("e3", "green", Facing::W).see("e3", 0.4).look(Side::Near));
  CHECK(text() == before);
  follower.observe(table.layUnread("e3", Facing::W).look());
  CHECK(text() == before);
  Observation hidden = table.take("e3").take("e2").look();
  hidden.hidden = {{-200, -200, 200, 200}};
  follower.observe(hidden);
  CHECK(text() == before);
}

TEST_CASE_METHOD(Opening, "what may be half a shield beside an arm, and is nothing once that is away, was none") {
  for (int k = 0; k < 2; ++k) {
    Observation seen = table.layHalfSeen("f3", "orange", Facing::S).look();
    seen.forearms = {{Side::Near, 0.999, beyond(Side::Near, middle("e4"))}};
    follower.observe(seen);
  }
  follower.observe(table.take("f3").lay("e3", "yellow", Facing::W).look(Side::Near));
  CHECK(text() == opening + "place 0 yellow e3 W; ");
  for (const auto& each : follower.events()) CHECK(each.was.empty());
}

TEST_CASE_METHOD(Opening, "half a shield under an arm that lies there clearly in the end is what it is") {
  follower.observe(table.layHalfSeen("f3", "yellow", Facing::W).look(Side::Near));
  follower.observe(table.lay("f3", "yellow", Facing::W).look(Side::Near));
  follower.observe(table.look());
  CHECK(text() == opening + "place 0 yellow f3 W (octagone.target); ");
}

TEST_CASE_METHOD(Opening, "rules settle a doubtful reading and a person is asked where doubt remains") {
  follower.observe(table.layDoubtful("e3", "orange", 0.55, "yellow", 0.4, Facing::W).look(Side::Near));
  CHECK(text() == opening + "place 0 yellow e3 W; ");
  CHECK(follower.questions().empty());
  Opening other;
  other.follower.observe(other.table.layDoubtful("e3", "yellow", 0.5, "joker", 0.45, Facing::W).look(Side::Near));
  REQUIRE(other.follower.questions().size() == 1);
  CHECK(other.follower.questions()[0].answers[0].face == Face("shield:yellow"));
  CHECK(other.follower.questions()[0].answers[1].face == Face("shield:joker"));
}

TEST_CASE_METHOD(Opening, "a question is answered by one tap, and the answer stays whatever is read later") {
  follower.observe(table.layDoubtful("e3", "yellow", 0.5, "joker", 0.45, Facing::W).look(Side::Near));
  REQUIRE(follower.questions().size() == 1);
  const int question = follower.questions()[0].id;
  CHECK(follower.answer(question + 1000, Face("shield:joker")).empty());
  CHECK(follower.answer(question, Face("7H")).empty());
  const auto changes = follower.answer(question, Face("shield:joker"));
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].kind == Change::Kind::Revised);
  CHECK(changes[0].event.was.size() == 1);
  CHECK(text() == opening + "place 0 joker e3 W; ");
  CHECK(follower.questions().empty());
  follower.observe(table.layDoubtful("e3", "yellow", 0.5, "joker", 0.45, Facing::W).look());
  CHECK(text() == opening + "place 0 joker e3 W; ");
}

TEST_CASE_METHOD(JokersLaid, "a turn that is said to be done without a shield was a skip, at once") {
  follower.turnDone(9, 270);  // for what was laid before
  const auto changes = follower.turnDone(10, 300);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].event.event.action == "skip");
  CHECK(changes[0].event.frame == 300);
  CHECK_FALSE(changes[0].event.inferred);
  CHECK(text() == "skip 1; ");
  CHECK(follower.toMove() == 0);
  follower.observe(table.lay("g5", "blue", Facing::N).look(Side::Near));
  CHECK(text() == "skip 1; place 0 blue g5 N; ");
  CHECK(follower.turnDone(12, 360).empty());
  CHECK(follower.turnDone(13, 390).size() == 1);
  follower.undo();
  CHECK(text() == "skip 1; place 0 blue g5 N; ");
}

TEST_CASE_METHOD(Opening, "a clear breach is never talked away") {
  follower.observe(table.layDoubtful("e3", "orange", 0.9999, "yellow", 0.0001, Facing::W).look(Side::Near));
  CHECK(text() == opening + "place 0 orange e3 W (octagone.colour); ");
}

TEST_CASE_METHOD(Opening, "a longer look at a doubtful shield changes its reading") {
  follower.observe(table.layDoubtful("e3", "joker", 0.75, "yellow", 0.2, Facing::W).look(Side::Near));
  CHECK(text() == opening + "place 0 joker e3 W; ");
  follower.observe(table.lay("e3", "yellow", Facing::W).look());
  CHECK(text() == opening + "place 0 yellow e3 W; ");
}

TEST_CASE_METHOD(Opening, "a shield misread under the hand that lays it is read anew, and taken back is told as such") {
  follower.observe(table.layDoubtful("e3", "joker", 0.62, "green", 0.2, Facing::W).look(Side::Near));
  follower.observe(table.lay("e3", "green", Facing::W).look(Side::Near));
  CHECK(text() == opening + "place 0 green e3 W (octagone.colour); ");
  follower.observe(table.lay("e3", "yellow", Facing::SW).look(Side::Near));
  CHECK(text() == opening + "place 0 green e3 W (octagone.colour) taken back; place 0 yellow e3 SW; ");
}

TEST_CASE_METHOD(Opening, "the Lady on the required box marks it and is no event") {
  follower.observe(table.lay("e3", "lady", Facing::N).look(Side::Near));
  CHECK(text() == opening);
  follower.observe(table.lay("e3", "yellow", Facing::W).lay("d3", "lady", Facing::N).look(Side::Near));
  CHECK(text() == opening + "place 0 yellow e3 W; ");
}

TEST_CASE("the Lady moved on together with the first shield marks the next box and is no new start") {
  const auto followerGame = followed(header());
  Follower& follower = *followerGame;
  Table table;
  follower.observe(table.lay("d3", "lady", Facing::NE).look(Side::Near));
  // First the arm still hides the shield.
  Observation under = table.take("d3").lay("d2", "lady", Facing::N).look(Side::Far);
  under.hidden = {{middle("e2").x - 30, middle("e2").y - 30, middle("e2").x + 30, middle("e2").y + 30}};
  follower.observe(under);
  follower.observe(table.lay("e2", "orange", Facing::W).look(Side::Far));
  CHECK(textOf(follower) == "lady 0  d3 NE; place 1 orange e2 W; ");
  follower.observe(table.lay("d2", "orange", Facing::W).lay("c2", "lady", Facing::N).look(Side::Near));
  follower.observe(table.lay("c2", "orange", Facing::S).lay("c3", "lady", Facing::N).look(Side::Far));
  // On her way to the next box before its shield lies there.
  follower.observe(table.take("c3").lay("c4", "lady", Facing::N).look());
  follower.observe(table.lay("c3", "yellow", Facing::S).look(Side::Near));
  CHECK(textOf(follower) ==
        "lady 0  d3 NE; place 1 orange e2 W; place 0 orange d2 W; place 1 orange c2 S; "
        "place 0 yellow c3 S; ");
}

TEST_CASE_METHOD(JokersLaid, "the turn marker moved on shows a skip") {
  const auto marked = [&](Observation look, double y) {
    look.pieces.push_back({{{Face("turn"), 0.95}}, 1.0, {{20, y}, 0}, 1.0});
    return look;
  };
  follower.observe(marked(table.look(), 230));  // Ben is in turn, who sits at the far side
  CHECK(text() == "");
  follower.observe(marked(table.look(), -230));
  // Nobody's arm was seen.
  follower.observe(marked(table.lay("g5", "blue", Facing::N).look(), 230));
  CHECK(text() == "skip 1; place 0 blue g5 N; ");
}

TEST_CASE_METHOD(Opening, "a turn marker moved too early makes nobody skip who holds a joker") {
  const auto marked = [&](Observation look, double y) {
    look.pieces.push_back({{{Face("turn"), 0.95}}, 1.0, {{20, y}, 0}, 1.0});
    return look;
  };
  follower.observe(marked(table.look(), -230));
  follower.observe(marked(table.look(), 230));
  follower.observe(marked(table.lay("e3", "yellow", Facing::W).look(Side::Near), 230));
  CHECK(text() == opening + "place 0 yellow e3 W; ");
}

TEST_CASE("options that were not told are found out, told ones stay") {
  const auto played = [](const Json& options) {
    const auto followerGame = followed(header(2, options));
    Follower& follower = *followerGame;
    Table table;
    follower.observe(table.lay("b4", "lady", Facing::W).look(Side::Near));
    follower.observe(table.lay("a4", "joker", Facing::E).look(Side::Far));
    follower.observe(table.take("b4").lay("b4", "green", Facing::N).look(Side::Near));  // part 2 would ask for g4
    return std::pair(follower.header().options, follower.events().back().verdict.legal);
  };
  const auto [found, legal] = played(Json::object());
  CHECK(found["part"] == 1);
  CHECK(legal);
  const auto [told, byTold] = played({{"part", 2}});
  CHECK(told["part"] == 2);
  CHECK_FALSE(byTold);
}

TEST_CASE("a White Lady who faces out of a corner is laid by people who play so that this leads on") {
  const auto followerGame = followed(header());
  Follower& follower = *followerGame;
  Table table;
  follower.observe(table.lay("g1", "lady", Facing::NE).look(Side::Near));
  follower.observe(table.lay("a6", "purple", Facing::N).look(Side::Far));
  follower.observe(table.take("g1").lay("a5", "blue", Facing::E).look(Side::Near));
  CHECK(follower.header().options["corner"] == "five");
  CHECK(textOf(follower) == "lady 0  g1 NE; place 1 purple a6 N; place 0 blue a5 E; ");
}

TEST_CASE("who begins is found out where it was not told") {
  const auto followerGame = followed(header(), {}, false);
  Follower& follower = *followerGame;
  Table table;
  follower.observe(table.lay("d3", "lady", Facing::NE).look());
  follower.observe(table.lay("e2", "orange", Facing::S).look(Side::Near));
  CHECK(follower.header().first == 1);
  CHECK(textOf(follower) == "lady 1  d3 NE; place 0 orange e2 S; ");
}

TEST_CASE_METHOD(JokersLaid, "the Lady laid back elsewhere declares the end, and a shield after all takes that back") {
  follower.observe(table.lay("d3", "lady", Facing::N).look(Side::Near));
  CHECK(text() == "skip 1; skip 0; ");
  CHECK(follower.result().reason == "octagone.stuck");
  follower.observe(table.take("d3").lay("g5", "blue", Facing::N).look(Side::Far));
  CHECK(text() == "place 1 blue g5 N; ");
  CHECK_FALSE(follower.result().over);
}

TEST_CASE_METHOD(Opening, "while somebody is known to hold a joker the Lady elsewhere is no end") {
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  follower.observe(table.lay("d3", "yellow", Facing::W).look(Side::Far));
  follower.observe(table.lay("g6", "lady", Facing::N).look(Side::Near));
  CHECK(text() == opening + "place 0 yellow e3 W; place 1 yellow d3 W; ");
  CHECK_FALSE(follower.result().over);
}

TEST_CASE("the White Lady seen under the hand that turns her faces as she lies in the end") {
  const double first = GENERATE(30.0, 40.0);
  const auto followerGame = followed(header());
  Follower& follower = *followerGame;
  Table table;
  follower.observe(table.lay("d3", "lady", Facing::N).turn("d3", first).look(Side::Near));
  follower.observe(table.turn("d3", 8).look(Side::Near));
  follower.observe(table.look());
  CHECK(textOf(follower) == "lady 0  d3 N; ");
}

TEST_CASE("the White Lady moved before anybody answered lies where she lies") {
  const auto followerGame = followed(header());
  Follower& follower = *followerGame;
  Table table;
  follower.observe(table.lay("d3", "lady", Facing::NE).look(Side::Near));
  follower.observe(table.take("d3").lay("c3", "lady", Facing::N).look(Side::Near));
  REQUIRE(follower.events().size() == 1);
  CHECK(follower.events()[0].event.fields["at"] == "c3");
  CHECK(follower.required() == Cell::parse("c2"));
}

TEST_CASE("the White Lady moved on before the first shield marks the box after it") {
  const auto followerGame = followed(header());
  Follower& follower = *followerGame;
  Table table;
  follower.observe(table.lay("d3", "lady", Facing::NE).look(Side::Near));
  follower.observe(table.take("d3").lay("e3", "lady", Facing::S).look(Side::Far));
  follower.observe(table.lay("e2", "orange", Facing::S).look(Side::Far));
  CHECK(textOf(follower) == "lady 0  d3 NE; place 1 orange e2 S; ");
}

TEST_CASE("the White Lady moved before anybody answered stays there when the first shield goes by her") {
  const auto followerGame = followed(header());
  Follower& follower = *followerGame;
  Table table;
  follower.observe(table.lay("d3", "lady", Facing::NE).look(Side::Near));
  follower.observe(table.take("d3").lay("c3", "lady", Facing::N).look(Side::Near));
  follower.observe(table.lay("c2", "orange", Facing::S).look(Side::Far));
  CHECK(textOf(follower) == "lady 0  c3 N; place 1 orange c2 S; ");
}

TEST_CASE_METHOD(Opening, "a shield missed for a look is not gone") {
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  follower.observe(table.take("e3").lay("d3", "yellow", Facing::W).look(Side::Far));
  follower.observe(table.lay("e3", "yellow", Facing::W).look());
  CHECK(text() == opening + "place 0 yellow e3 W; place 1 yellow d3 W; ");
}

TEST_CASE_METHOD(Opening, "a shield missed when it was laid is put in its place when it is seen") {
  follower.observe(table.lay("d3", "yellow", Facing::W).look(Side::Far));
  follower.observe(table.lay("e3", "yellow", Facing::W).look());
  follower.observe(table.lay("c3", "yellow", Facing::W).look(Side::Near));
  // Nothing shows that e3 came before d3 but the rules: the breach and what follows it are as seen.
  CHECK(follower.agreed().size() == 4);
}

TEST_CASE_METHOD(Opening, "a person's correction refolds the game from there") {
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  follower.observe(table.lay("d3", "yellow", Facing::W).look(Side::Far));
  follower.correct({*Cell::parse("e3"), Face("shield:green"), Facing::W, {}});
  CHECK(text() == opening + "place 0 green e3 W (octagone.colour) stands; place 1 yellow d3 W; ");
  follower.observe(table.look());
  CHECK(text() == opening + "place 0 green e3 W (octagone.colour) stands; place 1 yellow d3 W; ");
  follower.correct({*Cell::parse("d3"), std::nullopt, std::nullopt, {}});
  follower.observe(table.look());
  CHECK(follower.events().size() == 3);
}

TEST_CASE_METHOD(Opening, "undo takes the last event out and the table is compared afresh") {
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  const auto news = follower.undo();
  REQUIRE(news.size() == 1);
  CHECK(news[0].kind == Change::Kind::Removed);
  CHECK(text() == opening);
  follower.observe(table.look());
  CHECK(text() == opening + "place 0 yellow e3 W; ");
}

namespace {

/// Two shields lie there, and somebody has said that the second one is a joker.
struct Corrected {
  std::unique_ptr<Follower> game = followed(header());
  Table table;
  Corrected() {
    game->observe(table.lay("d3", "lady", Facing::NE).look(Side::Near));
    game->observe(table.lay("e2", "orange", Facing::S).look(Side::Far));
    game->observe(table.take("d3").lay("e3", "yellow", Facing::W).look(Side::Near));
    game->correct({*Cell::parse("e3"), Face("shield:joker"), Facing::W, {}});
  }
};

}  // namespace

TEST_CASE_METHOD(Corrected, "what is seen between undoing and doing again is not lost") {
  const auto last = [&] { return game->events().back().event.fields.at("piece"); };
  REQUIRE(game->events().size() == 3);
  CHECK(last() == "joker");
  game->undo();
  CHECK(last() == "yellow");
  game->observe(table.lay("d3", "yellow", Facing::W).look(Side::Far));
  REQUIRE(game->events().size() == 4);
  game->redo();
  REQUIRE(game->events().size() == 4);
  CHECK(game->events()[2].event.fields.at("piece") == "joker");
  CHECK(game->events()[3].event.fields.at("at") == "d3");
  // What was said again just now is unsaid; what came since stays.
  CHECK(game->undoUnsays());
  game->undo();
  REQUIRE(game->events().size() == 4);
  CHECK(game->events()[2].event.fields.at("piece") == "yellow");
}

TEST_CASE_METHOD(Corrected,
                 "undo takes back what was just said though somebody has played since, and later the last move") {
  Observation next = table.lay("d3", "yellow", Facing::W).look(Side::Far);
  const auto piece = [&] { return game->events()[2].event.fields.at("piece"); };
  SECTION("at once") {
    game->observe(next);
    REQUIRE(game->events().size() == 4);
    CHECK(game->undoUnsays());
    game->undo();
    CHECK(game->events().size() == 4);
    CHECK(piece() == "yellow");
  }
  SECTION("a minute later") {
    next.time += 60;
    game->observe(next);
    REQUIRE(game->events().size() == 4);
    CHECK_FALSE(game->undoUnsays());
    game->undo();
    CHECK(game->events().size() == 3);
    CHECK(piece() == "joker");
  }
}

TEST_CASE_METHOD(Opening,
                 "a breach that a person says was taken back is none of the game, though it may lie there yet") {
  follower.observe(table.lay("e3", "green", Facing::W).look(Side::Near));
  Event told = plainly(follower.events().back().event);
  told.takenBack = true;
  const int n = follower.events().back().n;
  follower.correct({.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = n, .event = told});
  const std::string back = opening + "place 0 green e3 W (octagone.colour) taken back; ";
  CHECK(text() == back);
  CHECK(follower.toMove() == 0);
  follower.observe(table.look());
  CHECK(text() == back);
  follower.observe(table.take("e3").look(Side::Near));
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  CHECK(text() == back + "place 0 yellow e3 W; ");
}

TEST_CASE_METHOD(Opening, "a breach that a person says stands stands at once") {
  follower.observe(table.lay("e3", "green", Facing::W).look(Side::Near));
  Event told = plainly(follower.events().back().event);
  told.stands = true;
  const int n = follower.events().back().n;
  follower.correct({.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = n, .event = told});
  CHECK(text() == opening + "place 0 green e3 W (octagone.colour) stands; ");
  CHECK(follower.toMove() == 1);
}

TEST_CASE_METHOD(Opening, "a game that was cut off goes on") {
  follower.observe(table.lay("e3", "green", Facing::W).look(Side::Near));
  follower.observe(table.lay("d3", "yellow", Facing::W).look(Side::Far));
  const auto againGame = followed(header(), follower.events());
  Follower& again = *againGame;
  CHECK(again.result() == follower.result());
  CHECK(again.observe(table.look()).empty());
  const auto news = again.observe(table.lay("c3", "yellow", Facing::W).look(Side::Near));
  REQUIRE(news.size() == 1);
  CHECK(news[0].event.n == 5);
  CHECK(news[0].event.verdict.legal);
}

TEST_CASE("a game watched from the middle or shown anything at all is explained somehow and never stuck") {
  const auto followerGame = followed(header());
  Follower& follower = *followerGame;
  Table table;
  for (const char* box : {"a1", "b2", "c3", "d4", "e5", "f6", "g1", "a6"}) table.lay(box, "joker", Facing::N);
  follower.observe(table.look());
  follower.finish();
  CHECK(follower.agreed().size() == 8);
}

TEST_CASE("a game that lay there before the program looked is told by no breach, and is taken over as it lies") {
  const auto followerGame = followed(header());
  Follower& follower = *followerGame;
  Table table;
  CHECK_FALSE(follower.canTakeTable());
  CHECK(follower.missing().size() == 1);
  for (const char* box : {"a1", "b2", "c3", "d4", "e5", "f6", "g1", "a6"}) table.lay(box, "joker", Facing::N);
  for (int look = 0; look < 3; ++look) CHECK(follower.observe(table.look()).empty());
  CHECK(follower.events().empty());
  CHECK(follower.missing().empty());
  REQUIRE(follower.differences().size() == 8);
  CHECK(follower.differences().front().seen == Face("shield:joker"));
  CHECK_FALSE(follower.differences().front().known);
  REQUIRE(follower.canTakeTable());
  REQUIRE(follower.takeTable(4, 120).size() == 1);
  CHECK(textOf(follower) == "position 0 of 8; ");
  CHECK(follower.events().front().verdict.legal);
  CHECK(follower.differences().empty());
  CHECK_FALSE(follower.canTakeTable());
  CHECK_THROWS_AS(follower.takeTable(5, 150), Malformed);
  CHECK(follower.agreed().size() == 8);
  CHECK_FALSE(follower.required());

  SECTION("it goes on from there, by all rules that do not turn on what nobody knows") {
    CHECK(follower.observe(table.look()).empty());
    table.lay("b1", "red", Facing::S);
    CHECK(follower.observe(table.look(Side::Near)).size() == 1);
    CHECK(textOf(follower, 1) == "place 0 red b1 S; ");
    REQUIRE(follower.required());
    CHECK(follower.required()->name() == "b3");
    table.lay("b3", "green", Facing::S);
    follower.observe(table.look(Side::Far));
    CHECK(textOf(follower, 2) == "place 1 green b3 S (octagone.colour); ");
    CHECK(follower.result().hands.empty());
  }
  SECTION("whose turn it is belongs to what is taken over") {
    follower.saidTurn(1, 6, 180);
    CHECK(textOf(follower) == "position 1 of 8; ");
    CHECK(follower.toMove() == 1);
  }
  SECTION("it is undone like anything else, and what lies there is asked about again") {
    follower.undo();
    CHECK(follower.events().empty());
    follower.observe(table.look());
    CHECK(follower.canTakeTable());
  }
  SECTION("a game that was cut off after it goes on") {
    const auto againGame = followed(follower.header(), follower.events());
    Follower& again = *againGame;
    CHECK(again.agreed().size() == 8);
    CHECK(again.observe(table.look()).empty());
    CHECK(again.differences().empty());
    table.lay("b1", "red", Facing::S);
    CHECK(again.observe(table.look(Side::Near)).size() == 1);
  }
}

TEST_CASE("a table that is cleared begins anew by itself") {
  const auto followerGame = followed(header());
  Follower& follower = *followerGame;
  Table table;
  for (const char* box : {"a1", "b2", "c3", "d4"}) table.lay(box, "joker", Facing::N);
  follower.observe(table.look());
  CHECK(follower.differences().size() == 4);
  for (const char* box : {"a1", "b2", "c3", "d4"}) table.take(box);
  follower.observe(table.look());
  CHECK(follower.differences().empty());
  CHECK(follower.missing().size() == 1);
  table.lay("d3", "lady", Facing::NE);
  follower.observe(table.look(Side::Near));
  CHECK(textOf(follower) == "lady 0  d3 NE; ");
}

TEST_CASE_METHOD(Opening,
                 "a table on which the game moved on unseen accuses nobody, and goes on from what lies there") {
  for (const char* box : {"a1", "b1", "c1", "e1", "f1", "g1"}) table.lay(box, "red", Facing::S);
  CHECK(follower.observe(table.look(Side::Near)).empty());
  CHECK(text() == opening);
  CHECK(follower.differences().size() == 6);
  CHECK(follower.required()->name() == "e3");
  follower.takeTable(9, 270);
  CHECK(text() == opening + "position 0 of 7; ");
  CHECK(follower.agreed().size() == 7);
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  CHECK(textOf(follower, 3) == "place 0 yellow e3 W; ");
}

TEST_CASE_METHOD(Opening, "what was moved away by mistake and comes back is as it was") {
  follower.observe(table.lay("e3", "yellow", Facing::W).look(Side::Near));
  const std::string before = text();
  Table other;
  for (const char* box : {"a1", "b1", "c1", "f1", "g1", "g2"}) other.lay(box, "blue", Facing::S);
  follower.observe(other.look());
  CHECK_FALSE(follower.differences().empty());
  follower.observe(table.look());
  CHECK(follower.differences().empty());
  CHECK(text() == before);
}
