// What people tell a follower of Octagone.
#include <catch2/catch.hpp>
#include <map>

#include "tests/tracker/octagone/games.h"
#include "tests/tracker/said/told_game.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octagone;
using octo::test::corrected;
using octo::test::ToldGame;

namespace {

Beginning octagoneBeginning(int players, bool firstTold = true) {
  return {header(players), seededLayout(GameId::Octagone, players), firstTold};
}

/// What lies on the board, as a camera tells it.
class Board {
 public:
  Board& lay(const std::string& box, const std::string& shield, Facing facing) {
    const TablePoint at = layout_.zone("board")->grid->centre(*Cell::parse(box));
    pieces_[box] = {{{Face("shield:" + shield), 0.98}}, 1.0, {at, static_cast<double>(facing.degrees())}, 1.0};
    return *this;
  }
  Board& take(const std::string& box) {
    pieces_.erase(box);
    return *this;
  }
  Observation look(std::optional<Side> hand = {}) {
    Observation seen;
    seen.time = ++time_;
    seen.frame = static_cast<std::int64_t>(30 * time_);
    for (const auto& [box, piece] : pieces_) seen.pieces.push_back(piece);
    if (hand) seen.hands = {{*hand, 0.999, {0, *hand == Side::Near ? 160.0 : -160.0}}};
    return seen;
  }

 private:
  Layout layout_ = seededLayout(GameId::Octagone, 2);
  std::map<std::string, SeenPiece> pieces_;
  double time_ = 0;
};

/// Ann lays the Lady on d3 facing NE, Ben orange on e2 facing S: e3 is next.
struct OctagoneOpening {
  explicit OctagoneOpening(int players = 2) : game(octagoneBeginning(players)) {
    game.give(board.lay("d3", "lady", Facing::NE).look(Side::Near));
    game.give(board.lay("e2", "orange", Facing::S).look(players == 2 ? Side::Far : Side::Left));
    board.take("d3");
  }
  std::string moves() {
    std::string all;
    for (const TrackedEvent& each : game.follower().events()) {
      all += std::to_string(*each.event.player) + " " + each.event.action;
      if (each.event.action == "place") all += " " + each.event.fields["at"].get<std::string>();
      if (each.inferred) all += " concluded";
      if (!each.verdict.legal) all += " " + each.verdict.rule;
      all += "; ";
    }
    return all;
  }
  Board board;
  ToldGame game;
};

const std::string kBegun = "0 lady; 1 place e2; ";

}  // namespace

TEST_CASE("a skip that a person tells is an event of full confidence and can be undone") {
  OctagoneOpening opening;
  opening.game.give(Said{skip(0), 5, 150});
  CHECK(opening.moves() == kBegun + "0 skip; ");
  CHECK(opening.game.follower().events().back().confidence == 1.0);
  opening.game.give(opening.board.lay("e3", "yellow", Facing::W).look());
  CHECK(opening.moves() == kBegun + "0 skip; 1 place e3; ");
  CHECK(opening.game.replayed() == opening.game.text());
  opening.game.give(Undo{});
  opening.game.give(Undo{});
  CHECK(opening.moves() == kBegun);
  CHECK_THROWS_WITH(ToldGame(octagoneBeginning(2)).give(Said{skip(0), 1, 30}), "the White Lady comes first");
  CHECK_THROWS_AS(opening.game.give(Said{{.player = 0, .action = "pass"}, 9, 270}), Malformed);
}

TEST_CASE("a concluded skip did not happen: the shield after it was that player's") {
  OctagoneOpening opening;
  opening.game.give(opening.board.lay("e3", "yellow", Facing::W).look(Side::Far));
  REQUIRE(opening.moves() == kBegun + "0 skip concluded; 1 place e3; ");
  opening.game.give(corrected(3));
  CHECK(opening.moves() == kBegun + "0 place e3; ");
  CHECK(opening.game.replayed() == opening.game.text());
}

