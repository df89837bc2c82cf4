// The tables of the games: `seeds/<game>/layout*.toml`, beside the sizes of the pieces.
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tracker/follow/follower.h"
#include "vision/edition/edition.h"
#include "vision/edition/table_markers.h"

using namespace octo;
using namespace octo::vision;

namespace {

struct Table {
  GameId game;
  int players;
};

const std::vector<Table> kTables{{GameId::Octal, 3}, {GameId::Octal, 4}, {GameId::Octal, 5}, {GameId::Octal, 6},
                                 {GameId::Oct8, 2},  {GameId::Oct8, 3},  {GameId::Oct8, 4},  {GameId::Octa, 2}};

/// The rectangle whose corners are the four markers' centres.
TableRect playArea(const Edition& edition, int players) {
  const auto marks = edition.marksOf(edition.ground(players));
  REQUIRE(marks.size() == 4);
  return {marks[3].centre.x, marks[3].centre.y, marks[1].centre.x, marks[1].centre.y};
}

bool apart(const TableRect& a, const TableRect& b) {
  return a.x1 <= b.x0 || b.x1 <= a.x0 || a.y1 <= b.y0 || b.y1 <= a.y0;
}

bool inside(const TableRect& inner, const TableRect& outer) {
  return inner.x0 >= outer.x0 && inner.y0 >= outer.y0 && inner.x1 <= outer.x1 && inner.y1 <= outer.y1;
}

/// A zone's room as the player it belongs to sees it: across, and away from them.
struct Room {
  double across, deep;
};

Room roomOf(const Layout& layout, const std::string& name, Side side = Side::Near) {
  const Zone* zone = layout.zone(name);
  INFO(name);
  REQUIRE(zone);
  const double x = zone->area.x1 - zone->area.x0, y = zone->area.y1 - zone->area.y0;
  return side == Side::Near || side == Side::Far ? Room{x, y} : Room{y, x};
}

constexpr double kCardAcross = 63.0, kCardDeep = 88.0;

}  // namespace

TEST_CASE("zones lie in the play area, apart from each other and from the corner markers") {
  const Table table = GENERATE(from_range(kTables));
  INFO(title(table.game) << " with " << table.players);
  const Edition& edition = printEdition(table.game);
  const Layout layout = tracker::seededLayout(table.game, table.players);
  const TableRect area = playArea(edition, table.players);
  const double half = kMarkerTicketMm / 2;
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    INFO(layout.zones[i].name);
    CHECK(inside(layout.zones[i].area, area));
    for (std::size_t j = 0; j < i; ++j) {
      INFO(layout.zones[j].name);
      CHECK(apart(layout.zones[i].area, layout.zones[j].area));
      CHECK(layout.zones[i].name != layout.zones[j].name);
    }
    for (const PrintedMark& mark : edition.marksOf(edition.ground(table.players)))
      CHECK(apart(layout.zones[i].area,
                  {mark.centre.x - half, mark.centre.y - half, mark.centre.x + half, mark.centre.y + half}));
  }
}

TEST_CASE("every player has a place for the turn marker") {
  const Table table = GENERATE(from_range(kTables));
  const Layout layout = tracker::seededLayout(table.game, table.players);
  for (int player = 0; player < table.players; ++player) {
    const Room room = roomOf(layout, "p" + std::to_string(player) + ".turn");
    CHECK(room.across >= kMarkerTicketMm);
    CHECK(room.deep >= kMarkerTicketMm);
  }
  CHECK_FALSE(layout.zone("p" + std::to_string(table.players) + ".turn"));
}

TEST_CASE("a mat is the play area and a margin for the markers") {
  const Table table = GENERATE(from_range(kTables));
  const Edition& edition = printEdition(table.game);
  const FaceArt& mat = edition.art(edition.ground(table.players));
  CHECK(mat.shape == Shape::Mat);
  const TableRect area = playArea(edition, table.players);
  CHECK((mat.widthMm - (area.x1 - area.x0)) / 2 >= kCornerMarkerMm * 4 / 6);
  CHECK(mat.widthMm - (area.x1 - area.x0) == Approx(mat.heightMm - (area.y1 - area.y0)));
}

TEST_CASE("The OCTAL: a question has room for its first card and seven steps, a pile for its cards askew") {
  for (int players = 3; players <= 6; ++players) {
    const Layout layout = tracker::seededLayout(GameId::Octal, players);
    for (const char* question : {"question0", "question1"}) {
      CHECK(roomOf(layout, question).deep >= kCardDeep + 7 * 25.0 + 10.0);
      CHECK(roomOf(layout, question).across >= kCardAcross + 20.0);
    }
    for (const char* pile : {"deck", "discard"}) {
      CHECK(roomOf(layout, pile).across >= kCardAcross + 20.0);
      CHECK(roomOf(layout, pile).deep >= kCardDeep + 20.0);
    }
  }
}

