#include "tests/tracker/battery.h"

TEST_CASE("The OCTAL passes the common battery") { octo::tracker::battery::run(octo::GameId::Octal); }
