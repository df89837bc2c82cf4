// Moves of which somebody guesses what nobody saw.
#include <catch2/catch.hpp>

#include "tracker/follow/guess.h"
#include "tracker/infer/filter.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::infer;

namespace {

const ExpectedPiece kToken{.id = 1, .faces = {Face("token")}, .pose = {{0, 0}, 0}};

/// A player puts a token down: for one of five cards taken in the hand, which nobody sees, or for nothing.
class Taking final : public Situation {
 public:
  /// `card`: 0 before anything was done.
  Taking(std::size_t card, double forNothing) : card_(card), forNothing_(forNothing) {
    if (card_ != 0) pieces_ = {kToken};
  }

  std::uint64_t hash() const override { return card_; }
  int faces() const override { return 1; }
  Side sideOf(int) const override { return Side::Near; }
  std::optional<int> toMove() const override { return 0; }
  std::span<const ExpectedPiece> expected() const override { return pieces_; }
  std::vector<NextEvent> nextEvents(const Difference&, double /*least*/) const override {
    if (card_ != 0) return {};
    std::vector<NextEvent> events{putDown({.player = 0, .action = "pass"}, kForNothing, forNothing_)};
    for (std::size_t card = 1; card < kForNothing; ++card) {
      const std::string name = std::to_string(card);
      const Event take{.player = 0, .action = "take", .fields = {{"cards", {name}}, {kGuessed, {name}}}};
      events.push_back(putDown(take, card, (1 - forNothing_) / (kForNothing - 1)));
    }
    return events;
  }
  /// Nobody lays signs here.
  double chanceOf(const Sign&) const override { return 0; }
  NextEvent told(const Event& event) const override { return putDown(event, kForNothing, 1); }

 private:
  static constexpr std::size_t kForNothing = 6;

  NextEvent putDown(const Event& event, std::size_t card, double prior) const {
    NextEvent next{.event = event, .prior = prior};
    next.changes = {{.come = {kToken}}};
    next.after = std::make_shared<const Taking>(card, forNothing_);
    return next;
  }

  std::size_t card_;
  double forNothing_;
  std::vector<ExpectedPiece> pieces_;
};

/// What is told once the token lies there.
Inferred toldWhereForNothing(double chance) {
  Filter filter({{std::make_shared<const Taking>(0, chance)}}, 1);
  filter.look({});
  for (int time = 1; time < 20; ++time) {
    Look look;
    look.seen.time = time;
    look.seen.pieces = {{{{kToken.faces.front(), 0.98}}, 1.0, kToken.pose, 1.0}};
    filter.look(look);
  }
  REQUIRE(filter.game().size() == 1);
  return filter.game().front();
}

}  // namespace

TEST_CASE("what may have been done in many ways is told where all of them together are likelier than anything else") {
  const Inferred told = toldWhereForNothing(0.3);  // each of the five: 0.14
  CHECK(told.event.action == "take");
  CHECK(told.confidence == Approx(0.7).margin(0.05));
}

TEST_CASE("what may have been done in many ways is not told where all of them together are less likely") {
  const Inferred told = toldWhereForNothing(0.6);
  CHECK(told.event.action == "pass");
  CHECK(told.confidence == Approx(0.6).margin(0.05));
}

TEST_CASE("a sign that nobody can have laid leaves the likeliest game as it is") {
  Filter filter({{std::make_shared<const Taking>(0, 0.5)}}, 1);
  filter.look({.seen = {}, .sign = Sign{{0, 0}}});
  CHECK(filter.size() > 0);
  CHECK(filter.game().empty());
}