TEST_CASE(
    "Oct8: a column of a head and eight arms fits everywhere, five in a field, and all that the longest game "
    "ships") {
  for (int players = 2; players <= 4; ++players) {
    INFO(players << " players");
    const Layout layout = tracker::seededLayout(GameId::Oct8, players);
    constexpr double kColumn = kCardDeep + 8 * 22.0, kBeside = 26.0;
    for (const char* slot : {"s1", "s2", "s3"}) {
      CHECK(roomOf(layout, slot).deep >= kColumn);
      CHECK(roomOf(layout, slot).across >= kCardAcross + 5.0);
    }
    for (const char* pile : {"heads", "arms", "discard"}) {
      CHECK(roomOf(layout, pile).across >= kCardAcross + 15.0);
      CHECK(roomOf(layout, pile).deep >= kCardDeep + 15.0);
    }
    // Every head becomes an octopus, shared evenly; three stay on each field.
    const int heads = 30 - players, each = (heads + players - 1) / players, shipped = each - 3;
    for (int player = 0; player < players; ++player) {
      const std::string own = "p" + std::to_string(player) + ".";
      const Side side = seat(player, players);
      CHECK(roomOf(layout, own + "field", side).across >= 5 * (kCardAcross + 4.0));
      CHECK(roomOf(layout, own + "field", side).deep >= kColumn);
      CHECK(roomOf(layout, own + "shipped", side).across >= kCardAcross + (shipped - 1) * kBeside + 4.0);
      CHECK(roomOf(layout, own + "shipped", side).deep >= kColumn);
      // A dozen chips of 32 mm, two abreast: more are never out, since every second turns one over.
      CHECK(roomOf(layout, own + "chips", side).across >= 64.0);
      CHECK(roomOf(layout, own + "chips", side).deep >= 6 * 32.0);
    }
  }
}

TEST_CASE("Oct8: what belongs to a player lies on the player's side") {
  for (int players = 2; players <= 4; ++players) {
    const Layout layout = tracker::seededLayout(GameId::Oct8, players);
    for (int player = 0; player < players; ++player)
      for (const char* own : {".field", ".shipped", ".chips", ".turn"}) {
        const Zone* zone = layout.zone("p" + std::to_string(player) + own);
        REQUIRE(zone);
        constexpr double kMiddle = 133.0;  // half the depth of the shared octopuses' band
        const double x = (zone->area.x0 + zone->area.x1) / 2, y = (zone->area.y0 + zone->area.y1) / 2;
        switch (seat(player, players)) {
          case Side::Near:
            CHECK(y < -kMiddle);
            break;
          case Side::Far:
            CHECK(y > kMiddle);
            break;
          case Side::Left:
            CHECK(x < -kMiddle);
            break;
          case Side::Right:
            CHECK(x > kMiddle);
            break;
        }
      }
  }
}

TEST_CASE(
    "Octa: the pot has room for its ring, and two rows for every run that can lie on the table, shared "
    "evenly") {
  const Layout layout = tracker::seededLayout(GameId::Octa, 2);
  const Zone* pot = layout.zone("pot");
  REQUIRE(pot);
  REQUIRE(pot->grid);
  CHECK(pot->grid->columnStep >= kCardAcross + 5.0);
  CHECK(pot->grid->rowStep >= kCardDeep + 4.0);
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      const TablePoint at = pot->grid->centre(Cell::at(column, row));
      CHECK(inside({at.x - kCardAcross / 2, at.y - kCardDeep / 2, at.x + kCardAcross / 2, at.y + kCardDeep / 2},
                   pot->area));
    }
  for (const char* pile : {"stock", "discard", "actions", "action0", "action1", "aside"}) {
    CHECK(roomOf(layout, pile).across >= kCardAcross + 20.0);
    CHECK(roomOf(layout, pile).deep >= kCardDeep + 20.0);
  }
  // 72 cards, half of them each player's, all in runs of three.
  constexpr double kRun = kCardAcross + 2 * 18.0 + 6.0;
  for (const char* runs : {"p0.runs", "p1.runs"}) {
    const Room room = roomOf(layout, runs);
    CHECK(room.deep >= 2 * (kCardDeep + 4.0));
    CHECK(2 * static_cast<int>(room.across / kRun) >= 12);
    CHECK(room.across >= kCardAcross + 10 * 18.0);  // a run has 11 places at most
  }
}
