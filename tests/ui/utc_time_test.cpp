#include "ui/history/utc_time.h"

#include <catch2/catch.hpp>

using namespace octo;

TEST_CASE("times are written in UTC to the second") {
  const auto time = std::chrono::sys_days{std::chrono::year{2026} / 11 / 21} + std::chrono::hours(9);
  CHECK(ui::utcText(std::chrono::time_point_cast<std::chrono::system_clock::duration>(time)) == "2026-11-21T09:00:00Z");
}

TEST_CASE("a text that is no time is shown as it is") {
  CHECK(ui::localText("yesterday") == "yesterday");
  CHECK(ui::localText("") == "");
  CHECK(ui::localText("2026-11-21T09:00:00Z").find("2026") != std::string::npos);
}
