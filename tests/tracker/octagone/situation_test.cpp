// Octagone followed with the engine of `tracker/infer/`.
#include "tracker/octagone/octagone_situation.h"

#include <catch2/catch.hpp>

#include "tests/tracker/octagone/board_looks.h"
#include "tests/tracker/octagone/games.h"
#include "tracker/follow/table_follower.h"
#include "tracker/octagone/octagone_table.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octagone;

/// Ann (0) sits near and lays the Lady on d3 facing NE; Ben (1) answers with orange on e2 facing S: e3 is next.
class InferredOpening {
 public:
  explicit InferredOpening(bool firstTold = true)
      : follower(
            header(), layout(), [](const GameHeader& of) { return makeTable(of, layout()); }, {}, firstTold) {
    show(table.lay("d3", "lady", Facing::NE), Side::Near, "d3");
    show(table.lay("e2", "orange", Facing::S), Side::Far, "e2");
    table.take("d3");
  }
  /// An arm ends a hand's length beyond that box.
  void show(Table& seen, std::optional<Side> arm = {}, const std::string& box = "") {
    Observation look = seen.look();
    if (arm) look.forearms = {{*arm, 0.999, {middle(box).x + 8, middle(box).y + (*arm == Side::Near ? 45 : -45)}}};
    follower.observe(look);
  }
  std::string text() const { return textOf(follower); }

  Table table;
  TableFollower follower;
  const std::string opening = "lady 0  d3 NE; place 1 orange e2 S; ";
};

}  // namespace

TEST_CASE_METHOD(InferredOpening, "inferred: a shield on the required box is an event at once") {
  CHECK(text() == opening);
  CHECK(follower.required() == Cell::parse("e3"));
  show(table.lay("e3", "yellow", Facing::W), Side::Near, "e3");
  CHECK(text() == opening + "place 0 yellow e3 W; ");
  CHECK(follower.agreed().size() == 2);
}

TEST_CASE_METHOD(InferredOpening, "inferred: a breach that is taken back leaves the turn where it was") {
  show(table.lay("f3", "yellow", Facing::W, 0.9999), Side::Near, "f3");
  CHECK(text() == opening + "place 0 yellow f3 W (octagone.target); ");
  show(table.take("f3"), Side::Near, "f3");
  CHECK(text() == opening + "place 0 yellow f3 W (octagone.target) taken back; ");
  show(table.lay("e3", "yellow", Facing::W), Side::Near, "e3");
  CHECK(text() == opening + "place 0 yellow f3 W (octagone.target) taken back; place 0 yellow e3 W; ");
}

TEST_CASE_METHOD(InferredOpening, "inferred: a shield turned shortly after it was laid is a corrected reading") {
  show(table.lay("e3", "yellow", Facing::W), Side::Near, "e3");
  show(table.lay("e3", "yellow", Facing::SW), Side::Near, "e3");
  CHECK(text() == opening + "place 0 yellow e3 SW; ");
}

TEST_CASE_METHOD(InferredOpening, "inferred: several shields between two looks come in the order of the arrows") {
  table.lay("c3", "yellow", Facing::S).lay("e3", "yellow", Facing::W).lay("d3", "yellow", Facing::W);
  show(table);
  CHECK(text() == opening + "place 0 yellow e3 W; place 1 yellow d3 W; place 0 yellow c3 S; ");
}

TEST_CASE_METHOD(InferredOpening, "inferred: a shield missed for a look is not gone") {
  show(table.lay("e3", "yellow", Facing::W), Side::Near, "e3");
  show(table.take("e3").lay("d3", "yellow", Facing::W), Side::Far, "d3");
  show(table.lay("e3", "yellow", Facing::W));
  CHECK(text() == opening + "place 0 yellow e3 W; place 1 yellow d3 W; ");
}

TEST_CASE_METHOD(InferredOpening, "inferred: the Lady on the required box marks it and is no event") {
  show(table.lay("e3", "lady", Facing::N), Side::Near, "e3");
  CHECK(text() == opening);
  show(table.lay("e3", "yellow", Facing::W).lay("d3", "lady", Facing::N), Side::Near, "e3");
  CHECK(text() == opening + "place 0 yellow e3 W; ");
}

TEST_CASE_METHOD(InferredOpening, "inferred: what a person says of a box is so, and what came later stays") {
  show(table.lay("e3", "yellow", Facing::W), Side::Near, "e3");
  show(table.lay("d3", "yellow", Facing::W), Side::Far, "d3");
  follower.correct({*Cell::parse("e3"), Face("shield:green"), Facing::W, {}});
  const std::string corrected = opening + "place 0 green e3 W (octagone.colour) stands; place 1 yellow d3 W; ";
  CHECK(text() == corrected);
  show(table);
  CHECK(text() == corrected);
}

TEST_CASE_METHOD(InferredOpening, "inferred: a table on which the game moved on unseen accuses nobody") {
  for (const char* box : {"a1", "b1", "c1", "e1", "f1", "g1"}) table.lay(box, "red", Facing::S);
  show(table);
  CHECK(text() == opening);
  CHECK(follower.differences().size() == 6);
  follower.takeTable(9, 270);
  CHECK(text() == opening + "position 0 of 7; ");
  CHECK(follower.agreed().size() == 7);
}

TEST_CASE("inferred: who began and by which options is found out") {
  InferredOpening game(false);
  CHECK(game.text() == game.opening);
  CHECK(game.follower.header().first == 0);
  CHECK(game.follower.header().options["lady"] == "arrow");
}
