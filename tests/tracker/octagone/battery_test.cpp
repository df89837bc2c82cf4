#include "tests/tracker/battery.h"

TEST_CASE("Octagone passes the common battery") { octo::tracker::battery::run(octo::GameId::Octagone); }
