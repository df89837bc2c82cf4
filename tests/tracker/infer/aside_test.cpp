// What people do at a table that is no event of the game, and events that nobody takes back.
#include <catch2/catch.hpp>

#include "tracker/infer/filter.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::infer;

namespace {

constexpr TablePoint kLaid{0, 0}, kAside{24, 0};
constexpr int kFacesOfRooks = 40;
const Face kRook("rook");

ExpectedPiece rookAt(PieceId id, TablePoint at) { return {.id = id, .faces = {kRook}, .pose = {at, 0}}; }

/// A player may lay a rook, which is against the rules or not, and anybody may push it aside, or the game knows nothing
/// of that.
struct Rules {
  bool asides = true, breach = false;
  double regretted = 1;
};

class Pushed final : public Situation {
 public:
  Pushed(Rules rules, std::vector<ExpectedPiece> pieces) : rules_(rules), pieces_(std::move(pieces)) {}

  std::uint64_t hash() const override { return pieces_.size() + (pieces_.empty() ? 0 : pieces_.front().id << 1); }
  int faces() const override { return kFacesOfRooks; }
  Side sideOf(int) const override { return Side::Near; }
  std::optional<int> toMove() const override { return 0; }
  std::span<const ExpectedPiece> expected() const override { return pieces_; }
  std::vector<NextEvent> nextEvents(const Difference&, double /*least*/) const override {
    if (pieces_.empty()) return {laying()};
    if (!rules_.asides || pieces_.front().id != 1) return {};
    NextEvent pushing{.event = {.player = 0, .action = "pushes"}, .prior = 0.05, .aside = true};
    pushing.changes = {{.at = {kAside}, .gone = {1}, .come = {rookAt(2, kAside)}}};
    pushing.after = std::make_shared<const Pushed>(rules_, std::vector{rookAt(2, kAside)});
    return {pushing};
  }
  NextEvent told(const Event&) const override { return laying(); }

 private:
  NextEvent laying() const {
    NextEvent rook{.event = {.player = 0, .action = "rook"}, .prior = 0.3, .breach = rules_.breach};
    rook.regretted = rules_.regretted;
    rook.changes = {{.at = {kLaid}, .come = {rookAt(1, kLaid)}}};
    rook.after = std::make_shared<const Pushed>(rules_, std::vector{rookAt(1, kLaid)});
    return rook;
  }

  Rules rules_;
  std::vector<ExpectedPiece> pieces_;
};

Look lookOf(int time, const std::vector<TablePoint>& rooks, const std::vector<TablePoint>& touched = {}) {
  Look look;
  look.seen.time = time;
  for (const TablePoint at : rooks) look.seen.pieces.push_back({{{kRook, 0.98}}, 1.0, {at, 0}, 1.0});
  for (const TablePoint at : touched) look.seen.forearms.push_back({Side::Near, 0.97, {at.x + 8, at.y + 45}});
  return look;
}

Filter filterOf(const Rules& rules) {
  Filter filter({{std::make_shared<const Pushed>(rules, std::vector<ExpectedPiece>())}}, 1);
  filter.look(lookOf(0, {}));
  filter.look(lookOf(1, {kLaid}, {kLaid}));
  return filter;
}

}  // namespace

TEST_CASE("what people do besides explains a look, and is not told") {
  Filter with = filterOf({}), without = filterOf({.asides = false});
  for (Filter* each : {&with, &without}) each->look(lookOf(2, {kAside}, {kAside}));
  CHECK(with.evidence() > without.evidence() + 2);
  REQUIRE(with.game().size() == 1);
  CHECK(with.game().front().event.action == "rook");
  CHECK(with.discrepancies().empty());
}

TEST_CASE("a breach is taken back also after something was done besides") {
  Filter filter = filterOf({.breach = true});
  filter.look(lookOf(2, {kAside}, {kAside}));
  filter.look(lookOf(3, {}, {kAside}));
  REQUIRE(filter.game().size() == 1);
  CHECK(filter.game().front().breach);
  CHECK(filter.game().front().event.takenBack);
}

TEST_CASE("what nobody regrets is rather missed than taken back") {
  const auto takenBack = [](double regretted) {
    Filter filter = filterOf({.asides = false, .regretted = regretted});
    filter.look(lookOf(2, {}, {kLaid}));
    double chance = 0;
    for (std::size_t state = 0; state < filter.size(); ++state)
      for (const Event& event : filter.events(state)) chance += event.takenBack * filter.probability(state);
    return chance;
  };
  CHECK(takenBack(1) > 0.5);
  CHECK(takenBack(0.001) < 0.2);
}
