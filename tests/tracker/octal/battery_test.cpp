#include "tests/tracker/octal/made_up.h"

using namespace octo::tracker;
using namespace octo::tracker::octal;

TEST_CASE("The OCTAL passes the common battery") {
  // Nine events in ten lay a card while one fits; 2000 is far beyond the longest seen, and an endless game
  // reaches it.
  battery::run({.header = randomHeader, .legal = legalEvent, .any = anyEvent, .longest = 2000});
}
