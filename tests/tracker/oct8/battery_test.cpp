#include "tests/tracker/battery.h"

TEST_CASE("Oct8 passes the common battery") { octo::tracker::battery::run(octo::GameId::Oct8); }
