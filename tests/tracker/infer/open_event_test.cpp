// Moves that nobody can name while they are under way.
#include <catch2/catch.hpp>

#include "tracker/infer/filter.h"
#include "tracker/infer/told_situation.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::infer;

namespace {

constexpr TablePoint kHere{0, 0}, kThere{60, 0};
const Face kKing("king"), kPawn("pawn");

ExpectedPiece pieceAt(PieceId id, const Face& face, TablePoint at) {
  return {.id = id, .faces = {face}, .pose = {at, 0}};
}

/// A player lays a king, which is against the rules, or a king and a pawn, one after the other.
class Pairs : public Situation {
 public:
  explicit Pairs(std::vector<ExpectedPiece> pieces) : pieces_(std::move(pieces)) {}

  std::uint64_t hash() const override { return pieces_.size(); }
  int faces() const override { return 2; }
  Side sideOf(int) const override { return Side::Near; }
  std::optional<int> toMove() const override { return 0; }
  std::span<const ExpectedPiece> expected() const override { return pieces_; }
  std::vector<NextEvent> nextEvents(const Difference&, double /*least*/) const override {
    if (!pieces_.empty()) return {};
    NextEvent begins{.event = {.player = 0, .action = "begins"}, .prior = 0.5, .open = true};
    begins.changes = {{.come = {pieceAt(1, kKing, kHere)}}};
    return {king(), begins};
  }
  std::vector<NextEvent> turnsOut(const NextEvent& open, const Difference& difference,
                                  double /*least*/) const override {
    CHECK(open.event.action == "begins");
    CHECK(difference.poseOf(1));
    NextEvent pair{.event = {.player = 0, .action = "pair"}, .prior = 0.5};
    pair.changes = {open.changes.front(), {.come = {pieceAt(2, kPawn, kThere)}}};
    pair.after = std::make_shared<const Pairs>(std::vector{pieceAt(1, kKing, kHere), pieceAt(2, kPawn, kThere)});
    return {pair};
  }
  NextEvent told(const Event&) const override { return king(); }

 private:
  static NextEvent king() {
    NextEvent king{.event = {.player = 0, .action = "king"}, .prior = 0.01, .breach = true};
    king.changes = {{.come = {pieceAt(1, kKing, kHere)}}};
    king.after = std::make_shared<const Pairs>(std::vector{pieceAt(1, kKing, kHere)});
    return king;
  }

  std::vector<ExpectedPiece> pieces_;
};

/// Whoever lays a king and takes it back meant the king.
class KingsMeant final : public Pairs {
 public:
  using Pairs::Pairs;
  std::optional<Event> meant(const NextEvent& open) const override {
    return Event{.player = open.event.player, .action = "king"};
  }
};

/// A king alone is in order.
class KingsAllowed final : public Pairs {
 public:
  using Pairs::Pairs;
  std::optional<Event> meant(const NextEvent& open) const override {
    return Event{.player = open.event.player, .action = "king"};
  }
  NextEvent told(const Event& event) const override {
    NextEvent king = Pairs::told(event);
    king.breach = false;
    return king;
  }
};

Look lookAt(int time, const std::vector<ExpectedPiece>& pieces) {
  Look look;
  look.seen.time = time;
  for (const ExpectedPiece& each : pieces)
    look.seen.pieces.push_back({{{each.faces.front(), 0.98}}, 1.0, each.pose, 1.0});
  return look;
}

}  // namespace

TEST_CASE("of a move that is open nothing is told before it is known what it is") {
  Filter filter({{std::make_shared<const Pairs>(std::vector<ExpectedPiece>())}}, 1);
  filter.look(lookAt(0, {}));
  filter.look(lookAt(1, {pieceAt(1, kKing, kHere)}));
  CHECK(filter.isUnderWay(0));
  CHECK(filter.game().empty());
  filter.look(lookAt(2, {pieceAt(1, kKing, kHere), pieceAt(2, kPawn, kThere)}));
  REQUIRE(filter.game().size() == 1);
  CHECK(filter.game().front().event.action == "pair");
  CHECK_FALSE(filter.game().front().breach);
}

