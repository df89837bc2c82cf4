#include "tracker/infer/piece_trace.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::tracker::infer;

namespace {

const Face kRed("red"), kBlue("blue"), kGreen("green");
const std::vector<Candidate> kLikeRed{{kRed, 0.9}, {kBlue, 0.05}}, kLikeBlue{{kBlue, 0.9}, {kRed, 0.05}},
    kUnread{{Face::unknown(), 0.9}, {kRed, 0.05}};
constexpr int kFaces = 10;

StickyReading of(const std::vector<Face>& own) { return {own, kFaces, Parameters{}}; }

}  // namespace

TEST_CASE("a reading speaks for its face, against others, and for neither where nothing could be read") {
  CHECK(of({kRed}).ratio(kLikeRed) == Approx(9).margin(0.5));
  CHECK(of({kBlue}).ratio(kLikeRed) < 1);
  CHECK(of({kGreen}).ratio(kLikeRed) < 0.2);
  CHECK(of({kGreen}).ratio(kUnread) == Approx(1).margin(0.1));
  CHECK(of({}).ratio(kLikeRed) == Approx(1));
  CHECK(of({kRed, kBlue}).ratio(kLikeRed) == Approx(4.75).margin(0.3));
}

TEST_CASE("a reading that comes again speaks for no face any more") {
  StickyReading red = of({kRed}), green = of({kGreen});
  red.look(kLikeRed);
  green.look(kLikeRed);  // misread
  for (int k = 0; k < 5; ++k) {
    CHECK(green.ratio(kLikeRed) / red.ratio(kLikeRed) == Approx(1).margin(0.25));
    red.look(kLikeRed);
    green.look(kLikeRed);
  }
}

TEST_CASE("a reading that comes again more surely counts in place of those before, a less sure one does not") {
  const std::vector<Candidate> atFirst{{kRed, 0.7}, {kBlue, 0.2}}, better{{kRed, 0.99}, {kBlue, 0.001}};
  const auto speaks = [&](const std::vector<std::vector<Candidate>>& looks) {
    StickyReading red = of({kRed}), blue = of({kBlue});
    double times = 1;
    for (const auto& look : looks) {
      times *= red.ratio(look) / blue.ratio(look);
      red.look(look);
      blue.look(look);
    }
    return times;
  };
  CHECK(speaks({atFirst, better}) > 10 * speaks({atFirst}));
  CHECK(speaks({atFirst, better, better, atFirst}) == Approx(speaks({better})).epsilon(0.2));
}

TEST_CASE("a piece of any face is known by what it was read as") {
  StickyReading any = of({});
  any.look(kLikeRed);
  CHECK(any.ratio(kLikeRed) > 5);
  CHECK(any.ratio(kLikeBlue) < 1);
}
