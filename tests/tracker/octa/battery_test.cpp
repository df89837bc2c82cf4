#include "tests/tracker/battery.h"

TEST_CASE("Octa passes the common battery") { octo::tracker::battery::run(octo::GameId::Octa); }
