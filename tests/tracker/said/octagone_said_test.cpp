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
    pieces_[box] = {{{Face("shield:" + shield), 0.9999}}, 1.0, {at, static_cast<double>(facing.degrees())}, 1.0};
    latest_ = at;
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
    if (hand) seen.forearms = {{*hand, 0.999, beyond(*hand, latest_)}};
    return seen;
  }

 private:
  Layout layout_ = seededLayout(GameId::Octagone, 2);
  std::map<std::string, SeenPiece> pieces_;
  /// What was laid last.
  TablePoint latest_{0, 0};
  double time_ = 0;
};

/// After six jokers nobody has one left: whoever lacks the colour skips.
struct OctagoneOpening {
  explicit OctagoneOpening(int players = 2) : game(octagoneBeginning(players)), match(header(players)) {
    lay(lady(0, "d3", "NE"));
    for (int joker = 0; joker < 6; ++joker) {
      const auto moves = match.options();
      const auto laid = std::find_if(moves.begin(), moves.end(), [](const MoveShape& move) {
        return move.action == "place" && move.fields["piece"] == "joker";
      });
      REQUIRE(laid != moves.end());
      lay({.player = laid->player, .action = laid->action, .fields = laid->fields});
      if (joker == 0) board.take("d3");
    }
    REQUIRE(moves().empty());
    REQUIRE(game.follower().events().size() == 7);
  }
  /// Played and seen, the arm with it.
  void lay(const Event& event) {
    match.play(event);
    game.give(look(event, *event.player));
  }
  /// What the event lays is seen, and that player's arm.
  Observation look(const Event& event, std::optional<int> arm) {
    const bool isLady = event.action == "lady";
    board.lay(event.fields["at"], isLady ? "lady" : event.fields["piece"].get<std::string>(),
              *Facing::parse(event.fields["facing"].get<std::string>()));
    const auto players = static_cast<int>(game.follower().header().players.size());
    return arm ? board.look(seat(*arm, players)) : board.look();
  }
  /// The shield that is wanted now, laid by that player.
  Event wanted(int player) const {
    const auto moves = match.options();
    const auto place =
        std::find_if(moves.begin(), moves.end(), [](const MoveShape& move) { return move.action == "place"; });
    REQUIRE(place != moves.end());
    return {.player = player, .action = "place", .fields = place->fields};
  }
  /// What came after the jokers.
  std::string moves() {
    std::string all;
    for (const TrackedEvent& each : game.follower().events()) {
      if (each.n <= 7) continue;
      all += std::to_string(*each.event.player) + " " + each.event.action;
      if (each.inferred) all += " concluded";
      if (!each.verdict.legal) all += " " + each.verdict.rule;
      all += "; ";
    }
    return all;
  }
  Board board;
  ToldGame game;
  Match match;
};

}  // namespace

TEST_CASE("a skip that a person tells is an event of full confidence and can be undone") {
  OctagoneOpening opening;
  opening.game.give(Said{skip(1), 15, 450});
  CHECK(opening.moves() == "1 skip; ");
  CHECK(opening.game.follower().events().back().confidence == Approx(1.0));
  opening.game.give(opening.look(opening.wanted(0), {}));
  CHECK(opening.moves() == "1 skip; 0 place; ");
  CHECK(opening.game.replayed() == opening.game.text());
  opening.game.give(Undo{});
  opening.game.give(Undo{});
  CHECK(opening.moves().empty());
  CHECK_THROWS_WITH(ToldGame(octagoneBeginning(2)).give(Said{skip(1), 1, 30}), "the White Lady comes first");
  CHECK_THROWS_AS(opening.game.give(Said{{.player = 0, .action = "pass"}, 19, 570}), Malformed);
}

TEST_CASE("a skip told of somebody who holds a joker is a breach, and the turn has gone on") {
  Board board;
  ToldGame game(octagoneBeginning(2));
  game.give(board.lay("d3", "lady", Facing::NE).look(Side::Near));
  game.give(Said{skip(1), 5, 150});
  CHECK(game.follower().events().back().verdict.rule == "octagone.skip");
  CHECK(game.follower().events().back().event.stands);
  CHECK(game.follower().toMove() == 0);
}

TEST_CASE("a concluded skip did not happen: the shield after it was that player's") {
  OctagoneOpening opening;
  opening.game.give(opening.look(opening.wanted(0), 0));
  REQUIRE(opening.moves() == "1 skip concluded; 0 place; ");
  opening.game.give(corrected(8));
  CHECK(opening.moves() == "1 place; ");
  CHECK(opening.game.replayed() == opening.game.text());
}

