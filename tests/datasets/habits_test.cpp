#include "datasets/scene/habits.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/temporary_folder.h"
#include "tracker/vocabulary/event.h"

using namespace octo;
using namespace octo::datasets;

namespace {

Habits profile(const std::string& text) { return parseHabits(text, "club.toml"); }

std::string errorOf(const std::string& text) {
  try {
    (void)profile(text);
  } catch (const Malformed& error) {
    return error.what();
  }
  return "";
}

std::string seatWith(const std::string& line) { return "[[seat]]\n" + line + "\n"; }

}  // namespace

TEST_CASE("an empty seat of a profile has the defaults, and the last seat serves all further ones") {
  CHECK(profile("[[seat]]\n").of(0) == SeatHabits{});
  const Habits two = profile("[[seat]]\nhand = \"left\"\n[[seat]]\ntempo = 2\n");
  CHECK(two.of(0).hand == Handedness::Left);
  CHECK(two.of(0).tempo == 1);
  CHECK(two.of(1).hand == Handedness::Right);
  for (const int player : {1, 2, 5}) CHECK(two.of(player).tempo == 2);
}

TEST_CASE("every field of a profile is read") {
  const SeatHabits seat = profile(R"(
[[seat]]
hand = "either"
reach_mm = [45, -12]
reach_spread_mm = 21
height_mm = 120
tempo = 0.5
rests = 0.25
order = "shuffled"
hesitation = 0.2
correction = 0.3
linger = 0.4
neatness_mm = 7
neatness_deg = 8
tidies = 0.6
talks = 3
marks_turn = "late"
)")
                              .of(0);
  CHECK(seat.hand == Handedness::Either);
  CHECK(seat.reachAlong == 45);
  CHECK(seat.reachRight == -12);
  CHECK(seat.reachSpread == 21);
  CHECK(seat.height == 120);
  CHECK(seat.tempo == 0.5);
  CHECK(seat.rests == 0.25);
  CHECK(seat.order == LayingOrder::Shuffled);
  CHECK(seat.hesitation == 0.2);
  CHECK(seat.correction == 0.3);
  CHECK(seat.linger == 0.4);
  CHECK(seat.neatnessMm == 7);
  CHECK(seat.neatnessDegrees == 8);
  CHECK(seat.tidies == 0.6);
  CHECK(seat.talks == 3);
  CHECK(seat.marksTurn == MarksTurn::Late);
}

TEST_CASE("what a profile says wrong is told with file, line, field and what was expected") {
  CHECK(errorOf(seatWith("tempi = 1")) == "club.toml:2: unknown field \"tempi\" of a seat");
  CHECK(errorOf("seats = 2\n") == "club.toml:1: unknown field \"seats\"; expected [[seat]] tables only");
  CHECK(errorOf(seatWith("tempo = 9")) == "club.toml:2: \"tempo\": expected a number from 0.25 to 4");
  CHECK(errorOf(seatWith("tempo = \"quick\"")) == "club.toml:2: \"tempo\": expected a number from 0.25 to 4");
  CHECK(errorOf(seatWith("rests = true")) == "club.toml:2: \"rests\": expected a number from 0 to 1");
  CHECK(errorOf(seatWith("rests = nan")) == "club.toml:2: \"rests\": expected a number from 0 to 1");
  CHECK(errorOf(seatWith("talks = inf")) == "club.toml:2: \"talks\": expected a number from 0 to 30");
  CHECK(errorOf(seatWith("hand = \"both\"")) == "club.toml:2: \"hand\": expected right, left or either");
  CHECK(errorOf(seatWith("order = 1")) == "club.toml:2: \"order\": expected natural, reversed or shuffled");
  CHECK(errorOf(seatWith("marks_turn = false")) == "club.toml:2: \"marks_turn\": expected never, always or late");
  CHECK(errorOf(seatWith("reach_mm = 60")) ==
        "club.toml:2: \"reach_mm\": expected two numbers, [along the arm, to its right]");
  CHECK(errorOf(seatWith("reach_mm = [60, 1e9]")) == "club.toml:2: \"reach_mm\": expected a number from -150 to 150");
}

TEST_CASE("a hostile profile is an error, never a crash") {
  for (const std::string text :
       {"", "seat = 1\n", "seat = []\n", "seat = [1]\n", "[seat]\nhand = \"left\"\n", "[[seat]",
        "[[seat]]\nhand = \"left\nrests = 1\n", "\xff\xfe\n", "[[seat]]\ntempo = 1\ntempo = 2\n"})
    CHECK(errorOf(text).starts_with("club.toml:"));
  CHECK(errorOf("x = " + std::string(100000, '[')).starts_with("club.toml:1: "));
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "[[seat]]\n";
  CHECK(errorOf(many) == "club.toml:1: expected one to 64 [[seat]] tables");
  CHECK_THROWS_AS(readHabits("/no/such/profile.toml"), Malformed);
  CHECK_THROWS_AS(readHabits("/"), Malformed);
  const test::TemporaryFolder folder;
  const auto file = folder / "endless.toml";
  std::ofstream(file) << std::string(2 << 20, '#');
  CHECK_THROWS_WITH(readHabits(file.string()), file.string() + ": expected a profile of at most 1 MiB");
}

TEST_CASE("a mixed club is drawn from the seed: the same for the same seed, and people who differ") {
  CHECK(drawnHabits(7, 4).name() == drawnHabits(7, 4).name());
  std::set<std::string> names;
  int left = 0, reversed = 0, marking = 0, slow = 0, quick = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Habits club = drawnHabits(seed, 2);
    names.insert(club.name());
    for (const int player : {0, 1}) {
      const SeatHabits& seat = club.of(player);
      left += seat.hand == Handedness::Left, reversed += seat.order == LayingOrder::Reversed;
      marking += seat.marksTurn != MarksTurn::Never, slow += seat.tempo<0.7, quick += seat.tempo> 1.4;
    }
  }
  CHECK(names.size() == 100);
  for (const int count : {left, reversed, marking, slow, quick}) CHECK((count > 8 && count < 150));
}

TEST_CASE("profiles have the same name where they say the same, and another where a field differs") {
  CHECK(profile("# these two are alike\n[[seat]]\n").name() == profile("[[seat]]\ntempo = 1.0\n").name());
  std::set<std::string> names{profile("[[seat]]\n").name(), profile("[[seat]]\n[[seat]]\ntempo = 2\n").name()};
  const std::vector<std::string> lines{
      "hand = \"left\"",     "reach_mm = [50, 10]", "reach_mm = [60, 0]", "height_mm = 80",
      "reach_spread_mm = 5", "tempo = 1.1",         "rests = 0.6",        "order = \"reversed\"",
      "hesitation = 0.1",    "correction = 0.1",    "linger = 0.1",       "neatness_mm = 5",
      "neatness_deg = 5",    "tidies = 0.2",        "talks = 1",          "marks_turn = \"late\""};
  for (const std::string& line : lines) names.insert(profile(seatWith(line)).name());
  CHECK(names.size() == lines.size() + 2);
}
