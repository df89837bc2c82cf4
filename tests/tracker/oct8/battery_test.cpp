#include "tests/tracker/oct8/dealer.h"

using namespace octo::tracker;

TEST_CASE("Oct8 passes the common battery") {
  // 78 arm cards and 24 to 30 heads: a turn takes at least a card off the arm deck, and few events besides.
  battery::run({.header = oct8::randomHeader, .legal = oct8::legalEvent, .any = oct8::anyEvent, .longest = 1500});
}