TEST_CASE("a concluded skip was a shield that nobody saw, and the next one goes on from it") {
  OctagoneOpening opening;
  opening.game.give(SaidTurn{0, 15, 450});
  REQUIRE(opening.moves() == "1 skip concluded; ");
  const Event hers = opening.wanted(1);
  opening.game.give(corrected(8, hers));
  CHECK(opening.moves() == "1 place; ");
  opening.match.play(hers);
  (void)opening.look(hers, {});
  opening.game.give(opening.look(opening.wanted(0), 0));
  CHECK(opening.moves() == "1 place; 0 place; ");
  CHECK(opening.game.replayed() == opening.game.text());
}

TEST_CASE("a shield was another player's: the turns between were skipped") {
  OctagoneOpening opening;
  opening.game.give(opening.look(opening.wanted(1), 1));
  REQUIRE(opening.moves() == "1 place; ");
  opening.game.give(corrected(8, opening.wanted(0)));
  CHECK(opening.moves() == "1 skip concluded; 0 place; ");
  opening.game.give(opening.board.look());
  CHECK(opening.moves() == "1 skip concluded; 0 place; ");
  CHECK(opening.game.replayed() == opening.game.text());
}

TEST_CASE("a shield that people call another event, and that lies there still, is found once more after it") {
  ToldGame game(octagoneBeginning(2));
  Board board;
  game.give(board.lay("d3", "lady", Facing::NE).look(seat(0, 2)));
  game.give(board.lay("e2", "orange", Facing::N).look(seat(1, 2)));
  const Event red = place(0, "red", "e1", "N");
  game.give(board.lay("e1", "red", Facing::N).look(seat(0, 2)));
  REQUIRE(game.follower().events().size() == 3);
  REQUIRE(game.follower().events()[2].event == red);
  game.give(corrected(3, lady(1, "a1", "NE")));
  REQUIRE(game.follower().events().size() == 4);
  CHECK(game.follower().events()[2].verdict.rule == "octagone.turn");
  CHECK(game.follower().events()[3].event == red);
  CHECK(game.replayed() == game.text());
}

TEST_CASE("of four a concluded skip was none: the shield was that player's after all") {
  OctagoneOpening opening(4);
  REQUIRE(opening.game.follower().toMove() == 3);
  opening.game.give(Said{skip(3), 15, 450});
  opening.game.give(opening.look(opening.wanted(1), 1));
  REQUIRE(opening.moves() == "3 skip; 0 skip concluded; 1 place; ");
  opening.game.give(corrected(9));
  CHECK(opening.moves() == "3 skip; 0 place; ");
  CHECK(opening.game.replayed() == opening.game.text());
}

TEST_CASE("a tap on a player concludes the skips before, the latest tap counts, and undo takes it back") {
  OctagoneOpening opening(4);
  REQUIRE(opening.game.follower().toMove() == 3);
  opening.game.give(SaidTurn{1, 15, 450});
  CHECK(opening.game.follower().toMove() == 1);
  CHECK(opening.moves() == "3 skip concluded; 0 skip concluded; ");
  opening.game.give(SaidTurn{0, 16, 480});
  CHECK(opening.moves() == "3 skip concluded; ");
  CHECK(opening.game.replayed() == opening.game.text());
  opening.game.give(Undo{});
  CHECK(opening.moves() == "3 skip concluded; 0 skip concluded; ");
  opening.game.give(Undo{});
  CHECK(opening.moves().empty());
  CHECK(opening.game.follower().toMove() == 3);
  opening.game.give(Redo{});
  opening.game.give(Redo{});
  CHECK(opening.moves() == "3 skip concluded; ");
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
  Board board;
  ToldGame game(octagoneBeginning(4));
  game.give(board.lay("d3", "lady", Facing::NE).look(Side::Near));
  const auto givenTo = [&](Json holders) {
    HeaderChange change;
    change.setup = {{"extra_joker", std::move(holders)}};
    game.give(change);
  };
  givenTo({2, 1});
  CHECK(game.follower().header().setup["extra_joker"] == Json::array({2, 1}));
  CHECK(game.follower().result().hands == std::vector<int>{10, 11, 11, 10});
  givenTo({0, 3});
  CHECK(game.follower().result().hands == std::vector<int>{11, 10, 10, 11});
  givenTo(nullptr);
  CHECK_FALSE(game.follower().header().setup.contains("extra_joker"));
  const std::string before = game.text();
  CHECK_THROWS_AS(givenTo({0, 2}), Malformed);
  CHECK(game.text() == before);
  CHECK(game.replayed() == before);
}
