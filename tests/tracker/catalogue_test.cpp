#include "tracker/messages/catalogue.h"

#include <catch2/catch.hpp>
#include <stdexcept>

TEST_CASE("a message that no language has is a mistake of ours and says its key") {
  CHECK_THROWS_WITH(octo::tracker::sentence("octagone", {"no-such-key", {}}), Catch::Contains("no-such-key"));
}
