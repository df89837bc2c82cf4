#include "tracker/follow/opening.h"

#include <catch2/catch.hpp>

#include "tests/tracker/follow/looks.h"

using namespace octo;
using namespace octo::test;
using namespace octo::tracker;

namespace {

/// Two cards in the middle are the setup; whatever lies elsewhere was moved. Five pieces are a game under way.
class TwoCardsTable : public GameTable {
 public:
  std::optional<GameHeader> setUp(const GameHeader& asked, const Observation& look) const override {
    if (look.pieces.size() != 2) return std::nullopt;
    return withCards(asked, look.pieces[0].face(), look.pieces[1].face());
  }
  /// What some looks read of the first card, and others of the second.
  std::optional<GameHeader> setUpOf(const GameHeader& asked, std::span<const Observation> looks) const override {
    std::optional<Face> cards[2];
    for (const Observation& look : looks)
      for (const SeenPiece& each : look.pieces)
        if (!each.face().isUnknown() && each.pose.at.x < 100) cards[each.pose.at.x < 0 ? 0 : 1] = each.face();
    const bool moved = looks.back().pieces.size() > 2;
    return moved && cards[0] && cards[1] ? withCards(asked, *cards[0], *cards[1]) : std::nullopt;
  }
  bool laysAnew(const GameHeader&, const Observation& look) const override { return look.pieces.empty(); }
  bool isAnother(const GameHeader& header, const GameHeader& setUp) const override {
    return header.setup.at("left") != setUp.setup.at("left") && header.setup.at("right") != setUp.setup.at("right");
  }
  bool isOccupied(const Observation& look) const override { return look.pieces.size() >= 5; }
  std::unique_ptr<Position> start(const GameHeader&) const override { return std::make_unique<BlankPosition>(); }

 private:
  static std::optional<GameHeader> withCards(GameHeader header, const Face& left, const Face& right) {
    if (left.isUnknown() || right.isUnknown()) return std::nullopt;
    header.setup = {{"left", left.text()}, {"right", right.text()}};
    return header;
  }
};

SeenPiece left(const char* face) { return piece(face, {-50, 0}); }
SeenPiece right(const char* face) { return piece(face, {50, 0}); }
const SeenPiece kMoved = piece("9", {200, 0});

/// An opening and what it is told.
struct Watched {
  Opening opening = {};
  bool firstTold = false;
  GameHeader asked = {.players = {"Ann", "Ben"}};
  TwoCardsTable table = {};

  Opening::Shows watch(const Observation& look) { return opening.watch(look, table, asked, firstTold); }
};

}  // namespace

TEST_CASE("the game begins with the first look after the setup that shows something else") {
  Watched watched;
  CHECK(watched.watch(look(1, {left("3")})) == Opening::Shows::SetUp);
  CHECK_FALSE(watched.opening.setUp());
  CHECK(watched.watch(look(2, {left("3"), right("4")})) == Opening::Shows::SetUp);
  REQUIRE(watched.opening.setUp());
  CHECK(watched.watch(look(3, {left("3"), right("4")})) == Opening::Shows::SetUp);
  CHECK(watched.watch(look(4, {left("3"), right("4"), kMoved})) == Opening::Shows::Beginning);
  const std::vector<Observation> looks = watched.opening.begin(false);
  REQUIRE(looks.size() == 3);
  CHECK(looks.front().time == 2);
  CHECK(looks.back().time == 4);
}

TEST_CASE("where it is told who begins, the setup is enough") {
  Watched watched{.firstTold = true};
  CHECK(watched.watch(look(1, {left("3"), right("4")})) == Opening::Shows::Beginning);
}

TEST_CASE("a table that is laid anew is waited for, and another setup counts") {
  Watched watched;
  watched.watch(look(1, {left("3"), right("4")}));
  CHECK(watched.watch(look(2)) == Opening::Shows::SetUp);
  CHECK(watched.watch(look(3, {left("7"), right("8")})) == Opening::Shows::SetUp);
  CHECK(watched.opening.setUp()->setup.at("left") == "7");
  CHECK(watched.opening.looks().size() == 1);
  // With one card the same it is a move.
  CHECK(watched.watch(look(4, {left("7"), right("1")})) == Opening::Shows::Beginning);
  CHECK(watched.opening.setUp()->setup.at("right") == "8");
}

TEST_CASE("a better look at the setup replaces the one before") {
  Watched watched;
  watched.watch(look(1, {left("3"), right("4")}));
  watched.watch(look(1, {left("3"), right("5")}));
  CHECK(watched.opening.setUp()->setup.at("right") == "5");
  CHECK(watched.opening.looks().size() == 1);
}

TEST_CASE("looks that show the setup only together are enough once the first move shows") {
  Watched watched;
  watched.watch(look(1, {left("3"), right("?")}));
  watched.watch(look(2, {left("?"), right("4")}));
  CHECK_FALSE(watched.opening.setUp());
  CHECK(watched.watch(look(3, {left("?"), right("4"), kMoved})) == Opening::Shows::Beginning);
  CHECK(watched.opening.setUp()->setup == Json{{"left", "3"}, {"right", "4"}});
}

TEST_CASE("a game that nobody saw begin is no opening") {
  const Observation game = look(2, {left("3"), right("4"), kMoved, kMoved, kMoved});
  Watched unseen;
  CHECK(unseen.watch(game) == Opening::Shows::UnseenGame);
  CHECK(unseen.opening.looks().empty());
  Watched seen;
  seen.watch(look(1, {left("3"), right("?")}));
  CHECK(seen.watch(game) != Opening::Shows::UnseenGame);
  Observation hidden = look(1, {left("3"), right("?")});
  hidden.hidden = {{0, 0, 100, 100}};
  Watched half;
  half.watch(hidden);
  CHECK(half.watch(game) == Opening::Shows::UnseenGame);
}

TEST_CASE("the forearms that laid the setup are no first move") {
  Observation setUp = look(1, {left("3"), right("4")});
  setUp.forearms = {{Side::Near, 0.9, {50, 20}}};
  Watched watched;
  watched.watch(setUp);
  CHECK(watched.opening.looks().front().forearms.empty());
}

TEST_CASE("a game that began with its setup begins again where that is laid anew before the first move") {
  Watched watched{.firstTold = true};
  watched.watch(look(1, {left("3"), right("4")}));
  const GameHeader header = *watched.opening.setUp();
  const auto isLaidAnew = [&](const Observation& look) {
    return watched.opening.isLaidAnew(look, watched.table, watched.asked, header);
  };
  watched.opening.begin(true);
  CHECK_FALSE(isLaidAnew(look(2, {left("3"), right("4")})));
  CHECK_FALSE(isLaidAnew(look(3)));
  CHECK(isLaidAnew(look(4, {left("7"), right("8")})));
  CHECK(watched.opening.setUp()->setup.at("left") == "7");

  watched.opening.begin(true);
  CHECK_FALSE(isLaidAnew(look(5, {left("3"), right("4"), kMoved})));
  CHECK_FALSE(isLaidAnew(look(6, {left("1"), right("2")})));  // the first move was seen
}

TEST_CASE("a table that waits is not remembered without end, but the setup is") {
  Watched watched;
  for (int time = 1; time <= 200; ++time) watched.watch(look(time, {left("3"), right("4")}));
  CHECK(watched.opening.looks().size() == 60);
  CHECK(watched.opening.looks().front().time == 1);
  CHECK(watched.opening.readAgain().size() == 60);
  CHECK_FALSE(watched.opening.setUp());
}
