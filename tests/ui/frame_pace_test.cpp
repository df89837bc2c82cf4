#include "ui/frame_pace.h"

#include <catch2/catch.hpp>

using octo::ui::FramePace;

namespace {

/// Frames drawn in so many seconds; `brings`: whether there is news at that step of a millisecond.
template <class Brings>
int drawnIn(FramePace& pace, double seconds, const Brings& brings) {
  int frames = 0;
  for (int step = 0; step < static_cast<int>(1000 * seconds); ++step) {
    const double now = 100 + step / 1000.0;
    if (brings(step)) pace.news();
    if (pace.due(now) == 0.0) {
      pace.drawn(now);
      ++frames;
    }
  }
  return frames;
}

}  // namespace

TEST_CASE("a camera's pictures are drawn fifteen times a second, and nothing where nothing is new") {
  FramePace pace;
  (void)drawnIn(pace, 0.1, [](int) { return false; });
  CHECK(drawnIn(pace, 1, [](int) { return false; }) == 0);
  FramePace fast;
  (void)drawnIn(fast, 0.1, [](int) { return false; });
  const int frames = drawnIn(fast, 2, [](int step) { return step % 16 == 0; });
  CHECK(frames >= 28);
  CHECK(frames <= 31);
}

TEST_CASE("what a person does is answered at once, whatever was drawn just before") {
  FramePace pace;
  for (int i = 0; i < 4; ++i) pace.drawn(100);
  CHECK_FALSE(pace.due(100));
  pace.news();
  pace.drawn(100);
  pace.news();
  REQUIRE(pace.due(100.01));
  CHECK(*pace.due(100.01) == Approx(1.0 / 15 - 0.01));
  pace.stirred();
  CHECK(pace.due(100.01) == 0.0);
}
