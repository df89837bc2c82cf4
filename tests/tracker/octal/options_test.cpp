#include <catch2/catch.hpp>
#include <set>

#include "tests/tracker/battery.h"
#include "tests/tracker/octal/games.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octal;

namespace {

/// The cards that the options let be played so.
std::set<std::string> playable(const Match& match, int on, const std::string& points) {
  std::set<std::string> cards;
  for (const MoveShape& shape : match.options())
    if (shape.action == "play" && shape.fields["on"] == on && shape.fields["points"] == points)
      for (const Json& face : shape.fields["card"]["one_of"]) cards.insert(face.get<std::string>());
  return cards;
}

std::vector<MoveShape> shapesOf(const Match& match, const std::string& action) {
  std::vector<MoveShape> shapes = match.options();
  std::erase_if(shapes, [&](const MoveShape& shape) { return shape.action != action; });
  return shapes;
}

}  // namespace

TEST_CASE("options name exactly the cards that may be played, at the top and below") {
  const Match match = after(header(), {play(0, equal(5)), play(1, kAll, 1)});
  for (int on : {0, 1})
    for (int index = 0; index < Card::kFaces; ++index) {
      const std::string face = Card::atIndex(index).name();
      CHECK(playable(match, on, "top").contains(face) == match.judge(play(2, face, on)).legal);
      if (on == 0 && face != kAll)
        CHECK(playable(match, on, "below").contains(face) == match.judge(below(play(2, face, on))).legal);
    }
  CHECK(playable(match, 1, "below").empty());
}

TEST_CASE("an override is an option with five in hand only") {
  Match match(header());
  CHECK(shapesOf(match, "override").empty());
  passRound(match);
  const auto shapes = shapesOf(match, "override");
  REQUIRE(shapes.size() == 4);
  CHECK(shapes[0].fields["cards"]["count"] == Json{2, 3});
  CHECK_FALSE(shapes[0].fields.contains("octo"));
  CHECK(shapes[1].fields["cards"]["count"] == Json{4, 4});
  CHECK(shapes[1].fields["octo"] == true);
  const Json& from = shapes[0].fields["cards"]["from"];
  CHECK(std::count(from.begin(), from.end(), Json(kAll)) == 4);
}

TEST_CASE("a stack is an option of the last to lay once all have passed twice") {
  Match match = after(header(), {play(0, equal(7))});
  CHECK(shapesOf(match, "stack").empty());
  passRound(match);
  passRound(match);
  REQUIRE(shapesOf(match, "stack").size() == 1);
  CHECK(shapesOf(match, "stack").front().player == 0);
}

TEST_CASE("with one card left an all is no option, with two Octo must be called") {
  Match match(header());
  playDownTo(match, 0, 2);
  while (match.toMove() != 0) match.play(pass(*match.toMove()));
  for (const MoveShape& shape : shapesOf(match, "play")) CHECK(shape.fields["octo"] == true);
  match.play(calling(play(0, kAll, 1)));
  while (match.toMove() != 0) match.play(pass(*match.toMove()));
  CHECK_FALSE(playable(match, 0, "top").contains(kAll));
}

TEST_CASE("a reshuffle is an option exactly where it would be judged legal") {
  Match match(header());
  int legal = 0;
  for (int k = 0; k < 80; ++k) {
    CHECK(shapesOf(match, "reshuffle").empty() == !match.judge(reshuffle()).legal);
    legal += match.judge(reshuffle()).legal;
    match.play(pass(match.toMove().value()));
  }
  CHECK(legal == 2);
}

TEST_CASE("a pass is always an option, and after the end nothing is") {
  Match match(header());
  CHECK(shapesOf(match, "pass").size() == 1);
  match.play(standing(overriding(0, {equal(8), equal(7), equal(5), less(6)})));
  CHECK(match.over());
  CHECK(match.options().empty());
}

TEST_CASE("in any game a single card is an option exactly where it would be judged legal") {
  battery::holds("options of single cards", [](battery::Random& random) {
    const Match match =
        battery::play(datasets::dealerOf(GameId::Octal), random, battery::upTo(40, random)).states.back();
    if (match.over()) return;
    const int player = *match.toMove();
    for (int on = 0; on < static_cast<int>(match.describe()["questions"].size()); ++on) {
      const std::set<std::string> top = playable(match, on, "top");
      for (int index = 0; index < Card::kFaces; ++index) {
        const std::string face = Card::atIndex(index).name();
        RC_ASSERT(top.contains(face) == match.judge(calling(play(player, face, on))).legal);
      }
    }
  });
}
