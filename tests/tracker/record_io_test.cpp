#include "tracker/record/record_io.h"

#include <catch2/catch.hpp>
#include <sstream>

namespace {

const std::string kHeader = R"({"octoscope":1,"game":"octagone","players":["Ann","Ben"],"first":0})";
const std::string kLady = R"({"player":0,"do":"lady","at":"d3","facing":"NE"})";

octo::tracker::Record read(const std::string& text) {
  std::istringstream in(text);
  return octo::tracker::readRecord(in, "game");
}

}  // namespace

TEST_CASE("a record is read with or without an end of its last line") {
  CHECK(read(kHeader + "\n" + kLady).events.size() == 1);
  CHECK(read(kHeader + "\n" + kLady + "\n").events.size() == 1);
  CHECK(read(kHeader + "\r\n" + kLady + "\r\n").events.size() == 1);
}

TEST_CASE("fields that nobody knows are kept") {
  const auto record = read(kHeader.substr(0, kHeader.size() - 1) + R"(,"club":"Monday"})" + "\n" +
                           R"({"player":0,"do":"lady","at":"d3","facing":"NE","frame":42,"was":[]})");
  CHECK(record.header.toJson()["club"] == "Monday");
  CHECK(record.events[0].toJson()["frame"] == 42);
}

TEST_CASE("a malformed line is named with its file and number") {
  CHECK_THROWS_WITH(read(""), Catch::StartsWith("game:1: "));
  CHECK_THROWS_WITH(read("[]\n"), Catch::StartsWith("game:1: "));
  for (const std::string line : {"", "{", "null", "[1]", R"({"do":"skip"})", R"({"player":0,"do":"dance"})",
                                 R"({"player":"0","do":"skip"})", R"({"player":0,"do":"skip","stands":1})",
                                 R"({"player":0,"do":"skip","stands":null})", "{\"player\":0,\"do\":\"\xff\"}"})
    CHECK_THROWS_WITH(read(kHeader + "\n" + kLady + "\n" + line + "\n"), Catch::StartsWith("game:3: "));
}

TEST_CASE("a line that is endless or endlessly deep is refused") {
  CHECK_THROWS_WITH(read(kHeader + "\n" + std::string(3 << 20, ' ')), Catch::Contains("1 MiB"));
  CHECK_THROWS_WITH(read(kHeader + "\n" + R"({"player":0,"do":"skip","x":)" + std::string(100000, '[')),
                    Catch::Contains("64 deep"));
}