TEST_CASE("a concluded skip was a shield that nobody saw, and the next one goes on from it") {
  OctagoneOpening opening;
  opening.game.give(SaidTurn{1, 5, 150});
  REQUIRE(opening.moves() == kBegun + "0 skip concluded; ");
  opening.game.give(corrected(3, place(0, "yellow", "e3", "W")));
  CHECK(opening.moves() == kBegun + "0 place e3; ");
  opening.board.lay("e3", "yellow", Facing::W).lay("d3", "yellow", Facing::W);
  opening.game.give(opening.board.look(Side::Far));
  CHECK(opening.moves() == kBegun + "0 place e3; 1 place d3; ");
  CHECK(opening.game.replayed() == opening.game.text());
}

TEST_CASE("a shield was another player's: the turns between were skipped") {
  OctagoneOpening opening;
  opening.game.give(opening.board.lay("e3", "yellow", Facing::W).look(Side::Near));
  REQUIRE(opening.moves() == kBegun + "0 place e3; ");
  opening.game.give(corrected(3, place(1, "yellow", "e3", "W")));
  CHECK(opening.moves() == kBegun + "0 skip concluded; 1 place e3; ");
  opening.game.give(opening.board.look());
  CHECK(opening.moves() == kBegun + "0 skip concluded; 1 place e3; ");
  CHECK(opening.game.replayed() == opening.game.text());
}

TEST_CASE("of four a concluded skip was another player's") {
  OctagoneOpening opening(4);
  opening.game.give(Said{skip(2), 5, 150});
  opening.game.give(opening.board.lay("e3", "yellow", Facing::W).look(Side::Near));
  REQUIRE(opening.moves() == kBegun + "2 skip; 3 skip concluded; 0 place e3; ");
  opening.game.give(corrected(4));
  CHECK(opening.moves() == kBegun + "2 skip; 3 place e3; ");
  CHECK(opening.game.replayed() == opening.game.text());
}

TEST_CASE("a tap on a player concludes the skips before, the latest tap counts, and undo takes it back") {
  OctagoneOpening opening(4);
  REQUIRE(opening.game.follower().toMove() == 2);
  opening.game.give(SaidTurn{0, 5, 150});
  CHECK(opening.game.follower().toMove() == 0);
  CHECK(opening.moves() == kBegun + "2 skip concluded; 3 skip concluded; ");
  opening.game.give(SaidTurn{3, 6, 180});
  CHECK(opening.moves() == kBegun + "2 skip concluded; ");
  CHECK(opening.game.replayed() == opening.game.text());
  opening.game.give(Undo{});
  CHECK(opening.moves() == kBegun);
  CHECK(opening.game.follower().toMove() == 2);
}

TEST_CASE("who began is found out from the first arm, or told later") {
  Board board;
  ToldGame game(octagoneBeginning(2, false));
  game.give(board.look());
  game.give(board.lay("d3", "lady", Facing::NE).look(Side::Far));
  CHECK(game.follower().header().first == 1);
  REQUIRE(game.follower().events().size() == 1);
  CHECK(game.follower().events()[0].event.player == 1);
  HeaderChange change;
  change.first = 0;
  game.give(change);
  CHECK(game.follower().header().first == 0);
  CHECK(game.follower().events()[0].event.player == 0);
  CHECK(game.replayed() == game.text());
}

TEST_CASE("the holder of the second joker, told in the middle of a game, is judged by from its beginning") {
  OctagoneOpening opening(4);
  const auto givenTo = [&](int one, int other) {
    HeaderChange change;
    change.setup = {{"extra_joker", {one, other}}};
    opening.game.give(change);
  };
  givenTo(2, 1);
  CHECK(opening.game.follower().header().setup["extra_joker"] == Json::array({2, 1}));
  CHECK(opening.game.follower().result().hands == std::vector<int>{10, 10, 11, 10});
  givenTo(0, 1);
  CHECK(opening.game.follower().result().hands == std::vector<int>{11, 10, 10, 10});
  HeaderChange unknown;
  unknown.setup = {{"extra_joker", nullptr}};
  opening.game.give(unknown);
  CHECK_FALSE(opening.game.follower().header().setup.contains("extra_joker"));
  HeaderChange wrong;
  wrong.setup = {{"extra_joker", {0, 2}}};
  const std::string before = opening.game.text();
  CHECK_THROWS_AS(opening.game.give(wrong), Malformed);
  CHECK(opening.game.text() == before);
  CHECK(opening.game.replayed() == before);
}