TEST_CASE("a move that is open and goes on no more was what it looks like, or is taken back") {
  Filter filter({{std::make_shared<const Pairs>(std::vector<ExpectedPiece>())}}, 1);
  filter.look(lookAt(0, {}));
  for (int time = 1; time < 4; ++time) filter.look(lookAt(time, {pieceAt(1, kKing, kHere)}));
  double king = 0;
  for (std::size_t state = 0; state < filter.size(); ++state)
    if (!filter.isUnderWay(state) && filter.events(state).size() == 1) king += filter.probability(state);
  CHECK(king > 0);
  for (int time = 4; time < 6; ++time) filter.look(lookAt(time, {}));
  CHECK(filter.game().empty());
}

TEST_CASE("of a move that is open and taken back what it was meant to be is told") {
  Filter filter({{std::make_shared<const KingsMeant>(std::vector<ExpectedPiece>())}}, 1);
  filter.look(lookAt(0, {}));
  filter.look(lookAt(1, {pieceAt(1, kKing, kHere)}));
  for (int time = 2; time < 4; ++time) filter.look(lookAt(time, {}));
  REQUIRE(filter.game().size() == 1);
  CHECK(filter.game().front().event.action == "king");
  CHECK(filter.game().front().event.takenBack);
  CHECK(filter.game().front().breach);
}

TEST_CASE("a move that is open when the game ends was meant to be what lies there") {
  const auto atTheEnd = [](auto start) {
    Filter filter({{start}}, 1);
    filter.look(lookAt(0, {}));
    filter.look(lookAt(1, {pieceAt(1, kKing, kHere)}));
    CHECK(filter.game().empty());
    filter.end(1, 1);
    return filter.game();
  };
  const auto game = atTheEnd(std::make_shared<const KingsAllowed>(std::vector<ExpectedPiece>()));
  REQUIRE(game.size() == 1);
  CHECK(game.front().event.action == "king");
  CHECK_FALSE(game.front().event.takenBack);
  // Nobody is accused of half of a move.
  CHECK(atTheEnd(std::make_shared<const KingsMeant>(std::vector<ExpectedPiece>())).empty());
}

TEST_CASE("a game that is told goes through what nobody can name yet to what is told") {
  const std::vector<std::vector<ExpectedPiece>> seen{
      {}, {pieceAt(1, kKing, kHere)}, {pieceAt(1, kKing, kHere), pieceAt(2, kPawn, kThere)}};
  const auto happened = [&](const ToldSituation::Told& told) {
    const auto start = std::make_shared<const Pairs>(std::vector<ExpectedPiece>());
    Filter filter({{std::make_shared<ToldSituation>(start, std::make_shared<const ToldSituation::Told>(told))}}, 1);
    for (int time = 0; time < static_cast<int>(seen.size()); ++time)
      filter.look(lookAt(time, seen[static_cast<std::size_t>(time)]));
    return dynamic_cast<const ToldSituation&>(filter.situation(0)).happened();
  };
  const Event king{.player = 0, .action = "king"}, pair{.player = 0, .action = "pair"};
  CHECK(happened({{pair}}) == 1);
  Event unsaid = king;
  unsaid.takenBack = true;
  CHECK(happened({{unsaid, pair}}) == 2);
  const Event couple{.player = 0, .action = "couple"};
  CHECK(happened({{couple}}) == 0);
  const auto isCouple = [](const Event& event, const Event& told) {
    return event.action == "pair" && told.action == "couple";
  };
  CHECK(happened({{couple}, isCouple}) == 1);
}

TEST_CASE("a piece that another carries goes along with it, more likely than by itself") {
  const Parameters parameters;
  const SightingModel sightings(parameters);
  std::vector<ExpectedPiece> row{pieceAt(1, kKing, kHere), pieceAt(2, kPawn, kThere)};
  row[1].beside.push_back({1, kThere.x, 0, true});
  const PieceTraces known = sightings.tracesAfter(row, {}, 2, lookAt(0, row).seen);
  const auto moved = [&](double first, double second) {
    std::vector<ExpectedPiece> pieces = row;
    pieces[0].pose.at.y += first;
    pieces[1].pose.at.y += second;
    return sightings.match(row, known, 2, lookAt(1, pieces).seen).likelihood;
  };
  const double none = moved(0, 0), one = moved(40, 0), both = moved(40, 40);
  CHECK(both > one);
  CHECK(none > both);
  CHECK(none - both < 2 * (none - moved(0, 40)));
}
